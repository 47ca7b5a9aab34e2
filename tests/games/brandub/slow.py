"""Brandub once more, slow and plain, by coordinates: so that two readings of the book agree."""

from __future__ import annotations

from collections.abc import Iterator

Square = tuple[int, int]  # column and row, from 0
Pieces = dict[Square, str]  # r, g or k
CORNERS = {(0, 0), (0, 6), (6, 0), (6, 6)}
THRONE = (3, 3)
FOES = {"r": "gk", "g": "r", "k": "r"}
START: Pieces = {
    **dict.fromkeys([(3, 0), (3, 1), (3, 5), (3, 6), (0, 3), (1, 3), (5, 3), (6, 3)], "r"),
    **dict.fromkeys([(3, 2), (3, 4), (2, 3), (4, 3)], "g"),
    THRONE: "k",
}


def name(square: Square) -> str:
    return "abcdefg"[square[0]] + str(square[1] + 1)


def moves(pieces: Pieces, side: str) -> Iterator[tuple[Square, Square]]:
    """Every move of one side, r or k: from where, to where."""
    for at, piece in pieces.items():
        if (piece == "r") == (side == "r"):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                to = (at[0] + dx, at[1] + dy)
                while on_board(to) and to not in pieces:
                    if piece == "k" or to not in CORNERS | {THRONE}:
                        yield at, to
                    to = (to[0] + dx, to[1] + dy)


def on_board(square: Square) -> bool:
    return all(0 <= n <= 6 for n in square)


def moved(pieces: Pieces, at: Square, to: Square) -> Pieces:
    """The pieces after one move and what it captures."""
    after = {square: piece for square, piece in pieces.items() if square != at}
    after[to] = pieces[at]
    taken = [(to[0] + dx, to[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    lost = {square for square in taken if captured(after, square, to)}
    return {square: piece for square, piece in after.items() if square not in lost}


def captured(pieces: Pieces, at: Square, by: Square) -> bool:
    if pieces.get(at, "") == "" or pieces[at] not in FOES[pieces[by]]:
        return False
    around = [(at[0] + dx, at[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    if pieces[at] == "k" and (at == THRONE or THRONE in around):
        return all(is_foe(pieces, square, "k") for square in around)
    behind = (2 * at[0] - by[0], 2 * at[1] - by[1])
    return on_board(behind) and is_foe(pieces, behind, pieces[at])


def is_foe(pieces: Pieces, square: Square, of: str) -> bool:
    if square in pieces:
        return pieces[square] in FOES[of]
    return square in CORNERS | {THRONE}


def winner(pieces: Pieces) -> str:
    """The side that has won by that move, if one has."""
    if "k" not in pieces.values():
        return "r"
    return "k" if any(pieces.get(corner) == "k" for corner in CORNERS) else ""


def perft(pieces: Pieces, side: str, depth: int) -> int:
    """The number of ways to play that many turns."""
    if depth == 0:
        return 1
    if winner(pieces):
        return 0
    other = "k" if side == "r" else "r"
    return sum(perft(moved(pieces, *move), other, depth - 1) for move in moves(pieces, side))
