"""The way round what lies on the table, for bots: how far it is, and where it goes first.

The table is a coarse grid, and a Unit as wide as its front: it passes no solid piece that is nearer
than that, and difficult ground counts double.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.geometry import Point, disc, squared, within
from fimbul.games.rag_narok.tables import CM
from fimbul.games.rag_narok.terms import Terms, terms

CELL = 4 * CM
SLACK = 1 * CM  # by so much a front may brush against what the grid draws too large
AHEAD = 3 * CELL  # so far on lies the point that a Unit makes for
DOUBLE, FEAT = 2, 3  # what a step costs over difficult ground, and over a wall
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
Cell = tuple[int, int]


class Routes(NamedTuple):
    """How far it is to one place from every square that a Unit can pass."""

    goal: Point
    lengths: dict[Cell, int]

    def length(self, at: Point) -> int | None:
        """From a point; None where no way leads from it."""
        x, y = _cell(at)
        found = [
            self.lengths[cell] + isqrt(squared(at, _middle(cell)))
            for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            if cell in self.lengths
        ]
        return min(found, default=None)

    def first(self, at: Point) -> Point:
        """The point to make for."""
        cell = _cell(at)
        while isqrt(squared(at, _middle(cell))) < AHEAD:
            near = [cell, *((cell[0] + x, cell[1] + y) for x, y in STEPS)]
            known = [one for one in near if one in self.lengths]
            best = min(known, key=self.lengths.__getitem__, default=cell)
            if best == cell:
                return self.goal
            cell = best
        return _middle(cell)


def routes(scenario: str, scenery: str, wide: int, goal: Point) -> Routes:
    """All ways to a place for a front so wide."""
    x, y = _middle(_cell(goal))
    return _routes(scenario, scenery, max(0, wide // 2 - SLACK) // CM * CM, (x, y))


@lru_cache(maxsize=1 << 11)
def _routes(scenario: str, scenery: str, half: int, goal: Point) -> Routes:
    here = terms(scenario, scenery)
    costs = _costs(here, half)
    lengths: dict[Cell, int] = {}
    edge = [(0, _cell(goal))]
    while edge:
        length, cell = heappop(edge)
        if cell in lengths:
            continue
        lengths[cell] = length
        for x, y in STEPS:
            other = cell[0] + x, cell[1] + y
            if other not in lengths and (cost := costs.get(other)):
                heappush(edge, (length + cost * (CELL if not x or not y else CELL * 7 // 5), other))
    return Routes(goal, lengths)


@lru_cache(maxsize=1 << 8)
def _costs(here: Terms, half: int) -> dict[Cell, int]:
    """What a step on to each square costs; squares that nobody passes are left out."""
    wide, deep = here.table
    cells = ((x, y) for x in range(-(-wide // CELL)) for y in range(-(-deep // CELL)))
    found: dict[Cell, int] = {}
    for cell in cells:
        kinds = {
            ground.kind
            for ground in here.grounds
            if within(disc(_middle(cell), 1), ground.shape, half)
        }
        if not kinds & (p.SOLID - p.WALLS):
            found[cell] = FEAT if kinds & p.WALLS else DOUBLE if kinds & p.ROUGH else 1
    return found


def _cell(at: Point) -> Cell:
    return at[0] // CELL, at[1] // CELL


def _middle(cell: Cell) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2
