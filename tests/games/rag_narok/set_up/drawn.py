"""Scouts in ambush."""

from __future__ import annotations

from fimbul.games.rag_narok.army.army import write
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import army, battle, put

KAYL = "1 kayl-kartan-ii lightning-from-the-abyss"
DIRZ = write(army("1 sasia-samaris, 2 skorize", "2 biopsist", people="dirz"))


def ambush(x: float = 40, y: float = 30, foe: str = "4 alahan-guard") -> RagNarok:
    """Biopsists lie hidden there, Sasia stands far away; guards look up the table at (40, 45)."""
    state = battle(["1 sasia-samaris", "2 biopsist"], [foe])
    state.scenery = ""
    put(state, 0, (70, 5, 90))
    put(state, 2, (40, 45, 270))
    state.aside.hidden = ((1, round(x * 100), round(y * 100)),)
    return state
