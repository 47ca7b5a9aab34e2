"""The processes in which bots think, and the line before them. The event loop only waits.

Moves come before hints, hints before studies; people take turns, and their tables too. Where more
jobs wait than there are processes, each is given less time, so that nobody waits long for other
people's bots.

Where bot workers are on the bus, they are asked first: then this machine is left to the tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from time import monotonic
from typing import Protocol

from msgspec import Struct, structs

from fimbul.server.bots.job import BotJob, Pick
from fimbul.server.bots.process import BotProcess, CannotThink, NoAnswer, NotTaken
from fimbul.server.bots.thought import QUICK, budget, shortened
from fimbul.server.ops.in_turn import InTurn


class Rank(IntEnum):
    """What comes first."""

    MOVE = 0
    HINT = 1
    STUDY = 2


RETRY_AFTER = 0.2  # seconds until a desk elsewhere is tried again that could not take a job


class Thinker(Protocol):
    """Where one job at a time is thought about: a process here, or a desk elsewhere."""

    table: str  # whose bots it has thought for last

    @property
    def own(self) -> bool:
        """Whether it is a process of this server."""

    async def answer(self, job: BotJob) -> Pick: ...

    async def stop(self) -> None: ...


class BotRequest(Struct, eq=False):
    job: BotJob
    rank: Rank
    person: str
    since: float
    answer: asyncio.Future[Pick]
    refused: bool = False  # whether nobody elsewhere could answer it


def untold(_what: float | str) -> None:
    """Count nothing: for a pool that nobody watches."""


class BotPool:
    """A few processes. A table asks the same one where that is free, so that its bots keep their
    trees."""

    def __init__(
        self, module: str = "fimbul.bots", size: int = 2, games: tuple[str, ...] = ()
    ) -> None:
        own = [BotProcess(module, games) for _ in range(size)]
        self._own, self._free = own, list[Thinker](own)
        self._early = bool(games)  # whether it is known what will be asked for
        self._busy: dict[Thinker, BotRequest] = {}
        self._hired: list[Thinker] = []
        self._line: InTurn[BotRequest] = InTurn(len(Rank))
        self._work: set[asyncio.Task[None]] = set()
        self.hire: Callable[[], Thinker] | None = None  # how a desk elsewhere is had
        self.on_begin: Callable[[float], None] = untold  # the seconds that a job has waited
        self.on_end: Callable[[str], None] = untold  # here, elsewhere, or lost

    @property
    def size(self) -> int:
        return len(self._own) + len(self._hired)

    @property
    def hired(self) -> int:
        """How many desks there are elsewhere."""
        return len(self._hired)

    def staff(self, count: int) -> None:
        """Take note of how many desks there are elsewhere. A busy one that is gone is dropped when
        its job ends."""
        while self.hire is not None and len(self._hired) < count:
            self._hired.append(one := self.hire())
            self._free.append(one)
        for one in self._hired[count:]:
            if one in self._free:
                self._free.remove(one)
        del self._hired[count:]
        self._set_going()

    async def warm(self) -> None:
        """Start all processes, to read what will be asked for, before anybody waits for one. One
        that cannot start says so when it is asked."""
        for process in [*self._own] if self._early else []:
            with suppress(CannotThink):
                await process.ready()

    async def pick(self, job: BotJob, person: str = "") -> str:
        """A thing; NoAnswer if none came in time."""
        return (await self._answer(job, person, Rank.MOVE)).thing

    async def analyse(self, job: BotJob, person: str, rank: Rank) -> Pick:
        """How things stand for a seat, and its best lines; NoAnswer if none came in time."""
        return await self._answer(job, person, rank)

    @property
    def waiting(self) -> int:
        return len(self._line)

    def place(self, table: str) -> int:
        """Where the bots of that table stand in line, from 1; 0 if they do not wait."""
        return self._line.place(table, Rank.MOVE)

    async def stop(self) -> None:
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        for process in self._own:
            await process.stop()

    async def _answer(self, job: BotJob, person: str, rank: Rank) -> Pick:
        answer: asyncio.Future[Pick] = asyncio.get_running_loop().create_future()
        asked = BotRequest(job, rank, person, monotonic(), answer)
        self._line.put(asked, person, job.table, rank)
        self._set_going()
        return await answer

    def _set_going(self) -> None:
        while self._free and self._line:
            asked = self._line.take()
            if asked.answer.cancelled():  # nobody waits for it any more
                continue
            process = self._thinker(asked)
            self._free.remove(process)
            self._busy[process] = asked
            job = structs.replace(asked.job, bot=self._allowed(asked))
            task = asyncio.get_running_loop().create_task(self._think(process, asked, job))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    def _thinker(self, asked: BotRequest) -> Thinker:
        """A free one: the one that knows the table, else one elsewhere, unless the job was refused
        there."""
        best = min(self._free, key=lambda one: one.own is not asked.refused)
        return next((one for one in self._free if one.table == asked.job.table), best)

    async def _think(self, thinker: Thinker, asked: BotRequest, job: BotJob) -> None:
        self.on_begin(monotonic() - asked.since)
        thinker.table = asked.job.table
        try:
            answer = await thinker.answer(job)
            self.on_end("here" if thinker.own else "elsewhere")
            if not asked.answer.done():
                asked.answer.set_result(answer)
        except NotTaken as passed:
            await self._pass_on(thinker, asked, passed)
        except NoAnswer as none:
            if not asked.answer.done():
                asked.answer.set_exception(none)
        finally:
            self._busy.pop(thinker, None)
            if thinker.own or thinker in self._hired:
                self._free.append(thinker)
            self._set_going()

    async def _pass_on(self, thinker: Thinker, asked: BotRequest, passed: NotTaken) -> None:
        """Put the job back into the line, for another thinker; this desk is not tried again at
        once."""
        if passed.lost:
            self.on_end("lost")
        thinker.table, asked.refused = "", True
        del self._busy[thinker]
        self._line.put(asked, asked.person, asked.job.table, asked.rank)
        self._set_going()
        await asyncio.sleep(RETRY_AFTER)

    def _allowed(self, asked: BotRequest) -> str:
        """The bot that was asked for, with less time to think if other jobs wait as well."""
        crowd = self._line.before(asked.rank + 1) + len(self._busy)
        share = min(1.0, self.size / crowd)
        others = [one.person for one in self._busy.values() if one is not asked]
        if others and not self._free and set(others) == {asked.person}:
            share = min(share, QUICK / budget(asked.job.bot))  # somebody else may come
        return shortened(asked.job.bot, share)
