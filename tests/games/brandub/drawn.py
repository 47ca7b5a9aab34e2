"""Boards as they are drawn, in both directions, and moves as they are said."""

from __future__ import annotations

from textwrap import dedent

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.rules import Turn
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import choose, settle


def drawn(picture: str, seat: int = 0, quiet: int = 0) -> Brandub:
    """A state from seven lines of letters: r raider, g guard, k king; that seat is to move."""
    lines = dedent(picture).split()
    assert [len(line) for line in lines] == [7] * 7
    board, where = bytearray(49), bytearray([p.GONE] * 14)
    free = {"r": list(p.RAIDERS), "g": list(p.GUARDS)[:-1], "k": [p.KING]}
    for at, letter in enumerate("".join(reversed(lines))):
        if letter != ".":
            piece = free[letter].pop(0)
            board[at], where[piece] = piece, at
    state = Brandub(board=board, where=where, quiet=quiet)
    assert not list(state.problems())
    state.then(Turn(seat))
    settle(state)
    return state


def picture(state: Brandub) -> str:
    """The seven lines again."""
    letters = [p.KINDS[piece][:1] or "." for piece in state.board]
    return "\n".join("".join(letters[at : at + 7]) for at in range(42, -1, -7))


def piece_on(state: Brandub, square: str) -> str:
    return p.PIECES[state.board[p.INDEX[f"cell:{square}"]]]


def go(state: Brandub, move: str) -> Brandub:
    """Play a move such as d1-c1, for whoever's turn it is."""
    start, end = move.split("-")
    choose(state, state.open[0].seat, piece_on(state, start))
    choose(state, state.open[0].seat, f"cell:{end}")
    return state


def reach(state: Brandub, square: str) -> set[str]:
    """Where the piece on that square may go."""
    twin = state.clone()
    choose(twin, twin.open[0].seat, piece_on(twin, square))
    return {thing.removeprefix("cell:") for thing in twin.open[0].options}


def moved(before: Brandub, after: Brandub) -> str:
    """The move between two states, such as d1-c1."""
    seat = before.open[0].seat
    for piece in p.SIDES[seat]:
        start, end = before.where[piece], after.where[piece]
        if start != end:
            return f"{p.SQUARES[start][5:]}-{p.SQUARES[end][5:]}"
    raise AssertionError("nothing has moved")
