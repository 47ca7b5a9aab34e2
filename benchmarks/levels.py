"""Whether the levels are in order of strength: each plays the next weaker one, seats in turn."""

from __future__ import annotations

from itertools import pairwise

import fimbul
from benchmarks import strength
from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot

SEATS = {"nine_realms": 2, "drakkar": 4, "ragnarok_star": 2, "brandub": 2}


def play(names: tuple[str, ...], series: strength.Series) -> None:
    """One of each level against the weaker one at all other seats, for each of these games."""
    for name in names or tuple(SEATS):
        game = fimbul.game(name)
        seats = SEATS.get(name, 2)
        print(f"{game.title}, {seats} seats: equals would win {1 / seats:.0%}")
        for weaker, stronger in pairwise(LEVELS):
            bots = level_bot(game, stronger), level_bot(game, weaker)
            matches = strength.played(strength.Pair(*bots, 0.0, name, seats), series)
            won = strength.rate(series.thought.of(bots[0]), matches)
            print(f"  {stronger} ({bots[0]}) - {weaker} ({bots[1]}): {won}", flush=True)
