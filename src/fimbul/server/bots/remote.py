"""Bots that think on other machines, as the server sees them: `fimbul bots` at the other end.

A desk that is free waits on the bus for one job and no second, so whoever asks reaches only those
who can think at once, and is told at once when there is none. While a desk thinks it says so every
second; one that falls silent is taken for dead, and its job is asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from typing import Any, Protocol

import msgspec
from msgspec import Struct, structs
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from fimbul.kernel import Game
from fimbul.server.bots.job import BotJob, Pick
from fimbul.server.bots.process import FIRST, NoAnswer, NotTaken
from fimbul.server.bots.thought import Pace, budget, by_tries

BEAT = 1.0  # seconds between two signs of life
DEAD_AFTER = 5.0  # seconds of silence until a desk, or a bot worker, is taken for dead
BUSY, UNABLE, STRANGE = "desk/busy", "desk/unable", "desk/strange-game"
PASSED_ON = (BUSY, UNABLE, STRANGE)  # troubles of a desk, not of a bot
NOBODY = "503"  # what the bus says where nobody listens
log = logging.getLogger("fimbul.server.bots.remote")


class Desks(Struct, frozen=True):
    """A bot worker is here."""

    worker: str
    count: int  # of processes; 0: it goes


class DeskAnswer(Struct, frozen=True):
    pick: Pick
    desk: str  # the subject on which it can be asked again: it has kept its bots


class Staffed(Protocol):
    """Who has jobs for desks."""

    def staff(self, count: int) -> None:
        """Take note of how many there are now."""


class Subjects:
    """Where jobs go. Only those meet who know the same games in the same versions."""

    def __init__(self, games: tuple[Game[Any], ...]) -> None:
        known = sorted((game.package, game.rules) for game in games)
        kin = sha256(msgspec.json.encode(known)).hexdigest()[:12]
        self.jobs, self.here = f"fimbul.bots.{kin}.job", f"fimbul.bots.{kin}.here"
        self._desk = f"fimbul.bots.{kin}.desk"

    def desk(self, name: str) -> str:
        return f"{self._desk}.{name}"


class RemoteBots:
    """The bot workers that can be heard, and how they are asked."""

    def __init__(
        self,
        connected: Callable[[], Awaitable[Client | None]],
        games: tuple[Game[Any], ...],
    ) -> None:
        self.connected, self.subjects = connected, Subjects(games)
        self.paces: dict[str, Pace] = {game.package: game.lore.pace for game in games}
        self._heard: dict[str, tuple[float, int]] = {}

    async def watch(self, pool: Staffed) -> None:
        """Keep telling the pool how many desks there are."""
        while (client := await self.connected()) is None:
            await asyncio.sleep(BEAT)
        await client.subscribe(self.subjects.here, cb=self._hear)
        while True:
            pool.staff(self.count())
            await asyncio.sleep(BEAT / 2)

    async def _hear(self, message: Msg) -> None:
        with suppress(msgspec.MsgspecError):
            told = msgspec.json.decode(message.data, type=Desks)
            self._heard[told.worker] = (monotonic(), max(0, told.count))

    def count(self) -> int:
        """The desks of all who were heard lately."""
        lately = monotonic() - DEAD_AFTER
        self._heard = {who: one for who, one in self._heard.items() if one[0] > lately}
        return sum(count for _, count in self._heard.values())


class RemoteDesk:
    """A place at some bot worker, for one job at a time: at the one that knows the table, if that
    is free, else at any."""

    own = False

    def __init__(self, remote: RemoteBots) -> None:
        self.table = ""
        self._remote = remote
        self._known = ("", "")  # the table it has thought for, and where

    async def answer(self, job: BotJob) -> Pick:
        """NotTaken if no desk is free, or the one that took it was lost."""
        client = await self._remote.connected()
        pace = self._remote.paces.get(job.package, {})
        data = msgspec.json.encode(structs.replace(job, bot=by_tries(job.bot, pace)))
        if client is None or not client.is_connected or len(data) > client.max_payload:
            raise NotTaken
        if self._known[0] == job.table:
            with suppress(NotTaken):
                return await self._ask(client, self._known[1], data, job)
        return await self._ask(client, self._remote.subjects.jobs, data, job)

    async def stop(self) -> None:
        """Nothing to stop here: the bot worker looks after its own processes."""

    async def _ask(self, client: Client, subject: str, data: bytes, job: BotJob) -> Pick:
        inbox = client.new_inbox()
        try:
            heard = await client.subscribe(inbox)
            try:
                await client.publish(subject, data, reply=inbox)
                async with asyncio.timeout(budget(job.bot) + 2 * FIRST):
                    while not (message := await heard.next_msg(DEAD_AFTER)).data:
                        if (message.headers or {}).get("Status") == NOBODY:
                            raise NotTaken
            finally:
                await heard.unsubscribe()
            answer = msgspec.json.decode(message.data, type=DeskAnswer)
        except (NatsError, TimeoutError, msgspec.MsgspecError) as lost:
            log.warning("a job was lost with its bot worker", extra={"why": type(lost).__name__})
            raise NotTaken(lost=True) from None
        return self._taken(job, answer)

    def _taken(self, job: BotJob, answer: DeskAnswer) -> Pick:
        if answer.pick.trouble in PASSED_ON:
            raise NotTaken
        self._known = (job.table, answer.desk)
        if answer.pick.trouble or answer.pick.number != job.number:
            facts = {"why": answer.pick.trouble, "bot": job.bot}
            log.warning("a bot failed to answer elsewhere", extra=facts)
            raise NoAnswer
        return answer.pick
