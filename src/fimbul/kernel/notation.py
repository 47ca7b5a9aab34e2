"""How the choices of a match are written down, a turn a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from fimbul.kernel.play.phrase import phrase, quoted
from fimbul.kernel.play.state import State

N = TypeVar("N", bound=State, contravariant=True)
Choice = tuple[int, str]  # a pick as recorded: seat and thing


class Notation(Protocol[N]):
    """A game's own way to write its turns."""

    def write(self, state: N, choices: Sequence[Choice]) -> Iterator[tuple[int, str]]:
        """From that state on: how many choices each turn took, and its text."""

    def read(self, state: N, turn: str) -> Sequence[Choice]:
        """The choices that a turn's text stands for; ValueError says what is wrong with it."""


class PlainNotation:
    """For a game that has none of its own: a seat, then the things it touched."""

    def write(self, state: State, choices: Sequence[Choice]) -> Iterator[tuple[int, str]]:
        for seat, group in groupby(choices, key=lambda choice: choice[0]):
            things = [thing for _, thing in group]
            yield len(things), " ".join([str(seat), *things])

    def read(self, state: State, turn: str) -> Sequence[Choice]:
        seat, *things = turn.split() or [""]
        if not seat.isdecimal() or not things:
            wrong = "{turn} is not a seat and the things it touched"
            raise ValueError(phrase(wrong, turn=quoted(turn)))
        return [(int(seat), thing) for thing in things]


PLAIN = PlainNotation()
