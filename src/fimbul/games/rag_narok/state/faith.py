"""Faith at work: what was called this turn, and who prays together."""

from __future__ import annotations

from msgspec import Struct

from fimbul.games.rag_narok.state.facts import (
    FighterNumber,
    Figures,
    Remembered,
    ThisTurn,
    UnitNumber,
)


class Conclave(Struct, frozen=True):
    """Faithful that pray together until the end of the Divination phase."""

    communion: str
    eminence: FighterNumber
    disciples: Figures
    target: UnitNumber

    @property
    def members(self) -> tuple[int, ...]:
        return (self.eminence, *self.disciples)


class Faith(Remembered):
    """What `state.faith` remembers."""

    prayers: ThisTurn[tuple[tuple[FighterNumber, str], ...]] = ()  # who called what
    conclaves: tuple[Conclave, ...] = ()
