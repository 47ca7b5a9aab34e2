"""What the state packs into integers and flat lists so that it copies fast, and what it means.

Nothing else shifts, masks or multiplies: rules, scenes and bots speak in these names. The numbers
stand in stored states and journals, so they stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from fimbul.games.ragnarok_star import parts as p

BIT = tuple(1 << place for place in range(16))  # of a seat, a deck, a musician, a square, a step

# -- flat lists --------------------------------------------------------------------------------


def _slices(groups: int, width: int) -> tuple[slice, ...]:
    return tuple(slice(group * width, (group + 1) * width) for group in range(groups))


def _places(groups: int, width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(group * width, (group + 1) * width)) for group in range(groups))


HALL = _slices(p.MOST, len(p.FANS))  # `halls` by seat
COLUMN = _places(p.MOST, len(p.FANS))  # `halls` by seat and fan
SHORE = _slices(len(p.ISLANDS), len(p.FANS))  # `islands` by island
CROWD = _places(len(p.ISLANDS), len(p.FANS))  # `islands` by island and fan
ALL_OF = tuple(slice(fan, None, len(p.FANS)) for fan in p.KINDS)  # `halls` or `islands` by fan
SEAT_AND_FAN = tuple(product(range(p.MOST), p.KINDS))  # of a COLUMN
ISLAND_AND_FAN = tuple(product(p.RING, p.KINDS))  # of a CROWD
BOARD = _slices(p.MOST, p.PLACES)  # `plan` or `ticks` by seat
PLANNED = tuple(
    (p.NONE, *row) for row in _places(p.MOST, p.PLACES)
)  # by seat and number, from 1 on
AT_NUMBER = (
    slice(0),
    *(slice(at, None, p.PLACES) for at in range(p.PLACES)),
)  # by number alone
TALLY = _slices(p.MOST, p.COUNTS)  # `tally` or `dawn` by seat
COUNTER = _places(p.MOST, p.COUNTS)  # `tally` or `dawn` by seat and counter

# -- programs ----------------------------------------------------------------------------------


class ProgramMark(Struct, frozen=True):
    """A number written under an action, with the islands that were ticked for it."""

    packed: int
    number: int
    action: int
    ticked: tuple[int, ...]
    to: int  # the one ticked island; two ticks are as good as none
    musician: int
    busy: int  # the musician's bit
    lacks_tick: bool


def packed_mark(number: int, action: int, to: int = p.NONE) -> int:
    """A mark with one island ticked, or none."""
    return number << 9 | action << 4 | (1 << to if to >= 0 else 0)


def with_tick(packed: int, island: int) -> int:
    return packed | 1 << island


def renumbered(packed: int, number: int) -> int:
    return packed & 0x1FF | number << 9


def _mark(number: int, action: int, ticked: tuple[int, ...]) -> ProgramMark:
    packed = packed_mark(number, action) | sum(BIT[island] for island in ticked)
    to = ticked[0] if len(ticked) == 1 else p.NONE  # rule: ruling.error-ticks
    musician, lacks = p.MUSICIAN_OF[action], p.TICKED[action] and not ticked
    return ProgramMark(packed, number, action, ticked, to, musician, BIT[musician], lacks)


def _chosen(bits: int, of: Iterable[int]) -> tuple[int, ...]:
    return tuple(one for one in of if bits & BIT[one])


MARKS: Mapping[int, ProgramMark] = {
    found.packed: found
    for number, action, ticks in product(
        range(1, p.PLACES + 1), range(len(p.ACTIONS)), range(1 << len(p.RING))
    )
    for found in [_mark(number, action, _chosen(ticks, p.RING))]
}


def is_mark(packed: int, numbers: int) -> bool:
    """Whether it can stand on a board with that many numbers and musicians."""
    found = MARKS.get(packed)
    return found is not None and found.number <= numbers and found.musician < numbers


# -- diss lodges -------------------------------------------------------------------------------

EXIT = 1 << p.SQUARES  # above a bit for each square: how many wait on the exit


class Lodge(NamedTuple):
    """Where the angry fans of a band are: on squares, from the stage on, or waiting on the exit."""

    squares: tuple[bool, ...]
    waiting: int

    def pack(self) -> int:
        angry = [BIT[square] for square, taken in enumerate(self.squares) if taken]
        return sum(angry) + EXIT * self.waiting

    @property
    def fans(self) -> int:
        return sum(self.squares) + self.waiting


LODGES = tuple(
    Lodge(tuple(bool(squares & BIT[square]) for square in range(p.SQUARES)), waiting)
    for waiting in range(p.EXITS + 1)
    for squares in range(EXIT)
)
NO_LODGE = 0
START_LODGE = Lodge((True, False, False, False), 0).pack()  # rule: angry.setup

# -- what was picked together and is settled next ----------------------------------------------

STOPPED = p.SAIL  # in place of a pick: ice has stopped that boat
BOTH_DECKS = len(p.DECKS)  # in place of a deck: Stevie Wyrmder is played
STAR_PLAYED = len(p.FANS)  # in place of a fan: Tyra Turner is played
AMOUNTS, BOLD, MANY_CARDS = 8, 64, 64


class Wish(NamedTuple):
    """A number of fans from an island; no fans and no island if nothing is wanted."""

    island: int
    many: int

    def pack(self) -> int:
        return self.island * AMOUNTS + self.many


class Theft(NamedTuple):
    """A column of another hall; a bold thief does not mind the shield before it."""

    victim: int
    fan: int
    bold: bool = False

    @property
    def column(self) -> int:
        return COLUMN[self.victim][self.fan]

    def pack(self) -> int:
        return self.column + BOLD * self.bold


class Kept(NamedTuple):
    """A contract, and a second one or NONE."""

    card: int
    second: int = p.NONE

    def pack(self) -> int:
        return self.card + MANY_CARDS * (self.second + 1)


class Sent(NamedTuple):
    """To which bands two angry fans go; a single one goes to the last."""

    first: int
    last: int

    def pack(self) -> int:
        return self.first * p.MOST + self.last


class Spell(NamedTuple):
    """Whose angry fans move, towards the exit or back to the stage."""

    lodge: int
    forward: bool

    def pack(self) -> int:
        return self.lodge * 2 + self.forward


NO_WISH = Wish(0, 0)
WISHES = {wish.pack(): wish for wish in map(Wish._make, product(p.RING, range(AMOUNTS)))}
THEFTS = {
    theft.pack(): theft
    for theft in map(Theft._make, product(range(p.MOST), p.KINDS, (False, True)))
}
KEPT = {
    kept.pack(): kept
    for kept in map(Kept._make, product(range(p.CONTRACTS[-1]), range(-1, p.CONTRACTS[-1])))
}
SENT = {sent.pack(): sent for sent in map(Sent._make, product(range(p.MOST), range(p.MOST)))}
SPELLS = {spell.pack(): spell for spell in map(Spell._make, product(range(p.MOST), (False, True)))}
