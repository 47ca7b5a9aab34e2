"""One process in which bots think. Whatever happens to it costs no more than the answer to one
job."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from fimbul.server.bots.job import BotJob, Pick
from fimbul.server.bots.thought import budget
from fimbul.server.bots.worker import READY

GRACE = 3.0  # seconds over its budget until a bot is given up
FIRST = 20.0  # seconds until a process has imported everything, or its first game
TRIES = 2
LINE = 16 * 1024 * 1024

log = logging.getLogger("fimbul.server.bots.pool")


class NoAnswer(Exception):
    """The bot died, was too slow, or had no answer."""


class CannotThink(NoAnswer):
    """No process could be started in which a bot would think."""


class NotTaken(NoAnswer):
    """Nobody there could take the job, or whoever took it is gone: another thinker may."""

    def __init__(self, *, lost: bool = False) -> None:
        self.lost = lost


class BotProcess:
    """One job at a time. The process is started when first needed, or before, and again when it has
    died. While it has no job, it reads the games that it was told of."""

    own = True

    def __init__(self, module: str, games: tuple[str, ...] = ()) -> None:
        self._module, self._games = module, games
        self._fresh = True  # what it is asked for may have to be read first
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self.table = ""  # whose bots it has thought for last

    async def answer(self, job: BotJob) -> Pick:
        """The answer; a job that failed is tried once more."""
        for _ in range(TRIES):
            try:
                return await self._ask(job)
            except (EOFError, ConnectionError, ValueError) as gone:
                log.warning("a bot process died", extra={"why": type(gone).__name__})
                await self.stop()
            except TimeoutError:
                log.warning("a bot ran over its time and was stopped", extra={"bot": job.bot})
                await self.stop()
                break
            except CannotThink:
                raise
            except NoAnswer:
                continue
        raise NoAnswer

    async def stop(self) -> None:
        process, self._process, self._fresh = self._process, None, True
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ask(self, job: BotJob) -> Pick:
        process = await self.ready()
        assert process.stdin is not None, "it was started with pipes"
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        patience = budget(job.bot) + (FIRST if self._fresh else GRACE)
        answer = await asyncio.wait_for(_answer(process, job.number), patience)
        self._fresh = False
        if answer.trouble:
            log.warning("a bot failed to answer", extra={"why": answer.trouble, "bot": job.bot})
            raise NoAnswer
        return answer

    async def ready(self) -> Process:
        """A process that has said that it is ready; CannotThink if none gets that far."""
        async with self._starting:
            return self._process or await self._started()

    async def _started(self) -> Process:
        try:
            process = self._process = await self._start()
        except OSError as wrong:
            log.error("no bot process can be started", extra={"why": wrong.strerror})
            raise CannotThink from None
        try:
            await asyncio.wait_for(_answer(process, READY), FIRST)
        except (EOFError, ConnectionError, ValueError, TimeoutError) as wrong:
            log.error("a bot process does not work", extra={"why": type(wrong).__name__})
            await self.stop()
            raise CannotThink from None
        return process

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "fimbul.server.bots.worker", self._module, *self._games),
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE,
        )


async def _answer(process: Process, number: int) -> Pick:
    """The answer to that job; earlier ones are too late."""
    assert process.stdout is not None, "it was started with pipes"
    while line := await process.stdout.readline():
        answer = msgspec.json.decode(line, type=Pick)
        if answer.number == number:
            return answer
    raise EOFError
