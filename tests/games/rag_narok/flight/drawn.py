"""Flyers and their foes on small battlefields."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import state as states
from fimbul.games.rag_narok.army.terms import SKIRMISH, terms
from fimbul.games.rag_narok.measure.geometry import base, bounds
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import ask, battle, fly, play, put

ANGELS, GUARDS = "3 morbid-angel", "6 alahan-guard"
FOE = "unit:1-unit-0"


def dive(apart: float = 20, level: int = 1) -> RagNarok:
    """Angels above, Guards below, so far from the token to the nearest base."""
    state = battle([ANGELS], [GUARDS])
    fly(state, 0, (68, 10, 90), level)
    put(state, 1, (68, 10 + 1.25 + apart + 2.5, 270), files=3)
    return state


def duel(apart: float = 24, level: int = 1) -> RagNarok:
    """Two Units of Angels at one level, rim to rim."""
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90), level)
    fly(state, 1, (40, 10 + 2.5 + apart, 270), level)
    return state


def met(state: RagNarok) -> RagNarok:
    """The first Unit has charged the second."""
    ask(state, Resolve(0, 0, p.CHARGE))
    return play(state, FOE)


TOWER = p.Ground("ground:tower", "tower", base((6800, 3000, 90), (600, 600)), 3)


def angels(level: int = 1, foe: str = GUARDS) -> RagNarok:
    """Angels fly up the table; the others stand far away."""
    state = battle([ANGELS], [foe])
    fly(state, 0, (68, 20, 90), level)
    put(state, 1, (15, 50, 270), files=3)
    return state


def tower(monkeypatch: pytest.MonkeyPatch, *grounds: p.Ground) -> None:
    boxes = tuple((ground, bounds(ground.shape)) for ground in grounds)
    here = structs.replace(terms(SKIRMISH, ""), grounds=grounds, boxes=boxes)
    monkeypatch.setattr(states, "terms", lambda scenario, scenery: here)
