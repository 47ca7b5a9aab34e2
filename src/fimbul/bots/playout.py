"""Playing on at random in a dream, and what a dream is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fimbul.kernel import NOBODY, Dice, Game, State, choose, onward, races

Values = tuple[float, ...]  # by seat: 1 is a match won alone, -1 one lost alone


def play_on(state: State, dice: Dice, most: int, stop: Callable[[], bool] = bool) -> None:
    """Random choices until the match is over; or `most` of them, and then to the row's end.

    A row that takes too many choices is left unfinished: a playout must come to an end.
    """
    for done in range(10 * most):
        if not state.asked or stop() or (done >= most and not state.sealed and not state.lanes):
            return
        decision = state.open[0]
        options = onward(state, decision)
        choose(state, decision.seat, options[dice.roll(len(options))])


def follow_instinct(
    game: Game[Any], state: State, dice: Sequence[Dice], stop: Callable[[], bool]
) -> None:
    """Play on as the game's lore does without a thought, each seat with its dice; until it is
    silent, or told to stop."""
    instinct = game.lore.instinct
    while instinct and state.asked and not stop():
        decision = state.open[0]
        option = instinct(state, decision, dice[decision.seat])
        if option is None:
            return
        choose(state, decision.seat, option)


def seal_rivals(state: State, seat: int, dice: Dice) -> None:
    """The other seats of the open row pick at random, so that only this seat is waited for.

    In a race this seat hopes to be the first.
    """
    if races(state):
        return
    while rivals := [decision for decision in state.open if decision.seat != seat]:
        options = onward(state, rivals[0])
        choose(state, rivals[0].seat, options[dice.roll(len(options))])


def values(game: Game[Any], state: State, only: int = NOBODY) -> Values:
    """By seat, from the result or by the game's lore; all zero where there is neither.

    Rewards of all seats add up to zero, so of two seats one tells both: half the work. If `only`
    one seat matters, the others may stay at zero.
    """
    if state.result is not None:
        return tuple(state.result.reward(seat) for seat in range(state.seats))
    value = game.lore.value
    if value is None:
        return (0.0,) * state.seats
    if state.seats == 2:
        first = value(state, 0 if only == NOBODY else only)
        return (-first, first) if only == 1 else (first, -first)
    if only != NOBODY:
        return tuple([value(state, seat) if seat == only else 0.0 for seat in range(state.seats)])
    if game.lore.values is not None:
        return tuple(game.lore.values(state))
    return tuple([value(state, seat) for seat in range(state.seats)])
