"""Conditions of charges and of getting away, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import WALLS
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge import withdraw as w
from fimbul.games.rag_narok.rules.charge.approach import first_ahead, reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Engage, assault, in_sight, miss
from fimbul.games.rag_narok.rules.charge.withdraw import DODGE, FORCE, Flight, forced_way, ways_out
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.state import middle, place_of
from tests.games.rag_narok.drawn import ask, battle, fight, options, play, put, roll_next, words
from tests.games.rag_narok.spellbook import named


def test_a_counter_charge_over_a_wall_is_a_feat() -> None:
    # rule: move.feat, countercharge.procedure
    for x, moved in ((55, p.FEATED), (12, p.FAST)):
        state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (x, 25.25, 90), files=3)
        put(state, 1, (x, 32.75, 270), files=3)
        state.units[1].orders = (p.COUNTER_CHARGE,)
        ask(state, c.Charge(0, 0))
        play(state, "unit:1-unit-0", "token:1-unit-0-1")
        assert state.units[1].paces == 500
        assert state.units[1].moved == moved


def test_who_was_struck_unseen_charges_only_those_without_the_mask() -> None:
    # rule: artefact.mask-receive-charge
    pair = "3 griffin-duelist, 1 executor mask-of-high-works"
    state = battle([pair], ["3 tiger-of-dirz"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 22, 270))
    state.magic.masked = ((named(state, "executor"), 1),)
    assert in_sight(state, 1) == [0]  # the Duelists beside him may be charged
    assert first_ahead(state, 1, 3000) == 0
    alone = battle(["1 executor mask-of-high-works"], ["3 tiger-of-dirz"])
    put(alone, 0, (40, 10, 90))
    put(alone, 1, (40, 18, 270))
    for step in (c.Charge(1, 1), Engage(1, 1)):
        free, barred = alone.clone(), alone.clone()
        barred.magic.masked = ((0, 1),)
        assert "unit:0-unit-0" in options(ask(free, step))
        assert "unit:0-unit-0" not in options(ask(barred, step))
        assert (first_ahead(free, 1, 3000), first_ahead(barred, 1, 3000)) == (0, None)


def test_a_routed_unit_as_quick_as_strong_dodges() -> None:
    # rule: rout.forced-disengage-type, ruling.disengage-values
    ways = {"3 cynwall-equanime": DODGE, "3 cynwall-magistrate": DODGE, "3 alahan-guard": FORCE}
    for crew, way in ways.items():
        state = fight(crew, "3 orc-warrior")
        state.units[0].mood = p.ROUT  # costs INI, which does not count for the way
        state.phase = p.MOVEMENT
        assert forced_way(state, 0) == way
        ask(state, Flight(0, 0))
        assert ("INI to dodge away" if way == DODGE else "STR to break away") in words(state)


def test_who_cannot_get_out_of_a_melee_stays() -> None:
    # rule: ruling.disengage-path, rout.stragglers
    state = fight("3 griffin-duelist", "3 alahan-guard")
    before = [place_of(state, member) for member in state.units[0].ranks]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(w, "may_stand", lambda *_: False)
        assert not w.march_away(state, 0, [270], Way(leave=True))
    assert "finds no way out" in words(state)
    assert (state.units[0].left, [place_of(state, member) for member in state.units[0].ranks]) == (
        0,
        before,
    )


def test_nobody_in_contact_is_left_without_a_test() -> None:  # rule: disengage.automatic-if-free
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    state.events = []
    assert w.break_free(state, 0, w.DODGE)
    assert not state.events
    held = fight("3 griffin-duelist", "3 alahan-guard")
    roll_next(held, 1)
    assert not w.break_free(held, 0, w.DODGE)


def test_an_engagement_that_falls_short_goes_on_in_good_order() -> None:
    # rule: charge.failed, charge.no-contact-disorganised
    for charge, shaken in ((False, 0), (True, 1)):
        state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (12, 10, 90))
        put(state, 1, (12, 50, 270))
        miss(state, Assault(0, 1, charge))
        assert state.units[0].shaken == shaken
        assert middle(state, 0)[1] == 2000  # by its MOV
        assert not in_melee(state, 0)


def test_nobody_charges_a_unit_that_is_gone() -> None:  # rule: countercharge.procedure
    state = battle(["3 griffin-duelist"], ["1 alahan-guard", "3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 20, 270))
    put(state, 2, (60, 50, 270))
    kill(state, state.units[1].ranks[0])
    before = middle(state, 0)
    assault(state, Assault(0, 1, True))
    assert middle(state, 0) == before


def test_ways_out_begin_towards_the_own_edge() -> None:
    # rule: disengage.sensible-path, ruling.disengage-path
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (12, 30, 90))
    put(state, 1, (70, 50, 270))
    for south, heading in ((0, 270), (1, 90)):
        state.south = south
        assert ways_out(state, 0)[0] == heading


def test_a_wall_of_earth_stops_a_charge() -> None:  # rule: move.no-interpenetration
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (12, 20, 90))
    put(state, 1, (12, 32, 270))
    assert reach(state, Assault(0, 1, True)) == 950
    (wall,) = WALLS
    state.magic.conjured = ((wall, 1200, 2600, 90, 9),)
    assert reach(state, Assault(0, 1, True)) is None
