"""`fimbul match`: bots against bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

import fimbul
from fimbul.cli.arguments import here_first, option_option, seed_option, values_from
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument
from fimbul.kernel import counted

if TYPE_CHECKING:
    from rich.console import Console

    from fimbul.arena import (
        BotRank,
        Comparison,
        FirstRate,
        PlayedMatch,
        SeriesFile,
        SeriesRequest,
    )

Series = Iterator["PlayedMatch"]


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]")
@click.option(
    "--games", type=click.IntRange(min=1), default=20, show_default=True, help="Matches to play."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes to play in.",
)
@click.option(
    "--deals",
    type=click.Choice(["common", "fresh"]),
    default="common",
    show_default=True,
    help="Each deal once from every seat, or another deal for every match.",
)
@click.option(
    "--until",
    type=click.FloatRange(0.5, 1, min_open=True, max_open=True),
    metavar="RATE",
    help="Stop as soon as it is clear whether the first bot reaches this rate or is no better "
    "than the others (sequential test, 5 % errors either way).",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every match to this file as it ends; the same command then goes on from it.",
)
@click.option(
    "--write",
    multiple=True,
    metavar="FILE",
    help="Write the results as .json, .csv or .parquet, or every .saga to a folder (FOLDER/).",
)
@option_option
@seed_option
def match(
    game: str,
    bots: tuple[str, ...],
    games: int,
    workers: int,
    deals: Literal["common", "fresh"],
    until: float | None,
    keep: Path | None,
    write: tuple[str, ...],
    options: tuple[str, ...],
    seed: int,
) -> None:
    """Play a series of GAME between bots, seats in turn.

    A bot is a level (thrall, karl, jarl, konung, odin) or random, greedy, mcts:1s, mcts:200ms; or
    one of yours, module:Class.
    """
    from fimbul.arena import SeriesRequest, write_results
    from fimbul.cli.table import screen

    found, console = fimbul.game(game), screen()
    _check_files(write)
    asked = SeriesRequest(found.id, found.rules, bots, values_from(found, options), seed, deals)
    with here_first():
        finished = _finished(asked, games, workers, keep, _verdict(bots, until), console)
    _print(finished, console)
    for name in write:
        click.echo(write_results(Path(name), found, finished))
    _print_troubles(finished)


def _finished(
    asked: SeriesRequest,
    games: int,
    workers: int,
    keep: Path | None,
    clear: Callable[[list[PlayedMatch]], bool],
    console: Console,
) -> list[PlayedMatch]:
    """The series, played to its end or until it is clear. A file is begun only if it can be."""
    from fimbul.arena import SeriesFile, play_series

    series = partial(
        play_series,
        asked.game,
        asked.bots,
        seed=asked.seed,
        options=asked.options,
        workers=workers,
        deals=asked.deals,
    )
    series(0)
    file = SeriesFile(keep, asked) if keep else None
    kept = [ended for ended in file.matches if ended.number < games] if file else []
    matches = series(games, played={ended.number for ended in kept})
    shown = _watched(_kept(matches, file), games, len(kept), console)
    return list(_until_clear(shown, kept, clear))


def _check_files(names: Sequence[str]) -> None:
    from fimbul.arena.results import unwritable

    if problems := [problem for name in names if (problem := unwritable(name))]:
        raise BadArgument("\n".join(problems))


def _kept(matches: Series, file: SeriesFile | None) -> Series:
    for ended in matches:
        if file:
            file.write(ended)
        yield ended


def _verdict(bots: tuple[str, ...], until: float | None) -> Callable[[list[PlayedMatch]], bool]:
    """Says whether enough is known; never, where nobody asked."""
    from fimbul.arena import SequentialTest, deal_shares

    if until is None:
        return lambda played: False
    fair = bots.count(bots[0]) / len(bots)
    if until <= fair:
        raise BadArgument(f"--until: {bots[0]} has {fair:.0%} by its seats alone, so ask for more")
    test = SequentialTest(usual=fair, wanted=until)

    def clear(played: list[PlayedMatch]) -> bool:
        rates = [share for share, _ in deal_shares(bots[0], played)]
        verdict = test.verdict(rates)
        if verdict != "undecided":
            click.echo(
                f"{bots[0]} is {verdict} (a rate of {until:.0%} rather than {fair:.0%}), "
                f"as far as {counted(len(rates), 'deal')} can say."
            )
        return verdict != "undecided"

    return clear


def _until_clear(
    matches: Series, kept: list[PlayedMatch], clear: Callable[[list[PlayedMatch]], bool]
) -> Series:
    played = list(kept)
    yield from kept
    if kept and clear(played):
        return
    for ended in matches:
        played.append(ended)
        yield ended
        if clear(played):
            return


def _watched(matches: Series, games: int, kept: int, console: Console) -> Series:
    """The matches, with a bar on a terminal and a line each elsewhere."""
    if kept:
        click.echo(f"{counted(kept, 'match', 'matches')} of {games} kept from before")
    if not console.is_terminal:
        for done, ended in enumerate(matches, start=kept + 1):
            click.echo(f"{done}/{games}  {_line(ended)}")
            yield ended
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("playing", total=games, completed=kept)
        for ended in matches:
            progress.advance(bar)
            yield ended


def _line(ended: PlayedMatch) -> str:
    first = [bot for bot, place in zip(ended.bots, ended.places, strict=True) if place == 1]
    scores = f" {'-'.join(map(str, ended.scores))}" if ended.scores else ""
    return (
        f"{' - '.join(ended.bots)}: {' and '.join(first)}{scores} [{ended.because}] "
        f"{ended.choices} choices, {ended.seconds:.1f} s"
    )


def _print_troubles(finished: list[PlayedMatch]) -> None:
    """Who had no answer, how often and why: those choices were left to chance."""
    times = Counter(trouble for ended in finished for trouble in ended.troubles)
    for trouble, often in times.most_common():
        click.echo(f"left to chance {often}x, {trouble}", err=True)


def _print(finished: list[PlayedMatch], console: Console) -> None:
    from fimbul.arena import compare, rank_bots, rank_seats

    seconds = sum(ended.seconds for ended in finished)
    click.echo(f"{counted(len(finished), 'match', 'matches')}, {seconds:.1f} s of play")
    bots = rank_bots(finished)
    if len(bots) > 1:
        _print_bots(bots, console)
        _print_comparison(bots[0].bot, compare(bots[0].bot, finished))
    _print_seats(rank_seats(finished), bots, console)


def _print_bots(found: list[BotRank], console: Console) -> None:
    from rich.table import Table

    grid = Table()
    grid.add_column("bot")
    for heading in ("played", "won", "shared", "lost", "rate", "95 % interval", "mean score"):
        grid.add_column(heading, justify="right")
    for one in found:
        grid.add_row(
            one.bot,
            *map(str, (one.played, one.won, one.shared, one.lost)),
            f"{one.rate:.0%}",
            f"{one.low:.0%} to {one.high:.0%}",
            f"{one.score:.1f}",
        )
    console.print(grid)


def _print_comparison(bot: str, found: Comparison) -> None:
    if found.deals > 1:
        click.echo(
            f"deal by deal: {bot} better in {found.better}, worse in {found.worse} of "
            f"{found.deals}; rate {found.rate:.0%} ({found.low:.0%} to {found.high:.0%}); "
            f"equals differ as much {found.chance:.1%} of the time"
        )


def _print_seats(found: list[FirstRate], bots: list[BotRank], console: Console) -> None:
    """How often each seat came first, and how often with each bot on it."""
    from rich.table import Table

    grid, compared = Table(), bots if len(bots) > 1 else []
    for heading in ("seat", "first", "95 % interval", *(one.bot for one in compared)):
        grid.add_column(heading, justify="right")
    for seat, one in enumerate(found):
        low, high = one.interval
        with_bots = (bot.by_seat[seat] for bot in compared)
        grid.add_row(
            str(seat + 1),
            f"{one.rate:.0%}",
            f"{low:.0%} to {high:.0%}",
            *(f"{rate.rate:.0%}" if rate.played else "" for rate in with_bots),
        )
    console.print(grid)
