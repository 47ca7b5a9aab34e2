"""A melee fought as is usual: one gesture answers what would be asked blow by blow."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok.rules.melee.duel import CombatStep
from fimbul.games.rag_narok.rules.melee.phase import NextCombat, NextFight
from fimbul.games.rag_narok.rules.melee.push import Push, Regroup
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Usual, default_of, step_of

OF_MELEE = (CombatStep, NextFight, NextCombat, Push, Regroup)
TOLD = (
    "All dice attack, at the difficulty that most attacks pass; a 6 rolls on where that pays; "
    "Units push on."
)


def usual(state: RagNarok, seat: int | None) -> Iterator[Usual]:
    """What everybody would be asked in this melee of this turn, and what is answered by default."""
    step = None if seat is None else step_of(state, seat)
    if seat is None or not isinstance(step, OF_MELEE):
        return
    pick = default_of(state, seat)
    if pick is not None:
        yield Usual(f"melee-{state.turn}", pick, "Fight on as usual", TOLD)
