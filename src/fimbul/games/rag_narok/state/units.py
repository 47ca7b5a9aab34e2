"""A Unit: how it stands, and what it remembers about its Orders, this turn and this melee."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import Point
from fimbul.games.rag_narok.state.facts import (
    Distance,
    FighterOrNone,
    Figures,
    Flag,
    Heading,
    Hundred,
    OrderNumber,
    OrderOrNone,
    Remembered,
    ThisMelee,
    ThisTurn,
    Thousand,
    UnitNumber,
    UnitOrNone,
    UntilClose,
)


class Unit(Remembered):
    """One of `state.units`, by its number in the roster."""

    ranks: Figures = ()  # living members in the order they stand
    files: Annotated[int, Meta(ge=0, le=20)] = 0  # 0: loose, no ranks
    spread: Flag = 0  # 1: dispersed
    facing: Heading = 0
    mood: Annotated[int, Meta(ge=0, lt=len(p.MOOD_NAMES))] = p.CALM
    shaken: Flag = 0  # 1: Disorganised
    resisted: Hundred = 0  # the highest Fear it has resisted
    speed: Flag = 0  # 1: has a speed counter
    aboard: FighterOrNone = -1  # the machine that carries it
    crowded: Flag = 0  # 1: is in reserve, or was, because it found no room

    altitude: Annotated[int, Meta(ge=0, lt=len(p.LEVEL_NAMES))] = p.GROUND
    token: Point | None = None  # the altitude token on the table; None: on the ground
    shifted: ThisTurn[Flag] = 0  # 1: changed its level  # rule: flight.three-levels, flight.token
    dived: ThisTurn[UnitOrNone] = -1  # the Unit it dived on  # rule: flight.dive-bonus-ends

    orders: UntilClose[tuple[OrderNumber, ...]] = ()  # face down  # rule: flight.one-token-per-unit
    revealed: UntilClose[OrderOrNone] = -1  # the Order being or already carried out

    done: ThisTurn[Flag] = 0  # 1: activated in this movement phase  # rule: flight.deploy-ground
    moved: ThisTurn[Annotated[int, Meta(ge=0, le=p.RAN)]] = p.STILL
    paces: ThisTurn[Distance] = 0  # how far it has gone
    wheeled: ThisTurn[Flag] = 0  # 1: made its one reorientation
    shot: ThisTurn[Flag] = 0
    charged_by: ThisTurn[tuple[UnitNumber, ...]] = ()  # whose charge costs it 1 INI, ATT and DEF
    charging: ThisTurn[Flag] = 0  # 1: counts as charging
    met: ThisTurn[Flag] = 0  # 1: was charged or engaged
    assailed: ThisTurn[Flag] = 0  # 1: has charged or engaged somebody
    rivals: ThisTurn[tuple[UnitNumber, ...]] = ()  # enemies in contact when movement began
    left: ThisTurn[Flag] = 0  # 1: disengaged or fled
    roar: ThisTurn[Hundred] = 0  # the FEAR of its War Cry; 0: none
    harassed: ThisTurn[Flag] = 0  # 1: shot in the first phase and has a March to carry out
    arrived: ThisTurn[Flag] = 0  # 1: came from the reserve

    losses: ThisMelee[Thousand] = 0  # DF lost
    brawl: ThisMelee[UnitOrNone] = -1  # which melee of this phase it is in
    pushed: ThisMelee[Flag] = 0  # 1: has pushed, or need not
