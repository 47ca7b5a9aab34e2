"""Shooters and their targets, so far apart."""

from __future__ import annotations

from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, put


def range_field(first: str, second: str, apart: float) -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 10 + 2.5 + apart, 270))
    return state
