"""`fimbul tables`: an operator looks through the tables of a server, and ends or deletes some."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fimbul.cli.helping import SpokenGroup
from fimbul.cli.operating import book_of_tables, of_a_server

if TYPE_CHECKING:
    from fimbul.server.store.base import TableRow
    from fimbul.server.store.survey import Surveyed
    from fimbul.server.wire.table_card import TableState


# Names of older tables may begin with a dash: to these commands that is no option.
NAMED = {"ignore_unknown_options": True}


@click.group(cls=SpokenGroup)
def tables() -> None:
    """Look through the tables of a server. It may be running: whoever is at a table that is
    closed or deleted learns of it with the next message."""


@tables.command("list")
@of_a_server
@click.option(
    "--state", type=click.Choice(["waiting", "running", "over"]), help="Only tables in this state."
)
@click.option("--most", default=50, show_default=True, help="At most this many; 0: all.")
def list_tables(data: Path, database: str, state: TableState | None, most: int) -> None:
    """List the tables, the last touched first."""
    from rich.console import Console
    from rich.table import Table

    with book_of_tables(data, database) as book:
        found = list(book.every(state))
    shown = Table("table", "game", "state", "players", "choices", "last touched", box=None)
    for one in found[: most or None]:
        shown.add_row(*_cells(one))
    Console(soft_wrap=True, highlight=False).print(shown)
    click.echo(f"{len(found)} tables" if len(found) != 1 else "1 table")


def _cells(one: Surveyed) -> tuple[str, ...]:
    row = one.row
    return (
        row.id,
        row.facts.game,
        row.standing.state,
        ", ".join(_player(row, seat) for seat in range(len(row.seats))),
        str(one.choices),
        _moment(one.touched),
    )


def _player(row: TableRow, seat: int) -> str:
    found = row.seats[seat]
    return {"empty": "(free)", "bot": f"bot {found.name}"}.get(found.kind, found.name)


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


@tables.command(context_settings=NAMED)
@click.argument("table")
@of_a_server
def show(table: str, data: Path, database: str) -> None:
    """Show what is known about TABLE, without tokens, dice and hands."""
    with book_of_tables(data, database) as book:
        one = book.one(table)
    row = one.row
    lines = {
        "game": f"{row.facts.game}, rules {row.facts.rules}",
        "state": row.standing.state,
        "players": ", ".join(_player(row, seat) for seat in range(len(row.seats))),
        "public": "yes" if row.facts.public else "no",
        "laid": _moment(row.facts.created),
        "last touched": _moment(one.touched),
        "choices": str(one.choices),
    }
    if row.standing.result is not None:
        lines["ended"] = row.standing.result.kind
    for name, words in lines.items():
        click.echo(f"{name + ':':14}{words}")


@tables.command(context_settings=NAMED)
@click.argument("table")
@of_a_server
def close(table: str, data: Path, database: str) -> None:
    """End the match at TABLE as it stands, without a winner. It can still be replayed."""
    with book_of_tables(data, database) as book:
        book.close(table)
    click.echo(f"the table {table} is closed")


@tables.command(context_settings=NAMED)
@click.argument("table")
@of_a_server
@click.confirmation_option(prompt="Delete the table with its match and its chat for good?")
def delete(table: str, data: Path, database: str) -> None:
    """Delete TABLE and all that belongs to it."""
    with book_of_tables(data, database) as book:
        book.delete(table)
    click.echo(f"the table {table} is gone")
