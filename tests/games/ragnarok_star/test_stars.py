"""Divalkyrie: a Guest Star is spent when it is played, and plays at its own moment alone."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.course import NewRound, Reveal
from fimbul.games.ragnarok_star.rules.ice import RemoveTile
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import choose, is_foregone, settle, why
from tests.games.ragnarok_star.drawn import (
    halls,
    hold,
    lodge,
    number,
    program,
    start,
    table,
    written,
)


def diva(boats: str, halls_: str = "", islands: str = "") -> RagnarokStar:
    return table(boats, halls_, islands, mode="divalkyrie")


# rule: guest.play
@pytest.mark.parametrize(
    ("star", "state", "boards", "answers"),
    [
        ("freyja-mercury", diva("motor sea"), ["1: sail>kiss"], ["star:freyja-mercury"]),
        (
            "joan-jotunn",
            diva("kiss kiss", "0,0,0,0 2,1,0,0"),
            ["1: steal"],
            ["column:1-girl", "column:1-boy"],
        ),
        (
            "ozzy-osbjorn",
            diva("kiss kiss", "0,0,0,0 2,0,0,0"),
            ["1: steal", "1: shield"],
            ["column:1-girl"],
        ),
        ("johnny-kaskr", diva("kiss kiss", "2,0,0,0"), ["", "1: steal"], ["star:johnny-kaskr"]),
        ("alice-kuper", diva("sea sea"), ["1: girl1"], ["star:alice-kuper"]),
        ("jimi-hendrakkar", diva("kiss sea"), ["1: ice"], ["island:motor"]),
    ],
)
def test_whoever_is_played_is_spent(
    star: str, state: RagnarokStar, boards: list[str], answers: list[str]
) -> None:
    hold(state, 0, star)
    program(state, *boards)
    said = number(state, 1, {0: answers})
    card = p.EFFECTS.index(star)
    assert (state.held[0], state.star_pile) == (p.NONE, [card])
    assert f"{{0}} plays {state.pack.stars[card].name}" in said


# rule: ruling.steal-foiled, guest.play
def test_a_theft_is_foiled_at_its_own_number_alone() -> None:
    state = program(diva("kiss kiss", "3,0,0,0"), "", "1: steal, 2: steal")
    hold(state, 0, "johnny-kaskr")
    number(state, 1, {0: ["star:johnny-kaskr"]})
    assert halls(state)[1] == (0, 0, 0, 0)
    program(state, "", "2: steal")
    number(state, 2)
    assert halls(state)[1] == (1, 0, 0, 0)


# rule: guest.draw, ruling.guest-order, ruling.seat-order
@pytest.mark.parametrize("master", [0, 1, 2])
def test_guest_stars_are_drawn_from_the_ice_master_on(master: int) -> None:
    state = program(diva("sea sea sea"), *["1: guest"] * 3)
    state.master = master
    state.stars = [card for card in state.stars if card < 3] + [10, 11, 12]
    number(state, 1)
    assert [state.held[(master + n) % 3] for n in range(3)] == [12, 11, 10]


# rule: ruling.guest-order, ruling.seat-order
def test_windows_open_from_the_ice_master_on() -> None:
    """Whoever is Ice Master when the number begins is asked first, whoever is by its end."""
    state = program(diva("sea sea sea"), "1: ice")
    for seat, star in enumerate(("jimi-hendrakkar", "tyra-turner", "alice-kuper")):
        hold(state, seat, star)
    state.master = 1
    start(state, 1)
    assert (asked_in_turn(state), state.master) == ([1, 2, 0], 0)


# rule: ruling.guest-order, ruling.seat-order
def test_after_the_arrival_the_ice_master_is_asked_first() -> None:
    state = diva("sea sea sea")
    for seat, star in enumerate(("lemmy-kilmead", "tyra-turner", "alice-kuper")):
        hold(state, seat, star)
    state.master, state.first = 1, 0
    state.then(Reveal())
    settle(state)
    assert asked_in_turn(state)[:3] == [1, 2, 0]


# rule: ruling.guest-order, ruling.seat-order, ice.change-give
def test_after_the_ice_has_changed_the_new_ice_master_is_asked_first() -> None:
    state = diva("sea sea sea")
    for seat, star in enumerate(("amy-wyrmhouse", "tyra-turner", "alice-kuper")):
        hold(state, seat, star)
    state.then(RemoveTile(0), NewRound())
    settle(state)
    for thing in ("ice:berg", "band:2", "spot:motor"):
        choose(state, 0, thing)
    assert asked_in_turn(state) == [2, 0, 1]


def asked_in_turn(state: RagnarokStar) -> list[int]:
    """Who is asked to keep a card, one after the other."""
    order = []
    while state.open[0].options[0] == p.KEEP:
        order.append(state.open[0].seat)
        choose(state, order[-1], p.KEEP)
    return order


# rule: ruling.guest-window
def test_a_card_is_put_away_for_one_round_alone() -> None:
    state = program(diva("sea sea"), "1: ice")
    hold(state, 0, "jimi-hendrakkar")
    number(state, 1, {0: [p.QUIET]})
    assert state.quiet == 1
    state.agenda = []
    state.then(NewRound())
    settle(state)
    assert state.quiet == 0


# rule: guest.reshuffle
def test_a_new_deck_is_shuffled() -> None:
    tops = set()
    for seed in range(12):
        state = program(diva("sea sea"), "1: guest")
        state.stars, state.star_pile, state.seed = [], [0, 1, 2, 3, 4], seed
        number(state, 1)
        tops.add(state.held[0])
    assert len(tops) > 2


# rule: guest.breaks-rules, collect.across-ice
def test_chuck_reaches_two_across_the_ice() -> None:
    state = program(diva("skerries sea", "", "motor 3G"), "1: girl2")
    hold(state, 0, "chuck-berryserk")
    number(state, 1, {0: ["fan:motor-girl-2"]})
    assert (halls(state)[0], state.tally[p.ACROSS], state.star_pile) == ((2, 0, 0, 0), 2, [p.CHUCK])


def scrawled(board: str) -> RagnarokStar:
    """Seat 0 has written that on a sloppy board and holds Prins Rognvald; the new fans come."""
    state = diva("sea sea")
    hold(state, 0, "prins-rognvald")
    state.strict, state.written = False, [written(board), ()]
    state.then(Reveal())
    settle(state)
    return state


# rule: guest.play, program.error-duplicate, program.error-two-actions, ruling.error-in-software
@pytest.mark.parametrize(
    "board",
    [
        "",
        "2: shield",
        "1: sail>kiss, 3: shield",  # both under the drummer: the second does not count
        "2: shield, 2: girl2, 2: eye",  # a number three times: none of them counts
        "2: shield, 2: girl2, 4: man1",
    ],
)
def test_prins_is_not_wasted_on_fewer_than_two_numbers(board: str) -> None:
    state = scrawled(board)
    assert state.open[0].options == (p.KEEP, p.QUIET)
    assert is_foregone(state, 0)
    assert why(state, 0, "star:prins-rognvald") == (
        "guest.play",
        "Fewer than two of your musicians have a number that counts, so keep the card.",
    )
    assert state.held[0] == p.PRINS


# rule: guest.play, program.error-duplicate
def test_prins_swaps_numbers_that_count() -> None:
    state = scrawled("1: shield, 2: girl2, 2: eye, 4: man1")
    told = why(state, 0, "star:prins-rognvald")
    assert told == ("guest.play", "Touch what you want to play it on.")
    musicians = [name for name in state.open[0].options if name in p.MUSICIAN_AT]
    assert musicians == [p.MUSICIAN_IDS[p.MUSICIAN_OF[act]] for act in (p.SHIELD, p.MAN1)]
    choose(state, 0, musicians[0])
    choose(state, 0, musicians[1])
    assert [state.plan[0], state.plan[3]] == [p.MAN1, p.SHIELD]
    assert state.star_pile == [p.PRINS]


# rule: ruling.guest-window, ruling.eye-impossible
def test_stevie_is_not_asked_for_in_the_last_round() -> None:
    """There is no card to look at, with her or without her."""
    state = program(diva("sea sea"), "1: eye")
    hold(state, 0, "stevie-wyrmder")
    state.decks = [(), ()]
    start(state, 1)
    assert p.LET_FAIL not in state.open[0].options
    assert "{0} finds no deck to look at" in [event.words for event in state.events]


# rule: ruling.guest-window
def test_whoever_has_put_a_card_away_simply_fails() -> None:
    state = program(diva("skerries sea", "", "motor 1G"), "1: girl1")
    hold(state, 0, "chuck-berryserk")
    state.quiet = 1
    start(state, 1)
    assert state.open[0].options == ("button:halt",)
    assert lodge(state, 0) == [2]
