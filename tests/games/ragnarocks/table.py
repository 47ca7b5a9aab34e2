"""A table for the tests: positions drawn, turns typed, trees counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.notation.position import write_position
from fimbul.games.ragnarocks.notation.turns import RagnarocksNotation, position_of
from fimbul.games.ragnarocks.rules.regions import split, survey
from fimbul.games.ragnarocks.rules.turn import Summon
from fimbul.games.ragnarocks.scene.pieces import name_of
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Choice, Placed

POSITIONS = {row["id"]: row["pos"] for row in GAME.rulebook.tables["position"]}
OPEN, WALLS = POSITIONS["open"], POSITIONS["walls"]
BLOCKED = "9/10/4ii5/11/10/ooooooooo/4r3/4r2/ro4/io3 {} 29"  # a1 is boxed in by a2, b2 and b1
NOTATION = RagnarocksNotation()
KINDS = {p.CONTESTED: "contested", p.WILD: "wild", p.SETTLED[0]: "ivory", p.SETTLED[1]: "red"}


def start(**options: Any) -> Ragnarocks:
    """A new match, ivory at seat 0 unless said otherwise."""
    return GAME.new(GAME.setup(**{"ivory": 0, **options}))


def laid(position: str, **options: Any) -> Ragnarocks:
    """A match that begins at a position."""
    return start(position=position, **options)


def drawn(board: str, side: str = "i", left: int = 20, **options: Any) -> Ragnarocks:
    """A match that begins as drawn: rows of . i r o, red's edge on top; the rest is ignored."""
    rows = []
    for line in board.strip().splitlines():
        row = "".join(mark for mark in line.split() if mark in "./:iro")
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    return laid(f"{'/'.join(rows)} {side} {left}", **options)


def play(state: Ragnarocks, *turns: str) -> Ragnarocks:
    """The state itself, after these turns."""
    for turn in turns:
        for seat, thing in NOTATION.read(state, turn):
            fimbul.choose(state, seat, thing)
    return state


def played(state: Ragnarocks, option: str) -> Ragnarocks:
    """What would be after that choice."""
    twin = state.clone()
    fimbul.choose(twin, twin.asked[0].seat, option)
    return twin


def select(state: Ragnarocks, place: str) -> Ragnarocks:
    """The state after the viking on that hex has been selected."""
    return play(state, place)


def asked(state: Ragnarocks) -> list[str]:
    """The options, as players say them."""
    return [option.split(":")[1] for option in state.asked[0].options]


class Line(Struct, frozen=True):
    """A complete turn: what was chosen, whether a region was created, and what it leads to."""

    picks: tuple[Choice, ...]
    created: bool
    after: Ragnarocks


def turns(state: Ragnarocks) -> Iterator[tuple[str, Ragnarocks]]:
    """Every complete turn of the side to move as text, and what it leads to."""
    for line in lines(state):
        ((_, text),) = list(NOTATION.write(state, line.picks))[:1]
        yield text, line.after


def lines(state: Ragnarocks, begun: Line | None = None) -> Iterator[Line]:
    """Every way to choose until the turn is over."""
    begun = begun or Line((), False, state)
    for option in begun.after.asked[0].options if begun.after.asked else ():
        after = played(begun.after, option)
        picks = (*begun.picks, (begun.after.asked[0].seat, option))
        line = Line(picks, begun.created or creates(after), after)
        if after.turns > state.turns or after.result is not None:
            yield line
        else:
            yield from lines(state, line)


def creates(state: Ragnarocks) -> bool:
    """Has a runestone of the last choice created a region?"""
    index = p.board(state.board).index
    stones = [event.to for event in state.events if isinstance(event, Placed)]
    return any(split(state, index[cell]) for cell in stones if state.hexes[index[cell]] == p.STONE)


def perft(state: Ragnarocks, depth: int) -> int:
    """In how many ways so many turns can be played; the last runestones are not laid."""
    if not state.asked:
        return 0
    if depth == 1 and type(state.agenda[-1][0]) is Summon:
        return len(state.asked[0].options)
    total = 0
    for option in state.asked[0].options:
        after = played(state, option)
        left = depth - (after.turns - state.turns)
        total += perft(after, left) if left > 0 else 1
    return total


def regions(state: Ragnarocks) -> list[str]:
    """Every region as kind:size, sorted."""
    return sorted(f"{KINDS[region.status]}:{len(region.cells)}" for region in survey(state))


def score(state: Ragnarocks) -> list[int]:
    """The hexes settled by ivory and by red."""
    return [state.land.count(owner) for owner in p.SETTLED]


def position(state: Ragnarocks, side: int) -> str:
    return write_position(p.board(state.board), position_of(state, side))


def spoken(state: Ragnarocks, seat: int) -> str:
    """A player of a team: I1, R2."""
    colour, number = name_of(state, seat).split()
    return f"{colour[0]}{number}"


def draft(state: Ragnarocks) -> list[str]:
    """Who takes a card, in order; ivory lays the pool out, and then the first card is taken."""
    order = []
    while "card" in state.asked[0].prompt:
        if state.asked[0].prompt.startswith("Take"):
            order.append(spoken(state, state.asked[0].seat))
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    return order


def pass_turn(state: Ragnarocks) -> str:
    """Some turn is played; who had it."""
    seat, turns = state.asked[0].seat, state.turns
    while state.turns == turns:
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[-1])
    return spoken(state, seat)


def turn_order(state: Ragnarocks, count: int) -> list[str]:
    return [pass_turn(state) for _ in range(count)]


def thing_at(state: Ragnarocks, place: str) -> str:
    """The viking that stands on that hex."""
    board = p.board(state.board)
    return board.vikings[state.hexes[board.index[f"cell:{place}"]]]
