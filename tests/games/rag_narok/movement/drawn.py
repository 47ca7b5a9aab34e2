"""Units on the march."""

from __future__ import annotations

from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, put


def march(first: str = "6 griffin-duelist", second: str = "6 morbid-puppet") -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 50, 270), files=3)
    return state
