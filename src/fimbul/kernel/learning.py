"""What a learner is told of a game: names for all it can touch, and numbers for what a seat sees.

Numbers are bytes: they are made quickly, compare exactly and become an array without a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fimbul.kernel.play.decision import Decision
from fimbul.kernel.play.state import State

S = TypeVar("S", bound=State)
HIGHEST_FEATURE = 255  # the highest number that a feature can be


@dataclass(frozen=True, kw_only=True)
class LearningLore(Generic[S]):
    """`features` may tell only what that seat sees: they are equal in every world it can dream.

    A game names every thing that can ever be touched; where ids are made on the way it tells
    instead how many options there are at most, and a row of numbers for each of them.
    """

    features: Callable[[S, int], bytes]  # of a seat; of one length for one setup
    things: Callable[[Any], tuple[str, ...]] | None = None  # setup -> all that can be an option
    rows: Callable[[S, Decision], bytes] | None = None  # for each option as many numbers
    most: int = 0  # options of one decision, where they have rows
    row: int = 0  # numbers of one option


def capped(number: int) -> int:
    """As much of it as a feature can tell."""
    return 0 if number < 0 else min(number, HIGHEST_FEATURE)


def all_capped(numbers: Sequence[int]) -> bytes:
    """As much of each as a feature can tell: nearly always all of it."""
    try:
        return bytes(numbers)
    except ValueError:
        return bytes(map(capped, numbers))


def marked(numbers: tuple[int, ...] | list[int], size: int) -> bytearray:
    """A 1 at each of these places; what is no place is left out."""
    marks = bytearray(size)
    for number in numbers:
        if number >= 0:
            marks[number] = 1
    return marks
