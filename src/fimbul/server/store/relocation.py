"""All that a file keeps, moved into a database, and the proof that nothing was left behind."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from fimbul.kernel import FimbulError
from fimbul.server.store.file import check, held
from fimbul.server.store.migrations import migrate
from fimbul.server.store.postgres.link import CONNECT, LOST, BadDatabase, Db, prepare, reason

# Leases of workers that are gone, people who waited at their doors, and what the new store notes of
# its own shape.
LEFT = ("keeper", "seeker", "paired", "crowd", "migration")
AT_ONCE = 1000  # rows
COLLATION = ' collate "C"'  # byte by byte, as SQLite sorts


class CannotRelocate(FimbulError):
    """Nothing was moved, and why."""

    code = "store/move"


class MovedRows(NamedTuple):
    table: str
    rows: int


def relocated(path: Path, url: str) -> list[MovedRows]:
    """From a file that no server uses into a database that keeps nothing yet: all, or nothing."""
    check(path)
    with held(path), closing(sqlite3.connect(path, isolation_level=None)) as file:
        migrate(file, path)
        asyncio.run(prepare(url))
        return asyncio.run(_relocated(file, url))


async def _relocated(file: sqlite3.Connection, url: str) -> list[MovedRows]:
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT)
    except (*LOST, ValueError) as wrong:
        raise BadDatabase(f"the database cannot be reached: {reason(wrong)}") from None
    try:
        async with connection.transaction():
            if await connection.fetchval("select 1 from tables limit 1"):
                raise CannotRelocate("the database keeps tables already: name an empty one")
            return [await _table(file, connection, table) for table in kept_tables(file)]
    except asyncpg.PostgresError as wrong:
        raise CannotRelocate(f"nothing was moved: {reason(wrong)}") from None
    finally:
        await connection.close()


def kept_tables(file: sqlite3.Connection) -> list[str]:
    """All that the file keeps and that outlives its servers: a new table need not be added here."""
    named = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
    return [name for (name,) in file.execute(f"{named} order by name") if name not in LEFT]


async def _table(file: sqlite3.Connection, connection: Db, table: str) -> MovedRows:
    """Its rows, counted and compared one by one after they have arrived."""
    names = _columns(file, table)
    for rows in _batches(file, table, names):
        await connection.copy_records_to_table(table, records=rows, columns=names)
    columns, keys = _listed(names), _keys(file, table)
    left = file.execute(f"select {columns} from {table} order by {_listed(list(keys))}")
    alike = ", ".join(f'"{key}"{COLLATION if text else ""}' for key, text in keys.items())
    count = 0
    async for row in connection.cursor(f"select {columns} from {table} order by {alike}"):
        if left.fetchone() != tuple(row):
            raise CannotRelocate(f"a row of {table} did not arrive as it was; nothing was moved")
        count += 1
    if left.fetchone() is not None:
        raise CannotRelocate(f"a row of {table} did not arrive; nothing was moved")
    return MovedRows(table, count)


def _facts(file: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """Number, name, type, not null, default and place in the key of each column."""
    return file.execute(f"pragma table_info({table})").fetchall()


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [str(fact[1]) for fact in _facts(file, table)]


def _keys(file: sqlite3.Connection, table: str) -> dict[str, bool]:
    """The columns of its key in their order, and whether each is text."""
    keyed = sorted((fact[5], fact[1], fact[2] == "text") for fact in _facts(file, table) if fact[5])
    return {name: text for _, name, text in keyed}


def _listed(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _batches(
    file: sqlite3.Connection, table: str, names: list[str]
) -> Iterator[list[tuple[Any, ...]]]:
    cursor = file.execute(f"select {_listed(names)} from {table}")
    while rows := cursor.fetchmany(AT_ONCE):
        yield rows
