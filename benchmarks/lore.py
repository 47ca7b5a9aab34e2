"""How long a game's lore takes to judge a state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import fimbul
from benchmarks.figure import Figure, rate
from benchmarks.play import choose_any
from fimbul.kernel import Dice, Game


def judging(game: Game[Any]) -> Callable[[], int]:
    """Judges the states of one random match, over and over."""
    value, state, dice, states = game.lore.value, game.new(seed=3), Dice(3), []
    assert value, "only games whose lore has a value are measured"
    while state.open:
        states.append(state.clone())
        choose_any(state, dice)
    turn = cycle(states)

    def judge() -> int:
        value(next(turn), 0)
        return 1

    return judge


def microseconds(game: Game[Any]) -> Callable[[float], float]:
    judge = judging(game)
    return lambda seconds: 1e6 / rate(judge, seconds)


FIGURES = tuple(
    Figure(f"{name}, value of a state", "microseconds", microseconds(game), small=True)
    for name in fimbul.game_names()
    if (game := fimbul.game(name)).lore.value
)
