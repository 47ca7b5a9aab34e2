"""A search for numbers of a game by which every seat is as good as another.

Equal bots sit at all seats; Optuna proposes, and a table is the better the nearer each seat comes
to its share of the first places. The few best are raced: all on the same new deals, and more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.arena.ranking import FirstRate, rank_seats
from fimbul.arena.series import play_series
from fimbul.arena.tuning import Tell, TuningRequest, best_of, braced, check_names
from fimbul.kernel import Game


class EvenTable(Struct, frozen=True):
    """The winner, and how often each seat came first there."""

    options: dict[str, Any]
    seats: tuple[FirstRate, ...]

    @property
    def unfair(self) -> float:
        """How far the worst seat is from its share, among more matches than a trial has."""
        fair = 1 / len(self.seats)
        return max(abs(seat.rate - fair) for seat in self.seats)


def searches_table(asked: TuningRequest) -> bool:
    """Whether the braces stand in an option of the game."""
    return any(map(braced, asked.options.values()))


def even_table(game: Game[Any], asked: TuningRequest, tell: Tell) -> EvenTable:
    """Trials on common deals, and a race of the best on others."""
    check_names(asked, set().union(*map(braced, asked.options.values())), "the setup")

    def judge(tried: str) -> float:
        return 1 - _played(game, asked, tried, asked.games, asked.seed).unfair

    best = best_of(asked, lambda numbers: _table(asked, numbers), judge, tell)
    raced = [_played(game, asked, tried, asked.race, asked.seed + 1) for tried in best]
    for tried, found in zip(best, raced, strict=True):
        tell(f"race of {asked.race}: {tried}, the worst seat is off by {found.unfair:.0%}")
    return min(raced, key=lambda found: found.unfair)


def _table(asked: TuningRequest, numbers: Mapping[str, float]) -> str:
    """The options that have braces, filled in."""
    filled = {name: _filled(told, numbers) for name, told in asked.options.items() if braced(told)}
    return msgspec.json.encode(filled).decode()


def _filled(told: str, numbers: Mapping[str, float]) -> float | str:
    """A number alone stays a number."""
    return numbers[told[1:-1]] if told[1:-1] in numbers else told.format(**numbers)


def _played(game: Game[Any], asked: TuningRequest, tried: str, games: int, seed: int) -> EvenTable:
    options = {**asked.options, **msgspec.json.decode(tried)}
    seats = int(options.get("seats", game.setup_type().seats))
    matches = play_series(game, [asked.bot] * seats, games, seed=seed, options=options)
    return EvenTable(options, tuple(rank_seats(matches)))
