"""Conditions of reserves and Scouts, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up import reserves
from fimbul.games.rag_narok.rules.set_up.reserves import ShapeUp
from tests.games.rag_narok.drawn import ask, battle, put, words


def test_a_reserve_that_finds_no_room_waits() -> None:  # rule: reserve.test
    state = battle(["1 abel, 3 griffin-duelist", "6 griffin-duelist"], ["7 morbid-puppet"])
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (60, 10, 90), files=3)
    put(state, 2, (60, 70, 270), files=4)
    state.aside.reserve, state.turn, state.phase = (1,), 2, p.STRATEGY
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reserves, "entries", lambda *_: {})
        ask(state, ShapeUp(0, 1))
    assert "Unit 1 finds no room to come in" in words(state)
    assert state.aside.reserve == (1,)
    assert state.places[state.units[1].ranks[0]] is None


def test_scouts_are_looked_for_by_whoever_marches_in_the_dark_grasp() -> None:
    # rule: ruling.scout-hidden, ruling.dark-grasp-second
    for hidden in ((), ((2, 4000, 3000),)):
        state = battle(["1 melmoth", "6 morbid-puppet"], ["1 biopsist", "3 skorize"])
        put(state, 0, (40, 10, 90))
        put(state, 1, (44, 14, 90), files=3)
        put(state, 3, (40, 50, 270))
        state.aside.hidden, state.fighters[0].horns = hidden, 2
        state.events = []
        Activate(0).grasp(state, 1)
        assert ("Unit 1 looks out for Scouts" in words(state)) == bool(hidden)
