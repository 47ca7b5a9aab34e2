"""All tables of a file, as its operator looks through them: public or not, running or over.

It reads and writes beside a running server. Whoever has a table in memory there finds out at the
next message, because the table's revision has moved on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from fimbul.kernel import FimbulError
from fimbul.server.store.base import Change, TableRow
from fimbul.server.store.cleanup import delete
from fimbul.server.store.file import BadFile, told
from fimbul.server.store.ledger import Ending
from fimbul.server.store.migrations import check_known
from fimbul.server.store.rows import COUNT
from fimbul.server.store.sqlite import apply_change, table_row
from fimbul.server.store.writer import connect
from fimbul.server.wire.table_card import TableResult, TableState


class NoTable(FimbulError):
    code = "tables/unknown"


class Surveyed(Struct, frozen=True):
    row: TableRow
    touched: int  # seconds since 1970
    choices: int


_EACH = f"""
select id, facts, standing, revision, quiet, touched,
    {COUNT} from tables
"""


class Survey:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def every(self, state: TableState | None = None) -> Iterator[Surveyed]:
        """The last touched first."""
        where = "where state = ?" if state else ""
        sql = f"{_EACH} {where} order by touched desc, id"
        for values in self._connection.execute(sql, (state,) if state else ()).fetchall():
            yield self._surveyed(values)

    def one(self, name: str) -> Surveyed:
        values = self._connection.execute(f"{_EACH} where id = ?", (name,)).fetchone()
        if values is None:
            raise no_table(name)
        return self._surveyed(values)

    def _surveyed(self, values: tuple[Any, ...]) -> Surveyed:
        return Surveyed(table_row(self._connection, values[:-1]), *values[-2:])

    def close(self, name: str) -> None:
        change = closed(self.one(name).row)
        with self._connection:
            apply_change(self._connection, change)

    def delete(self, name: str) -> None:
        self.one(name)
        with self._connection:
            delete(self._connection, name)


def no_table(name: str) -> NoTable:
    return NoTable(f"there is no table {name!r}; `fimbul tables list` shows all of them")


def closed(row: TableRow) -> Change:
    """What ends a table as it stands: nobody has won. A match that never began has no result."""
    if row.standing.state == "over":
        raise NoTable(f"the table {row.id} is over already")
    result = TableResult((1,) * len(row.seats), (), "", "closed")
    ended = structs.replace(
        row.standing,
        state="over",
        ask=None,
        result=result if row.standing.state == "running" else None,
    )
    ending = Ending(("ended",) * len(row.seats))
    return Change(table=row.id, revision=row.revision, standing=ended, ending=ending)


@contextmanager
def survey(path: Path) -> Iterator[Survey]:
    if not path.is_file():
        raise BadFile(f"{path} cannot be read: there is no such file")
    with told(path), closing(connect(path)) as connection:
        check_known(connection, path)
        connection.isolation_level = "IMMEDIATE"
        yield Survey(connection)
