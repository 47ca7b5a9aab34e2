"""A fighter as it is now: its fate and wounds, its dice, its gems, its faith."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.state.facts import (
    Few,
    Flag,
    Remembered,
    ThisMelee,
    ThisTurn,
    Thousand,
    UnitOrNone,
    UntilClose,
)


class Figure(Remembered):
    """One of `state.fighters`, by its number in the roster, which knows its card.

    Where it stands is in `state.places`: geometry reads all places at once.
    """

    fate: Annotated[int, Meta(ge=0, le=p.FLED)] = p.WAITING
    hurt: Few = 0  # wounds taken
    struck: UntilClose[Flag] = 0  # 1: lost wounds or died this turn
    mastered: UntilClose[Flag] = 0  # 1: a Character that made its Masterstroke this turn
    raised: Flag = 0  # 1: a bearer whose Lion Banner was raised

    foe: ThisMelee[UnitOrNone] = -1  # the Unit it fights
    spent: ThisMelee[Few] = 0  # dice used
    guard: ThisMelee[Few] = 0  # dice placed in defence outside its own combat
    raged: ThisMelee[Flag] = 0  # 1: its War Fury is used or forgone
    amid: ThisMelee[Flag] = 0  # 1: had several opponents when the open fight began

    pool: tuple[Few, ...] = ()  # its gems of each element; (): it holds none
    horns: Annotated[int, Meta(ge=0, le=p.FACES)] = 0  # Darkness gems in its Horns of Damnation
    chanted: ThisTurn[Flag] = 0  # 1: a magician that had its activation
    helped: ThisTurn[Flag] = 0  # 1: a Familiar that gave its die
    erupted: ThisTurn[Flag] = 0  # 1: a Fire Elemental that burst into flames
    steam: ThisTurn[Annotated[int, Meta(ge=-1, le=3)]] = 0  # what its Boiler adds
    faith: Thousand = 0  # Temporary Faith
