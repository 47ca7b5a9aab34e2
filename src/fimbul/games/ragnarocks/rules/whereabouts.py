"""Where pieces stand, and what is free or stands around them."""

from __future__ import annotations

from collections.abc import Iterable

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks


def place(state: Ragnarocks, viking: str) -> int:
    """The hex of a viking."""
    return state.where[p.board(state.board).numbers[viking]]


def standing(state: Ragnarocks, viking: str) -> str:
    """The hex of a viking, as players say it."""
    board = p.board(state.board)
    return board.places[state.where[board.numbers[viking]]]


def named(state: Ragnarocks, cells: Iterable[int]) -> list[str]:
    names = p.board(state.board).names
    return [names[at] for at in cells]


def spot(state: Ragnarocks, thing: str) -> str:
    """The hex of a viking or runestone, or the hex itself, as players say it."""
    kind, _, name = thing.partition(":")
    if kind == "viking":
        return standing(state, thing)
    if kind == "stone":
        return p.board(state.board).spoken(state.stones[int(name) - 1])
    return name


def free_beside(state: Ragnarocks, at: int) -> list[int]:  # rule: ruling.unoccupied
    """The unoccupied hexes that share a side with this one."""
    return [to for to in p.board(state.board).beside[at] if not state.hexes[to]]


def free_contested(state: Ragnarocks) -> list[int]:
    return [
        at
        for at in p.board(state.board).cells
        if not state.hexes[at] and state.land[at] == p.CONTESTED
    ]


def vikings_of(state: Ragnarocks, seat: int) -> list[str]:
    """Those of that seat that stand on the board."""
    board = p.board(state.board)
    side = board.sides[state.side(seat)]
    return [board.vikings[number] for number in side if state.where[number] != p.OFF]


def nomads_of(state: Ragnarocks, seat: int) -> list[str]:
    return [
        viking
        for viking in vikings_of(state, seat)
        if state.land[place(state, viking)] == p.CONTESTED
    ]


def beside(state: Ragnarocks, at: int, vikings: Iterable[str]) -> list[str]:
    """Those of the vikings that stand next to a hex."""
    around = p.board(state.board).beside[at]
    return [viking for viking in vikings if place(state, viking) in around]


def stones_beside(state: Ragnarocks, at: int) -> list[str]:
    around = p.board(state.board).beside[at]
    return [f"stone:{n}" for n, lies in enumerate(state.stones, start=1) if lies in around]
