"""All that lies on the table."""

from collections.abc import Iterator

from fimbul.games.brandub.checks import problems
from fimbul.kernel import State


class Brandub(State, kw_only=True):
    order = "turn.raiders-first"
    board: bytearray  # square -> piece
    where: bytearray  # piece -> square, or GONE
    quiet: int = 0  # turns since the last capture

    def problems(self) -> Iterator[str]:
        return problems(self)
