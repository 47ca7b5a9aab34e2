"""`fimbul balance STUDY`: a game designer's bench."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

import fimbul
from fimbul.arena.linking import HOME
from fimbul.cli.arguments import here_first
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument
from fimbul.kernel import counted

if TYPE_CHECKING:
    from fimbul.arena import PlayedMatch
    from fimbul.arena.processes import Runner
    from fimbul.arena.study import BalanceStudy

NEEDED = ("altair", "duckdb", "vl_convert")
LOOKED = 50  # matches between two looks at how wide the intervals are
TOLD = 10  # seconds between two words on how far it has come


@click.command(cls=Spoken)
@click.argument("study", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the report; by default beside the study, under its name.",
)
@click.option(
    "--crew",
    default="here",
    show_default=True,
    metavar="CREW",
    help="Who plays: here, a number of processes, dask://HOST:PORT, ray or ray://HOST:PORT.",
)
@click.option(
    "--matches", type=click.IntRange(min=1), help="Matches to play, whatever the file says."
)
@click.option(
    "--table",
    default=HOME,
    show_default=True,
    metavar="ADDRESS",
    help="Where Fimbul is served: links of the report open matches there.",
)
def balance(study: Path, into: Path | None, crew: str, matches: int | None, table: str) -> None:
    """Play a STUDY (a small TOML file) and write its report.

    Every match is kept as it ends: the same command goes on where it was stopped.
    """
    from fimbul.arena.processes import crew_of
    from fimbul.arena.study import read_study
    from fimbul.arena.writing import write_study

    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise BadArgument(f"{', '.join(missing)}: pip install 'fimbul[lab]'")
    told = read_study(study)
    if matches:
        from msgspec import structs

        told = structs.replace(told, matches=matches)
    folder = into or study.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    with here_first():
        played = list(_played(told, crew_of(crew), folder / "matches.jsonl"))
    for path in write_study(told, played, folder, table):
        click.echo(path)


def _played(study: BalanceStudy, crew: Runner, kept: Path) -> Iterator[PlayedMatch]:
    """The matches that are kept, then new ones until there are enough."""
    from fimbul.arena import SeriesFile, SeriesRequest
    from fimbul.arena.study import play_study

    game = fimbul.game(study.game)
    asked = SeriesRequest(
        game.id, game.rules, study.bots, {"tables": _asked(study)}, study.seed, "common"
    )
    file = SeriesFile(kept, asked)
    known = [ended for ended in file.matches if ended.number < study.matches]
    yield from known
    played = list(known)
    if known:
        click.echo(f"{counted(len(known), 'match', 'matches')} kept from before", err=True)
    numbers = frozenset(ended.number for ended in known)
    began = told = perf_counter()
    for ended in play_study(study, crew, numbers):
        file.write(ended)
        played.append(ended)
        yield ended
        if (now := perf_counter()) - told > TOLD:
            told = now
            click.echo(progress(len(known), len(played), study.matches, now - began), err=True)
        if len(played) % LOOKED == 0 and _narrow(study, played):
            return


def progress(kept: int, done: int, wanted: int, seconds: float) -> str:
    """How far it has come, and how long the rest takes if it goes on as in this run."""
    left = seconds / (done - kept) * (wanted - done)
    return f"{done} of {wanted}, about {_span(left)} left"


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _asked(study: BalanceStudy) -> object:
    from msgspec import to_builtins

    told = to_builtins(study)
    return {name: told[name] for name in ("seats", "options", "vary")}


def _narrow(study: BalanceStudy, played: list[PlayedMatch]) -> bool:
    """Whether every interval is as narrow as the study asks for."""
    from fimbul.arena.ranking import FirstRate, place_parts
    from fimbul.arena.study import entries

    if not study.width:
        return False
    parts: dict[str, list[float]] = {}
    for ended in played:
        assert ended.record, "a study keeps its records"
        for name, part in zip(entries(study, ended.record.setup), place_parts(ended), strict=True):
            parts.setdefault(name, []).append(part)
    rates = [FirstRate(len(found), sum(found)) for found in parts.values()]
    return all(high - low <= study.width for low, high in (rate.interval for rate in rates))
