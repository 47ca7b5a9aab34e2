"""The hex grid on paper: centres, corners, and the line around any set of hexes.

Hexes stand on a corner, 52 across and 60 high, so that every centre and corner is a whole number.
One column of text is half a hex, one line of text a row.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.kernel import Point

HALF, ACROSS = 26, 52
ROW = 45  # from one row of hexes to the next
TIP = 30  # from the centre to the upper corner
MARGIN = 3  # columns of text left of the widest row: the name of its first hex
# Corner n is where the side towards direction n begins, counter-clockwise from the east.
CORNERS = ((26, 15), (26, -15), (0, -30), (-26, -15), (-26, 15), (0, 30))


def centre(board: p.Board, at: int) -> Point:
    return centres(board.id)[at]


@cache
def centres(name: str) -> dict[int, Point]:
    """The middle of each hex; rows from red's edge, at the top, to ivory's."""
    board, top = p.board(name), len(p.board(name).rows) - 1
    return {
        at: (column(board, at) * HALF + HALF // 2, (top - at // board.width) * ROW + TIP)
        for at in board.cells
    }


@cache
def rim(name: str, at: int) -> tuple[Point, ...]:
    """The line around one hex."""
    return loops(p.board(name), (at,))[0]


def column(board: p.Board, at: int) -> int:
    """The column of text in which a hex is drawn."""
    return _slant(board, at) - _leftmost(board.id) + MARGIN


def _slant(board: p.Board, at: int) -> int:
    return 2 * (at % board.width) - at // board.width


@cache
def _leftmost(name: str) -> int:
    board = p.board(name)
    return min(_slant(board, at) for at in board.cells)


def loops(board: p.Board, cells: Collection[int]) -> list[tuple[Point, ...]]:
    """The closed lines around these hexes: the outer one first, then those around holes."""
    inside, sides = frozenset(cells), {}
    for at in inside:
        x, y = centre(board, at)
        for way, neighbour in enumerate(board.around[at]):
            if neighbour not in inside:
                (ax, ay), (bx, by) = CORNERS[way], CORNERS[(way + 1) % 6]
                sides[x + ax, y + ay] = (x + bx, y + by)
    found = []
    while sides:  # the uppermost corner left is on the outer line, as long as that is not drawn
        corner = min(sides, key=lambda point: (point[1], point[0]))
        line = []
        while corner in sides:
            line.append(corner)
            corner = sides.pop(corner)
        found.append(tuple(line))
    return found


def shape(board: p.Board, cells: Collection[int]) -> tuple[Point, ...]:
    """One closed line around connected hexes; it runs out to each hole and back."""
    outer, *holes = (line + line[:1] for line in loops(board, cells))
    return outer + tuple(point for hole in holes for point in (*hole, outer[0]))
