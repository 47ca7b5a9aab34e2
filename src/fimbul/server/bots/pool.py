"""The processes in which bots think. The event loop only waits for them, and not for long."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from fimbul.kernel import encode
from fimbul.server.bots.worker import BotJob, Pick, numbered
from fimbul.server.match.reveal import Disclosure

GRACE = 3.0  # seconds over its budget until a bot is given up
BLIND = 10.0  # seconds for a bot whose description names no time
FIRST = 10.0  # seconds more for a process that has just begun: it has to import everything
TRIES = 2
LINE = 16 * 1024 * 1024
JUDGE = "judge"  # in place of a bot's name, for the log

_BUDGET = re.compile(r":([0-9.]+)(s|ms)$")
log = logging.getLogger("fimbul.server.bots.pool")


class NoAnswer(Exception):
    """The bot died, was too slow, or had no answer."""


def budget(bot: str) -> float:
    """The seconds that a bot's description allows it."""
    found = _BUDGET.search(bot)
    if found is None:
        return BLIND
    return float(found[1]) / (1 if found[2] == "s" else 1000)


class BotProcess:
    """One process, one job at a time. It is started when first needed."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._lock = asyncio.Lock()

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    async def answer(self, job: BotJob) -> Pick:
        async with self._lock:
            for _ in range(TRIES):
                try:
                    return await self._ask(job)
                except (EOFError, ConnectionError) as gone:
                    log.warning("a bot process died", extra={"why": type(gone).__name__})
                    await self.stop()
                except TimeoutError:
                    log.warning("a bot ran over its time and was stopped", extra={"bot": job.bot})
                    await self.stop()
                    break
        raise NoAnswer

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ask(self, job: BotJob) -> Pick:
        patience = budget(job.bot) + GRACE + (FIRST if self._process is None else 0)
        process = self._process = self._process or await self._start()
        assert process.stdin is not None, "it was started with pipes"
        assert process.stdout is not None, "it was started with pipes"
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        answer = await asyncio.wait_for(_answer(process.stdout, job.number), patience)
        if answer.trouble:
            log.warning("a bot failed to answer", extra={"why": answer.trouble, "bot": job.bot})
            raise NoAnswer
        return answer

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "fimbul.server.bots.worker", self._module),
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE,
        )


async def _answer(answers: asyncio.StreamReader, number: int) -> Pick:
    """The answer to that job; earlier ones are too late."""
    while line := await answers.readline():
        answer = msgspec.json.decode(line, type=Pick)
        if answer.number == number:
            return answer
    raise EOFError


class BotPool:
    """A few processes. A table always asks the same one, so that its bots keep their trees."""

    def __init__(self, module: str = "fimbul.bots", size: int = 2) -> None:
        self._processes = [BotProcess(module) for _ in range(size)]
        self.judge = BotProcess(module)  # of its own: whoever undoes does not wait for bots

    async def pick(self, job: BotJob) -> str:
        """A thing; NoAnswer if none came in time."""
        return (await self._process(job).answer(job)).thing

    async def analyse(self, job: BotJob) -> Pick:
        """How things stand for a seat, and its best lines; NoAnswer if none came in time."""
        return await self._process(job).answer(job)

    @property
    def judging(self) -> bool:
        return self.judge.busy

    async def fixes(self, choice: Disclosure) -> bool:
        """Whether that choice showed anybody anything; if nobody can tell, it did."""
        job = BotJob(
            package=choice.game.package,
            state=encode(choice.before).decode(),
            seat=choice.seat,
            bot=JUDGE,
            seed=0,
            table="",
            number=numbered(),
            task="judge",
            thing=choice.thing,
        )
        try:
            return (await self.judge.answer(job)).fixes
        except NoAnswer:
            return True

    def _process(self, job: BotJob) -> BotProcess:
        return self._processes[zlib.crc32(job.table.encode()) % len(self._processes)]

    async def stop(self) -> None:
        for process in (*self._processes, self.judge):
            await process.stop()
