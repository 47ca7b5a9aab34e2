"""Matches end in time, and nothing falls off the table."""

from __future__ import annotations

from typing import Any

from fimbul.kernel import Game, choose
from tests.conformance.tales import Tale, begin, moments, walk


def matches_end_within_the_bound(game: Game[Any], tale: Tale) -> None:
    state, bound = begin(game, tale), game.bound(tale.setup)
    for count, (_, seat, thing) in enumerate(walk(game, tale), start=1):
        assert count <= bound, f"a match of more than {bound} choices"
        choose(state, seat, thing)
    assert game.result(state) is not None, "the match stops without a result"


def parts_are_conserved(game: Game[Any], tale: Tale) -> None:
    box = game.box(tale.setup)
    state = begin(game, tale)
    assert game.count(state) == box
    for _, seat, thing in walk(game, tale):
        choose(state, seat, thing)
        assert game.count(state) == box, f"after {thing}: {game.count(state)} of {box}"


def turns_only_go_up(game: Game[Any], tale: Tale) -> None:
    last = 0
    for state, _, _ in walk(game, tale):
        turns = game.turns(state)
        assert turns >= last >= 0, "a turn that is over stays over"
        last = turns


def values_stay_in_range(game: Game[Any], tale: Tale) -> None:
    """What bots think of a state lies between lost and won, at the end exactly there."""
    value = game.lore.value
    if value is None:
        return
    for state, _ in moments(game, tale, 8):
        for seat in range(state.seats):
            good = value(state, seat)
            assert -1 <= good <= 1, f"worth {good} to seat {seat}"
            if state.result is not None:
                assert good == state.result.reward(seat), "at the end the result is the value"
