"""Whether the levels are in order of strength: each plays the next weaker one, seats in turn."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import NamedTuple

import fimbul
from fimbul.arena import Outcome, play_series, standings
from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot

SEATS = {"nine_realms": 2, "drakkar": 4, "brandub": 2}
_TIME = re.compile(r"mcts:([0-9.]+)(s|ms)")


class Plan(NamedTuple):
    """How the series are played; with `tries` a second of thought is so many tries instead."""

    games: int
    workers: int
    seed: int
    tries: int = 0


def play(names: tuple[str, ...], plan: Plan) -> None:
    """One of each level against the weaker one at all other seats, for each of these games."""
    for name in names or tuple(SEATS):
        game = fimbul.game(name)
        seats = SEATS.get(name, 2)
        print(f"{game.title}, {seats} seats: equals would win {1 / seats:.0%}")
        for weaker, stronger in pairwise(LEVELS):
            bots = [budgeted(level_bot(game, level), plan.tries) for level in (stronger, weaker)]
            outcomes = played(name, (bots[0], *bots[1:] * (seats - 1)), plan)
            print(f"  {stronger} ({bots[0]}) - {weaker} ({bots[1]}): {rate(bots[0], outcomes)}")


def budgeted(description: str, tries: int) -> str:
    """With tries in place of time, if so wished: the same on a busy machine as on a quiet one."""
    time = _TIME.fullmatch(description)
    if not tries or time is None:
        return description
    seconds = float(time[1]) / (1 if time[2] == "s" else 1000)
    return f"mcts:{max(1, round(seconds * tries))}n"


def played(name: str, bots: tuple[str, ...], plan: Plan) -> list[Outcome]:
    """The outcomes of a series, with a line that tells how far it is."""
    outcomes: list[Outcome] = []
    series = play_series(name, bots, plan.games, seed=plan.seed, workers=plan.workers)
    for outcome in series:
        outcomes.append(outcome)
        print(f"\r  {' - '.join(bots)}: {len(outcomes)}/{plan.games}", end="", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    return outcomes


def rate(stronger: str, outcomes: list[Outcome]) -> str:
    (one,) = [standing for standing in standings(outcomes) if standing.bot == stronger]
    return f"{one.rate:.0%} of {one.played} (95 % sure: {one.low:.0%} to {one.high:.0%})"
