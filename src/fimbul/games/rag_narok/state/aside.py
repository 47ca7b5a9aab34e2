"""Units that are not on the table: secrets of their side."""

from __future__ import annotations

from fimbul.games.rag_narok.state.facts import Remembered, UnitNumber

Lair = tuple[UnitNumber, int, int]  # a hidden Unit, and where it lies


class Aside(Remembered):
    """What `state.aside` holds."""

    reserve: tuple[UnitNumber, ...] = ()  # held back: a secret while others deploy
    hidden: tuple[Lair, ...] = ()  # Scouts that lie in wait
