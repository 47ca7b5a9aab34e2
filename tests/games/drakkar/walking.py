"""Matches played at random, or by a rule of thumb, up to a moment of interest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice, choose


def walk(seats: int, seed: int, **options: str) -> Iterator[Drakkar]:
    """Every state of a random match, in place: look, do not keep."""
    state, dice = GAME.new(GAME.setup(seats=seats, **options), seed), Dice(seed)
    while state.open:
        yield state
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    yield state


def until(
    wanted: Callable[[Drakkar], bool], seats: int = 4, seed: int = 1, **options: str
) -> Drakkar:
    """The first state of random matches that is wanted."""
    for number in range(seed, seed + 50):
        for state in walk(seats, number, **options):
            if wanted(state):
                return state
    raise AssertionError("that never happens")


def asked_for(rule: str) -> Callable[[Drakkar], bool]:
    """Whether somebody is asked by that rule."""
    return lambda state: any(decision.rule == rule for decision in state.open)
