"""How much the search gets done, and perft, whose count must be right as well."""

from __future__ import annotations

from time import process_time

import fimbul
from benchmarks.figure import Figure
from fimbul.arena import perft
from fimbul.bots import bot, outlook

GAME = fimbul.game("ragnarocks")
ITERATIONS = 60


def iterations(_: float) -> float:
    """A second, at the first decision of Ragnarocks, where options are most."""
    state = GAME.new(seed=1)
    player = bot(f"mcts:{ITERATIONS}n")
    started = process_time()
    player.pick(outlook(GAME, state, state.open[0].seat))
    return 0.6 * ITERATIONS / (process_time() - started)  # the first decision spends 60 %


def greedy_time(_: float) -> float:
    """Milliseconds for the first decision: all 1119 turns are looked at."""
    state = GAME.new(seed=1)
    found = outlook(GAME, state, state.open[0].seat)
    started = process_time()
    bot("greedy").pick(found)
    return (process_time() - started) * 1000


def perft_time(_: float) -> float:
    """Milliseconds for one turn deep, counted one by one."""
    state = GAME.new(seed=1)
    started = process_time()
    ways = perft(GAME, state, 1, bulk=False)
    assert ways == 1119, f"{ways} turns, where the rulebook has 1119"
    return (process_time() - started) * 1000


FIGURES = (
    Figure("ragnarocks, mcts", "iterations/s", iterations),
    Figure("ragnarocks, greedy's first decision", "ms", greedy_time, small=True),
    Figure("ragnarocks, perft(1) one by one", "ms", perft_time, small=True),
)
