"""A bot answers in time: by its own clock exactly, by the wall clock with a little grace."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import count, islice
from time import perf_counter, sleep, thread_time
from typing import Any

import pytest

import fimbul
from fimbul.bots import Bot, Outlook, bot, budget, outlook, playout, search
from fimbul.bots.budget import Budget, BudgetClock, PausedCollector, read_budget
from fimbul.bots.ways import is_wide
from fimbul.kernel import Game, State, choose
from tests.bots.tables import BLIND_BRANDUB, BRANDUB, TABLES, WAGER, brandub, moments

BUDGET = 0.02
OVERRUN = 0.005  # of the bot's own work: one short step, and Python's sweeping up
GRACE = 0.25  # of the wall clock: others may hold the processor for so long


def thinking_times(game: Game[Any], wanted: int) -> Iterator[tuple[float, float]]:
    """By the wall clock, and of the processor's time, for so many decisions."""
    for seed in range(wanted):
        player = bot("mcts:20ms", seed)
        for state, seat in moments(game, seed):
            found = outlook(game, state, seat)
            wall, own = timed(player, found)
            for _ in range(2):  # a bot that is late by its own doing is late every time
                if wall > BUDGET + GRACE or own > BUDGET + OVERRUN:
                    again = timed(player, found)  # it has its old tree to clear away here too
                    wall, own = min(wall, again[0]), min(own, again[1])
            yield wall, own


def timed(player: Bot, found: Outlook) -> tuple[float, float]:
    wall, own = perf_counter(), thread_time()
    player.pick(found)
    return perf_counter() - wall, thread_time() - own


@pytest.mark.parametrize("game", [BRANDUB, WAGER, BLIND_BRANDUB], ids=["brandub", "wager", "blind"])
def test_budgets_hold(game: Game[Any]) -> None:
    times = list(islice(thinking_times(game, wanted=100), 100))
    walls, owns = (sorted(column) for column in zip(*times, strict=True))
    assert owns[-1] <= BUDGET + OVERRUN
    assert walls[50] <= 2 * BUDGET
    assert walls[-1] <= BUDGET + GRACE


@pytest.mark.parametrize("name", ["drakkar", "ragnarok_star"])
def test_budgets_hold_in_wide_rows(name: str) -> None:
    """Where looking at every way once takes longer than there is."""
    game = fimbul.game(name)
    wide = (moment for moment in moments(game, 3, most=400) if is_wide(moment[0]))
    times = [timed(bot("mcts:20ms", 1), outlook(game, *moment)) for moment in islice(wide, 15)]
    assert len(times) == 15
    assert max(own for _, own in times) <= BUDGET + OVERRUN


def test_the_decisions_of_one_turn_share_the_budget() -> None:
    spent = []
    for seed in range(5):
        state, player, started = BRANDUB.new(seed=seed), bot("mcts:40ms", seed), perf_counter()
        while state.open[0].seat == 0:
            choose(state, 0, player.pick(outlook(BRANDUB, state, 0)))
        spent.append(perf_counter() - started)
    assert 0.02 < min(spent) < 0.06


def test_a_forced_decision_is_answered_at_once() -> None:
    state = brandub(0, king="d4", raiders="a2")
    started = perf_counter()
    assert bot("mcts:600s").pick(outlook(BRANDUB, state, 0)) == "piece:raider-1"
    assert perf_counter() - started < 1


@pytest.mark.parametrize("table", TABLES)
def test_even_without_time_for_one_iteration_there_is_an_answer(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock on which every glance takes longer than the whole budget."""
    ticks = count(step=2.0)
    monkeypatch.setattr(budget, "perf_counter", lambda: next(ticks))
    player = bot("mcts:1s", 1)
    for state, seat in moments(TABLES[table], seed=2, most=12):
        found = outlook(TABLES[table], state, seat)
        assert player.pick(found) in found.decision.options


@pytest.mark.parametrize("table", ["ragnarocks", "wager", "blind brandub", "blind wager"])
def test_the_clock_is_asked_within_every_iteration(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice takes 1 ms, and time stands still else: a row of six choices may overrun."""
    clock = [0.0]

    def slow_choose(state: State, seat: int, thing: str) -> None:
        clock[0] += 0.001
        choose(state, seat, thing)

    monkeypatch.setattr(budget, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(search, "choose", slow_choose)
    monkeypatch.setattr(playout, "choose", slow_choose)
    monkeypatch.setattr(search, "FIRST_SHARE", 1.0)
    game = TABLES[table]
    state = game.new(seed=1)
    bot("mcts:400ms", 1).pick(outlook(game, state, state.open[0].seat))
    assert 0.397 < clock[0] < 0.4 + 0.006


def test_a_budget_clock_counts_iterations_or_time_never_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(budget, "perf_counter", lambda: now[0])
    counted, timed = BudgetClock(Budget(iterations=10)), BudgetClock(Budget(seconds=1.0))
    counted.limit(0.5)
    timed.limit(0.5)
    now[0] += 0.4
    assert not counted.empty()
    assert not timed.empty()
    assert timed.spent() == pytest.approx(0.4)
    now[0] += 0.1
    assert timed.empty()
    assert timed.late()
    counted.iterations = 5
    assert counted.empty()
    assert not counted.late()
    assert counted.spent() == 0.5


def test_the_longest_pause_between_two_questions_is_kept_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A searcher of long steps ends in time; what it did before its first question is no step."""
    now = [0.0]
    monkeypatch.setattr(budget, "perf_counter", lambda: now[0])
    clock, steps = BudgetClock(read_budget("100ms")), 0
    clock.limit(1.0)
    now[0] += 0.03
    while not clock.enough(0):
        now[0] += 0.015
        steps += 1
    assert steps == 4
    assert now[0] == pytest.approx(0.09)


def test_a_pause_of_an_earlier_decision_is_kept_back_within_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(budget, "perf_counter", lambda: now[0])
    for pause, end in ((0.0, 0.098), (0.01, 0.083), (5.0, 0.0605)):
        clock, started = BudgetClock(read_budget("100ms"), pause), now[0]
        clock.limit(1.0)
        while not clock.enough(0):
            now[0] += 0.0001
        assert now[0] - started == pytest.approx(end, abs=0.0003)


def test_no_sweep_of_the_heap_falls_into_a_decision() -> None:
    assert gc.isenabled()
    with PausedCollector():
        assert not gc.isenabled()
        with PausedCollector():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    state, swept = BRANDUB.new(), list[str]()
    gc.callbacks.append(lambda phase, _: swept.append(phase))
    try:
        found, player = outlook(BRANDUB, state, 0), bot("mcts:200n")
        del swept[:]
        player.pick(found)
        assert not swept
    finally:
        gc.callbacks.pop()
    assert gc.isenabled()


def test_budgets_are_read_exactly() -> None:
    assert read_budget("1s") == read_budget("1000ms") == Budget(seconds=1.0)
    assert read_budget("0.2s") == Budget(seconds=0.2)
    assert read_budget("500n") == Budget(iterations=500)
    assert read_budget("0.1cpu") == Budget(seconds=0.1, processor=True)


def test_a_budget_clock_of_processor_time_is_not_spent_by_sleep() -> None:
    own, wall = BudgetClock(read_budget("0.01cpu")), BudgetClock(read_budget("10ms"))
    own.limit(1.0)
    wall.limit(1.0)
    sleep(0.02)
    assert wall.empty()
    assert not own.empty()
    for _ in islice(iter(own.empty, True), 10_000_000):
        pass
    assert own.spent() == pytest.approx(0.8, abs=0.2)
