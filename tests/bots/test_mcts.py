"""The search finds what is there to be found, keeps its tree only while it fits, and learns."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.arena import play_series, rank_bots
from fimbul.bots import Bot, bot, outlook
from fimbul.bots.budget import Budget, BudgetClock
from fimbul.bots.mcts import MctsBot
from fimbul.bots.playout import values
from fimbul.bots.search import DREAMS_KEPT, Search
from fimbul.kernel import Dice, Game, State, choose
from tests.bots.tables import BLIND_BRANDUB, BRANDUB, OPEN_WAGER, WAGER, brandub, moments

ESCAPE: dict[str, str] = {"king": "a4", "guards": "d5 d6", "raiders": "b7 c6 f1 g3"}
THREAT: dict[str, str] = {"king": "d1", "guards": "f5", "raiders": "b5 e1 f6 g4"}


def take_turn(player: Bot, game: Game[Any], state: State) -> None:
    seat = state.open[0].seat
    while state.open and state.open[0].seat == seat:
        choose(state, seat, player.pick(outlook(game, state, seat)))


def wins_at_once(state: State, seat: int) -> bool:
    """Whether the seat can end the match in its favour with the decisions it has now."""
    if state.result or state.open[0].seat != seat:
        return bool(state.result and state.result.places[seat] == 1)
    for option in state.open[0].options:
        child = state.clone()
        choose(child, seat, option)
        if wins_at_once(child, seat):
            return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_it_takes_the_win_that_is_there(seed: int) -> None:
    state = brandub(1, **ESCAPE)
    take_turn(bot("mcts:300n", seed), BRANDUB, state)
    assert state.result
    assert state.result.because == "end.king-escapes"


@pytest.mark.parametrize("seed", range(4))
def test_it_prevents_the_loss_that_threatens(seed: int) -> None:
    state = brandub(0, **THREAT)
    idle = state.clone()
    for thing in ("piece:raider-4", "cell:g5"):
        choose(idle, 0, thing)
    assert wins_at_once(idle, 1)
    take_turn(bot("mcts:400n", seed), BRANDUB, state)
    assert not wins_at_once(state, 1)


def test_it_beats_random_at_brandub() -> None:
    best = rank_bots(play_series(BRANDUB, ["mcts:30n", "random"], 24, seed=2))[0]
    assert best.bot == "mcts:30n"
    assert best.won >= 20


def test_it_beats_random_by_playouts_alone() -> None:
    """A game whose lore has no value. Its package says Brandub, so it is played here by hand."""
    won = 0
    for seed in range(4):
        state, players = BLIND_BRANDUB.new(), [bot("mcts:40n", seed), bot("random", seed)]
        while state.open:
            take_turn(players[(state.open[0].seat + seed) % 2], BLIND_BRANDUB, state)
        assert state.result
        won += state.result.places[seed % 2] == 1
    assert won == 4


def test_it_beats_random_at_wager() -> None:
    """Two random rivals and two rounds of dice: a fair share of the first places is a third."""
    found = rank_bots(play_series(WAGER, ["mcts:150n", "random", "random"], 60, seed=2))
    assert found[0].bot == "mcts:150n"
    assert found[0].rate > found[0].fair + 0.1
    assert found[0].score > found[1].score + 0.2


def test_the_tree_is_kept_for_the_next_decision_of_the_turn() -> None:
    state, player = BRANDUB.new(), MctsBot("mcts", Budget(iterations=200), 1)
    choose(state, 0, player.pick(outlook(BRANDUB, state, 0)))
    nodes, left = player.recall(outlook(BRANDUB, state, 0))
    assert nodes[0].visits >= 10
    assert left == pytest.approx(0.4, abs=0.02)


def test_the_tree_is_kept_in_a_lane_of_a_sealed_row() -> None:
    state, player = WAGER.new(seed=3), MctsBot("mcts", Budget(iterations=60), 1)
    choose(state, 1, player.pick(outlook(WAGER, state, 1)))
    nodes, _ = player.recall(outlook(WAGER, state, 1))
    assert nodes[1].visits > 5


def test_the_tree_is_thrown_away_when_anything_else_happened() -> None:
    state, player = BRANDUB.new(), MctsBot("mcts", Budget(iterations=60), 1)

    def recalled(game: Game[Any], now: State, seat: int) -> bool:
        pick = player.pick(outlook(BRANDUB, state, 0))
        assert pick in state.open[0].options
        return player.recall(outlook(game, now, seat)) != ({}, 1.0)

    other = state.clone()
    choose(other, 0, "piece:raider-1")
    choose(other, 0, "cell:c1")
    quiet = state.clone()
    quiet.quiet = 7
    for wrong in (state, other, quiet):
        assert not recalled(BRANDUB, wrong, wrong.open[0].seat)
    assert not recalled(WAGER, WAGER.new(), 0)


def test_a_hidden_count_that_differs_is_another_table() -> None:
    """The scene of Brandub does not show how many quiet turns have passed; the tree must know."""
    state, player = BRANDUB.new(), MctsBot("mcts", Budget(iterations=60), 1)
    choose(state, 0, player.pick(outlook(BRANDUB, state, 0)))
    state.quiet += 1
    assert player.recall(outlook(BRANDUB, state, 0)) == ({}, 1.0)


@pytest.mark.parametrize("game", [BRANDUB, WAGER, OPEN_WAGER], ids=["brandub", "wager", "open"])
def test_one_bot_may_be_handed_any_table(game: Game[Any]) -> None:
    player = bot("mcts:15n", 2)
    for first, second in zip(moments(game, 1), moments(game, 2), strict=False):
        for state, seat in (first, second, first):
            assert (
                player.pick(outlook(game, state, seat))
                in outlook(game, state, seat).decision.options
            )


def test_a_turn_of_several_decisions_spends_the_budget_once() -> None:
    """A search of 100 iterations: 60 for the piece, the other 40 for its square."""
    state, player = BRANDUB.new(), MctsBot("mcts", Budget(iterations=100), 1)
    choose(state, 0, player.pick(outlook(BRANDUB, state, 0)))
    assert player.kept
    assert player.kept.left == pytest.approx(0.4)
    choose(state, 0, player.pick(outlook(BRANDUB, state, 0)))
    assert player.kept.left == pytest.approx(0.05)


def test_every_seat_of_a_sealed_row_picks_by_its_own_tries() -> None:
    state = WAGER.new(seed=5)
    clock = BudgetClock(Budget(iterations=200))
    search = Search(outlook(WAGER, state, 0), {}, Dice(4), clock)
    search.ranked(1.0)
    assert set(search.nodes) == {0, 1, 2}
    assert [search.nodes[seat].visits for seat in range(3)] == [120, 120, 120]
    hand = {f"card:{card}" for card in state.hands[0]}
    assert set(search.nodes[0].edges) == hand
    assert len(search.nodes[1].edges) > 4, "other dreams deal rivals other cards"
    assert all(edge.available >= edge.visits for edge in search.nodes[1].edges.values())
    assert any(edge.available < 120 for edge in search.nodes[1].edges.values())


def test_a_rival_that_has_sealed_picks_anew_in_the_tree() -> None:
    state = WAGER.new(seed=5)
    for _ in range(2):
        choose(state, 2, next(d for d in state.open if d.seat == 2).options[0])
    assert set(state.sealed) == {2}
    search = Search(outlook(WAGER, state, 0), {}, Dice(4), BudgetClock(Budget(iterations=50)))
    search.ranked(1.0)
    assert search.nodes[2].visits == search.nodes[0].visits == 30


def test_states_of_the_tree_are_never_played_in() -> None:
    """Borrowed states stay at the decision whose node they belong to."""
    state = BRANDUB.new()
    search = Search(outlook(BRANDUB, state, 0), {}, Dice(4), BudgetClock(Budget(iterations=150)))
    search.ranked(1.0)
    heap, seen = list(search.nodes.values()), 0
    while heap:
        for edge in heap.pop().edges.values():
            if edge.after:
                assert edge.state
                assert {decision.seat for decision in edge.state.asked} == set(edge.after)
                seen += 1
            heap += edge.after.values()
    assert seen > 20


def search_of(name: str, iterations: int) -> Search:
    game = fimbul.game(name)
    state = game.new(seed=3)
    seat = state.open[0].seat
    return Search(
        outlook(game, state, seat), {}, Dice(4), BudgetClock(Budget(iterations=iterations))
    )


def test_the_tree_ends_where_dice_fall() -> None:
    """Both heroes, both cards of both seats; then dice are rolled, and the last card depends."""
    search = search_of("nine_realms", 1500)
    search.ranked(1.0)
    assert set(search.nodes) == {0, 1}, "both seats choose a hero"
    heroes = search.nodes[search.seat].edges.values()
    lines = [one.after[search.seat].edges.values() for one in heroes if one.after]
    pairs = [edge.after[search.seat] for line in lines for edge in line if edge.after]
    assert max(pair.visits for pair in pairs) > 20
    assert not any(edge.after for pair in pairs for edge in pair.edges.values())


def test_dreams_are_dreamt_again() -> None:
    search = search_of("nine_realms", 1000)
    search.ranked(1.0)
    assert search.clock.iterations == 1000
    assert len(search.dreams) == DREAMS_KEPT
    assert len({dream.seed for dream in search.dreams}) == DREAMS_KEPT


@pytest.mark.parametrize(
    ("name", "certain"),
    [("ragnarocks", True), ("brandub", True), ("nine_realms", False), ("drakkar", False)],
)
def test_a_table_without_secrets_is_searched_as_one(name: str, certain: bool) -> None:
    """Ragnarocks can deal anew, for Odin's sake; where nobody plays Odin nothing is hidden."""
    search = search_of(name, 1)
    assert search.certain == search.exact == certain


@pytest.mark.parametrize("name", fimbul.game_names())
def test_values_for_all_seats_at_once_are_those_of_each(name: str) -> None:
    game = fimbul.game(name)
    for state, _ in moments(game, seed=7, most=60):
        assert game.lore.value
        found = [game.lore.value(state, seat) for seat in range(state.seats)]
        assert values(game, state) == pytest.approx(found)
