"""Effects that last: what spells, miracles, Rituals and Communions lay on Units and fighters."""

from __future__ import annotations

from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.charms import NUMBER


def lay(state: RagNarok, charm: str, target: int, turns: int = 0) -> None:
    """Until the end of this turn, or that many turns later; the same effect does not add up."""
    kind = NUMBER[charm]  # rule: ruling.same-effect-once
    kept = [one for one in state.charms if one[:2] != (kind, target)]
    until = min(state.terms.turns + 1, state.turn + turns)
    state.charms = tuple(sorted((*kept, (kind, target, until))))
