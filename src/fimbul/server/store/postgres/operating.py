"""What an operator does to a database beside its workers: look through tables, end or delete some,
shut visitors out. Each is asked with a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

from fimbul.server.store.bans import Ban, audit_line, no_ban
from fimbul.server.store.cleanup import PARTS
from fimbul.server.store.migrations import MIGRATIONS, known
from fimbul.server.store.postgres.changes import apply_change
from fimbul.server.store.postgres.link import BadDatabase, Db, alone
from fimbul.server.store.rows import COUNT, TABLE, read_table
from fimbul.server.store.survey import Surveyed, closed, no_table
from fimbul.server.wire.table_card import TableState

T = TypeVar("T")
_EACH = f"""
select {TABLE}, array(select facts from seat where match = tables.id order by seat) as seats,
    touched, {COUNT} from tables
"""


class PostgresOperating:
    """The commands of an operator, one transaction each."""

    def __init__(self, url: str) -> None:
        self._url = url

    # -- tables ---------------------------------------------------------------------------

    def every(self, state: TableState | None = None) -> Iterator[Surveyed]:
        """The last touched first."""
        sql = f"{_EACH} where $1::text is null or state = $1 order by touched desc, id"
        return map(_surveyed, self._done(lambda one: one.fetch(sql, state)))

    def one(self, name: str) -> Surveyed:
        return self._done(lambda connection: _one(connection, name))

    def close(self, name: str) -> None:
        async def work(connection: Db) -> None:
            await apply_change(connection, closed((await _one(connection, name)).row))

        self._done(work)

    def delete(self, name: str) -> None:
        async def work(connection: Db) -> None:
            await _one(connection, name)
            for part in PARTS:
                await connection.execute(f"delete from {part} where match = $1", name)
            await connection.execute("delete from tables where id = $1", name)

        self._done(work)

    # -- bans -----------------------------------------------------------------------------

    def bans(self) -> list[Ban]:
        sql = "select kind, what from ban order by kind, what"
        return [Ban(kind, what) for kind, what in self._done(lambda one: one.fetch(sql))]

    def add(self, ban: Ban) -> None:
        sql = "insert into ban values ($1, $2) on conflict do nothing"
        self._done(lambda connection: connection.execute(sql, ban.kind, ban.what))
        self._note("ban", ban)

    def remove(self, ban: Ban) -> None:
        sql = "delete from ban where kind = $1 and what = $2 returning 1"
        if not self._done(lambda connection: connection.fetch(sql, ban.kind, ban.what)):
            raise no_ban(ban)
        self._note("unban", ban)

    def _note(self, act: str, ban: Ban) -> None:
        sql = "insert into audit values ($1, $2, $3, $4, $5, $6)"
        self._done(lambda connection: connection.execute(sql, *audit_line(act, ban)))

    def _done(self, work: Callable[[Db], Awaitable[T]]) -> T:
        return asyncio.run(_asked(self._url, work))


async def _asked(url: str, work: Callable[[Db], Awaitable[T]]) -> T:
    async with alone(url) as connection:
        await _check(connection)
        return await work(connection)


async def _check(connection: Db) -> None:
    """It must be as this version left it: a server brings an older one up to date."""
    if not await connection.fetchval("select to_regclass('migration') is not null"):
        raise BadDatabase("the database holds no tables of Fimbul: has a server used it yet?")
    rows = await connection.fetch("select name from migration")
    if len(known("the database", (name for (name,) in rows))) < len(MIGRATIONS):
        raise BadDatabase("the database is of an older version: start `fimbul serve` over it once")


async def _one(connection: Db, name: str) -> Surveyed:
    row = await connection.fetchrow(f"{_EACH} where id = $1 for update", name)
    if row is None:
        raise no_table(name)
    return _surveyed(row)


def _surveyed(values: Any) -> Surveyed:
    *columns, seats, touched, choices = values
    return Surveyed(read_table(columns, seats), touched, choices)
