"""`fimbul move`: a server's file becomes a database that many workers can share."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.helping import Spoken

FILE = "sqlite:"


@click.command("move", cls=Spoken)
@click.argument("source")
@click.argument("target")
def relocate(source: str, target: str) -> None:
    """Move all tables, matches and bans from SOURCE, such as sqlite:fimbul.db, to TARGET, such as
    postgresql://fimbul@127.0.0.1/fimbul. The server must not be running, and TARGET must be empty.
    Every row is compared after it has arrived; the file stays as it is."""
    try:
        from fimbul.server.store.relocation import relocated
    except ImportError as gone:
        raise click.ClickException(
            f"this needs the package {gone.name}: pip install 'fimbul[scale]'"
        ) from None
    if not source.startswith(FILE) or not target.startswith(("postgresql:", "postgres:")):
        raise click.UsageError("a file is moved to a database: sqlite:FILE postgresql:ADDRESS")
    for table, rows in relocated(Path(source.removeprefix(FILE)), target):
        click.echo(f"{table:12}{rows:>10,}")
    click.echo("all of it arrived, row by row")
