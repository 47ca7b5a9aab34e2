"""Magic at work: sources of gems, what was cast, what stands conjured, artefacts that linger."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import Place, Point
from fimbul.games.rag_narok.state.facts import (
    Few,
    FighterNumber,
    FighterOrNone,
    Figures,
    Heading,
    Remembered,
    ThisTurn,
    UnitNumber,
)

RITUALS = range(len(t.SPELLS), len(t.SPELLS) + len(t.RITUALS))  # their numbers among the formulas
FormulaNumber = Annotated[int, Meta(ge=0, lt=RITUALS.stop)]
Cast = tuple[FighterNumber, int]  # caster and formula
Conjured = tuple[int, int, int, Heading, int]  # formula, place, until which turn
Spring = tuple[FighterNumber, int, int, int]  # owner, place, gems
Howl = tuple[FighterNumber, int, int, int]


class Casting(Struct, frozen=True):
    """A spell or Ritual on its way: who casts what at whom, and what has been paid for it."""

    caster: FighterNumber
    spell: FormulaNumber
    target: FighterOrNone = -1  # a Unit or a fighter, as the spell has it; -1: none
    spot: Place = (0, 0, 0)
    paid: tuple[Few, ...] = p.NO_GEMS  # by element
    extra: Few = 0  # of these, in addition to the incantation; of a Ritual, what its Council has
    free: Few = 0  # mastery dice that cost no gems
    result: Few = 0  # of the Power roll
    rival: FighterOrNone = -1  # who tries to counter it; -1: nobody
    bid: Few = 0  # gems paid for the counter
    lent: Few = 0  # mastery dice of the counter that cost no gems
    acolytes: Figures = ()  # of a Ritual: those of its Council on the table


class Council(Struct, frozen=True):
    """A Ritual from its start to its final incantation."""

    ritual: Annotated[int, Meta(ge=RITUALS.start, lt=RITUALS.stop)]
    crew: Figures  # the target's fighters when it began
    turn: int  # when it was started
    members: Figures  # the Magister first
    spots: tuple[Point, ...]  # where they stood


class Magic(Remembered):
    """What `state.magic` remembers."""

    casting: Casting | None = None
    councils: tuple[Council, ...] = ()
    casts: ThisTurn[tuple[Cast, ...]] = ()
    conjured: tuple[Conjured, ...] = ()
    springs: tuple[Spring, ...] = ()  # Sources of Fire
    stored: tuple[tuple[FighterNumber, FighterNumber], ...] = ()  # Light gems: whose, and on whom
    masked: ThisTurn[tuple[tuple[FighterNumber, UnitNumber], ...]] = ()  # who struck whom unseen
    toga: tuple[Howl, ...] = ()  # who let the Toga howl, and from where
