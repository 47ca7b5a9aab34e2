"""Conditions of flight, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok.ground.air import rise
from fimbul.games.rag_narok.rules.flight.airborne import DOWN, STAY, UP, level_changes
from tests.games.rag_narok.drawn import battle, fly, put


def test_who_has_risen_changes_no_more_level() -> None:  # rule: flight.one-level-change
    state = battle(["3 morbid-angel"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 50, 270))
    assert level_changes(state, 0) == [STAY, UP]
    rise(state, 0)
    assert level_changes(state, 0) == [STAY]
    fly(state, 0, (40, 20, 90), 1)
    state.units[0].shifted = 0
    assert level_changes(state, 0) == [STAY, UP, DOWN]
