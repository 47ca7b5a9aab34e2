"""Greedy looks to the end of its own run of picks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import fimbul
from fimbul.arena import play_series, rank_bots
from fimbul.bots import Outlook, bot, greedy, outlook
from fimbul.bots.greedy import GreedyBot, best_way, first_scout, is_unsure, look_again
from fimbul.bots.scout import Run, Way
from fimbul.kernel import Dice, Game, State, choose
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
    scout = first_scout(outlook(BRANDUB, state, 0), Dice(1))
    ends = scout.ends([Run((option,), scout.follow((option,))) for option in state.open[0].options])
    assert len(ends) == 40
    assert all(run.state.open[0].seat == 1 for run in ends)


def test_only_the_best_partial_runs_are_carried_on_where_they_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(greedy, "RUNS", 12)
    state = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1")
    scout = first_scout(outlook(BRANDUB, state, 1), Dice(1))
    ways = [(option,) for option in state.open[0].options]
    assert len(scout.ends([Run(way, scout.follow(way)) for way in ways])) <= 12
    assert set(scout.looks(ways)) < set(ways)


def test_a_game_says_where_looks_are_dear() -> None:
    dear = replace(BRANDUB, lore=replace(BRANDUB.lore, runs=lambda state: 12))
    assert first_scout(outlook(BRANDUB, state := BRANDUB.new(), 0), Dice(1)).wide == greedy.RUNS
    assert first_scout(outlook(dear, state, 0), Dice(1)).wide == 12
    battles = fimbul.game("rag_narok")
    runs, tables = battles.lore.runs, [one.options for one in battles.setup_type.presets]
    assert runs is not None
    found = [runs(battles.new(battles.setup(**options))) for options in tables]
    assert found[0] >= greedy.RUNS > found[1] > found[2] > greedy.DREAMS


def test_a_way_looks_in_another_dream_as_what_became_of_it() -> None:
    """It may have to be carried on there, or have been given up for others."""
    found = {("a", "x"): 0.5, ("a", "y"): 0.2, ("c",): 0.1}
    assert look_again([("a",), ("b",), ("c",)], found) == {("a",): 0.5, ("b",): 0.1, ("c",): 0.1}


def test_dice_and_secrets_are_averaged_over_dreams() -> None:
    assert unsure(WAGER, WAGER.new(seed=3), 2)
    assert not unsure(BRANDUB, BRANDUB.new(), 0)


def unsure(game: Game[Any], state: State, seat: int) -> bool:
    now = outlook(game, state, seat)
    return is_unsure(now, first_scout(now, Dice(1)))


def test_greedy_beats_random() -> None:
    best = rank_bots(play_series(BRANDUB, ["random", "greedy"], 20, seed=1))[0]
    assert best.bot == "greedy"
    assert best.won >= 18


def test_a_program_is_thought_out_once_and_never_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A whole band board is one way: what is written later follows the plan of the first pick."""
    game, ways = fimbul.game("ragnarok_star"), list[Way]()
    state, player = game.new(seed=4), GreedyBot(1)
    while state.asked[0].rule != "program.numbers":
        choose(state, state.open[0].seat, state.open[0].options[0])

    def note(outlook: Outlook, dice: Dice) -> Way:
        ways.append(best_way(outlook, dice))
        return ways[-1]

    monkeypatch.setattr(greedy, "best_way", note)
    picks = list[str]()
    while 0 not in state.sealed:
        picks.append(player.pick(outlook(game, state, 0)))
        choose(state, 0, picks[-1])
    assert [tuple(picks)] == ways
    assert "button:take-back" not in picks


def test_a_plan_is_thrown_away_when_another_table_is_shown() -> None:
    game = fimbul.game("nine_realms")
    tables = [game.new(seed=seed) for seed in (1, 2)]
    player = GreedyBot(1)
    for state in tables:
        for decision in state.asked:
            choose(state, decision.seat, decision.options[0])
    player.pick(outlook(game, tables[0], 0))
    assert player.plan
    assert player.plan.rest(outlook(game, tables[1], 0)) == ()
