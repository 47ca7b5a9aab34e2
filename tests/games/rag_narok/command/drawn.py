"""A small battlefield for questions of command."""

from __future__ import annotations

from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, put


def skirmish() -> RagNarok:
    """The learning skirmish, deployed 30 cm apart."""
    griffons = ["6 griffin-duelist, 1 abel", "3 griffin-fusilier, 1 griffin-fusilier leader"]
    state = battle(griffons, ["6 morbid-puppet, 1 melmoth", "7 morbid-puppet"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (65, 10, 90))
    put(state, 2, (20, 50, 270))
    put(state, 3, (65, 50, 270))
    return state
