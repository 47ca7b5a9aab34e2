"""From a state of the kernel to a field of the engine."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine import field as source
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.state import Ragnarocks

COMPILED = not str(source.__file__).endswith(".py")


@cache
def field_of(board: str) -> Field:
    """One field for each board: every search begins by laying it out afresh."""
    return Field(p.board(board))


def lay(field: Field, state: Ragnarocks, seat: int) -> None:
    """Lay out the table of a match without powers; that seat is about to act, or in mid-turn."""
    field.clear()
    for number, at in enumerate(state.where):
        if number and at != p.OFF:
            field.put_viking(number - 1, at + field.pad)
    for at in state.stones:
        field.put_stone(at + field.pad)
    field.side, field.supply = state.side(seat), state.supply
    field.skips, field.stall, field.stall_limit = state.skips, state.stall, state.stall_limit
    field.zero_move = int(state.zero_move)
    field.begin()
