"""The melee phase: which fights are over, and the combat that is open."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fimbul.games.rag_narok.state.facts import (
    MOST_OF_A_COUNT,
    Few,
    Figures,
    GroupNumber,
    Remembered,
    SeatNumber,
    ThisMelee,
    UnitNumber,
    UntilClose,
)

Pair = tuple[int, int]
Counts = tuple[Few, Few]
Hits = Annotated[tuple[Few, ...], Meta(max_length=MOST_OF_A_COUNT)]
Fight = tuple[UnitNumber, UnitNumber]
Clash = tuple[GroupNumber, GroupNumber]


class Combat(Struct, frozen=True):
    """One profile group against another; pairs are by seat."""

    groups: Clash
    first: SeatNumber = 0  # the seat that strikes first
    dice: Counts = (0, 0)  # committed, not yet placed
    attack: Counts = (0, 0)
    defence: Counts = (0, 0)
    announced: Counts = (0, 0)  # 0: nothing yet
    hits: Hits = ()  # what is added to STR by each success still to be parried
    rerolls: Counts = (0, 0)  # failed rolls that Born Killers may still roll again
    retried: Figures = ()  # Born Killers outside this combat that have done so in it
    excess: Few = 0  # wounds of the last blow beyond what its victim could take


class Fray(Remembered):
    """What `state.melee` remembers."""

    fought: ThisMelee[tuple[Fight, ...]] = ()  # fights that are over
    clashed: ThisMelee[UntilClose[tuple[Clash, ...]]] = ()  # combats of the open fight, likewise
    combat: Combat | None = None
