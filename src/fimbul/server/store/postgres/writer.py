"""One task writes, and all jobs that wait at the same moment share one commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import asyncpg

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.store.base import Change, Conflict, Repeated
from fimbul.server.store.postgres.changes import apply_together, lock
from fimbul.server.store.postgres.link import Db, Link
from fimbul.server.wire.errors import StoreDown

T = TypeVar("T")
Work = Callable[[Db], Awaitable[Any]]
Answer = tuple[Any, Exception | None]
JOBS_IN_A_COMMIT = 500  # jobs in one commit
log = logging.getLogger("fimbul.server.store.base")


class PostgresJob(NamedTuple):
    """What to do; `plain` is the same as data, if it can be done together with others."""

    work: Work
    plain: Change | None
    table: str  # whose row it changes, if any: rows are locked in one order
    done: asyncio.Future[Any]


class PostgresWriter:
    """`write` returns when the commit that holds the work is durable."""

    def __init__(self, link: Link, fault: Fault = no_fault) -> None:
        self._link, self._fault = link, fault
        self._jobs: list[PostgresJob] = []
        self._task: asyncio.Task[None] | None = None
        self.commits = self.written = 0

    async def write(
        self,
        work: Callable[[Db], Awaitable[T]],
        table: str = "",
        plain: Change | None = None,
    ) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.append(PostgresJob(work, plain, table, done))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._run())
        return await done

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._jobs:
            batch, self._jobs = self._jobs[:JOBS_IN_A_COMMIT], self._jobs[JOBS_IN_A_COMMIT:]
            await self._commit(batch)

    async def _commit(self, batch: list[PostgresJob]) -> None:
        answers: list[Answer] = [(None, StoreDown())] * len(batch)
        try:
            async with self._link.connected() as connection:
                async with connection.transaction():
                    found = await self._answers(connection, batch)
                    self._fault("writing")
                answers = found
        except StoreDown:
            pass  # the link has said why
        finally:
            self._fault("written")
            self.commits += 1
            self.written += len(batch)
            for job, answer in zip(batch, answers, strict=True):
                _tell(job.done, answer)

    async def _answers(self, connection: Db, batch: list[PostgresJob]) -> list[Answer]:
        """Plain choices all at once if none collides; everything else one by one, but only after
        all their rows are locked in order, so that no two workers wait for each other."""
        plain = {job.plain.table: job.plain for job in batch if job.plain is not None}
        if len(plain) < len(batch):
            await lock(connection, [job.table for job in batch if job.table])
        moved = await _attempt_all(connection, list(plain.values())) if len(plain) > 1 else set()
        return [
            (None, None)
            if job.plain is not None and job.table in moved and plain[job.table] is job.plain
            else await _attempt(connection, job.work)
            for job in batch
        ]


async def _attempt_all(connection: Db, changes: list[Change]) -> set[str]:
    """The tables that were changed; none, if one of the changes came before or cannot be kept."""
    try:
        async with connection.transaction():
            return await apply_together(connection, changes)
    except (asyncpg.UniqueViolationError, asyncpg.DataError):
        return set()


async def _attempt(connection: Db, work: Work) -> Answer:
    """One job among others: if it is refused, only its own traces are wiped out. So it is if it
    holds what no column takes, such as a zero in a text."""
    try:
        async with connection.transaction():
            return await work(connection), None
    except (Conflict, Repeated) as refused:
        return None, refused
    except asyncpg.DataError as unfit:
        log.error("a change cannot be written down", extra={"why": type(unfit).__name__})
        return None, StoreDown()


def _tell(done: asyncio.Future[Any], answer: Answer) -> None:
    value, wrong = answer
    if done.done():
        return
    if wrong is None:
        done.set_result(value)
    else:
        done.set_exception(wrong)
