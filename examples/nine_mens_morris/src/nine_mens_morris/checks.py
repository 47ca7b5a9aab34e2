"""What a state that was read from outside must satisfy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nine_mens_morris import parts as p

if TYPE_CHECKING:
    from nine_mens_morris.state import NineMensMorris


def problems(state: NineMensMorris) -> Iterator[str]:
    standing = {man: at for at, man in enumerate(state.board) if man}
    known = {man: at for man, at in enumerate(state.where) if at < p.HAND}
    if standing != known or len(state.board) != 24 or len(state.where) != 19 or state.seats != 2:
        yield "board: 24 points, 18 men and two seats do not agree"
