"""Greedy looks to the end of its own run of picks."""

from __future__ import annotations

import pytest

from fimbul.arena import play_series, standings
from fimbul.bots import bot, greedy, outlook
from fimbul.bots.greedy import Scout
from fimbul.kernel import Dice, State, choose
from tests.bots.tables import BRANDUB, WAGER, brandub


def best_turn(state: State, seed: int) -> list[str]:
    player, picks, seat = bot("greedy", seed), [], state.open[0].seat
    while state.open and state.open[0].seat == seat:
        picks.append(player.pick(outlook(BRANDUB, state, seat)))
        choose(state, seat, picks[-1])
    return picks


@pytest.mark.parametrize("seed", range(5))
def test_it_selects_the_piece_whose_best_move_is_best(seed: int) -> None:
    state = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    picks = best_turn(state, seed)
    assert picks[0] == "piece:king-13"
    assert picks[1] in ("cell:a1", "cell:a7")


def test_every_run_is_looked_at_where_they_are_few() -> None:
    state = BRANDUB.new()
    ends = Scout(outlook(BRANDUB, state, 0), Dice(1)).ends()
    assert len(ends) == 40
    assert all(run.state.open[0].seat == 1 for run in ends)


def test_only_the_best_partial_runs_are_carried_on_where_they_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(greedy, "WIDE", 12)
    state = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    scout = Scout(outlook(BRANDUB, state, 1), Dice(1))
    assert len(scout.ends()) <= 12
    assert set(scout.looks()) == set(state.open[0].options)


def test_dice_and_secrets_are_averaged_over_dreams() -> None:
    state = WAGER.new(seed=3)
    assert Scout(outlook(WAGER, state, 2), Dice(1)).unsure
    assert not Scout(outlook(BRANDUB, BRANDUB.new(), 0), Dice(1)).unsure


def test_greedy_beats_random() -> None:
    best = standings(play_series(BRANDUB, ["random", "greedy"], 20, seed=1))[0]
    assert best.bot == "greedy"
    assert best.won >= 18
