"""Notes by NATS: one subject for each table."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from fimbul.kernel import FimbulError
from fimbul.server.bus.notes import Heard, WorkerNote

CONNECT = 5.0  # seconds
AGAIN = 1  # seconds until a lost bus is tried again
MOST_WAITING = 10_000  # notes that wait to be sent; older ones are let go
log = logging.getLogger("fimbul.server.bus")


class BadBus(FimbulError):
    """The bus cannot be used, and why."""

    code = "bus/unreachable"


class NatsBus:
    def __init__(self, url: str) -> None:
        self.worker = secrets.token_hex(6)
        self._url = url
        self._client: Client | None = None
        self._heard: dict[str, Subscription] = {}
        self._waiting: asyncio.Queue[WorkerNote] = asyncio.Queue(MOST_WAITING)
        self._opening = asyncio.Lock()
        self._sender: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, note: WorkerNote) -> None:
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send())
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(note)

    async def listen(self, table: str, heard: Heard) -> None:
        async def take(message: Msg) -> None:
            try:
                note = msgspec.json.decode(message.data, type=WorkerNote)
            except msgspec.MsgspecError:
                log.warning("a note of another worker cannot be read", extra={"table": table})
                return
            await heard(note)

        client = await self.connected()
        if client is not None and table not in self._heard:
            self._heard[table] = await client.subscribe(_subject(table), cb=take)

    def ignore(self, table: str) -> None:
        subscription = self._heard.pop(table, None)
        if subscription is not None:
            self._spawn(self._unsubscribe(subscription))

    async def _unsubscribe(self, subscription: Subscription) -> None:
        with suppress(NatsError):
            await subscription.unsubscribe()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        if self._sender is not None:
            self._sender.cancel()
        if self._client is not None:
            await self._client.close()

    async def _send(self) -> None:
        """One after the other. While the bus is gone its client keeps some and drops the rest."""
        while True:
            note = await self._waiting.get()
            client = await self.connected()
            if client is None:
                continue
            try:
                await client.publish(_subject(note.table), msgspec.json.encode(note))
            except NatsError as wrong:
                log.warning("a note was not sent", extra={"why": type(wrong).__name__})

    async def connected(self) -> Client | None:
        """None while it has never been reached; once it has, the client comes back by itself."""
        async with self._opening:
            if self._client is None:
                try:
                    self._client = await connect(self._url, lasting=True)
                except BadBus as wrong:
                    log.error("the bus did not answer", extra={"why": str(wrong)})
        return self._client


def _subject(table: str) -> str:
    return f"fimbul.table.{table}"


async def connect(url: str, *, lasting: bool = False) -> Client:
    """BadBus, in one sentence, if nobody answers there."""

    async def on_error(wrong: Exception) -> None:
        if lasting:  # whoever only tries is told by BadBus
            log.warning("trouble with the bus", extra={"why": type(wrong).__name__})

    try:
        return await asyncio.wait_for(
            nats.connect(
                url,
                no_echo=True,
                error_cb=on_error,
                allow_reconnect=lasting,
                max_reconnect_attempts=-1 if lasting else 0,
                reconnect_time_wait=AGAIN,
                connect_timeout=int(CONNECT),
            ),
            CONNECT,
        )
    except (NatsError, OSError, TimeoutError, ValueError) as wrong:
        raise BadBus(f"the bus cannot be reached: {str(wrong) or 'it did not answer'}") from None


async def prepare(url: str) -> None:
    """Find out before the start whether there is a bus at all."""
    client = await connect(url)
    await client.close()
