"""A series: the same bots, many matches, every bot at every seat in turn."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from time import perf_counter
from typing import Any, Literal

from msgspec import Struct

from fimbul.arena.processes import runner
from fimbul.bots import BotSource, SteadyBot, bot_name, make_bot, outlook
from fimbul.games import find
from fimbul.kernel import BadSetup, Game, Match, Record

Deals = Literal["common", "fresh"]  # each deal from every seat in turn, or another for every match


class MatchJob(Struct, frozen=True):
    """One match to play. It says all there is to say, so any process can carry it out."""

    number: int
    deal: int
    package: str  # the game's folder, as Python imports it
    options: dict[str, Any]  # of the setup
    seed: int
    bots: tuple[Any, ...]  # by seat; descriptions, unless they come from outside
    bot_seeds: tuple[int, ...]


class PlayedMatch(Struct, frozen=True):
    """How one match of a series ended."""

    number: int  # which match of the series, counted from 0
    bots: tuple[str, ...]  # by seat
    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str
    seconds: float
    deal: int = 0  # matches of one deal differ in who sits where
    record: Record | None = None  # all that is needed to see it again
    troubles: tuple[str, ...] = ()  # answers that a bot did not have, left to chance: who and why

    @property
    def choices(self) -> int:
        return len(self.record.choices) if self.record else 0


def play_series(
    game: Game[Any] | str,
    bots: Sequence[BotSource],
    matches: int,
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
    deals: Deals = "common",
    played: Container[int] = (),
) -> Iterator[PlayedMatch]:
    """The matches as they end; with several workers that is not the order of numbers.

    Bots move on one seat from match to match. Common deals are played once with each seating that
    differs, so that luck favours nobody; no match is ever played twice. Numbers in `played` are
    left out. A bot is a description, `module:Class`, a class or an object (which several workers
    can only share if it can be pickled). Whatever is wrong with the request is said at once, before
    the first match.
    """
    found = find(game) if isinstance(game, str) else game
    series = _Series(found, tuple(bots), {"seats": len(bots), **(options or {})}, seed, deals)
    for source in bots:
        make_bot(source)
    if problems := [*_mistakes(matches, workers), *series.problems()]:
        raise BadSetup(problems)
    wanted = (number for number in range(matches) if number not in played)
    return runner(workers)(play_job, [series.job(number) for number in wanted])


def _mistakes(matches: int, workers: int) -> Iterator[str]:
    if matches < 0:
        yield f"matches: cannot be fewer than none, {matches} were asked for"
    if workers < 1:
        yield f"workers: at least one must work, not {workers}"


class _Series(Struct, frozen=True):
    """What all matches of a series have in common."""

    game: Game[Any]
    bots: tuple[BotSource, ...]
    options: dict[str, Any]
    seed: int
    deals: Deals

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
        deal, turn = divmod(number, _seatings(self.bots)) if self.deals == "common" else (number, 0)
        return MatchJob(
            number=number,
            deal=deal,
            package=self.game.package,
            options=self.options,
            seed=seed_at(self.seed, deal),
            bots=tuple(self.bots[(seat + number) % seats] for seat in range(seats)),
            bot_seeds=tuple(seed_at(self.seed, deal, turn, seat) for seat in range(seats)),
        )


def _seatings(bots: tuple[BotSource, ...]) -> int:
    """How many rotations seat these bots differently: 1 if all of them are the same."""
    turns = range(1, len(bots) + 1)
    return next(turn for turn in turns if bots[turn:] + bots[:turn] == bots)


def seed_at(*place: int) -> int:
    """A seed for one place in a series. A sum or an exclusive or would give two places the same."""
    return int.from_bytes(blake2b(repr(place).encode(), digest_size=8).digest())


def play_job(job: MatchJob) -> PlayedMatch:
    """Play one match to its end, whatever its bots do. All of them are made anew for it."""
    game: Game[Any] = import_module(job.package).GAME
    match = Match(game, game.setup(**job.options), job.seed)
    seeds = zip(job.bots, job.bot_seeds, strict=True)
    players = [SteadyBot(make_bot(source, seed), seed) for source, seed in seeds]
    started = perf_counter()
    while match.state.open:
        seat = match.state.open[0].seat
        match.choose(seat, players[seat].pick(outlook(game, match.state, seat)))
    result, names = game.result(match.state), tuple(bot_name(source) for source in job.bots)
    assert result, "a match without open decisions is over"
    return PlayedMatch(
        number=job.number,
        bots=names,
        places=result.places,
        scores=result.scores,
        because=result.because,
        seconds=perf_counter() - started,
        deal=job.deal,
        record=match.record({f"Seat{seat}": name for seat, name in enumerate(names)}),
        troubles=tuple(f"{one.name}: {why}" for one in players for why in one.troubles),
    )
