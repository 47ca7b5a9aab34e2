"""`fimbul bots`: processes in which bots think for the servers on one bus, on any machine.

A bot worker holds nothing that cannot be lost. It may come and go, or be killed: whoever waits for
its answer asks another one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from prometheus_client import CollectorRegistry, Counter, Histogram

from fimbul.kernel import Game
from fimbul.server.bots.job import BotJob, Pick
from fimbul.server.bots.process import BotProcess, CannotThink, NoAnswer
from fimbul.server.bots.remote import (
    BEAT,
    BUSY,
    STRANGE,
    UNABLE,
    DeskAnswer,
    Desks,
    Subjects,
)
from fimbul.server.bus.nats import connect, prepare

QUEUE = "desks"
NO_ANSWER = "bot/no-answer"
RETRY_AFTER = 5.0  # seconds until a process that cannot work is tried again
log = logging.getLogger("fimbul.server.bots.desks")


class DeskMetrics:
    """What a bot worker counts. No table and no game is named."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.jobs = Counter("fimbul_desk_jobs", "Jobs", ["end"], registry=self.registry)
        self.seconds = Histogram(
            "fimbul_desk_seconds", "Seconds a job took", registry=self.registry
        )


class BotDesk:
    """One process with its kept bots. It is asked on the subject of all desks while it is free,
    and always on its own, where it says whether it is."""

    def __init__(
        self, client: Client, subjects: Subjects, process: BotProcess, metrics: DeskMetrics
    ) -> None:
        self.subject = subjects.desk(secrets.token_hex(6))
        self._client, self._shared = client, subjects.jobs
        self._process, self._metrics = process, metrics
        self._jobs: asyncio.Queue[Msg] = asyncio.Queue(1)
        self._free = False
        self._open: Subscription | None = None

    async def run(self, packages: frozenset[str]) -> None:
        """Do one job after the other, until it is stopped."""
        await self._client.subscribe(self.subject, cb=self._take)
        try:
            while True:
                await self._wait_openly()
                message = await self._jobs.get()
                await self._close()
                await self._think(message, packages)
        finally:
            self._free = False
            await self._process.stop()

    async def _wait_openly(self) -> None:
        self._free = True
        self._open = await self._client.subscribe(self._shared, QUEUE, cb=self._take)
        await self._open.unsubscribe(limit=1)  # one job, and no second

    async def _close(self) -> None:
        """A job that is on its way nevertheless is answered: the desk is busy."""
        with suppress(NatsError):
            if self._open is not None:
                drain: Callable[[], Awaitable[None]] = self._open.drain
                await drain()

    async def _take(self, message: Msg) -> None:
        if self._free:
            self._free = False
            self._jobs.put_nowait(message)
        else:
            self._metrics.jobs.labels("busy").inc()
            await self._tell(message, Pick(0, trouble=BUSY))

    async def _think(self, message: Msg, packages: frozenset[str]) -> None:
        beats = asyncio.create_task(self._beat(message))
        try:
            with self._metrics.seconds.time():
                pick = await self._answer(message.data, packages)
        except asyncio.CancelledError:
            await self._tell(message, Pick(0, trouble=BUSY))  # it goes; somebody else may do it
            raise
        finally:
            beats.cancel()
        self._metrics.jobs.labels("failed" if pick.trouble else "answered").inc()
        await self._tell(message, pick)
        if pick.trouble == UNABLE:
            await asyncio.sleep(RETRY_AFTER)

    async def _answer(self, data: bytes, packages: frozenset[str]) -> Pick:
        try:
            job = msgspec.json.decode(data, type=BotJob)
        except msgspec.MsgspecError:
            return Pick(0, trouble=STRANGE)
        if job.package not in packages:  # nothing is imported that nobody has named here
            return Pick(job.number, trouble=STRANGE)
        try:
            return await self._process.answer(job)
        except CannotThink:
            return Pick(job.number, trouble=UNABLE)
        except NoAnswer:
            return Pick(job.number, trouble=NO_ANSWER)

    async def _beat(self, message: Msg) -> None:
        while True:
            with suppress(NatsError):
                await self._client.publish(message.reply, b"")
            await asyncio.sleep(BEAT)

    async def _tell(self, message: Msg, pick: Pick) -> None:
        with suppress(NatsError):
            answer = DeskAnswer(pick, self.subject)
            await self._client.publish(message.reply, msgspec.json.encode(answer))


async def think_for(
    bus: str,
    games: tuple[Game[Any], ...],
    count: int,
    module: str,
    metrics: DeskMetrics,
    tell: Callable[[], None],
) -> None:
    """So many desks at that bus, until this process is told to stop; BadBus if there is none."""
    await prepare(bus)
    client, subjects = await connect(bus, lasting=True), Subjects(games)
    names = tuple(game.package.rpartition(".")[2] for game in games)
    processes = [BotProcess(module, names) for _ in range(count)]
    desks = [BotDesk(client, subjects, one, metrics) for one in processes]
    packages = frozenset(game.package for game in games)
    work = [asyncio.create_task(desk.run(packages)) for desk in desks]
    work.append(asyncio.create_task(_announce(client, subjects, count)))
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop.set)
    for process in processes:
        with suppress(CannotThink):
            await process.ready()
    tell()
    await stop.wait()
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await client.close()


async def _announce(client: Client, subjects: Subjects, count: int) -> None:
    """Tell the servers that these desks are here, and at the end that they are gone."""
    worker = secrets.token_hex(6)

    async def say(desks: Desks) -> None:
        with suppress(NatsError):
            await client.publish(subjects.here, msgspec.json.encode(desks))

    try:
        while True:
            await say(Desks(worker, count))
            await asyncio.sleep(BEAT)
    finally:
        await say(Desks(worker, 0))
