"""All that lies on the table."""

from collections.abc import Iterator

from fimbul.kernel import State
from nine_mens_morris.checks import problems


class NineMensMorris(State, kw_only=True):
    order = "turn.order"
    board: bytearray  # point -> man
    where: bytearray  # man -> point, HAND or GONE
    quiet: int = 0  # turns since a man was placed or taken
    over: int = 0  # turns that have been played

    def problems(self) -> Iterator[str]:
        return problems(self)
