"""A study: a small file that says what is varied, by whom it is played, and how long."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

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
    the whole table's.
    """

    option: str = ""
    options: tuple[str, ...] = ()  # one for each seat
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
    if study.vary and not _values(study):
        yield "vary: no values"
    for bot in study.bots:
        make_bot(bot)
    try:
        table = next(tables(study), None)
    except BadSetup as bad:
        yield from bad.problems
        return
    if table is None:
        yield "vary: fewer than two values cannot meet"
    else:
        find(study.game).setup(**table)


def _values(study: BalanceStudy) -> tuple[Any, ...]:
    """The values by name; `all` are those that the schema of the setup lists."""
    vary = study.vary
    assert vary, "asked only where something is varied"
    if vary.values != EVERYTHING:
        return tuple(vary.values)
    game = find(study.game)
    schema = msgspec.json.schema(game.setup_type)
    fields = schema["$defs"][game.setup_type.__name__]["properties"]
    special = {"draft", "random", "none", ""}
    return tuple(value for value in _listed(fields[vary.option]) if value not in special)


def _listed(spec: Any) -> list[Any]:
    """The first list of values that a schema holds, however deep."""
    if isinstance(spec, Mapping):
        if "enum" in spec:
            return list(spec["enum"])
        inner = (found for part in spec.values() if (found := _listed(part)))
        return next(inner, [])
    parts = spec if isinstance(spec, list) else []
    return next((found for part in parts if (found := _listed(part))), [])


def tables(study: BalanceStudy) -> Iterator[dict[str, Any]]:
    """The options of every kind of table that is played, in turn."""
    fixed = {"seats": study.seats, **study.options}
    vary = study.vary
    if vary is None:
        yield fixed
    elif not vary.seats:
        yield from ({**fixed, vary.option: value} for value in _values(study))
    else:
        for pair in combinations(_values(study), 2):
            for seated in (pair, pair[::-1]):
                yield {**fixed, **_seated(vary, seated)}


def _seated(vary: Varied, values: tuple[Any, ...]) -> dict[str, Any]:
    if vary.options:
        return dict(zip(vary.options, values, strict=True))
    return {vary.option: list(values)}


def entries(study: BalanceStudy, options: Mapping[str, Any]) -> tuple[str, ...]:
    """What each seat stands for at that table; nothing where nothing is varied."""
    vary = study.vary
    if vary is None:
        return ("",) * study.seats
    if not vary.seats:
        return (str(options[vary.option]),) * study.seats
    told = [options[name] for name in vary.options] or list(options[vary.option])
    return tuple(map(str, told))


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
