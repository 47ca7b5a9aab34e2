"""What a state that was read from outside must satisfy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fimbul.games.brandub import parts as p

if TYPE_CHECKING:
    from fimbul.games.brandub.state import Brandub


def problems(state: Brandub) -> Iterator[str]:
    lying = {piece: at for at, piece in enumerate(state.board) if piece}
    known = {piece: at for piece, at in enumerate(state.where) if at != p.GONE}
    if lying != known or len(state.board) != 49 or len(state.where) != 14 or state.seats != 2:
        yield "board: 49 squares, 13 pieces and two seats do not agree"
