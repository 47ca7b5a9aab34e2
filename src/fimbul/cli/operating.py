"""Where an operator's commands look: the file of a server, or the database of its workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from fimbul.cli.backup import DATA

if TYPE_CHECKING:
    from fimbul.server.store.bans import Ban
    from fimbul.server.store.postgres.operating import PostgresOperating
    from fimbul.server.store.survey import Surveyed
    from fimbul.server.wire.table_card import TableState

Command = TypeVar("Command", bound=Callable[..., None])


class TablesBook(Protocol):
    def every(self, state: TableState | None = None) -> Iterator[Surveyed]: ...

    def one(self, name: str) -> Surveyed: ...

    def close(self, name: str) -> None: ...

    def delete(self, name: str) -> None: ...


class BanBook(Protocol):
    def bans(self) -> list[Ban]: ...

    def add(self, ban: Ban) -> None: ...

    def remove(self, ban: Ban) -> None: ...


def of_a_server(command: Command) -> Command:
    """The options that say which server is meant."""
    database = click.option(
        "--database",
        default="",
        envvar="FIMBUL_DATABASE",
        show_envvar=True,
        help="The PostgreSQL database of its workers, in place of the file.",
    )
    return DATA(database(command))


@contextmanager
def book_of_tables(data: Path, database: str) -> Iterator[TablesBook]:
    from fimbul.server.store.survey import survey

    if database:
        yield _shared(database)
        return
    with survey(data) as opened:
        yield opened


@contextmanager
def book_of_bans(data: Path, database: str) -> Iterator[BanBook]:
    from fimbul.server.store.bans import opened_bans

    if database:
        yield _shared(database)
        return
    with opened_bans(data) as opened:
        yield opened


def _shared(database: str) -> PostgresOperating:
    try:
        from fimbul.server.store.postgres.operating import PostgresOperating
    except ImportError as gone:
        raise click.ClickException(
            f"--database needs the package {gone.name}: pip install 'fimbul[scale]'"
        ) from None
    return PostgresOperating(database)
