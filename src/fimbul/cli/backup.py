"""`fimbul backup` and `fimbul restore`: a server's file, copied and put back."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.helping import Spoken

FILE = click.Path(path_type=Path, dir_okay=False)
DATA = click.option(
    "--data",
    type=FILE,
    default=Path("fimbul.db"),
    envvar="FIMBUL_DATA",
    show_default=True,
    show_envvar=True,
    help="The file of the server.",
)


@click.command(cls=Spoken)
@click.argument("to", type=FILE)
@DATA
@click.option("--replace", is_flag=True, help="Replace TO if it exists.")
def backup(to: Path, data: Path, replace: bool) -> None:
    """Copy all that was acknowledged so far to the file TO. The server may go on meanwhile: unlike
    a copy of the file, this one lacks nothing that is still in the server's write-ahead log."""
    from fimbul.server.store.file import back_up

    if to.exists() and not replace:
        raise click.ClickException(f"{to} is there already; --replace puts a new copy in its place")
    back_up(data, to)
    click.echo(f"{data} was copied to {to} ({to.stat().st_size:,} bytes)")


@click.command(cls=Spoken)
@click.argument("copy", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@DATA
def restore(copy: Path, data: Path) -> None:
    """Put COPY, made by `fimbul backup`, in the place of the server's file. The server must not be
    running; the file of before is kept beside it."""
    from fimbul.server.store.file import restore as put_back

    aside = put_back(copy, data)
    click.echo(f"{data} is now what {copy} holds")
    if aside is not None:
        click.echo(f"what was there before is kept in {aside}")
