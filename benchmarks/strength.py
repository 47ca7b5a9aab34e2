"""Who beats whom at Ragnarocks, seats in turn: played, not measured by any clock but the bots'."""

from __future__ import annotations

import sys

from fimbul.arena import Outcome, play_series, standings

AIM = 0.8
PAIRS = (("greedy", "random"), ("mcts:1s", "greedy"))


def play(games: int, workers: int, seed: int) -> None:
    """Each pairing in turn, with a line that tells how far it is."""
    for pair in PAIRS:
        outcomes: list[Outcome] = []
        for outcome in play_series("ragnarocks", pair, games, seed=seed, workers=workers):
            outcomes.append(outcome)
            print(f"\r{' - '.join(pair)}: {len(outcomes)}/{games}", end="", file=sys.stderr)
        print("\r", end="", file=sys.stderr)
        print(sentence(pair[0], outcomes))


def sentence(stronger: str, outcomes: list[Outcome]) -> str:
    """The figure in words, with how sure one may be of it."""
    found = {standing.bot: standing for standing in standings(outcomes)}
    one = found.pop(stronger)
    (other,) = found
    return (
        f"{one.bot} against {other}: {one.rate:.1%} of {one.played} "
        f"(95 % sure: {one.low:.1%} to {one.high:.1%}; aim {AIM:.0%}), "
        f"{one.won} won, {one.shared} shared, {one.lost} lost"
    )
