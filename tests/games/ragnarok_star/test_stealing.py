"""Shields and thefts."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import columns, pit
from fimbul.kernel import choose
from tests.games.ragnarok_star.drawn import asked, halls, number, program, start, table


# rule: shield.duration, steal.shield
@pytest.mark.parametrize("when", [2, 3, 4, 5])
def test_a_shield_holds_from_its_number_on(when: int) -> None:
    # example: example.shield-from-three
    state = program(table("kiss kiss", "2,0,0,0"), "3: shield", f"{when}: steal")
    for now in range(2, 6):
        number(state, now)
    assert halls(state)[1] == ((1, 0, 0, 0) if when == 2 else (0, 0, 0, 0))


# rule: steal.same-number-escape, resolve.theft-last
def test_a_victim_sails_away() -> None:
    # example: example.theft-victim-sails-away
    state = program(table("kiss kiss", "0,0,0,0 1,1,1,1"), "2: steal", "2: sail>pink")
    assert number(state, 2) == ["{1} sails to Pink Fjord", "{0} steals nothing"]


# rule: steal.same-island, ruling.steal-newcomer, ruling.order-within-number
def test_a_newcomer_is_robbed() -> None:
    # example: example.theft-newcomer
    state = program(table("kiss pink", "0,0,0,0 0,1,0,0"), "2: steal", "2: sail>kiss")
    number(state, 2)
    assert halls(state) == [(0, 1, 0, 0), (0, 0, 0, 0)]
    assert (state.tally[p.STEALS], state.tally[p.COUNTS + p.ROBBED]) == (1, 1)


# rule: ruling.steal-newcomer, resolve.theft-last
def test_a_fresh_fan_is_stolen() -> None:
    # example: example.theft-of-fresh-fan
    state = program(table("kiss kiss", "", "kiss 1G"), "3: steal", "3: girl1")
    assert number(state, 3) == ["{1} collects 1 girl on Kissholm", "{0} steals a girl from {1}"]
    assert halls(state) == [(1, 0, 0, 0), (0, 0, 0, 0)]


# rule: resolve.simultaneous, steal.secret-choice, ruling.steal-snapshot
def test_two_rob_each_other() -> None:
    # example: example.theft-mutual
    state = program(table("kiss kiss", "1,0,0,0 0,0,0,1"), "4: steal", "4: steal")
    number(state, 4)
    assert halls(state) == [(0, 0, 0, 1), (1, 0, 0, 0)]


# rule: steal.secret-choice, ruling.steal-choice
def test_thieves_write_in_secret() -> None:
    state = program(table("kiss kiss", "1,1,0,0 0,0,1,1"), "4: steal", "4: steal")
    start(state, 4)
    choose(state, 0, "column:1-man")
    seen = GAME.seen(state, 1)
    assert (seen.events, seen.sealed) == ((), (0,)), "a secret choice"
    choose(state, 1, "column:0-girl")
    assert halls(state) == [(0, 1, 0, 1), (1, 0, 1, 0)]


# rule: ruling.steal-same-fan, collect.undecided-equal
@pytest.mark.parametrize("owned", [1, 2])
def test_two_thieves_want_the_same_fan(owned: int) -> None:
    # example: example.theft-two-thieves-one-fan
    state = table("kiss kiss kiss", f"0,0,0,0 0,0,0,0 {owned},0,0,0")
    program(state, "4: steal", "4: steal")
    said = number(state, 4)
    if owned == 1:
        assert said[0] == "Two thieves want the same girl of {2}, so nobody gets one"
        assert halls(state)[2] == (1, 0, 0, 0)
    else:
        assert halls(state) == [(1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0)]


# rule: steal.same-number-escape, steal.shield
def test_a_shield_of_the_same_number_is_up() -> None:
    # example: example.theft-shield-same-number
    state = program(table("kiss kiss", "0,0,0,0 1,0,0,0"), "4: steal", "4: shield")
    assert number(state, 4) == ["{1} raises a shield", "{0} steals nothing"]
    assert state.tally[p.COUNTS + p.SAVES] == 1


# rule: steal.shield, ruling.steal-choice
def test_only_the_open_hall_can_be_robbed() -> None:
    # example: example.theft-shielded-and-open-target
    state = table("kiss kiss kiss", "0,0,0,0 3,0,0,0 0,2,0,0")
    program(state, "2: steal", "1: shield")
    number(state, 1)
    richer = state.clone()
    richer.halls[11] = 1  # an old man as well, so that there is a choice
    start(richer, 2)
    assert asked(richer, 0) == ("column:2-boy", "column:2-man")
    assert GAME.why(richer, 0, "column:1-girl") == ("steal.shield", "That band's shield is up.")
    number(state, 2)
    assert halls(state)[0] == (0, 1, 0, 0), "the only target needs no question"


# rule: ruling.steal-pit, hall.mosh-pit, ruling.pit
def test_the_pit_is_robbed_first() -> None:
    # example: example.theft-pit
    state = program(table("kiss kiss", "0,5,0,0 0,6,0,0"), "1: steal")
    number(state, 1)
    mine, theirs = halls(state)
    assert (mine, theirs) == ((0, 6, 0, 0), (0, 5, 0, 0))
    assert (columns(theirs), pit(theirs), pit(mine)) == (1, 0, 1)


# rule: steal.same-island, ruling.collect-at-sea
def test_the_sea_is_no_island() -> None:
    # example: example.theft-at-sea
    state = program(table("sea sea", "0,0,0,0 1,0,0,0"), "1: steal")
    assert number(state, 1) == ["{0} steals nothing"]


# rule: ruling.steal-own-shield
def test_whoever_has_a_shield_may_steal() -> None:
    state = program(table("kiss kiss", "0,0,0,0 1,0,0,0"), "1: shield, 2: steal")
    number(state, 1)
    number(state, 2)
    assert halls(state)[0] == (1, 0, 0, 0)


# rule: steal.same-island
def test_nobody_steals_from_itself() -> None:
    state = program(table("kiss kiss", "1,0,0,0 1,1,0,0"), "1: steal")
    start(state, 1)
    assert asked(state, 0) == ("column:1-girl", "column:1-boy")
    answer = GAME.why(state, 0, "column:0-girl")
    assert answer == ("steal.same-island", "Those are your own fans.")
    absent = GAME.why(state, 0, f"column:{state.seats}-girl")
    assert absent == ("steal.same-island", "There is no girl to steal.")


# rule: steal.same-island, steal.secret-choice
def test_what_was_named_once_is_not_named_again() -> None:
    """A thief who finds nobody the next time gets nothing from the victim of the last."""
    state = program(table("kiss kiss", "0,0,0,0 2,0,0,0"), "1: steal")
    number(state, 1)
    assert halls(state)[0] == (1, 0, 0, 0)
    program(state, "1: steal", "1: sail>pink")
    assert "{0} steals nothing" in number(state, 1)
    assert halls(state) == [(1, 0, 0, 0), (1, 0, 0, 0)]
