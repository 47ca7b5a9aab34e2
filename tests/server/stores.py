"""Which store the tests run on: the file, or with FIMBUL_TEST_STORE=postgres a database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, cast

import asyncpg

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.store.postgres.store import PostgresStore
from fimbul.server.store.sqlite import SqliteStore
from tests.server.engines import apart, database_at

Stocked = SqliteStore | PostgresStore  # the stores there are
Kind = Literal["sqlite", "postgres"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgres")


class Chosen:
    """For the test that runs; `each_store` of conftest.py changes it."""

    kind = cast("Kind", os.environ.get("FIMBUL_TEST_STORE", "sqlite"))


def address_at(path: Path) -> str:
    """Where the store of that path is: a file, or an address of a database."""
    return database_at(path) if Chosen.kind == "postgres" else str(path)


def store_of(address: str, fault: Fault = no_fault) -> Stocked:
    if address.startswith("postgresql:"):
        return PostgresStore(address, fault)
    return SqliteStore(Path(address), fault)


def store_at(path: Path, fault: Fault = no_fault) -> Stocked:
    return store_of(address_at(path), fault)


def asked_of(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """What the database itself says, past the store."""
    if Chosen.kind == "postgres":
        return apart(_asked(database_at(path), sql))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


async def _asked(url: str, sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()
