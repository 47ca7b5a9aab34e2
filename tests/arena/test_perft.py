"""Counting in bulk must give what counting one by one gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

import fimbul
from fimbul.arena import perft, perft_choices
from fimbul.arena.tree_count import ROWS
from fimbul.kernel import Dice, Game, State, Step, choose, settle
from tests import wager

BRANDUB: Game[Any] = fimbul.game("brandub")
UNCOUNTED: Any = ROWS  # what a game has that says nothing of turns
BY_ROWS: Game[Any] = replace(BRANDUB, turns=UNCOUNTED)
GAMES: dict[str, Game[Any]] = {
    **{name: fimbul.game(name) for name in fimbul.game_names()},
    "wager": wager.GAME,
    "brandub by rows": BY_ROWS,
}

ALONE = ("brandub", "ragnarocks", "brandub by rows")  # a turn of all seats has too many ways


def later(game: Game[Any], choices: int) -> State:
    state: State = game.new(seed=3)
    dice = Dice(choices)
    for _ in range(choices):
        if state.open:
            decision = state.open[0]
            choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return state


@pytest.mark.parametrize("choices", [0, 1, 2, 7])
@pytest.mark.parametrize("name", GAMES)
def test_bulk_counts_are_slow_counts(name: str, choices: int) -> None:
    game = GAMES[name]
    state = later(game, choices)
    if name in ALONE:
        assert perft(game, state, 1) == perft(game, state, 1, bulk=False)
    for depth in range(4 if name == "brandub" else 3):
        assert perft_choices(state, depth) == perft_choices(state, depth, bulk=False)


def test_a_turn_is_what_the_game_counts_as_one() -> None:
    state = BRANDUB.new()
    assert [perft(BY_ROWS, state, depth) for depth in range(4)] == [1, 8, 40, 160]
    assert perft(BRANDUB, state, 1) == 40
    assert perft(BRANDUB, state, 2) == perft(BY_ROWS, state, 4) == perft_choices(state, 4)


def test_a_sealed_row_is_counted_once_for_each_set_of_picks() -> None:
    """One seat lays one card of two, then another or none: 2 x 2 ways; three seats: cubed."""
    state = wager.GAME.new(seed=1)
    state.deck += [card for hand in state.hands for card in hand[2:]]
    state.hands = [hand[:2] for hand in state.hands]
    state.agenda, rows = [], list(state.agenda)
    state.then(*reversed(rows))
    settle(state)
    assert perft(wager.GAME, state, 1) == 4**3
    assert perft_choices(state, 1) == 2
    assert perft_choices(state, 6) == 4**3


def test_a_match_that_ends_early_counts_for_nothing() -> None:
    state = later(BRANDUB, 0)
    state.finish((1, 2), "end.test")
    settle(state)
    assert perft(BRANDUB, state, 0) == 1
    assert perft(BRANDUB, state, 1) == 0
    assert perft_choices(state, 1) == 0


class Either(State, kw_only=True):
    """A game of one question, asked until `button:stop` ends the turn."""

    turns: int = 0


class Ask(Step[Either], frozen=True):
    more: int = 3
    ends_turn: ClassVar[bool] = False

    def options(self, state: Either) -> list[str]:
        return ["button:stop", "button:go"] if self.more else ["button:stop"]

    def run(self, state: Either, pick: str | None) -> None:
        if pick == "button:stop":
            state.turns += 1
        state.then(type(self)(0, self.more - 1) if pick == "button:go" else type(self)(0))


class Claim(Ask, frozen=True):
    """Says of itself that each option ends a turn, which is false."""

    ends_turn: ClassVar[bool] = True


class Fill(Step[Either], frozen=True):
    """One row in which the seat picks two things, one after the other."""

    first: str = ""

    def options(self, state: Either) -> list[str]:
        return ["card:1", "card:2", "card:3"]

    def again(self, state: Either, pick: str) -> Fill | None:
        return None if self.first else Fill(0, pick)

    def run(self, state: Either, pick: str | None) -> None:
        state.then(Fill(0))


def test_a_row_in_which_a_seat_goes_on_choosing_is_one_turn() -> None:
    state = Either(seats=1)
    state.then(Fill(0))
    settle(state)
    assert perft(BY_ROWS, state, 1) == perft(BY_ROWS, state, 1, bulk=False) == 9


@pytest.mark.parametrize(("step", "ways"), [(Ask, 4), (Claim, 2)])
def test_options_are_counted_unplayed_only_where_the_step_says_they_end_the_turn(
    step: type[Ask], ways: int
) -> None:
    game = replace(BRANDUB, turns=lambda state: state.turns)
    state = Either(seats=1)
    state.then(step(0))
    settle(state)
    assert perft(game, state, 1) == ways
    assert perft(game, state, 1, bulk=False) == 4


def test_ragnarocks_counts() -> None:
    game = fimbul.game("ragnarocks")
    assert perft(game, game.new(), 1) == perft(game, game.new(), 1, bulk=False) == 1119


def test_ragnarocks_counts_two_turns_deep() -> None:
    game = fimbul.game("ragnarocks")
    assert perft(game, game.new(), 2) == 960_661
