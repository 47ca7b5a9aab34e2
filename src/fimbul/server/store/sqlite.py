"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.ops.rates import Patience
from fimbul.server.store.base import (
    EVERY,
    Answered,
    Change,
    ChoiceRow,
    Conflict,
    KeptTale,
    Listed,
    Listing,
    Repeated,
    Standing,
    Stored,
    TableRow,
)
from fimbul.server.store.cleanup import NOW, clear
from fimbul.server.store.ledger import Found, Line, Owner, ending_lines, owner_lines, summons_lines
from fimbul.server.store.ratings import contest_lines, contest_questions
from fimbul.server.store.rows import (
    CHAT_KEPT,
    CHOICE,
    KEPT_STATE,
    MESSAGES_KEPT,
    SNAPSHOT,
    TABLE,
    Values,
    choice_values,
    is_plain,
    kept_state_values,
    listed_values,
    listed_where,
    read_table,
    stored_of,
    table_values,
    text,
)
from fimbul.server.store.writer import Writer, connect
from fimbul.server.wire.messages import ChatLine

T = TypeVar("T")
log = logging.getLogger("fimbul.server.store.base")

_TABLE = f"select {TABLE} from tables"
_CHOICE = "insert into choice values (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def _leave_a_mark(connection: sqlite3.Connection) -> None:
    """A page is really written: to begin a transaction tells nothing about room on the disk."""
    (mark,) = connection.execute("pragma user_version").fetchone()
    connection.execute(f"pragma user_version = {(mark + 1) % 1024}")


class SqliteStore:
    """Writes go through one thread, reads through another, each with a connection of its own; but
    a row that is known by its key is read at once."""

    def __init__(self, path: Path, fault: Fault = no_fault) -> None:
        self.writer = Writer(path, fault)
        self._reading = ThreadPoolExecutor(1, "fimbul-reader")
        self._reader, self._glancing = connect(path), connect(path)
        for one in (self._reader, self._glancing):
            one.execute("pragma query_only = on")
        self._glancing.execute("pragma busy_timeout = 0")

    async def create(
        self,
        row: TableRow,
        choices: tuple[ChoiceRow, ...] = (),
        owners: tuple[Owner, ...] = (),
        beside: tuple[Line, ...] = (),
    ) -> None:
        lines = (*owner_lines(row.id, owners), *beside)
        await self.writer.write(lambda connection: _create(connection, row, choices, lines))

    async def apply(self, change: Change) -> None:
        plain = change if is_plain(change) else None
        await self.writer.write(lambda connection: apply_change(connection, change), plain)

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        return await self.writer.write(lambda connection: _say(connection, table, message, line))

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda connection: _load(connection, table))

    async def card_rows(self, after: str, limit: int, listing: Listing = EVERY) -> Listed:
        return await self._read(lambda one: _card_rows(one, after, limit, listing))

    async def rows(self, tables: Collection[str]) -> tuple[TableRow, ...]:
        return await self._read(lambda connection: _rows(connection, tables))

    async def revisions(self, tables: Collection[str]) -> dict[str, int]:
        sql = "select id, revision from tables where id in (select value from json_each(?))"
        names = text(tuple(tables))
        return dict(await self._read(lambda one: one.execute(sql, (names,)).fetchall()))

    async def keep(self, worker: str, tables: Collection[str], seconds: float) -> frozenset[str]:
        """A file has one server: it looks after all of them."""
        return frozenset(tables)

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        return await self.writer.write(lambda connection: clear(connection, patience, used))

    async def ready(self) -> None:
        await self.writer.write(_leave_a_mark)

    async def keep_replay(self, replay: str, saga: str) -> None:
        sql = (
            f"insert into replay (id, saga, touched) values (?, ?, {NOW}) "
            f"on conflict (id) do update set touched = {NOW}"
        )
        await self.writer.write(lambda connection: connection.execute(sql, (replay, saga)))

    async def replay(self, replay: str) -> str | None:
        sql = "select saga from replay where id = ?"
        row = await self._read(lambda connection: connection.execute(sql, (replay,)).fetchone())
        return None if row is None else str(row[0])

    async def untold(self) -> tuple[str, ...]:
        sql = "select match from untold order by since, match"
        rows = await self._read(lambda connection: connection.execute(sql).fetchall())
        return tuple(name for (name,) in rows)

    async def keep_tale(self, table: str, tale: KeptTale | None) -> None:
        await self.writer.write(lambda connection: _keep_tale(connection, table, tale))

    async def tale(self, table: str) -> KeptTale | None:
        sql = "select rules, saga, tale from tale where match = ?"
        row = await self._read(lambda connection: connection.execute(sql, (table,)).fetchone())
        return None if row is None else KeptTale(*row)

    async def look_up(self, sql: str, *values: str | int | float) -> Found:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def glance(self, sql: str, *values: str | int | float) -> Found:
        """At once: to hand it to the other thread costs twenty times what it takes to find a row.
        If the file is busy just now, that thread waits for it."""
        try:
            return self._glancing.execute(sql, values).fetchall()
        except sqlite3.OperationalError:
            return await self.look_up(sql, *values)

    async def note(self, *lines: Line) -> list[Found]:
        return await self.writer.write(lambda connection: _note(connection, lines))

    async def close(self) -> None:
        await self.writer.close()
        self._reading.shutdown()
        self._reader.close()
        self._glancing.close()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, work, self._reader)


def _note(connection: sqlite3.Connection, lines: Iterable[Line]) -> list[Found]:
    try:
        return [connection.execute(*line).fetchall() for line in lines]
    except sqlite3.IntegrityError:
        raise Conflict from None


def _create(
    connection: sqlite3.Connection,
    row: TableRow,
    choices: tuple[ChoiceRow, ...],
    beside: tuple[Line, ...],
) -> None:
    laid = f"insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, {NOW}, ?, ?, ?)"
    _note(connection, ((laid, (*table_values(row), *listed_values(row))),))
    for number, seat in enumerate(row.seats):
        connection.execute("insert into seat values (?, ?, ?)", (row.id, number, text(seat)))
    for choice in choices:
        connection.execute(_CHOICE, choice_values(row.id, choice))
    _note(connection, beside)


def apply_change(connection: sqlite3.Connection, change: Change) -> None:
    """The order matters: a repeated message is told apart from a conflict first."""
    table, revision = change.table, change.revision + 1
    if change.message is not None:
        _remember(connection, table, change.message)
    moved = connection.execute(
        f"update tables set revision = ?, touched = {NOW} where id = ? and revision = ?",
        (revision, table, change.revision),
    )
    if moved.rowcount != 1:
        raise Conflict
    for key in change.back:
        _take_back(connection, (table, *key), revision)
    if change.choice is not None:
        try:
            connection.execute(_CHOICE, choice_values(table, change.choice))
        except sqlite3.IntegrityError:
            raise Conflict from None
    _apply_rest(connection, change)


def _remember(connection: sqlite3.Connection, table: str, message: Answered) -> None:
    try:
        connection.execute("insert into message values (?, ?, ?, ?)", (table, *message))
    except sqlite3.IntegrityError:
        sql = "select revision from message where match = ? and seat = ? and id = ?"
        (led_to,) = connection.execute(sql, (table, *message[:2])).fetchone()
        raise Repeated(led_to) from None


def _take_back(connection: sqlite3.Connection, key: tuple[str, int, int, int], by: int) -> None:
    which = "where match = ? and number = ? and seat = ? and part = ?"
    connection.execute(
        "insert into taken_back select match, ?, number, seat, part, revision, thing, by "
        f"from choice {which}",
        (by, *key),
    )
    gone = connection.execute(f"delete from choice {which}", key)
    if gone.rowcount != 1:
        raise Conflict
    connection.execute(
        "delete from snapshot where match = ? and not exists "
        "(select 1 from choice where choice.match = snapshot.match "
        "and choice.revision = snapshot.revision)",
        (key[0],),
    )


def _apply_rest(connection: sqlite3.Connection, change: Change) -> None:
    _note(connection, owner_lines(change.table, change.owners))
    _note(connection, ending_lines(change.table, change.ending))
    _note(connection, summons_lines(change.table, change.summons))
    known = _note(connection, contest_questions(change.table, change.ending))
    _note(connection, contest_lines(change.table, change.ending, known))
    for number, seat in change.seats:
        connection.execute(
            "update seat set facts = ? where match = ? and seat = ?",
            (text(seat), change.table, number),
        )
    if change.quiet is not None:
        connection.execute(
            "update tables set quiet = ? where id = ?", (text(change.quiet), change.table)
        )
    if change.standing is not None:
        connection.execute(
            "update tables set state = ?, standing = ? where id = ?",
            (change.standing.state, text(change.standing), change.table),
        )
        _note_end(connection, change.table, change.standing)
    if change.snapshot is not None:
        shot = change.snapshot
        connection.execute(
            "insert or replace into snapshot values (?, ?, ?, ?, ?)",
            (change.table, shot.choices, shot.revision, shot.state, shot.log),
        )
    if change.origin is not None:
        origin = change.origin
        connection.execute(
            "insert or replace into origin values (?, ?, ?, ?, ?)",
            (change.table, origin.choices, origin.revision, origin.state, origin.log),
        )
    if change.kept is not None:
        values = kept_state_values(change.table, change.kept)
        connection.execute("insert or replace into kept_state values (?, ?, ?, ?, ?, ?)", values)


def _note_end(connection: sqlite3.Connection, table: str, standing: Standing) -> None:
    """A match that has ended is one to be told of."""
    if standing.state == "over" and standing.result is not None:
        connection.execute(
            f"insert or ignore into untold select ?, {NOW} "
            "where not exists (select 1 from tale where match = ?)",
            (table, table),
        )


def _keep_tale(connection: sqlite3.Connection, table: str, tale: KeptTale | None) -> None:
    connection.execute("delete from untold where match = ?", (table,))
    there = connection.execute("select 1 from tables where id = ?", (table,)).fetchone()
    if tale is not None and there:
        values = (table, tale.rules, tale.saga, tale.tale)
        connection.execute("insert or replace into tale values (?, ?, ?, ?)", values)
        connection.execute(f"insert or ignore into folded values (?, {NOW}, 0, null)", (table,))


def _say(connection: sqlite3.Connection, table: str, message: str, line: ChatLine) -> bool:
    sql = "select 1 from chat where match = ? and seat is ? and message = ?"
    if connection.execute(sql, (table, line.seat, message)).fetchone():
        return False
    connection.execute(
        "insert into chat select ?, coalesce(max(line), 0) + 1, ?, ?, ? from chat where match = ?",
        (table, line.seat, message, text(line), table),
    )
    return True


def _load(connection: sqlite3.Connection, table: str) -> Stored | None:
    """All in one read transaction: a table as it was at one moment."""
    connection.execute("begin")
    try:
        row = connection.execute(f"{_TABLE} where id = ?", (table,)).fetchone()
        return None if row is None else _stored(connection, table_row(connection, row))
    finally:
        connection.execute("commit")


def _stored(connection: sqlite3.Connection, row: TableRow) -> Stored:
    def one(table: str, columns: str) -> Values | None:
        sql = f"select {columns} from {table} where match = ?"
        found: Values | None = connection.execute(sql, (row.id,)).fetchone()
        return found

    return stored_of(
        row,
        choices=connection.execute(
            f"select {CHOICE} from choice where match = ? order by revision, part", (row.id,)
        ),
        snapshot=one("snapshot", SNAPSHOT),
        messages=connection.execute(
            "select seat, id, revision from message where match = ? order by revision desc limit ?",
            (row.id, MESSAGES_KEPT),
        ),
        chat=connection.execute(
            "select said from chat where match = ? order by line desc limit ?",
            (row.id, CHAT_KEPT),
        ).fetchall(),
        kept=one("kept_state", KEPT_STATE),
        origin=one("origin", SNAPSHOT),
        journal=one("folded", "journal"),
    )


def table_row(connection: sqlite3.Connection, values: tuple[Any, ...]) -> TableRow:
    seats = connection.execute("select facts from seat where match = ? order by seat", values[:1])
    return read_table(values, (facts for (facts,) in seats))


def _card_rows(connection: sqlite3.Connection, after: str, limit: int, listing: Listing) -> Listed:
    place = connection.execute("select created, id from tables where id = ?", (after,)).fetchone()
    where, values = listed_where(listing, place or ())
    sql = f"{_TABLE} where {where} order by created desc, id desc limit ?"
    rows = connection.execute(sql, (*values, limit + 1)).fetchall()
    found = _readable(connection, rows[:limit])
    return Listed(found, rows[limit - 1][0] if len(rows) > limit else None)


def _rows(connection: sqlite3.Connection, tables: Collection[str]) -> tuple[TableRow, ...]:
    sql = f"{_TABLE} where id in (select value from json_each(?))"
    return _readable(connection, connection.execute(sql, (text(tuple(tables)),)).fetchall())


def _readable(
    connection: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]
) -> tuple[TableRow, ...]:
    """A row that cannot be read is left out: one bad table must not hide the others."""
    found = []
    for row in rows:
        try:
            found.append(table_row(connection, row))
        except msgspec.MsgspecError:
            log.warning("a stored table could not be read", extra={"table": row[0]})
    return tuple(found)
