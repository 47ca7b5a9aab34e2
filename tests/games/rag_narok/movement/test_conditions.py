"""Conditions of moves and of Units that divide, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.movement.leaving import departures, is_kin, may_part
from fimbul.games.rag_narok.rules.movement.parties import divide
from fimbul.games.rag_narok.state import spot_of
from fimbul.games.rag_narok.state.magic import Council
from tests.games.rag_narok.drawn import battle, put, set_those, those
from tests.games.rag_narok.spellbook import named


def test_both_parts_of_a_unit_that_has_just_arrived_have_just_arrived() -> None:
    # rule: reserve.test
    for arrived in ((), (0,)):
        state = battle(["12 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90), files=6)
        put(state, 1, (40, 45, 270))
        set_those(state.units, "arrived", arrived)
        new = divide(state, 0, state.units[0].ranks[:6])
        assert (new in those(state.units, "arrived")) == bool(arrived)


def test_whom_one_may_leave_and_join() -> None:
    # rule: unit.leave-join, unit.no-leaving-in-countercharge, unit.one-people
    state = battle(
        ["6 griffin-duelist, 1 abel", "6 griffin-duelist", "6 alahan-guard"], ["3 troll"]
    )
    for unit, x in ((0, 20), (1, 45), (2, 65)):
        put(state, unit, (x, 10, 90))
    assert may_part(state, 1)
    assert is_kin(state, 0, 1)
    assert not is_kin(state, 0, 2)  # of another people
    routed, meeting, flying = state.clone(), state.clone(), state.clone()
    routed.units[1].mood = p.ROUT
    meeting.units[1].revealed = p.COUNTER_CHARGE
    flying.units[1].altitude = p.LOW
    for held in (routed, meeting, flying):
        assert not may_part(held, 1)
        assert not is_kin(held, 0, 1)


def test_a_magician_and_its_familiar_leave_together() -> None:
    # rule: unit.leave-join, familiar.same-unit, unit.min-max, ruling.council-stays
    crew = "6 alahan-guard, 1 alahan-mage column-of-light, 1 familiar-of-light"
    state = battle([crew, "6 alahan-guard, 1 alahan-mage"], ["3 troll"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (42, 10, 90))
    put(state, 2, (70, 50, 270))
    mage, familiar = named(state, "alahan-mage"), named(state, "familiar-of-light")
    found = departures(state, 0)  # 46 AP alone would not do
    assert {ends[0] for ends in found.values()} == {(mage, familiar)}
    assert {ends[1] for ends in found.values()} == {-1, 1}
    spot = spot_of(state, mage)[:2]
    state.magic.councils = (
        Council(NUMBER["column-of-light"], (15,), state.turn, (mage,), (spot,)),
    )
    assert {ends[1] for ends in departures(state, 0).values()} <= {-1}
    poor = battle(["6 alahan-guard, 1 alahan-mage", "6 alahan-guard"], ["3 troll"])
    put(poor, 0, (20, 10, 90))
    put(poor, 1, (42, 10, 90))
    put(poor, 2, (70, 50, 270))
    assert {ends[1] for ends in departures(poor, 0).values()} == {1}  # 26 AP are no Unit
