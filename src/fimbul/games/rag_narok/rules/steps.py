"""What every step of the game is: a line of its rulebook, usually about one Unit."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import BookStep


class RagStep(BookStep[RagNarok], frozen=True):
    """A line of the rulebook."""

    phase: ClassVar[int] = -1  # the only phase in which such a step can stand; -1: any


class UnitStep(RagStep, frozen=True):
    """A step about one Unit that still stands."""

    unit: int = 0

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.unit < len(state.units) and bool(state.units[self.unit].ranks)
