"""A side: its army Commander, its last Tactics roll, its General Staffs."""

from __future__ import annotations

from msgspec import Struct

from fimbul.games.rag_narok.state.facts import (
    FighterNumber,
    FighterOrNone,
    Figures,
    Flag,
    Hundred,
    Remembered,
    ThisTurn,
    Thousand,
)


class Camp(Remembered):
    """One of `state.sides`, by seat."""

    general: FighterOrNone = -1  # the army Commander
    tactics: Thousand = 0  # the result of its last Tactics roll
    stones: Thousand = 0  # what the stones it held have brought
    idle: ThisTurn[Flag] = 0  # 1: has said that nobody is left to activate
    bought: ThisTurn[Hundred] = 0  # Orders bought by Dark Grasp


class Staff(Struct, frozen=True):
    """A Commander and the Musician and Standard Bearer of his General Staff."""

    commander: FighterNumber
    aides: Figures
