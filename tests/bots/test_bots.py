"""Bots answer with what is offered, know only what they may know, and leave all as it was."""

from __future__ import annotations

from typing import Any

import pytest

from fimbul.bots import bot, outlook
from fimbul.bots.budget import MOST_SECONDS
from fimbul.kernel import (
    Dice,
    Game,
    IllegalChoice,
    NoSuchBot,
    State,
    choose,
    encode,
)
from tests.bots.tables import BRANDUB, TABLES, WAGER, moments

BOTS = ("random", "greedy", "mcts:20n", "mcts:5ms")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", TABLES)
def test_bots_pick_only_what_is_offered_and_change_nothing(table: str, name: str) -> None:
    game, player = TABLES[table], bot(name, seed=3)
    for state, seat in moments(game, seed=5, most=12):
        before = encode(state)
        decision = outlook(game, state, seat).decision
        assert player.pick(outlook(game, state, seat)) in decision.options
        assert encode(state) == before


@pytest.mark.parametrize("table", ["brandub", "wager", "blind wager", "open wager"])
def test_bots_play_whole_matches(table: str) -> None:
    game = TABLES[table]
    state = game.new(seed=1)
    players = [bot(name, seed=8) for name in ("mcts:10n", "greedy", "random")]
    while state.open:
        seat = state.open[-1].seat
        choose(state, seat, players[seat].pick(outlook(game, state, seat)))
    assert state.result


def test_an_outlook_leads_to_no_state() -> None:
    found = outlook(WAGER, WAGER.new(seed=2), 1)
    reachable = [getattr(found, name) for name in dir(found)]
    assert not any(isinstance(value, State) for value in reachable)
    assert not any(hasattr(value, "hands") for value in reachable)


def test_an_outlook_stays_as_it_was_when_the_match_moves_on() -> None:
    state = BRANDUB.new()
    found = outlook(BRANDUB, state, 0)
    before = str(found.scene())
    for seat, thing in [(0, "piece:raider-1"), (0, "cell:c1")]:
        choose(state, seat, thing)
    assert str(found.scene()) == before != str(BRANDUB.scene(state, 0))
    assert found.dream(Dice()).open[0].seat == 0


def test_who_is_not_asked_has_no_outlook() -> None:
    with pytest.raises(IllegalChoice, match="not your turn"):
        outlook(BRANDUB, BRANDUB.new(), 1)
    state = WAGER.new()
    for _ in range(2):
        choose(state, 0, next(d for d in state.asked if d.seat == 0).options[0])
    with pytest.raises(IllegalChoice, match="sealed"):
        outlook(WAGER, state, 0)


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:40n"])
@pytest.mark.parametrize("game", [BRANDUB, WAGER], ids=["brandub", "wager"])
def test_the_same_seed_picks_the_same(game: Game[Any], name: str) -> None:
    def picks(seed: int) -> list[str]:
        player = bot(name, seed)
        return [player.pick(outlook(game, *moment)) for moment in moments(game, seed=4, most=8)]

    assert picks(11) == picks(11)


@pytest.mark.parametrize(
    ("description", "wrong"),
    [
        ("", "there is no bot ''"),
        ("alphazero", "there is random, glance, greedy, mcts"),
        ("Random", "there is random"),
        ("random:1s", "there is random"),
        ("greedy:", "there is random"),
        ("mcts:", "'' is neither a time"),
        ("mcts:fast", "'fast' is neither a time"),
        ("mcts:-1s", "'-1s' is neither"),
        ("mcts:1", "'1' is neither"),
        ("mcts:1e3s", "'1e3s' is neither"),
        ("mcts:infs", "'infs' is neither"),
        ("mcts:nans", "neither"),
        ("mcts:٣s", "neither"),
        ("mcts:1s ", "neither"),
        ("mcts:1s:2s", "neither"),
        ("mcts:0s", "not between 1ms and 600s"),
        ("mcts:0.5ms", "not between 1ms"),
        ("mcts:601s", "not between 1ms and 600s"),
        ("mcts:999999999s", "not between"),
        ("mcts:0n", "no whole number from 1"),
        ("mcts:2.5n", "no whole number"),
        ("mcts:99999999n", "no whole number from 1 to 10000000"),
    ],
)
def test_other_descriptions_are_refused_with_what_there_is(description: str, wrong: str) -> None:
    with pytest.raises(NoSuchBot) as refused:
        bot(description)
    assert wrong in str(refused.value)
    assert "there is random, glance, greedy, mcts, and mcts with a budget" in str(refused.value)


@pytest.mark.parametrize(
    "description",
    [
        "random",
        "greedy",
        "mcts",
        "mcts:1s",
        "mcts:0.2s",
        "mcts:200ms",
        "mcts:1ms",
        "mcts:500n",
    ],
)
def test_a_bot_is_named_by_its_description(description: str) -> None:
    assert bot(description).name == description


def test_the_longest_budget_is_allowed() -> None:
    assert bot(f"mcts:{MOST_SECONDS:.0f}s").name == "mcts:600s"
