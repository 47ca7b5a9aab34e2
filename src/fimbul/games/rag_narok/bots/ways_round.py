"""The way round what lies on the table, for bots: how far it is, and where it goes first.

The table is a coarse grid, and a Unit as wide as its front: it passes no solid piece that is nearer
than that, and difficult ground counts double.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import Terms, terms
from fimbul.games.rag_narok.measure.geometry import Box, Point, Shape, holds, squared, within
from fimbul.games.rag_narok.measure.tables import CM

CELL = 4 * CM
SLACK = 1 * CM  # how far a front may brush against what the grid draws too large
NEXT_POINT = 3 * CELL  # how far on the point lies that a Unit makes for
DOUBLE, FEAT = 2, 3  # what a step costs over difficult ground, and over a wall
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
Cell = tuple[int, int]


class Routes:
    """How far it is to one place from every square that a Unit can pass, found when asked for."""

    __slots__ = ("costs", "edge", "goal", "lengths")

    def __init__(self, goal: Point, costs: dict[Cell, int]) -> None:
        self.goal, self.costs = goal, costs
        self.lengths: dict[Cell, int] = {}
        self.edge = [(0, _cell(goal))]

    def length(self, at: Point) -> int | None:
        """From a point; None where no way leads from it."""
        near = self.around(_cell(at))
        found = [self.lengths[cell] + isqrt(squared(at, _middle(cell))) for cell in near]
        return min(found, default=None)

    def first(self, at: Point) -> Point:
        """The point to make for."""
        cell = _cell(at)
        while isqrt(squared(at, _middle(cell))) < NEXT_POINT:
            best = min(self.around(cell), key=self.lengths.__getitem__, default=cell)
            if best == cell:
                return self.goal
            cell = best
        return _middle(cell)

    def around(self, cell: Cell) -> list[Cell]:
        """This square and its neighbours, if a way leads from them."""
        near = [cell, *((cell[0] + x, cell[1] + y) for x, y in STEPS)]
        return [one for one in near if self.reaches(one)]

    def reaches(self, cell: Cell) -> bool:
        """Whether a way leads from there; looks no farther than it must (Dijkstra)."""
        lengths, edge = self.lengths, self.edge
        while cell not in lengths and edge and (cell in self.costs or not lengths):
            length, here = heappop(edge)
            if here not in lengths:
                lengths[here] = length
                self.look_round(here, length)
        return cell in lengths

    def look_round(self, cell: Cell, length: int) -> None:
        for x, y in STEPS:
            other = cell[0] + x, cell[1] + y
            if other not in self.lengths and (cost := self.costs.get(other)):
                pace = CELL if not x or not y else CELL * 7 // 5
                heappush(self.edge, (length + cost * pace, other))


def routes(scenario: str, scenery: str, wide: int, goal: Point) -> Routes:
    """All ways to a place for a front that wide."""
    x, y = _middle(_cell(goal))
    return _routes(scenario, scenery, max(0, wide // 2 - SLACK) // CM * CM, (x, y))


@lru_cache(maxsize=1 << 11)
def _routes(scenario: str, scenery: str, half: int, goal: Point) -> Routes:
    return Routes(goal, _costs(terms(scenario, scenery), half))


@lru_cache(maxsize=1 << 8)
def _costs(here: Terms, half: int) -> dict[Cell, int]:
    """What a step on to each square costs; squares that nobody passes are left out."""
    wide, deep = here.table
    found = {(x, y): 1 for x in range(-(-wide // CELL)) for y in range(-(-deep // CELL))}
    for ground, box in here.boxes:
        toll = FEAT if ground.kind in p.WALLS else DOUBLE if ground.kind in p.ROUGH else 0
        for cell in _squares(box, half):
            if ground.kind in p.OPEN or not _is_near(_middle(cell), ground.shape, half):
                continue
            if not toll:
                found.pop(cell, None)
            elif cell in found:
                found[cell] = max(found[cell], toll)
    return found


def _squares(box: Box, half: int) -> Iterator[Cell]:
    """Those whose middle may be that near to a box."""
    (left, low), (right, high) = (
        _cell((box[0] - half, box[1] - half)),
        _cell((box[2] + half, box[3] + half)),
    )
    return ((x, y) for x in range(left, right + 1) for y in range(low, high + 1))


def _is_near(at: Point, shape: Shape, half: int) -> bool:
    return holds(shape, at) or within((at,), shape, half)


def _cell(at: Point) -> Cell:
    return at[0] // CELL, at[1] // CELL


def _middle(cell: Cell) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2
