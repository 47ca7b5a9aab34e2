"""Who beats whom at Ragnarocks, seats in turn: played, not measured by any clock but the bots'."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from fimbul.arena import Outcome, play_series, standings


class Pair(NamedTuple):
    """A stronger bot, a weaker, and the part of the matches the stronger should win."""

    stronger: str
    weaker: str
    aim: float


SETS: dict[str, tuple[Pair, ...]] = {
    "kernel": (Pair("greedy", "random", 0.8), Pair("mcts:1s", "greedy", 0.8)),
    "engine": (Pair("engine:1s", "mcts:1s", 0.95), Pair("engine:100ms", "mcts:1s", 0.8)),
    "quick": (Pair("engine:100ms", "mcts:100ms", 0.95), Pair("engine:10ms", "mcts:100ms", 0.8)),
}


class Series(NamedTuple):
    """How each pair is played."""

    games: int
    workers: int
    seed: int


def play(pairs: Sequence[Pair], series: Series) -> None:
    """Each pair in turn, with a line that tells how far it is."""
    for pair in pairs:
        outcomes: list[Outcome] = []
        bots = (pair.stronger, pair.weaker)
        for outcome in play_series(
            "ragnarocks", bots, series.games, seed=series.seed, workers=series.workers
        ):
            outcomes.append(outcome)
            print(
                f"\r{bar(len(outcomes), series.games)} {' - '.join(bots)}", end="", file=sys.stderr
            )
        print("\r\033[K", end="", file=sys.stderr)
        print(sentence(pair, outcomes), flush=True)


def bar(done: int, games: int, wide: int = 30) -> str:
    full = wide * done // games
    return f"[{'#' * full}{'.' * (wide - full)}] {done}/{games}"


def sentence(pair: Pair, outcomes: list[Outcome]) -> str:
    """The figure in words, with how sure one may be of it."""
    one = next(each for each in standings(outcomes) if each.bot == pair.stronger)
    reached = "reached" if one.rate >= pair.aim else "missed"
    return (
        f"{pair.stronger} against {pair.weaker}: {one.rate:.1%} of {one.played} "
        f"(95 % sure: {one.low:.1%} to {one.high:.1%}; aim {pair.aim:.0%}, {reached}), "
        f"{one.won} won, {one.shared} shared, {one.lost} lost"
    )
