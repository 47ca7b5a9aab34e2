"""The way to a PostgreSQL database: opened when it is needed, and how it is made ready."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

import asyncpg
from asyncpg import Connection, Pool, Record
from asyncpg.pool import PoolConnectionProxy

from fimbul.kernel import FimbulError
from fimbul.server.store.migrations import MIGRATIONS, for_postgres, known
from fimbul.server.wire.errors import StoreDown

Db: TypeAlias = "Connection[Record] | PoolConnectionProxy[Record]"

CONNECTIONS = 3  # of one worker: one writes, the others read
ANSWER, CONNECT = 10.0, 5.0  # seconds
LOCK = 0x46494D42  # workers that start together migrate one after the other
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("fimbul.server.store.base")


class BadDatabase(FimbulError):
    """The database cannot be used, and why."""

    code = "store/database"


class Link:
    """A few connections. Whatever goes wrong with one is StoreDown to whoever asked."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: Pool[Record] | None = None
        self._opening = asyncio.Lock()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Db]:
        try:
            pool = await self._opened()
            async with pool.acquire(timeout=CONNECT) as connection:
                yield connection
        except LOST as wrong:
            log.error("the database did not answer", extra={"why": type(wrong).__name__})
            raise StoreDown from wrong

    async def _opened(self) -> Pool[Record]:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    timeout=CONNECT,
                    command_timeout=ANSWER,
                )
        return self._pool

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()


async def prepare(url: str) -> list[str]:
    """Bring a database up to date before it is used; says what was done."""
    async with alone(url) as connection:
        return await _migrate(connection)


@asynccontextmanager
async def alone(url: str) -> AsyncIterator[Db]:
    """A connection of its own for one transaction. BadDatabase, in one sentence and without the
    password, if the database cannot be used."""
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT, command_timeout=ANSWER)
    except (*LOST, ValueError) as wrong:
        raise BadDatabase(f"the database cannot be reached: {reason(wrong)}") from None
    try:
        async with connection.transaction():
            yield connection
    except LOST as wrong:
        raise BadDatabase(f"the database cannot be used: {reason(wrong)}") from None
    finally:
        await connection.close()


def reason(wrong: Exception) -> str:
    """What a driver complains about, in a line."""
    words = str(wrong).partition("\n")[0].strip()
    return words or ("it did not answer" if isinstance(wrong, TimeoutError) else "it is not there")


async def _migrate(connection: Db) -> list[str]:
    await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
    await connection.execute("create table if not exists migration (name text primary key)")
    names = await connection.fetch("select name from migration")
    applied, done = known("the database", (name for (name,) in names)), []
    for name, script in MIGRATIONS:
        if name not in applied:
            await connection.execute(for_postgres(script))
            await connection.execute("insert into migration values ($1)", name)
            done.append(name)
    return done
