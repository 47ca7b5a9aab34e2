"""States stored and read again, in the middle of a match."""

from __future__ import annotations

from itertools import cycle

import fimbul
from benchmarks.figure import Figure, rate
from benchmarks.play import choose_any
from fimbul.kernel import Dice, State

GAME = fimbul.game("ragnarocks")


def middle() -> list[State]:
    """Twenty states of a random match, some of them in mid-turn."""
    state, dice = GAME.new(seed=2), Dice(2)
    found: list[State] = []
    while state.open and len(found) < 20:
        choose_any(state, dice)
        found.append(state.clone())
    return found


STATES = cycle(middle())
TEXTS = cycle([fimbul.encode(state) for state in middle()])


def encode() -> int:
    return min(1, len(fimbul.encode(next(STATES))))


def decode() -> int:
    return 1 if fimbul.decode(GAME, next(TEXTS)).open else 0


FIGURES = (
    Figure("ragnarocks, encode", "states/s", lambda s: rate(encode, s)),
    Figure("ragnarocks, decode", "states/s", lambda s: rate(decode, s)),
)
