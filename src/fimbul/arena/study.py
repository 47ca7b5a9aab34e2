"""A study: a small file that says what is varied, by whom it is played, and how long."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.arena.naming import listed_values, value_title
from fimbul.arena.processes import Runner
from fimbul.arena.series import MatchJob, PlayedMatch, play_job, seed_at
from fimbul.bots import make_bot
from fimbul.games import find
from fimbul.kernel import UNLOADABLE, BadSetup, FimbulError, Game

EVERYTHING = "all"  # in place of values: every one that the option has


class Varied(Struct, frozen=True, forbid_unknown_fields=True):
    """What differs from match to match.

    With `seats` each seat has a value of its own, and all pairs meet, each deal from both seats:
    either one option that is a list by seat, or an option for each seat. Without it the value is
    the whole table's: one option, or several that each value lists in their order.
    """

    option: str = ""
    options: tuple[str, ...] = ()
    values: tuple[Any, ...] | str = ()
    seats: bool = False


class BalanceStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """As a study's file says it."""

    title: str
    game: str
    bots: tuple[str, ...]  # one for all seats, or one for each
    matches: int  # at most
    text: str = ""
    width: float = 0.0  # stop as soon as every interval is as narrow; 0: play all matches
    seed: int = 1
    seats: int = 2
    options: dict[str, Any] = {}
    vary: Varied | None = None
    things: tuple[str, ...] = ()  # kinds of things whose worth is told: card, hero, quest
    holds: tuple[str, ...] = ()  # kinds of which it is told who has them at the end: realm


class BadStudy(FimbulError):
    """A study that cannot be played, with every reason."""

    code = "study/bad"
    status = 422


def read_study(path: Path) -> BalanceStudy:
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        study = msgspec.convert(told, BalanceStudy)
    except (OSError, *UNLOADABLE, tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadStudy(f"{path}: {wrong}") from None
    if problems := list(_problems(study)):
        raise BadStudy("\n".join(f"{path}: {problem}" for problem in problems))
    return study


def _problems(study: BalanceStudy) -> Iterator[str]:
    if len(study.bots) not in (1, study.seats):
        yield f"bots: one for all, or one for each of {study.seats} seats, not {len(study.bots)}"
    for bot in study.bots:
        make_bot(bot)
    if study.vary and (problem := _vary_problem(study.vary, _values(study))):
        yield f"vary: {problem}"
        return
    yield from _table_problems(study)


def _vary_problem(vary: Varied, values: tuple[Any, ...]) -> str:
    if bool(vary.option) == bool(vary.options):
        return "either option names what differs, or options"
    if not values:
        return "no values"
    if vary.options and not vary.seats and not all(_as_long(one, vary.options) for one in values):
        return f"each value lists {len(vary.options)}, one for each of options"
    return ""


def _as_long(value: Any, names: tuple[str, ...]) -> bool:
    return isinstance(value, list) and len(value) == len(names)


def _table_problems(study: BalanceStudy) -> Iterator[str]:
    """What keeps one of its tables from being laid."""
    game = find(study.game)
    try:
        laid = [game.setup(**table) for table in tables(study)]
    except BadSetup as bad:
        yield from bad.problems
        return
    if not laid:
        yield "vary: fewer than two values cannot meet"


def _values(study: BalanceStudy) -> tuple[Any, ...]:
    """The values by name; `all` are those that the schema of the setup lists."""
    vary = study.vary
    assert vary, "asked only where something is varied"
    if vary.values == EVERYTHING:
        return listed_values(study.game, vary.option)
    return () if isinstance(vary.values, str) else vary.values


def tables(study: BalanceStudy) -> Iterator[dict[str, Any]]:
    """The options of every kind of table that is played, in turn."""
    fixed = {"seats": study.seats, **study.options}
    vary = study.vary
    if vary is None:
        yield fixed
    elif not vary.seats:
        yield from ({**fixed, **_filled(vary, value)} for value in _values(study))
    else:
        for pair in combinations(_values(study), 2):
            for seated in (pair, pair[::-1]):
                yield {**fixed, **_filled(vary, list(seated))}


def _filled(vary: Varied, value: Any) -> dict[str, Any]:
    """The options that make a value: one, or several that it lists in their order."""
    if vary.options:
        return dict(zip(vary.options, value, strict=True))
    return {vary.option: value}


def entries(study: BalanceStudy, options: Mapping[str, Any]) -> tuple[str, ...]:
    """What each seat stands for at that table, as it is called; nothing where nothing is varied."""
    vary = study.vary
    if vary is None:
        return ("",) * study.seats
    names = vary.options or (vary.option,)
    if not vary.seats:
        told = (value_title(study.game, name, options[name]) for name in names)
        return (", ".join(told),) * study.seats
    if vary.options:
        return tuple(value_title(study.game, name, options[name]) for name in names)
    return tuple(value_title(study.game, vary.option, one) for one in options[vary.option])


def study_jobs(study: BalanceStudy, game: Game[Any]) -> Iterator[MatchJob]:
    """Table after table and round after round, so that a study that is stopped is even. The two
    seatings of a pair share their deal."""
    told, paired = list(tables(study)), bool(study.vary and study.vary.seats)
    bots = study.bots * (study.seats if len(study.bots) == 1 else 1)
    for number in range(study.matches):
        turn, kind = divmod(number, len(told))
        deal = turn * len(told) + (kind // 2 * 2 if paired else kind)
        yield MatchJob(
            number=number,
            deal=deal,
            package=game.package,
            options=told[kind],
            seed=seed_at(study.seed, deal),
            bots=bots,
            bot_seeds=tuple(seed_at(study.seed, number, seat) for seat in range(study.seats)),
        )


def play_study(
    study: BalanceStudy, crew: Runner, played: frozenset[int] = frozenset()
) -> Iterator[PlayedMatch]:
    """The matches of a study as they end; those in `played` are left out."""
    jobs = study_jobs(study, find(study.game))
    return crew(play_job, [job for job in jobs if job.number not in played])
