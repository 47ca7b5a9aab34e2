"""One thread writes, and all jobs that wait at the same moment share one commit."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.store.base import Change, Conflict, Repeated
from fimbul.server.store.batch import apply_together
from fimbul.server.store.migrations import migrate
from fimbul.server.wire.errors import StoreDown

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Answer = tuple["asyncio.Future[Any]", Any, Exception | None]


class WriteJob(NamedTuple):
    """What to do; `plain` is the same as data, if it can be done together with others."""

    work: Work
    plain: Change | None
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


JOBS_IN_A_COMMIT = 500  # jobs in one commit
log = logging.getLogger("fimbul.server.store.base")


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits for others, and commits nothing that is not on the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    with closed_if_unfit(connection):
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
    return connection


@contextmanager
def closed_if_unfit(connection: sqlite3.Connection) -> Iterator[None]:
    """A connection that turns out to be of no use does not stay open."""
    with ExitStack() as unfit:
        unfit.callback(connection.close)
        yield
        unfit.pop_all()


class Writer:
    """`write` returns when the commit that holds the work is on the disk."""

    def __init__(self, path: Path, fault: Fault = no_fault) -> None:
        self._connection = connect(path)
        with closed_if_unfit(self._connection):
            migrate(self._connection, path)
        self._fault = fault
        self._fresh: list[WriteJob] = []  # what came up since the event loop last looked round
        self._jobs: SimpleQueue[list[WriteJob] | None] = SimpleQueue()
        self.commits = self.written = 0
        self._thread = Thread(target=self._run, name="fimbul-writer", daemon=True)
        self._thread.start()

    async def write(
        self, work: Callable[[sqlite3.Connection], T], plain: Change | None = None
    ) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._fresh:
            loop.call_soon(self._hand_over)
        self._fresh.append(WriteJob(work, plain, done, loop))
        return await done

    def _hand_over(self) -> None:
        """Together: to wake the thread for each job would cost more than the job."""
        jobs, self._fresh = self._fresh, []
        self._jobs.put(jobs)

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self._commit(batch)
        self._connection.close()

    def _gather(self) -> tuple[list[WriteJob], bool]:
        """Wait for something to do; take along whatever else is there already."""
        batch: list[WriteJob] = []
        jobs = self._jobs.get()
        while jobs is not None:
            batch += jobs
            if len(batch) >= JOBS_IN_A_COMMIT:
                return batch, True
            try:
                jobs = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[WriteJob]) -> None:
        answers: list[Answer] = []
        try:
            self._connection.execute("begin immediate")
            answers = self._answers(batch)
            self._fault("writing")
            self._connection.execute("commit")
        except sqlite3.Error as wrong:
            log.error(
                "a write to the database failed; nothing was stored",
                extra={"why": type(wrong).__name__},
            )
            if self._connection.in_transaction:
                self._connection.execute("rollback")
            answers = [(job.done, None, StoreDown()) for job in batch]
        self._fault("written")
        self.commits += 1
        self.written += len(batch)
        with suppress(RuntimeError):  # the loop may be gone by now; then nobody waits
            batch[0].loop.call_soon_threadsafe(_tell, answers)

    def _answers(self, batch: list[WriteJob]) -> list[Answer]:
        """Plain choices all at once if none collides; everything else one by one."""
        plain = [job.plain for job in batch if job.plain is not None]
        together = len(plain) > 1 and self._attempt_all(plain)
        return [
            (job.done, None, None)
            if together and job.plain is not None
            else (job.done, *self._attempt(job.work))
            for job in batch
        ]

    def _attempt_all(self, changes: list[Change]) -> bool:
        """Whether all of them could be made; if not, none of them has been."""
        self._connection.execute("savepoint jobs")
        try:
            apply_together(self._connection, changes)
        except (Conflict, sqlite3.IntegrityError):
            self._connection.execute("rollback to jobs")
            return False
        finally:
            self._connection.execute("release jobs")
        return True

    def _attempt(self, work: Work) -> tuple[Any, Exception | None]:
        """One job among others: if it is refused, only its own traces are wiped out."""
        self._connection.execute("savepoint job")
        try:
            value = work(self._connection)
        except (Conflict, Repeated) as refused:
            self._connection.execute("rollback to job")
            self._connection.execute("release job")
            return None, refused
        self._connection.execute("release job")
        return value, None


def _tell(answers: list[Answer]) -> None:
    """Wake everybody whose work was in one commit, in one go."""
    for done, value, wrong in answers:
        if done.done():
            continue
        if wrong is None:
            done.set_result(value)
        else:
            done.set_exception(wrong)
