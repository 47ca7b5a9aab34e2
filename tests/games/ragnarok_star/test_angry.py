"""Angry Fans: lodges, failures, sending."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import BACKWARD, FORWARD, RECEIVED, Send, fail
from fimbul.games.ragnarok_star.state.packing import LODGES
from tests.games.ragnarok_star.drawn import (
    close,
    halls,
    lodge,
    number,
    program,
    put_angry,
    score,
    table,
)


# rule: angry.advance, angry.fail-steal, angry.exit-wait, angry.fail-collect, angry.send
# rule: angry.receive, ruling.lodge-track, ruling.failure-steal, ruling.failure-moment
def test_elvis() -> None:
    # example: example.elvis-1-failed-theft
    # example: example.elvis-2-failed-collection
    # example: example.elvis-3-sends
    state = program(table("kiss sea", mode="angry"), "1: steal, 2: girl1")
    put_angry(state, 0, 2, 4)
    put_angry(state, 1)
    assert number(state, 1)[-1] == "{0}'s angry fans move towards the exit"
    assert lodge(state, 0) == [3, 5]
    number(state, 2)
    assert lodge(state, 0) == [4, 5]
    assert "{0} sends an angry fan to {1}" in close(state)
    assert (lodge(state, 0), lodge(state, 1)) == ([4], [1])


# rule: angry.setup, angry.advance, ruling.lodge-movement
def test_four_failures() -> None:
    # example: example.angry-four-failures
    state = table("sea sea", mode="angry")
    program(state, "1: girl1, 2: steal, 3: boy1, 4: man1")
    seen = []
    for now in range(1, 5):
        number(state, now)
        seen.append(lodge(state, 0))
    fail(state, [0])
    seen.append(lodge(state, 0))
    assert seen == [[2], [3], [4], [5], [5]]
    close(state)
    assert (lodge(state, 0), lodge(state, 1)) == ([], [1, 2])


# rule: angry.exit-capacity, ruling.lodge-movement
def test_the_exit_is_full() -> None:
    # example: example.angry-exit-full
    state = table("sea sea sea sea", mode="angry")
    put_angry(state, 0, 3, 4, 5, 5)
    fail(state, [0])
    assert lodge(state, 0) == [3, 4, 5, 5]
    assert not state.events


# rule: angry.receive, angry.several, ruling.angry-always-room
def test_the_first_free_square() -> None:
    # example: example.angry-first-free-square
    state = table("sea sea sea", mode="angry")
    put_angry(state, 0, 5)
    put_angry(state, 1, 1, 3)
    put_angry(state, 2)
    close(state, {0: ["band:1"]})
    assert lodge(state, 1) == [1, 2, 3]


# rule: angry.send, ruling.angry-send
def test_two_send_to_each_other() -> None:
    # example: example.angry-cross-sending
    state = table("sea sea", mode="angry")
    put_angry(state, 0, 5)
    put_angry(state, 1, 5)
    close(state)
    assert (lodge(state, 0), lodge(state, 1)) == ([1], [1])


# rule: ruling.angry-send, angry.send
def test_two_on_the_exit_go_where_they_are_sent() -> None:
    state = table("sea sea sea", mode="angry")
    put_angry(state, 0, 5, 5)
    put_angry(state, 1, 5)
    put_angry(state, 2)
    said = close(state, {0: ["band:2", "band:1"], 1: ["band:2"]})
    assert [lodge(state, seat) for seat in range(3)] == [[], [1], [1, 2]]
    assert [words for words in said if "sends" in words] == [
        "{0} sends an angry fan to {2}",
        "{0} sends an angry fan to {1}",
        "{1} sends an angry fan to {2}",
    ]


# rule: angry.send
def test_the_second_fan_is_asked_for_in_other_words() -> None:
    """Else nobody could see that the first was sent."""
    first, second = Send(0), Send(0, 2)
    state = table("sea sea sea", mode="angry")
    assert first.ask(state) != second.ask(state)
    assert "second" in second.ask(state)


# rule: angry.fail-collect, collect.undecided-rest, ruling.failure-collect
def test_a_conflict_is_a_failure_of_both() -> None:
    # example: example.angry-conflict-counts
    state = program(table("motor motor", "", "motor 1B", mode="angry"), "2: boy1", "2: boy1")
    number(state, 2)
    assert [lodge(state, seat) for seat in (0, 1)] == [[2], [2]]


# rule: angry.fail-shield, shield.duration, ruling.failure-shield
def test_a_shield_in_vain() -> None:
    # example: example.angry-shield-in-vain
    state = program(table("kiss kiss", "3,0,0,0", mode="angry"), "2: shield", "1: steal")
    for now in (1, 2):
        number(state, now)
    assert halls(state)[1] == (1, 0, 0, 0)
    assert "{0} has raised a shield in vain" in close(state)
    assert lodge(state, 0) == [2]
    assert state.shields == [0, 0]


# rule: angry.fail-shield, steal.shield, ruling.failure-shield
def test_a_shield_that_diverts_a_thief_is_useful() -> None:
    # example: example.angry-shield-diverts
    state = table("kiss kiss kiss", "3,0,0,0 0,0,0,0 1,0,0,0", mode="angry")
    program(state, "1: shield", "4: steal")
    number(state, 1)
    number(state, 4)
    assert halls(state)[1:] == [(1, 0, 0, 0), (0, 0, 0, 0)]
    close(state)
    assert lodge(state, 0) == [1]


# rule: angry.errors-do-not-count, program.error-destination, ruling.failure-list-closed
def test_programming_errors_do_not_count() -> None:
    # example: example.angry-missing-tick
    state = table("motor sea", mode="angry")
    program(state, "1: sail, 3: girl2, 3: man1")
    for now in range(1, 6):
        number(state, now)
    close(state)
    assert lodge(state, 0) == [1]


# rule: angry.score, angry.send, ruling.angry-last-round, ruling.negative-score
def test_angry_fans_cost_glory() -> None:
    # example: example.angry-score
    state = table("sea sea sea", "5,4,4,4 0,0,0,0 0,0,0,0", mode="angry")
    put_angry(state, 0, 2)
    put_angry(state, 1, 3)
    put_angry(state, 2, 5)
    state.round = p.ROUNDS
    close(state, {2: ["band:0"]})
    assert state.result is not None
    assert state.result.scores == (3, -1, 0)
    assert state.result.because == "end.after-seven"
    assert score(table("sea sea", "5,4,4,4"))[0][0] == 5


# rule: angry.fail-icemaster, angry.fail-navigation, ruling.failure-navigation
def test_ice_masters_and_ice() -> None:
    # example: example.angry-icemaster-and-ice
    state = program(table("sea sea motor", mode="angry"), "1: ice", "1: ice", "2: sail>kiss")
    number(state, 1)
    assert [lodge(state, seat) for seat in range(3)] == [[2], [2], [1]]
    number(state, 2)
    assert [lodge(state, seat) for seat in range(3)] == [[2], [2], [2]]


# rule: ruling.alternative-rule, ruling.failure-list-closed
def test_nothing_moves_in_the_base_game() -> None:
    state = program(table("sea sea"), "1: steal, 2: shield")
    number(state, 1)
    number(state, 2)
    assert not [words for words in close(state) if "in vain" in words]
    assert state.lodges == [0, 0]


def drawn_lodge(packed: int) -> str:
    """`x.x.2`: the squares from the stage on, and how many wait on the exit."""
    lodge = LODGES[packed]
    return "".join("x" if taken else "." for taken in lodge.squares) + str(lodge.waiting)


# rule: ruling.lodge-movement, angry.exit-wait, angry.exit-capacity, ruling.bewitch-step
# rule: bewitch.move, angry.receive
@pytest.mark.parametrize(
    ("here", "forward", "backward", "received"),
    [
        ("....0", "....0", "....0", "x...0"),
        ("x...0", ".x..0", "x...0", "xx..0"),
        (".x..0", "..x.0", "x...0", "xx..0"),
        ("...x0", "....1", "..x.0", "x..x0"),
        ("x..x0", ".x..1", "x.x.0", "xx.x0"),
        ("xx..0", ".xx.0", "xx..0", "xxx.0"),
        ("x.xx0", ".x.x1", "xxx.0", "xxxx0"),
        ("xxxx0", ".xxx1", "xxxx0", None),
        ("....2", "....2", "...x1", "x...2"),
        ("...x1", "....2", "..xx0", "x..x1"),
        ("...x2", "...x2", "..xx1", "x..x2"),
        ("..xx2", "..xx2", ".xxx1", "x.xx2"),
        ("x..x2", ".x.x2", "x.xx1", "xx.x2"),
        ("xxx.1", ".xxx1", "xxxx0", "xxxx1"),
    ],
)
def test_how_angry_fans_move(here: str, forward: str, backward: str, received: str | None) -> None:
    packed = [drawn_lodge(lodge) for lodge in range(len(LODGES))].index(here)
    assert drawn_lodge(FORWARD[packed]) == forward
    assert drawn_lodge(BACKWARD[packed]) == backward
    assert received is None or drawn_lodge(RECEIVED[packed]) == received


@pytest.mark.parametrize("here", range(len(LODGES)))
def test_no_angry_fan_gets_lost_on_the_way(here: int) -> None:
    ahead, back = LODGES[FORWARD[here]], LODGES[BACKWARD[here]]
    assert ahead.fans == LODGES[here].fans == back.fans
    assert ahead.waiting <= p.EXITS


# rule: angry.fail-shield, ruling.failure-shield
def test_a_shield_is_useful_for_its_own_round_alone() -> None:
    state = program(table("kiss kiss", "3,0,0,0", mode="angry"), "1: shield", "2: steal")
    for now in (1, 2):
        number(state, now)
    assert (state.useful, state.tally[p.SAVES]) == (1, 1)
    close(state)
    assert (lodge(state, 0), state.useful) == ([1], 0)
    program(state, "1: shield")
    number(state, 1)
    assert "{0} has raised a shield in vain" in close(state)
    assert lodge(state, 0) == [2]


# rule: angry.fail-shield, ruling.failure-shield
@pytest.mark.parametrize("second", ["2: steal", "3: steal"])
def test_a_shield_that_keeps_two_thieves_away_is_useful(second: str) -> None:
    """At one number or at two; each theft that it stops counts."""
    state = table("kiss kiss kiss", "3,0,0,0", mode="angry")
    program(state, "1: shield", "2: steal", second)
    for now in (1, 2, 3):
        number(state, now)
    assert (state.useful, state.tally[p.SAVES]) == (1, 2)
    close(state)
    assert lodge(state, 0) == [1]


# rule: angry.fail-shield, ruling.failure-shield
def test_a_shield_before_an_empty_hall_is_in_vain() -> None:
    state = program(table("kiss kiss", mode="angry"), "1: shield", "2: steal")
    for now in (1, 2):
        number(state, now)
    assert (state.useful, state.tally[p.SAVES]) == (0, 0)
    assert "{0} has raised a shield in vain" in close(state)
    assert lodge(state, 0) == [2]


# rule: ruling.angry-send, ruling.seat-order
def test_angry_fans_are_placed_from_the_ice_master_on() -> None:
    """Of the end of the round: whoever took the ice at the last number is first."""
    state = table("sea sea sea", mode="angry")
    state.master, state.first = 1, 0
    for seat in (0, 1):
        put_angry(state, seat, 5)
    said = close(state, {0: ["band:2"], 1: ["band:2"]})
    assert [words for words in said if "sends" in words] == [
        "{1} sends an angry fan to {2}",
        "{0} sends an angry fan to {2}",
    ]


# rule: ruling.bewitch-step, ruling.lodge-movement
@pytest.mark.parametrize(
    ("before", "forward", "backward"),
    [
        ([2, 3], [3, 4], [1, 2]),
        ([1, 2], [2, 3], [1, 2]),
        ([3, 4], [4, 5], [2, 3]),
        ([3, 4, 5, 5], [3, 4, 5, 5], [2, 3, 4, 5]),
    ],
)
def test_one_makes_room_for_the_next(
    before: list[int], forward: list[int], backward: list[int]
) -> None:
    """Forward whoever is nearest the exit goes first, backward whoever is nearest the stage."""
    state = table("sea sea", mode="angry")
    put_angry(state, 0, *before)
    here = state.lodges[0]
    state.lodges = [FORWARD[here], BACKWARD[here]]
    assert [lodge(state, seat) for seat in (0, 1)] == [forward, backward]
