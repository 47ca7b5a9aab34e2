"""`fimbul mcp`: a seat at the table for agents that speak the Model Context Protocol."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from fimbul.cli.helping import Spoken


@click.command(cls=Spoken)
@click.option("--server", default="", help="A Fimbul server, such as https://play.example.org.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Without --server: the file that keeps the tables; otherwise they are gone at the end.",
)
@click.option("--http", "port", type=click.IntRange(0, 65535), help="Serve by HTTP at this port.")
@click.option(
    "--name",
    "names",
    multiple=True,
    help="With --http: a name under which this is served, such as agents.example.org.",
)
def mcp(server: str, data: Path | None, port: int | None, names: tuple[str, ...]) -> None:
    """Offer the tables to an agent: games, rules, sit, look, choose, why, undo, wait.

    An agent starts it and speaks to it by standard input and output; with --http it is served at
    /mcp, without any session. Without --server it starts a server of its own.
    """
    try:
        from fimbul.agents.serving import by_http, by_stdio
    except ImportError as gone:
        raise click.ClickException(
            f"agents need the package {gone.name}: pip install 'fimbul[agents]'"
        ) from None
    from fimbul.agents.far_server import FarServer, own_server

    with nullcontext(FarServer(server)) if server else own_server(data) as far:
        click.echo(f"The tables are at {far.address}/", err=True)
        if port is None:
            by_stdio(far)
        else:
            by_http(far, port, names)
