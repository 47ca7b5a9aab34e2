"""A table for the tests: positions drawn, turns typed, trees counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.notation import RagnarocksNotation
from fimbul.games.ragnarocks.position import write_position
from fimbul.games.ragnarocks.regions import survey
from fimbul.games.ragnarocks.rules import Summon
from fimbul.games.ragnarocks.state import Ragnarocks, position_of

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
        marks = re.sub(r"^\s*[a-z] +\d+", "", line).split()
        row = "".join(mark for mark in marks if not mark.isdecimal())
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


def turns(state: Ragnarocks) -> Iterator[tuple[str, Ragnarocks]]:
    """Every complete turn of the side to move, and what it leads to."""
    for viking in state.asked[0].options if state.asked else ():
        moving = played(state, viking)
        for way in moving.asked[0].options:
            summoning = played(moving, way)
            for cell in summoning.asked[0].options:
                picks = [(state.asked[0].seat, thing) for thing in (viking, way, cell)]
                ((_, text),) = list(NOTATION.write(state, picks))[:1]
                yield text, played(summoning, cell)


def perft(state: Ragnarocks, depth: int) -> int:
    """In how many ways so many turns can be played; the last runestones are not laid."""
    if not state.asked:
        return 0
    if depth == 1 and isinstance(state.agenda[-1][0], Summon):
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


def thing_at(state: Ragnarocks, place: str) -> str:
    """The viking that stands on that hex."""
    board = p.board(state.board)
    return board.vikings[state.hexes[board.index[f"cell:{place}"]]]
