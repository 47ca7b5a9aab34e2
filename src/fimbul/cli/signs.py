"""Where pieces look and how far a length is, as characters on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import atan2, pi

from fimbul.kernel import Cell, Mark, Point, Zone

ARROWS = "→↘↓↙←↖↑↗"  # from east, clockwise
Spot = Callable[[Point], Point]


def signs(zone: Zone, spot: Spot) -> dict[Point, Cell]:
    """The heads of arrows, and rulers with their lengths, by line and column."""
    found: dict[Point, Cell] = {}
    for mark in zone.marks:
        if mark.kind == "ruler":
            found |= {at: Cell(glyph, mark.tone, "") for at, glyph in _ruler(mark, spot)}
        elif mark.kind == "arrow":
            found[spot(mark.points[-1])] = Cell(_head(mark), mark.tone, "")
    return found


def _head(mark: Mark) -> str:
    """The arrow that is nearest to where it leads."""
    (x, y), (to_x, to_y) = list(pairwise(mark.points))[-1]
    return ARROWS[round(atan2(to_y - y, to_x - x) / (pi / 4)) % len(ARROWS)]


def _ruler(mark: Mark, spot: Spot) -> Iterator[tuple[Point, str]]:
    """A line with a stroke at both ends, and its length on it; behind it, if it leads down."""
    (line, column), (low, right) = sorted(map(spot, (mark.points[0], mark.points[-1])))
    if line == low:
        between = f" {mark.text} ".center(right - column - 1, "-")
        yield from (((line, column + n), sign) for n, sign in enumerate(f"|{between}|"))
    elif column == right:
        yield from (((at, column), "|") for at in range(line, low + 1))
        middle = (line + low) // 2
        yield from (((middle, column + 2 + n), sign) for n, sign in enumerate(mark.text))
