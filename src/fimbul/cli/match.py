"""`fimbul match`: bots against bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import fimbul
from fimbul.cli.arguments import option_option, seed_option, values_from

if TYPE_CHECKING:
    from rich.console import Console

    from fimbul.arena import BotRank, PlayedMatch


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]")
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True)
@option_option
@seed_option
def match(
    game: str, bots: tuple[str, ...], games: int, workers: int, options: tuple[str, ...], seed: int
) -> None:
    """Play a series of GAME between bots, seats in turn.

    A bot is a level (thrall, karl, jarl, konung, odin) or random, greedy, mcts:1s, mcts:200ms.
    """
    from fimbul.arena import play_series, rank_bots
    from fimbul.cli.table import screen

    found = fimbul.game(game)
    matches = play_series(
        found, bots, games, seed=seed, options=values_from(found, options), workers=workers
    )
    console = screen()
    finished = list(_watched(matches, games, console))
    _print(rank_bots(finished), finished, console)
    _print_troubles(finished)


def _watched(matches: Iterator[PlayedMatch], games: int, console: Console) -> Iterator[PlayedMatch]:
    """The matches, with a bar on a terminal and a line each elsewhere."""
    if not console.is_terminal:
        for done, ended in enumerate(matches, start=1):
            click.echo(f"{done}/{games}  {_line(ended)}")
            yield ended
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("playing", total=games)
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


def _print(found: list[BotRank], finished: list[PlayedMatch], console: Console) -> None:
    from rich.table import Table

    seconds = sum(ended.seconds for ended in finished)
    click.echo(f"{len(finished)} matches, {seconds:.1f} s of play")
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
