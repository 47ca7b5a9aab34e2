"""A series: the same bots, many matches, every bot at every seat in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

from msgspec import Struct

from fimbul.arena.crew import crew
from fimbul.bots import bot, outlook
from fimbul.games import find
from fimbul.kernel import BadSetup, Dice, Game, choose
from fimbul.kernel.dice import WORD

_STRIDE = 0xD1B54A32D192ED03  # odd, and not the dice's own: neighbours get unlike seeds


class Job(Struct, frozen=True):
    """One match to play. It says all there is to say, so any process can carry it out."""

    number: int
    package: str  # the game's folder, as Python imports it
    options: dict[str, Any]  # of the setup
    seed: int
    bots: tuple[str, ...]  # descriptions, by seat
    bot_seeds: tuple[int, ...]


class Outcome(Struct, frozen=True):
    """How one match of a series ended."""

    number: int  # which match of the series, counted from 0
    bots: tuple[str, ...]  # by seat
    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str
    choices: int
    seconds: float


def play_series(
    game: Game[Any] | str,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
) -> Iterator[Outcome]:
    """The outcomes as matches finish; with several workers that is not the order of numbers.

    Bots move on one seat from match to match, and every bot sits once at every seat of the same
    deal. Whatever is wrong with the request is said at once, before the first match.
    """
    found = find(game) if isinstance(game, str) else game
    setup = {"seats": len(bots), **(options or {})}
    _check(found, bots, setup, matches, workers)
    jobs = [_job(found, tuple(bots), setup, seed, number) for number in range(matches)]
    return crew(workers)(play_job, jobs)


def _check(
    game: Game[Any], bots: Sequence[str], setup: Mapping[str, Any], matches: int, workers: int
) -> None:
    for description in bots:
        bot(description)
    problems = []
    if matches < 0:
        problems.append(f"matches: cannot be fewer than none, {matches} were asked for")
    if workers < 1:
        problems.append(f"workers: at least one must work, not {workers}")
    try:
        seats = game.setup(**setup).seats
    except BadSetup as bad:
        raise BadSetup([*problems, *bad.problems]) from None
    if seats != len(bots):
        problems.append(f"bots: {seats} seats need as many bots, not {len(bots)}")
    if problems:
        raise BadSetup(problems)


def _job(
    game: Game[Any], bots: tuple[str, ...], setup: dict[str, Any], seed: int, number: int
) -> Job:
    seats = len(bots)
    deal = Dice(seed + (number // seats + 1) * _STRIDE)  # the same for each bot at each seat
    own = Dice(deal.seed ^ (number % seats + 1) * _STRIDE)
    return Job(
        number=number,
        package=game.package,
        options=setup,
        seed=deal.roll(WORD),
        bots=tuple(bots[(seat + number) % seats] for seat in range(seats)),
        bot_seeds=tuple(own.roll(WORD) for _ in range(seats)),
    )


def play_job(job: Job) -> Outcome:
    """Play one match to its end. All bots are made anew for it."""
    game: Game[Any] = import_module(job.package).GAME
    state = game.new(game.setup(**job.options), job.seed)
    players = [bot(name, seed) for name, seed in zip(job.bots, job.bot_seeds, strict=True)]
    started, choices = perf_counter(), 0
    while state.open:
        seat = state.open[0].seat
        choose(state, seat, players[seat].pick(outlook(game, state, seat)))
        choices += 1
    result = game.result(state)
    assert result, "a match without open decisions is over"
    return Outcome(
        number=job.number,
        bots=job.bots,
        places=result.places,
        scores=result.scores,
        because=result.because,
        choices=choices,
        seconds=perf_counter() - started,
    )
