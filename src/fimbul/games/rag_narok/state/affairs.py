"""What goes on for a while between some on the table: combats, spells, Rituals, prayers."""

from __future__ import annotations

from msgspec import Struct

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import Place, Point

Pair = tuple[int, int]


class Combat(Struct, frozen=True):
    """One profile group against another; pairs are by seat."""

    groups: Pair
    first: int = 0  # the seat that strikes first
    dice: Pair = (0, 0)  # committed, not yet placed
    attack: Pair = (0, 0)
    defence: Pair = (0, 0)
    announced: Pair = (0, 0)  # 0: nothing yet
    hits: tuple[int, ...] = ()  # what is added to STR by each success still to be parried
    rerolls: Pair = (0, 0)  # failed rolls that Born Killers may still roll again
    retried: tuple[int, ...] = ()  # Born Killers outside this combat that have done so in it
    excess: int = 0  # wounds of the last blow beyond what its victim could take


class Casting(Struct, frozen=True):
    """A spell or Ritual on its way: who casts what at whom, and what has been paid for it."""

    caster: int
    spell: int  # its number among the formulas
    target: int = -1  # a Unit or a fighter, as the spell has it; -1: none
    spot: Place = (0, 0, 0)
    paid: tuple[int, ...] = p.NO_GEMS  # by element
    extra: int = 0  # of these, in addition to the incantation; of a Ritual, what its Council has
    free: int = 0  # mastery dice that cost no gems
    result: int = 0  # of the Power roll
    rival: int = -1  # who tries to counter it; -1: nobody
    bid: int = 0  # gems paid for that
    lent: int = 0  # mastery dice of that which cost no gems
    acolytes: tuple[int, ...] = ()  # of a Ritual: those of its Council on the table


class Council(Struct, frozen=True):
    """A Ritual from its start to its final incantation."""

    ritual: int  # its number among the formulas
    crew: tuple[int, ...]  # the target's fighters when it began
    turn: int  # when it was started
    members: tuple[int, ...]  # the Magister first
    spots: tuple[Point, ...]  # where they stood


class Staff(Struct, frozen=True):
    """A Commander and the Musician and Standard Bearer of his General Staff."""

    commander: int
    aides: tuple[int, ...]


class Conclave(Struct, frozen=True):
    """Faithful that pray together until the end of the Divination phase."""

    communion: str
    eminence: int
    disciples: tuple[int, ...]
    target: int  # a Unit

    @property
    def members(self) -> tuple[int, ...]:
        return (self.eminence, *self.disciples)
