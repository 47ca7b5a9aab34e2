"""Bots and the clock of a table: whoever thinks in time is not late."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.bots import bot, outlook
from fimbul.kernel import State, choose, default_of, timing_of


def counted(count: str) -> State:
    """Drakkar where the first card is to be played, and a count may run or not."""
    game = fimbul.game("drakkar")
    state: State = game.new(game.setup(seats=4, count=count), seed=3)
    while (asked := state.open[0]).rule != "play.choose-card":
        choose(state, asked.seat, asked.options[0])
    return state


# rule: ruling.count-option
@pytest.mark.parametrize("description", ["random", "greedy", "mcts:20n"])
def test_a_bot_never_lets_the_count_run_out(description: str) -> None:
    state = counted("manual")
    seat = state.open[0].seat
    late = default_of(state, seat)
    assert late in state.open[0].options, "a person may be late"
    seen = outlook(fimbul.game("drakkar"), state, seat)
    assert set(seen.decision.options) == set(state.open[0].options) - {late}
    assert all(bot(description, seed).pick(seen) != late for seed in range(8))


# rule: ruling.brawl-apart, ruling.timeouts
def test_a_bot_is_not_asked_what_only_time_takes() -> None:
    game = fimbul.game("drakkar")
    race: State = game.new(game.setup(seats=4, brawl="race"), seed=3)
    earl = race.open[0].seat
    assert outlook(game, race, earl).decision.options == (race.open[0].options[0],)
    timed: State = game.new(game.setup(seats=4, clock="15s"), seed=3)
    while (asked := timed.open[0]).rule != "play.choose-card":
        choose(timed, asked.seat, asked.options[0])
    late = default_of(timed, asked.seat)
    assert late not in outlook(game, timed, asked.seat).decision.options


def test_without_a_count_nothing_is_kept_from_a_bot() -> None:
    state = counted("off")
    seat = state.open[0].seat
    assert timing_of(state, seat) is None
    assert outlook(fimbul.game("drakkar"), state, seat).decision == state.open[0]
