"""A series: the same bots, many matches, every bot at every seat in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

from msgspec import Struct

from fimbul.arena.processes import runner
from fimbul.bots import SteadyBot, bot, outlook
from fimbul.games import find
from fimbul.kernel import SEEDS, BadSetup, Dice, Game, choose

_STRIDE = 0xD1B54A32D192ED03  # odd, and not the dice's own: neighbours get unlike seeds


class MatchJob(Struct, frozen=True):
    """One match to play. It says all there is to say, so any process can carry it out."""

    number: int
    package: str  # the game's folder, as Python imports it
    options: dict[str, Any]  # of the setup
    seed: int
    bots: tuple[str, ...]  # descriptions, by seat
    bot_seeds: tuple[int, ...]


class PlayedMatch(Struct, frozen=True):
    """How one match of a series ended."""

    number: int  # which match of the series, counted from 0
    bots: tuple[str, ...]  # by seat
    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str
    choices: int
    seconds: float
    troubles: tuple[str, ...] = ()  # answers that a bot did not have, left to chance: who and why


def play_series(
    game: Game[Any] | str,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
) -> Iterator[PlayedMatch]:
    """The matches as they end; with several workers that is not the order of numbers.

    Bots move on one seat from match to match, and every bot sits once at every seat of the same
    deal. Whatever is wrong with the request is said at once, before the first match.
    """
    found = find(game) if isinstance(game, str) else game
    series = _Series(found, tuple(bots), {"seats": len(bots), **(options or {})}, seed)
    for description in bots:
        bot(description)
    if problems := [*_mistakes(matches, workers), *series.problems()]:
        raise BadSetup(problems)
    return runner(workers)(play_job, [series.job(number) for number in range(matches)])


def _mistakes(matches: int, workers: int) -> Iterator[str]:
    if matches < 0:
        yield f"matches: cannot be fewer than none, {matches} were asked for"
    if workers < 1:
        yield f"workers: at least one must work, not {workers}"


class _Series(Struct, frozen=True):
    """What all matches of a series have in common."""

    game: Game[Any]
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int

    def problems(self) -> Iterator[str]:
        try:
            seats = self.game.setup(**self.options).seats
        except BadSetup as bad:
            yield from bad.problems
            return
        if seats != len(self.bots):
            yield f"bots: {seats} seats need as many bots, not {len(self.bots)}"

    def job(self, number: int) -> MatchJob:
        """The same deal for each bot at each seat, but every match with other dice for the bots."""
        seats = len(self.bots)
        deal = Dice(self.seed + (number // seats + 1) * _STRIDE)
        own = Dice(deal.seed ^ (number % seats + 1) * _STRIDE)
        return MatchJob(
            number=number,
            package=self.game.package,
            options=self.options,
            seed=deal.roll(SEEDS),
            bots=tuple(self.bots[(seat + number) % seats] for seat in range(seats)),
            bot_seeds=tuple(own.roll(SEEDS) for _ in range(seats)),
        )


def play_job(job: MatchJob) -> PlayedMatch:
    """Play one match to its end, whatever its bots do. All of them are made anew for it."""
    game: Game[Any] = import_module(job.package).GAME
    state = game.new(game.setup(**job.options), job.seed)
    seeds = zip(job.bots, job.bot_seeds, strict=True)
    players = [SteadyBot(bot(name, seed), seed) for name, seed in seeds]
    started, choices = perf_counter(), 0
    while state.open:
        seat = state.open[0].seat
        choose(state, seat, players[seat].pick(outlook(game, state, seat)))
        choices += 1
    result = game.result(state)
    assert result, "a match without open decisions is over"
    return PlayedMatch(
        number=job.number,
        bots=job.bots,
        places=result.places,
        scores=result.scores,
        because=result.because,
        choices=choices,
        seconds=perf_counter() - started,
        troubles=tuple(f"{one.name}: {why}" for one in players for why in one.troubles),
    )
