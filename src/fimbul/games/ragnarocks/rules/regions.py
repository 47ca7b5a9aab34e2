"""Regions: what runestones and the rim cut apart, and whose it is.

Sets of hexes are whole numbers here, a bit for each hex (`Board.bits`): that makes a flood over
the board a handful of shifts. No state stores them: there `land` says hex by hex whose it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from fimbul.games.ragnarocks import parts as p

if TYPE_CHECKING:
    from fimbul.games.ragnarocks.state import Ragnarocks

OPEN = bytes(b"01"[held < p.RIM] for held in range(256))  # no runestone: part of some region


class Region(Struct, frozen=True):
    """A region and whose it is: CONTESTED, WILD, or a side + 1."""

    status: int
    cells: tuple[int, ...]


def _groups(open_: int) -> tuple[int, ...]:
    """Of six neighbours in a circle (a bit each), the first of each unbroken group."""
    firsts = [way for way in range(6) if open_ >> way & 1 and not open_ >> (way - 1) % 6 & 1]
    return tuple(firsts) or ((0,) if open_ else ())


GROUPS = tuple(_groups(open_) for open_ in range(64))


def flood(open_: int, start: int, width: int, goal: int = 0) -> int:  # rule: region.definition
    """All hexes connected to the start. Stops early once all of `goal` is reached.

    A viking's hex belongs to its region and connects it: only runestones are not open.
    """
    wide = width + 1  # rule: ruling.region-connectivity, ruling.vikings-connect
    while True:
        grown = start | start << 1 | start >> 1 | start << width | start >> width
        grown = (grown | start << wide | start >> wide) & open_
        if grown == start or (goal and not goal & ~grown):
            return grown
        start = grown


def split(state: Ragnarocks, at: int) -> list[int]:  # rule: ruling.created, region.inner-stones
    """The parts into which a runestone just laid on `at` has cut its region; empty if it has not.

    Usually the neighbours alone give the answer, and then no flood is needed.
    """
    board, hexes = p.board(state.board), state.hexes
    a, b, c, d, e, f = board.around[at]
    rim = p.RIM
    groups = GROUPS[
        (hexes[a] < rim)
        | (hexes[b] < rim) << 1
        | (hexes[c] < rim) << 2
        | (hexes[d] < rim) << 3
        | (hexes[e] < rim) << 4
        | (hexes[f] < rim) << 5
    ]
    if len(groups) < 2:
        return []
    around, bits = board.around[at], board.bits
    open_ = int(hexes.translate(OPEN), 2)
    left = [bits[around[way]] for way in groups]
    parts: list[int] = []
    while left:
        parts.append(flood(open_, left[0], board.width, 0 if parts else sum(left)))
        left = [bit for bit in left if not bit & parts[-1]]
    return parts if len(parts) > 1 else []


def status(board: p.Board, where: bytes | bytearray, part: int) -> int:
    """Whose a region is, from the vikings that stand in it."""
    ivory, red = (
        any(where[viking] != p.OFF and board.bits[where[viking]] & part for viking in side)
        for side in board.sides
    )
    if ivory and red:  # rule: region.contested, ruling.blocked-nomad
        return p.CONTESTED
    if not ivory and not red:  # rule: region.wild
        return p.WILD
    return p.SETTLED[p.IVORY if ivory else p.RED]  # rule: region.settled


def claim(state: Ragnarocks, part: int) -> Region:
    """Write down whose a region is."""
    board, land = p.board(state.board), state.land
    region = Region(status(board, state.where, part), cells_of(board, part))
    for at in region.cells:
        land[at] = region.status
    return region


def cuts(state: Ragnarocks, at: int) -> list[int]:
    """The parts into which a runestone on that free hex would cut its region."""
    state.hexes[at] = p.STONE
    parts = split(state, at)
    state.hexes[at] = p.EMPTY
    return parts


def creates(state: Ragnarocks, at: int) -> bool:  # rule: ruling.created
    """Would a runestone on that free hex create a region?"""
    return bool(cuts(state, at))


def survey(state: Ragnarocks) -> tuple[Region, ...]:  # rule: ruling.status-derived
    """All regions, read off the board alone, the one with the first hex first."""
    return surveyed(state.board, bytes(state.hexes), bytes(state.where))


@lru_cache(maxsize=256)
def surveyed(name: str, hexes: bytes, where: bytes) -> tuple[Region, ...]:
    """The same board is read once, however many look at it."""
    board = p.board(name)
    parts = _parts(name, hexes.translate(OPEN))
    return tuple([Region(status(board, where, part), cells) for part, cells in parts])


def map_land(state: Ragnarocks) -> bytearray:
    """What `land` must be: whose each hex is; runestones and the rim are nobody's."""
    land = bytearray(len(state.hexes))
    for region in survey(state):
        for at in region.cells:
            land[at] = region.status
    return land


@lru_cache(maxsize=256)
def _parts(name: str, free: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """What is cut apart, with its hexes: it stays as it is when a viking walks."""
    board, open_, found = p.board(name), int(free, 2), []
    while open_:
        part = flood(open_, 1 << open_.bit_length() - 1, board.width)
        open_ &= ~part
        found.append((part, cells_of(board, part)))
    return found


def cells_of(board: p.Board, part: int) -> tuple[int, ...]:
    bits = board.bits
    return tuple([at for at in board.cells if bits[at] & part])


def settled_points(land: bytes | bytearray, side: int) -> int:
    """The hexes that side has settled; viking hexes count, runestone hexes do not."""
    return land.count(p.SETTLED[side])
