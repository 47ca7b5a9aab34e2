"""Counting the tree: in how many ways a state can be played on.

The seats of a row answer in the row's order, so each set of picks is counted once and not once
for every order of arrival. Dice are not counted: they fall as the state's seed says.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from fimbul.kernel import Game, State, Step, choose

S = TypeVar("S", bound=State)
ROWS = next(field.default for field in fields(Game) if field.name == "turns")


def perft(game: Game[S], state: S, depth: int, *, bulk: bool = True) -> int:
    """In how many ways `depth` more turns, as `game.turns` counts them, can be played.

    A match that ends before counts for nothing; one that ends with the last of them counts.
    With `bulk` the options of a last decision are counted without playing them, but only where
    each of them is known to end the turn.
    """
    last = game.turns(state) + depth
    return _turns(game, state, last, bulk)


def _turns(game: Game[S], state: S, last: int, bulk: bool) -> int:
    missing = last - game.turns(state)
    if missing <= 0:
        return 1
    if not state.asked:
        return 0
    decision = state.open[0]
    if bulk and missing == 1 and _ends_turn(game, state):
        return len(decision.options)
    return sum(
        _turns(game, _played(state, decision.seat, option), last, bulk)
        for option in decision.options
    )


def _ends_turn(game: Game[S], state: S) -> bool:
    """Whether every option of the one open decision is known to end a turn, and one only.

    A step may say so of itself; where turns are rows of decisions, any step ends one that is
    not asked again.
    """
    row = state.agenda[-1]
    kind: type[Step[Any]] = type(row[0])
    if len(row) > 1 or kind.again is not Step.again:
        return False
    return game.turns is ROWS or kind.ends_turn


def perft_choices(state: State, depth: int, *, bulk: bool = True) -> int:
    """In how many ways `depth` more choices can be made. A row of n seats takes n of them."""
    if depth == 0:
        return 1
    if not state.asked:
        return 0
    decision = state.open[0]
    if bulk and depth == 1:
        return len(decision.options)
    return sum(
        perft_choices(_played(state, decision.seat, option), depth - 1, bulk=bulk)
        for option in decision.options
    )


def _played(state: S, seat: int, option: str) -> S:
    twin = state.clone()
    choose(twin, seat, option)
    return twin
