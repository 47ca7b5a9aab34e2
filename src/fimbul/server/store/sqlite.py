"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.store.base import (
    Answered,
    Change,
    ChoiceRow,
    Conflict,
    Facts,
    Listed,
    Repeated,
    Seat,
    Snapshot,
    Standing,
    Stored,
    TableRow,
)
from fimbul.server.store.batch import UNJUDGED, choice_values, is_plain
from fimbul.server.store.cleanup import NOW, Patience, clear
from fimbul.server.store.writer import Writer, connect
from fimbul.server.wire.messages import ChatLine

T = TypeVar("T")
log = logging.getLogger("fimbul.server.store.base")

CHAT_KEPT = 50  # lines shown to whoever comes later
MESSAGES_KEPT = 5000  # answered messages that a loaded table remembers

_TABLE = "select id, facts, standing, revision, quiet from tables"
_CHOICE = "insert into choice values (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class SqliteStore:
    """Writes go through one thread, reads through another with a connection of its own."""

    def __init__(self, path: Path, fault: Fault = no_fault) -> None:
        self.writer = Writer(path, fault)
        self._reading = ThreadPoolExecutor(1, "fimbul-reader")
        self._reader = connect(path)
        self._reader.execute("pragma query_only = on")

    async def create(self, row: TableRow, choices: tuple[ChoiceRow, ...] = ()) -> None:
        await self.writer.write(lambda connection: _create(connection, row, choices))

    async def apply(self, change: Change) -> None:
        plain = change if is_plain(change) else None
        await self.writer.write(lambda connection: _apply(connection, change), plain)

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        return await self.writer.write(lambda connection: _say(connection, table, message, line))

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda connection: _load(connection, table))

    async def card_rows(self, after: str, limit: int) -> Listed:
        return await self._read(lambda connection: _card_rows(connection, after, limit))

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        return await self.writer.write(lambda connection: clear(connection, patience, used))

    async def keep_replay(self, replay: str, saga: str) -> None:
        sql = "insert or ignore into replay values (?, ?)"
        await self.writer.write(lambda connection: connection.execute(sql, (replay, saga)))

    async def replay(self, replay: str) -> str | None:
        sql = "select saga from replay where id = ?"
        row = await self._read(lambda connection: connection.execute(sql, (replay,)).fetchone())
        return None if row is None else str(row[0])

    async def close(self) -> None:
        await self.writer.close()
        self._reading.shutdown()
        self._reader.close()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, work, self._reader)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _create(connection: sqlite3.Connection, row: TableRow, choices: tuple[ChoiceRow, ...]) -> None:
    facts, standing = row.facts, row.standing
    connection.execute(
        f"insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, {NOW})",
        (
            row.id,
            facts.created,
            facts.public,
            standing.state,
            row.revision,
            _text(row.quiet),
            _text(standing),
            _text(facts),
        ),
    )
    for number, seat in enumerate(row.seats):
        connection.execute("insert into seat values (?, ?, ?)", (row.id, number, _text(seat)))
    for choice in choices:
        connection.execute(_CHOICE, choice_values(row.id, choice))


def _apply(connection: sqlite3.Connection, change: Change) -> None:
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
    for number, seat in change.seats:
        connection.execute(
            "update seat set facts = ? where match = ? and seat = ?",
            (_text(seat), change.table, number),
        )
    if change.quiet is not None:
        connection.execute(
            "update tables set quiet = ? where id = ?", (_text(change.quiet), change.table)
        )
    if change.standing is not None:
        connection.execute(
            "update tables set state = ?, standing = ? where id = ?",
            (change.standing.state, _text(change.standing), change.table),
        )
    if change.snapshot is not None:
        shot = change.snapshot
        connection.execute(
            "insert or replace into snapshot values (?, ?, ?, ?, ?)",
            (change.table, shot.choices, shot.revision, shot.state, shot.log),
        )


def _say(connection: sqlite3.Connection, table: str, message: str, line: ChatLine) -> bool:
    sql = "select 1 from chat where match = ? and seat is ? and message = ?"
    if connection.execute(sql, (table, line.seat, message)).fetchone():
        return False
    connection.execute(
        "insert into chat select ?, coalesce(max(line), 0) + 1, ?, ?, ? from chat where match = ?",
        (table, line.seat, message, _text(line), table),
    )
    return True


def _load(connection: sqlite3.Connection, table: str) -> Stored | None:
    """All in one read transaction: a table as it was at one moment."""
    connection.execute("begin")
    try:
        row = connection.execute(f"{_TABLE} where id = ?", (table,)).fetchone()
        return None if row is None else _stored(connection, _table_row(connection, row))
    finally:
        connection.execute("commit")


def _stored(connection: sqlite3.Connection, row: TableRow) -> Stored:
    choices = connection.execute(
        "select number, seat, part, revision, thing, by, fixed, left from choice "
        "where match = ? order by revision, part",
        (row.id,),
    )
    shot = connection.execute(
        "select choices, revision, state, log from snapshot where match = ?", (row.id,)
    ).fetchone()
    messages = connection.execute(
        "select seat, id, revision from message where match = ? order by revision desc limit ?",
        (row.id, MESSAGES_KEPT),
    )
    chat = connection.execute(
        "select said from chat where match = ? order by line desc limit ?", (row.id, CHAT_KEPT)
    ).fetchall()
    return Stored(
        row=row,
        choices=tuple(_choice_row(values) for values in choices),
        snapshot=None if shot is None else Snapshot(*shot),
        messages={(seat, message): revision for seat, message, revision in messages},
        chat=tuple(msgspec.json.decode(said, type=ChatLine) for (said,) in reversed(chat)),
    )


def _choice_row(values: tuple[Any, ...]) -> ChoiceRow:
    number, seat, part, revision, thing, by, fixed, left = values
    times = msgspec.json.decode(left, type=tuple[int | None, ...])
    known = None if fixed == UNJUDGED else bool(fixed)
    return ChoiceRow(number, seat, part, revision, thing, by, known, times)


def _table_row(connection: sqlite3.Connection, values: tuple[Any, ...]) -> TableRow:
    table, facts, standing, revision, quiet = values
    seats = connection.execute("select facts from seat where match = ? order by seat", (table,))
    return TableRow(
        id=table,
        facts=msgspec.json.decode(facts, type=Facts),
        standing=msgspec.json.decode(standing, type=Standing),
        seats=tuple(msgspec.json.decode(text, type=Seat) for (text,) in seats),
        revision=revision,
        quiet=msgspec.json.decode(quiet, type=tuple[int, ...]),
    )


def _card_rows(connection: sqlite3.Connection, after: str, limit: int) -> Listed:
    """A row that cannot be read is left out: one bad table must not hide the others."""
    place = connection.execute("select created, id from tables where id = ?", (after,)).fetchone()
    where = "public = 1 and state <> 'over'" + (" and (created, id) < (?, ?)" if place else "")
    sql = f"{_TABLE} where {where} order by created desc, id desc limit ?"
    rows = connection.execute(sql, (*(place or ()), limit + 1)).fetchall()
    found = []
    for row in rows[:limit]:
        try:
            found.append(_table_row(connection, row))
        except msgspec.MsgspecError:
            log.warning("a stored table could not be read", extra={"table": row[0]})
    return Listed(tuple(found), rows[limit - 1][0] if len(rows) > limit else None)
