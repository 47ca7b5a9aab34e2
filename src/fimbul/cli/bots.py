"""`fimbul bots`: lend this machine to the bots of a server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import click

from fimbul.cli.helping import Spoken
from fimbul.kernel import FimbulError
from fimbul.server.command import with_some
from fimbul.server.settings import Declared, declared

TAKEN = ("bus", "bot_processes", "bots", "games", "metrics", "log_file")  # of the server's settings


def settings() -> Iterator[Declared]:
    return (one for one in declared() if one.name in TAKEN)


@click.command(cls=Spoken)
@with_some(settings())
def bots(
    bus: str, bot_processes: int, bots: str, games: tuple[str, ...], metrics: str, log_file: str
) -> None:
    """Let bots think here for the servers on the same bus. Any number of such workers may come and
    go, on any machine: a job that is lost with its worker is asked again."""
    if not bus:
        raise click.UsageError(
            "bots are asked over a bus: give --bus, such as nats://10.0.0.5:4222"
        )
    try:
        from fimbul.server.bots.desks import DeskMetrics, think_for
    except ImportError as gone:
        raise click.ClickException(
            f"this needs the package {gone.name}: pip install 'fimbul[scale]'"
        ) from None
    from fimbul.games import find
    from fimbul.server.ops.logs import log_as_json
    from fimbul.server.run import metrics_at, trusted_games

    count, counted = bot_processes or os.cpu_count() or 1, DeskMetrics()

    def tell() -> None:
        noun = "process" if count == 1 else "processes"
        click.echo(f"Bots think here in {count} {noun} (stop with Ctrl+C)")

    try:
        known = tuple(find(name) for name in trusted_games(games))
        with metrics_at(metrics, counted.registry):
            log_as_json(log_file)
            asyncio.run(think_for(bus, known, count, bots, counted, tell))
    except FimbulError as wrong:
        raise click.ClickException(wrong.words) from None
