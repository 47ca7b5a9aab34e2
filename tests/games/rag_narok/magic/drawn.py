"""Magicians on small battlefields."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.ending import CloseTurn
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import ask

SOPHET = "1 sophet-drahas dark-lash bone-mending primal-bolt"
LASH = FORMULAS[NUMBER["dark-lash"]]


def faces(state: RagNarok) -> list[int]:
    return [event.face for event in state.events if isinstance(event, Rolled)]


def end_turn(state: RagNarok) -> None:
    state.phase = p.END
    ask(state, CloseTurn())
