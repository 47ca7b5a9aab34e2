"""All that lies on the table."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.kernel import State
from tests.wager.checks import problems


class Wager(State, kw_only=True):
    order = "bid.together"
    deck: list[int]
    hands: list[tuple[int, ...]]
    laid: list[tuple[int, ...]]  # what each seat has laid this round, face up once revealed
    shown: list[int] = []  # cards of earlier rounds, in sight
    points: list[int]
    round: int = 1

    def problems(self) -> Iterator[str]:
        return problems(self)
