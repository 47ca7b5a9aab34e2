"""A Tank and its passengers."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, put

TANK, FOES = "1 dwarf-armoured-tank", "3 griffin-duelist"


def column(riders: str = "4 thermo-warrior", foe: str = FOES, beside: float = 2.5) -> RagNarok:
    """The Tank, a Unit to the right of it so far away, and an enemy ahead."""
    state = battle([TANK, riders], [foe])
    put(state, 0, (40, 30, 90))
    count = len(state.units[1].ranks)
    put(state, 1, (40 + 2.5 + beside + count * 1.25, 30, 90))
    put(state, 2, (40, 55, 270))
    state.units[1].revealed, state.units[1].done = p.MARCH, 1
    return state


def aboard(riders: str = "4 thermo-warrior", foe: str = FOES) -> RagNarok:
    """The Unit rides."""
    state = column(riders, foe)
    stow(state, 1, 0)
    return state
