"""Faithful on small battlefields."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.charms import CHARMS
from tests.games.rag_narok.drawn import battle, put


def praying(state: RagNarok) -> RagNarok:
    state.phase = p.DIVINATION
    return state


def number(state: RagNarok, profile: str) -> int:
    return next(n for n, one in enumerate(state.roster.fighters) if one.card.id == profile)


def blessed(state: RagNarok) -> list[tuple[str, int]]:
    return [(CHARMS[kind].name, target) for kind, target, _ in state.charms]


def oracle(extras: str = "shield-of-faith", foes: str = "7 morbid-puppet") -> RagNarok:
    """An Oracle of Danu amid four Fianna, enemies 20 cm ahead."""
    state = praying(battle([f"4 fianna, 1 oracle-of-danu leader {extras}"], [foes]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 32, 270))
    return state
