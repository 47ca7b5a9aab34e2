"""`fimbul ban`: an operator shuts somebody out of a server, by address, name or account."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.helping import SpokenGroup
from fimbul.cli.operating import book_of_bans, of_a_server


@click.group(cls=SpokenGroup)
def ban() -> None:
    """Shut visitors out of a server, by address, name or account. It may be running: a ban acts
    with their next message."""


@ban.command("list")
@of_a_server
def list_bans(data: Path, database: str) -> None:
    """List who is shut out."""
    with book_of_bans(data, database) as book:
        found = book.bans()
    for one in found:
        click.echo(f"{one.kind:8} {one.what}")
    click.echo(f"{len(found)} shut out")


@ban.command()
@click.argument("who")
@of_a_server
def add(who: str, data: Path, database: str) -> None:
    """Shut out WHO: an address, a network such as 203.0.113.0/24, a name, or account:ID."""
    from fimbul.server.store.bans import ban_of

    with book_of_bans(data, database) as book:
        book.add(one := ban_of(who))
    click.echo(f"the {one.kind} {one.what} is shut out")


@ban.command()
@click.argument("who")
@of_a_server
def remove(who: str, data: Path, database: str) -> None:
    """Let WHO in again."""
    from fimbul.server.store.bans import ban_of

    with book_of_bans(data, database) as book:
        book.remove(one := ban_of(who))
    click.echo(f"the {one.kind} {one.what} may come in again")
