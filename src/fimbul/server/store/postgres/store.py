"""The store in a PostgreSQL database, which many workers may share.

The promises are those of the file: a change is applied whole or not at all, and a method returns
when what it did is durable. Writes that wait at the same moment share a commit; reads have
connections of their own.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from asyncpg import Record

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.ops.rates import Patience
from fimbul.server.store.base import (
    EVERY,
    Change,
    ChoiceRow,
    KeptTale,
    Listed,
    Listing,
    Stored,
    TableRow,
)
from fimbul.server.store.cleanup import PARTS
from fimbul.server.store.ledger import Found, Line, Owner, numbered, owner_lines
from fimbul.server.store.postgres.changes import NOW, apply_change, keep_tale, note, write_table
from fimbul.server.store.postgres.link import Db, Link
from fimbul.server.store.postgres.writer import PostgresWriter
from fimbul.server.store.rows import (
    CHAT_KEPT,
    CHOICE,
    KEPT_STATE,
    MESSAGES_KEPT,
    SNAPSHOT,
    TABLE,
    Values,
    is_plain,
    listed_where,
    read_table,
    stored_of,
    text,
)
from fimbul.server.wire.messages import ChatLine

T = TypeVar("T")
log = logging.getLogger("fimbul.server.store.base")

_ROWS = f"""
select {TABLE}, array(select facts from seat where match = tables.id order by seat) as seats
from tables
"""
_KEEP = """
insert into keeper
select name, $2, clock_timestamp() + make_interval(secs => $3) from unnest($1::text[]) as name
on conflict (match) do update set worker = excluded.worker, until = excluded.until
    where keeper.worker = excluded.worker or keeper.until < clock_timestamp()
returning match
"""
_STALE = f"""
select id from tables where id <> all($6)
and not exists (select 1 from keeper where match = id and until > clock_timestamp()) and (
    (state = 'waiting' and touched <= {NOW} - $1) or
    (state = 'running' and touched <= {NOW} - $2) or
    (state = 'over' and standing::json ->> 'result' is null and touched <= {NOW} - $3) or
    (state = 'over' and $4 > 0 and touched <= {NOW} - $5))
order by id for update
"""


class PostgresStore:
    def __init__(self, url: str, fault: Fault = no_fault) -> None:
        self.link = Link(url)
        self.writer = PostgresWriter(self.link, fault)

    async def create(
        self,
        row: TableRow,
        choices: tuple[ChoiceRow, ...] = (),
        owners: tuple[Owner, ...] = (),
        beside: tuple[Line, ...] = (),
    ) -> None:
        lines = (*owner_lines(row.id, owners), *beside)
        await self.writer.write(lambda connection: write_table(connection, row, choices, lines))

    async def apply(self, change: Change) -> None:
        plain = change if is_plain(change) else None
        work = partial(apply_change, change=change)
        await self.writer.write(work, change.table, plain)

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        work = partial(_say, table=table, message=message, line=line)
        return await self.writer.write(work, table)

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda connection: _load(connection, table))

    async def card_rows(self, after: str, limit: int, listing: Listing = EVERY) -> Listed:
        return await self._read(lambda one: _card_rows(one, after, limit, listing))

    async def rows(self, tables: Collection[str]) -> tuple[TableRow, ...]:
        sql = f"{_ROWS} where id = any($1)"
        return _readable(await self._read(lambda one: one.fetch(sql, list(tables))))

    async def revisions(self, tables: Collection[str]) -> dict[str, int]:
        sql = "select id, revision from tables where id = any($1)"
        rows = await self._read(lambda one: one.fetch(sql, list(tables)))
        return dict(map(tuple, rows))

    async def keep(self, worker: str, tables: Collection[str], seconds: float) -> frozenset[str]:
        """By the clock of the database: those of the workers may differ."""
        names = sorted(tables)
        rows = await self.writer.write(lambda one: one.fetch(_KEEP, names, worker, seconds))
        return frozenset(name for (name,) in rows)

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        return await self.writer.write(lambda connection: _clear(connection, patience, used))

    async def ready(self) -> None:
        await self.writer.write(_nothing)

    async def keep_replay(self, replay: str, saga: str) -> None:
        sql = (
            f"insert into replay (id, saga, touched) values ($1, $2, {NOW}) "
            f"on conflict (id) do update set touched = {NOW}"
        )
        await self.writer.write(lambda connection: connection.execute(sql, replay, saga))

    async def replay(self, replay: str) -> str | None:
        sql = "select saga from replay where id = $1"
        found: str | None = await self._read(lambda one: one.fetchval(sql, replay))
        return found

    async def untold(self) -> tuple[str, ...]:
        sql = "select match from untold order by since, match"
        return tuple(name for (name,) in await self._read(lambda one: one.fetch(sql)))

    async def keep_tale(self, table: str, tale: KeptTale | None) -> None:
        await self.writer.write(partial(keep_tale, table=table, tale=tale), table)

    async def tale(self, table: str) -> KeptTale | None:
        sql = "select rules, saga, tale from tale where match = $1"
        row = await self._read(lambda one: one.fetchrow(sql, table))
        return None if row is None else KeptTale(*row)

    async def look_up(self, sql: str, *values: str | int | float) -> Found:
        rows = await self._read(lambda one: one.fetch(numbered(sql), *values))
        return [tuple(row) for row in rows]

    async def glance(self, sql: str, *values: str | int | float) -> Found:
        return await self.look_up(sql, *values)

    async def note(self, *lines: Line) -> list[Found]:
        return await self.writer.write(lambda connection: note(connection, lines))

    async def close(self) -> None:
        await self.writer.close()
        await self.link.close()

    async def _read(self, work: Callable[[Db], Awaitable[T]]) -> T:
        async with self.link.connected() as connection:
            return await work(connection)


async def _nothing(connection: Db) -> None:
    """A commit without a change: it tells that one could be made."""


async def _say(connection: Db, table: str, message: str, line: ChatLine) -> bool:
    """The writer has locked the table's row: lines are numbered one after the other."""
    sql = "select 1 from chat where match = $1 and seat is not distinct from $2 and message = $3"
    if await connection.fetchval(sql, table, line.seat, message):
        return False
    await connection.execute(
        "insert into chat select $1, coalesce(max(line), 0) + 1, $2, $3, $4 "
        "from chat where match = $1",
        table,
        line.seat,
        message,
        text(line),
    )
    return True


async def _load(connection: Db, table: str) -> Stored | None:
    """All in one read transaction: a table as it was at one moment."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        row = await connection.fetchrow(f"{_ROWS} where id = $1", table)
        return None if row is None else await _stored(connection, _table_row(row))


async def _stored(connection: Db, row: TableRow) -> Stored:
    def one(table: str, columns: str) -> Awaitable[Values | None]:
        return connection.fetchrow(f"select {columns} from {table} where match = $1", row.id)

    return stored_of(
        row,
        choices=await connection.fetch(
            f"select {CHOICE} from choice where match = $1 order by revision, part", row.id
        ),
        snapshot=await one("snapshot", SNAPSHOT),
        messages=await connection.fetch(
            "select seat, id, revision from message where match = $1 "
            f"order by revision desc limit {MESSAGES_KEPT}",
            row.id,
        ),
        chat=await connection.fetch(
            f"select said from chat where match = $1 order by line desc limit {CHAT_KEPT}", row.id
        ),
        kept=await one("kept_state", KEPT_STATE),
        origin=await one("origin", SNAPSHOT),
        journal=await one("folded", "journal"),
    )


def _table_row(values: Values) -> TableRow:
    *columns, seats = values
    return read_table(columns, seats)


async def _card_rows(connection: Db, after: str, limit: int, listing: Listing) -> Listed:
    place = await connection.fetchrow("select created, id from tables where id = $1", after)
    where, values = listed_where(listing, tuple(place or ()))
    sql = numbered(f"{_ROWS} where {where} order by created desc, id desc limit ?")
    rows = await connection.fetch(sql, *values, limit + 1)
    following = str(rows[limit - 1][0]) if len(rows) > limit else None
    return Listed(_readable(rows[:limit]), following)


def _readable(rows: Sequence[Record]) -> tuple[TableRow, ...]:
    """A row that cannot be read is left out: one bad table must not hide the others."""
    found = []
    for row in rows:
        try:
            found.append(_table_row(row))
        except msgspec.MsgspecError:
            log.warning("a stored table could not be read", extra={"table": row[0]})
    return tuple(found)


async def _clear(connection: Db, patience: Patience, used: Collection[str]) -> int:
    ages = (patience.waiting, patience.running, patience.waiting, patience.over, patience.over)
    rows = await connection.fetch(_STALE, *(int(age) for age in ages), list(used))
    stale = [name for (name,) in rows]
    for part in PARTS:
        await connection.execute(f"delete from {part} where match = any($1)", stale)
    await connection.execute("delete from tables where id = any($1)", stale)
    old = f"delete from replay where touched <= {NOW} - $1 returning id"
    return len(stale) + len(await connection.fetch(old, int(patience.sent)))
