"""Boards as they are drawn, and turns as they are said."""

from __future__ import annotations

from textwrap import dedent

from nine_mens_morris import parts as p
from nine_mens_morris.rules import Lift, Place
from nine_mens_morris.state import NineMensMorris

from fimbul.kernel import choose, settle


def drawn(
    picture: str, seat: int = 0, hands: tuple[int, int] = (0, 0), quiet: int = 0
) -> NineMensMorris:
    """A state from the points row by row, a7 first: w white, r red; that seat is to move."""
    rows = dedent(picture).split()
    assert [len(row) for row in rows] == [3, 3, 3, 6, 3, 3, 3]
    board, where = bytearray(24), bytearray([p.GONE] * 19)
    free = {"w": list(p.SIDES[0]), "r": list(p.SIDES[1])}
    for at, letter in enumerate("".join(reversed(rows))):
        if letter != ".":
            man = free[letter].pop(0)
            board[at], where[man] = man, at
    for held, men in zip(hands, free.values(), strict=True):
        for man in men[:held]:
            where[man] = p.HAND
    state = NineMensMorris(board=board, where=where, quiet=quiet)
    assert not list(state.problems())
    state.then(Place(seat) if hands[seat] else Lift(seat))
    settle(state)
    return state


def man_on(state: NineMensMorris, name: str) -> str:
    return p.THINGS[state.board[p.NAMES.index(name)]]


def go(state: NineMensMorris, said: str) -> NineMensMorris:
    """Play `d1` (a man placed), `d1-d2` (a man moved) or `x d7` (a man taken)."""
    seat = state.open[0].seat
    if said.startswith("x "):
        choose(state, seat, man_on(state, said[2:]))
        return state
    start, _, end = said.rpartition("-")
    if start:
        choose(state, seat, man_on(state, start))
    choose(state, seat, f"point:{end}")
    return state


def offered(state: NineMensMorris) -> set[str]:
    """The points that are offered, or the points of the men that are."""
    points = {name: p.NAMES[p.INDEX[name]] for name in p.POINTS}
    for man, at in enumerate(state.where):
        if at < p.HAND:
            points[p.THINGS[man]] = p.NAMES[at]
    return {points[thing] for thing in state.open[0].options}


def reach(state: NineMensMorris, name: str) -> set[str]:
    """Where the man on that point may go."""
    twin = state.clone()
    choose(twin, twin.open[0].seat, man_on(twin, name))
    return offered(twin)
