"""Chance as plain data: one 64-bit integer, and a number drawn from it (SplitMix64)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SEEDS = 2**64  # so many there are: the numbers of 64 bits
_MASK = SEEDS - 1  # masking is much cheaper than dividing
_STRIDE = 0x9E3779B97F4A7C15


def stir(seed: int) -> int:
    """The seed after one more roll."""
    return seed + _STRIDE & _MASK


def number(seed: int, sides: int) -> int:
    """The number below `sides` that a stirred seed stands for."""
    mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
    return (mixed ^ mixed >> 31) * sides >> 64


@cache
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """Room for many words in one long number: 128 bits each, so that the product of two words
    fits."""
    ones = sum(1 << 128 * lane for lane in range(count))
    strides = sum((lane + 1) * _STRIDE % SEEDS << 128 * lane for lane in range(count))
    return ones, strides, _MASK * ones, Struct("<" + "Q8x" * count)


def words(seed: int, count: int) -> tuple[int, ...]:
    """What `number` makes of the next seeds before it scales it to some sides.

    All at once, as Python takes hardly longer for a long number than for a short one.
    """
    ones, strides, mask, lanes = _lanes(count)
    mixed = seed * ones + strides & mask
    mixed = (mixed ^ mixed >> 30 & mask) * 0xBF58476D1CE4E5B9 & mask
    mixed = (mixed ^ mixed >> 27 & mask) * 0x94D049BB133111EB & mask
    return lanes.unpack((mixed ^ mixed >> 31 & mask).to_bytes(lanes.size, "little"))


def mix(seed: int, choice: str) -> int:
    """The seed with a choice mixed in. The order of several choices does not matter."""
    return seed ^ int.from_bytes(blake2b(choice.encode(), digest_size=8).digest(), "big")


class Dice:
    """Somebody's own dice: a bot's, a test's. A match rolls with `State.roll` instead."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed % SEEDS

    def roll(self, sides: int) -> int:
        """A number from 0 to `sides` - 1."""
        self.seed = seed = self.seed + _STRIDE & _MASK
        return number(seed, sides)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The same things in a new order (Fisher and Yates)."""
        pile = list(things)
        size = len(pile)
        for word in words(self.seed, size - 1) if size > 1 else ():
            other = word * size >> 64
            size -= 1
            pile[size], pile[other] = pile[other], pile[size]
        self.seed = self.seed + _STRIDE * (len(pile) - size) & _MASK
        return pile
