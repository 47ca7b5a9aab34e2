"""Two Units face to face."""

from __future__ import annotations

from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, put

FOE = "unit:1-unit-0"


def facing(first: str, second: str, apart: float = 15) -> RagNarok:
    """Two Units face each other, three files wide, so far apart."""
    state = battle([first], [second])
    put(state, 0, (68, 15, 90), files=3)
    put(state, 1, (68, 15 + 5 + apart, 270), files=3)
    return state


def melee(first: str, second: str) -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (30, 20, 90), files=3)
    put(state, 1, (30, 25, 270), files=3)
    for unit in (0, 1):
        f.loosen(state, unit)
    return state
