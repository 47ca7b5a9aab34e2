"""Who beats whom, seats in turn: played, not measured by any clock but the bots'."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.star_script import NAME as SCRIPT
from benchmarks.thought import Thought
from fimbul.arena import PlayedMatch, play_series, rank_bots


class Pair(NamedTuple):
    """A stronger bot, a weaker at all other seats, and what part the stronger should win."""

    stronger: str
    weaker: str
    aim: float
    game: str = "ragnarocks"
    seats: int = 2
    options: Mapping[str, Any] = {}  # of the setup


MIXED = {"powers": ("random",)}  # any two cards: each deal from both seats

SETS: dict[str, tuple[Pair, ...]] = {
    "kernel": (Pair("greedy", "random", 0.8), Pair("mcts:1s", "greedy", 0.8)),
    "engine": (Pair("engine:1s", "mcts:1s", 0.95), Pair("engine:100ms", "mcts:1s", 0.8)),
    "quick": (Pair("engine:100ms", "mcts:100ms", 0.95), Pair("engine:10ms", "mcts:100ms", 0.8)),
    "powers": (Pair("engine:100ms", "mcts:100ms", 0.8, options=MIXED),),
    "battle": (
        Pair("engine:1s", "random", 0.95, "rag_narok"),
        Pair("engine:1s", "greedy", 0.6, "rag_narok"),
    ),
    "cards": (
        Pair("engine:1s", "greedy", 0.65, "nine_realms"),
        Pair("mcts:1s", "random", 0.9, "nine_realms"),
        Pair("mcts:1s", "greedy", 0.5, "drakkar", 4),
    ),
    "star": (  # decisions while numbers are resolved have the same time again: so much makes 2 s
        Pair("mcts:500ms", "greedy", 0.65, "ragnarok_star"),
        Pair("mcts:500ms", "greedy", 0.5, "ragnarok_star", 4),
    ),
    "star-script": (
        Pair("mcts:50ms", SCRIPT, 0.6, "ragnarok_star"),
        Pair("mcts:500ms", SCRIPT, 0.75, "ragnarok_star"),
        Pair("mcts:50ms", SCRIPT, 0.25, "ragnarok_star", 4),
    ),
}


class Series(NamedTuple):
    """How each pair is played."""

    games: int
    workers: int
    seed: int
    thought: Thought = Thought()


def play(pairs: Sequence[Pair], series: Series) -> None:
    """Each pair in turn, with a line that tells how far it is."""
    for pair in pairs:
        matches = played(pair, series)
        print(sentence(pair, matches, series), flush=True)


def played(pair: Pair, series: Series) -> list[PlayedMatch]:
    """The matches of a series, with a line that tells how far it is and how it stands."""
    stronger, weaker = series.thought.of(pair.stronger), series.thought.of(pair.weaker)
    bots = (stronger, *[weaker] * (pair.seats - 1))
    matches: list[PlayedMatch] = []
    for ended in play_series(
        pair.game,
        bots,
        series.games,
        seed=series.seed,
        options=pair.options,
        workers=series.workers,
    ):
        matches.append(ended)
        done = f"{bar(len(matches), series.games)} {stronger} - {weaker}"
        print(f"\r{done}: {rate(stronger, matches)}", end="", file=sys.stderr, flush=True)
    print("\r\033[K", end="", file=sys.stderr)
    return matches


def bar(done: int, games: int, wide: int = 30) -> str:
    full = wide * done // games
    return f"[{'#' * full}{'.' * (wide - full)}] {done}/{games}"


def rate(bot: str, matches: list[PlayedMatch]) -> str:
    """What part of the matches it won, with how sure one may be of it."""
    one = next(each for each in rank_bots(matches) if each.bot == bot)
    return (
        f"{one.rate:.1%} of {one.played} (95 % sure: {one.low:.1%} to {one.high:.1%}), "
        f"{one.won} won, {one.shared} shared, {one.lost} lost"
    )


def sentence(pair: Pair, matches: list[PlayedMatch], series: Series) -> str:
    """The figure in words, beside its aim."""
    stronger, weaker = series.thought.of(pair.stronger), series.thought.of(pair.weaker)
    one = next(each for each in rank_bots(matches) if each.bot == stronger)
    reached = "reached" if one.rate >= pair.aim else "missed"
    return (
        f"{pair.game}, {pair.seats} seats: {stronger} against {weaker}: {rate(stronger, matches)} "
        f"(aim {pair.aim:.0%}, {reached})"
    )
