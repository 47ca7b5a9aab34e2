"""Divalkyrie: Fafnirvana, and controlling angry fans."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from tests.games.ragnarok_star.drawn import (
    at,
    close,
    crowd,
    halls,
    hold,
    lodge,
    number,
    program,
    put_angry,
    table,
)


def diva(
    boats: str, halls_: str = "", islands: str = "", ice: str = "bridge@1 berg@2"
) -> RagnarokStar:
    return table(boats, halls_, islands, ice, "divalkyrie")


# rule: dragon.impact, dragon.disembark, dragon.shield-useless, shield.theft-only, dragon.call
# rule: ruling.dragon-caller, ruling.dragon-which-fan
def test_everybody_in_the_port_pays() -> None:
    # example: example.dragon-hits-everyone
    state = program(diva("kiss kiss", "1,0,0,0 0,2,0,0"), "3: dragon>kiss", "1: shield")
    number(state, 1)
    number(state, 3)
    assert halls(state) == [(0, 0, 0, 0), (0, 1, 0, 0)]
    assert crowd(state, "kiss") == "1G 1B"
    assert state.dragon == 3
    assert state.tally[p.SCARED] == 1, "the fans of opponents"


# rule: ruling.dragon-which-fan
def test_the_owner_chooses_the_fan() -> None:
    state = program(diva("kiss sea", "1,2,0,3"), "", "1: dragon>kiss")
    number(state, 1, {0: ["column:0-boy"]})
    assert halls(state)[0] == (1, 1, 0, 3)
    plain = program(diva("kiss sea", "1,2,0,3"), "", "1: dragon>kiss")
    number(plain, 1)
    assert halls(plain)[0] == (1, 2, 0, 2), "the type of which there is most comes first"


# rule: dragon.timing, dragon.disembark, ruling.dragon-collectable
def test_the_dragon_comes_after_collections() -> None:
    # example: example.dragon-after-collection
    state = diva("kiss sea kiss", "0,0,0,1")
    program(state, "", "2: dragon>kiss", "2: man1, 3: man2")
    assert number(state, 2)[0] == "{2} finds no old man to collect"
    assert crowd(state, "kiss") == "1M"
    number(state, 3)
    assert halls(state)[2] == (0, 0, 0, 1)


# rule: dragon.timing, resolve.theft-last
def test_the_dragon_comes_before_thieves() -> None:
    # example: example.dragon-before-theft
    state = program(diva("kiss kiss sea", "1,0,0,0"), "", "4: steal", "4: dragon>kiss")
    assert "{1} steals nothing" in number(state, 4)
    assert crowd(state, "kiss") == "1G"


# rule: dragon.conflict, angry.fail-dragon, ruling.dragon-three
def test_two_calls_fail() -> None:
    # example: example.dragon-two-calls
    state = program(diva("sea sea"), "2: dragon>kiss", "2: dragon>pink")
    put_angry(state, 1, 2)
    assert number(state, 2)[0] == "Two bands call Fafnirvana at once, so he does not move"
    assert state.dragon == p.NONE
    assert (lodge(state, 0), lodge(state, 1)) == ([2], [3])
    three = program(diva("sea sea sea"), *["2: dragon>kiss"] * 3)
    number(three, 2)
    assert (three.dragon, three.lodges) == (p.NONE, [2, 2, 2])


# rule: dragon.no-ice, ruling.dragon-frozen, ruling.failure-list-closed
def test_a_frozen_port_is_closed_to_the_dragon() -> None:
    # example: example.dragon-frozen-port
    state = program(diva("motor sea", "1,0,0,0"), "1: dragon>motor")
    assert number(state, 1) == ["{0} calls Fafnirvana, but ice closes the port to him"]
    assert (state.dragon, lodge(state, 0)) == (p.NONE, [1])


# rule: ruling.dragon-frozen
@pytest.mark.parametrize(("call", "dragon"), [("dragon", 0), ("dragon>motor", p.NONE)])
def test_a_call_without_a_tick_is_none_but_one_to_a_frozen_port_clashes(
    call: str, dragon: int
) -> None:
    state = program(diva("sea sea"), "2: dragon>pink", f"2: {call}")
    number(state, 2)
    assert state.dragon == dragon


# rule: dragon.stop, dragon.does-not-block, dragon.stay, ruling.dragon-arrival
def test_who_stops_before_the_dragon_pays_once() -> None:
    # example: example.dragon-late-arrival
    state = program(diva("sea pink", "0,0,0,0 0,0,2,0"), "1: dragon>kiss", "3: sail>kiss")
    for now in range(1, 7):
        number(state, now)
    assert (at(state, 1), halls(state)[1], crowd(state, "kiss")) == ("kiss", (0, 0, 1, 0), "1L")
    assert state.tally[p.SCARED] == 0, "stopping is no impact"
    close(state)
    assert state.dragon == p.NONE


# rule: dragon.stop, dragon.stay, ruling.dragon-arrival
def test_the_dragon_is_called_away() -> None:
    # example: example.dragon-called-away
    state = diva("pink skerries sea", "1,0,0,0 0,0,2,0")
    state.dragon = 3
    program(state, "", "4: sail>kiss", "4: dragon>pink")
    number(state, 4)
    assert halls(state)[:2] == [(0, 0, 0, 0), (0, 0, 1, 0)]
    assert (crowd(state, "kiss"), crowd(state, "pink")) == ("1L", "1G")
    assert state.dragon == 0


# rule: dragon.stop, dragon.impact, ruling.dragon-once, ruling.dragon-recall
def test_nobody_pays_twice_at_one_number() -> None:
    # example: example.dragon-once-per-number
    state = program(diva("sea pink sea", "0,0,0,0 0,0,2,0"), "", "4: sail>kiss", "4: dragon>kiss")
    state.dragon = 3
    number(state, 4)
    assert halls(state)[1] == (0, 0, 1, 0)
    program(state, "", "", "5: dragon>kiss")
    number(state, 5)
    assert halls(state)[1] == (0, 0, 0, 0), "a new call has a new impact"


# rule: bewitch.move, ruling.bewitch-step
def test_backward() -> None:
    # example: example.bewitch-backward
    state = program(diva("sea sea sea sea"), "1: bewitch")
    put_angry(state, 0)
    put_angry(state, 1, 1, 3, 5, 5)
    number(state, 1, {0: ["stage:1"]})
    assert lodge(state, 1) == [1, 2, 4, 5]


# rule: bewitch.move, angry.send, ruling.bewitch-not-failure
def test_forward_in_the_own_lodge() -> None:
    # example: example.bewitch-forward-own
    state = program(diva("sea sea"), "6: bewitch")
    put_angry(state, 0, 4)
    number(state, 6, {0: ["exit:0"]})
    assert lodge(state, 0) == [5]
    assert "{0} sends an angry fan to {1}" in close(state)
    assert lodge(state, 1) == [1, 2]


# rule: ruling.bewitch-several
def test_two_control_one_lodge_one_after_the_other() -> None:
    state = program(diva("sea sea sea"), "1: bewitch", "1: bewitch")
    put_angry(state, 2, 1, 4)
    number(state, 1, {0: ["exit:2"], 1: ["stage:2"]})
    assert lodge(state, 2) == [1, 4], "forward, then back"


# rule: diva.six-numbers, shield.duration, ruling.diva-shield
def test_a_shield_lasts_to_number_six() -> None:
    # example: example.six-numbers-shield
    state = program(diva("kiss kiss", "1,0,0,0"), "3: shield", "6: steal")
    number(state, 3)
    assert "{1} steals nothing" in number(state, 6)


# rule: dragon.stop, ruling.dragon-arrival, ruling.move-same-port
@pytest.mark.parametrize("move", ["sail>kiss", "fly>kiss"])
@pytest.mark.parametrize("start", ["pink", "kiss"])
def test_a_flight_is_a_stop_before_the_dragon_as_well(move: str, start: str) -> None:
    """Also for a boat that puts to sea and comes back to the same port."""
    state = program(diva(f"{start} sea", "2,0,0,0"), f"1: {move}")
    state.dragon = 3
    number(state, 1)
    assert (halls(state)[0], crowd(state, "kiss")) == ((1, 0, 0, 0), "1G")


# rule: dragon.stop, ruling.dragon-arrival
def test_who_lies_before_the_dragon_does_not_pay_again() -> None:
    state = program(diva("kiss sea", "2,0,0,0"), "1: eye")
    state.dragon = 3
    number(state, 1)
    assert halls(state)[0] == (2, 0, 0, 0)


# rule: dragon.impact, dragon.stop, ruling.dragon-once
def test_only_the_impact_of_a_call_counts_for_the_ride() -> None:
    """Seat 1 stops before the dragon at the very number at which seat 0 calls him there again."""
    state = diva("sea pink kiss", "0,0,0,0 2,0,0,0 2,0,0,0")
    program(state, "4: dragon>kiss", "4: sail>kiss")
    state.dragon = 3
    number(state, 4)
    assert halls(state)[1:] == [(1, 0, 0, 0), (1, 0, 0, 0)]
    assert state.tally[p.SCARED] == 1, "the arrival came first, it is no impact"


# rule: dragon.impact, ruling.dragon-caller
def test_the_own_fans_of_the_caller_do_not_count_for_the_ride() -> None:
    state = program(diva("kiss kiss", "2,0,0,0 2,0,0,0"), "1: dragon>kiss")
    number(state, 1)
    assert (halls(state), state.tally[p.SCARED]) == ([(1, 0, 0, 0), (1, 0, 0, 0)], 1)


# rule: ruling.dragon-once, ruling.dragon-arrival
def test_who_has_paid_at_a_number_does_not_pay_for_jimi() -> None:
    state = program(diva("kiss sea", "3,0,0,0"), "", "1: dragon>kiss")
    hold(state, 0, "jimi-hendrakkar")
    number(state, 1, {0: ["column:0-girl", "island:kiss"]})
    assert (halls(state)[0], state.star_pile) == ((2, 0, 0, 0), [p.JIMI])


# rule: ruling.bewitch-several, ruling.seat-order
def test_bewitching_begins_with_the_ice_master() -> None:
    """A lodge with an angry fan on 4 and a full exit: who is first decides what can move."""
    state = program(diva("sea sea sea"), "1: bewitch", "1: bewitch")
    state.master = 1
    put_angry(state, 2, 4)
    said = number(state, 1, {0: ["stage:2"], 1: ["exit:2"]})
    assert [words for words in said if "moves the angry fans" in words] == [
        "{1} moves the angry fans of {2} towards the exit",
        "{0} moves the angry fans of {2} towards the stage",
    ]
    assert lodge(state, 2) == [4], "out and back again"


# rule: ruling.dragon-which-fan
@pytest.mark.parametrize("star", ["tyra-turner", "alice-kuper"])
def test_who_has_no_fan_pays_nothing_and_is_not_asked(star: str) -> None:
    state = program(diva("kiss kiss", "0,0,0,0 1,0,0,0"), "", "1: dragon>kiss")
    hold(state, 0, star)
    said = number(state, 1)
    assert said[:2] == [
        "{1} calls Fafnirvana to Kissholm",
        "Fafnirvana scares a girl of {1} ashore",
    ]
    assert state.held[0] == p.EFFECTS.index(star)
