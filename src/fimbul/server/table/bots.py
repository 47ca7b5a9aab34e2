"""Those who play without being told: bots when they are asked, clocks when they run out, and the
table itself for whoever is asked only for form's sake."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from random import uniform
from time import monotonic
from typing import Any

from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot
from fimbul.kernel import (
    MISTAKES,
    Decision,
    FimbulError,
    IllegalChoice,
    Timing,
    default_of,
    is_foregone,
    phrase,
    timing_of,
)
from fimbul.server.bots.job import BotJob, Task, job_of
from fimbul.server.bots.pool import Rank
from fimbul.server.bots.process import CannotThink, NoAnswer
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.actions import Action, ClockDue, RowDue
from fimbul.server.table.advice import advised, reason, said
from fimbul.server.table.plan import Actor
from fimbul.server.table.situation import Situation
from fimbul.server.table.table import Table
from fimbul.server.wire.errors import NotNow, StaleChoice, StoreDown
from fimbul.server.wire.messages import Choose, Hinted, InLine

log = logging.getLogger("fimbul.server.table.bots")
NO_HURRY = Timing()
AT_A_LOSS = "I had no answer: chance has picked for me."
SPEECHLESS = "I cannot think: my program does not start. I try again until it does."
CLOCK = Actor(by="clock")
RETRY_AFTER = 0.1  # seconds, after a choice that could not be made
AGAIN = 1.0  # seconds until a store or a bot that could not work is asked again
LOOK = 1.0  # seconds between two looks at the line before the bots
GLANCE = (1.0, 2.5)  # seconds until a question without a choice is answered: at once would tell


class Attendant:
    """Looks after one table: its bots, its clocks, and whoever has no choice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: set[int] = set()  # seats that are being answered for
        self._place = 0  # of this table's bots in line, as it was told
        self._speechless: set[int] = set()  # bots that have said that they cannot think
        self._tasks: set[asyncio.Task[None]] = set()
        self._flag: asyncio.TimerHandle | None = None
        self._keeps = not table.services.shared  # else another worker may look after it

    def keep(self, yes: bool) -> None:
        """Of all workers that have this table in memory, one looks after it."""
        before, self._keeps = self._keeps, yes
        if yes and not before:
            self.wake()
        elif before and not yes:
            self.close()

    @property
    def idle(self) -> bool:
        return not self._tasks and self._flag is None

    def wake(self) -> None:
        """Something has changed: set the clock, and wake the bots that are asked now."""
        if not self._keeps:
            return
        self._set_flag()
        now = self.table.now
        for seat in now.waiting:
            is_bot = now.seats[seat].kind == "bot"
            if seat not in self.thinking and (is_bot or is_foregone(now.running.state, seat)):
                self.thinking.add(seat)
                self._spawn(self._think(seat) if is_bot else self._answer_for(seat))

    def close(self) -> None:
        """Nothing more happens here."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task in the background; it is kept until it ends, and its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            facts = {"table": self.table.id, "why": type(wrong).__name__}
            log.error("a background task of a table failed", extra=facts)

    # -- clocks ---------------------------------------------------------------------------

    def _set_flag(self) -> None:
        """Wake up when the next clock runs out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        now, at = self.table.now, self.table.services.time()
        closing = now.timing.next_flag(at) if now.waiting else None
        delays = [now.clocks.next_flag(at), closing]
        coming = [delay for delay in delays if delay is not None]
        if coming:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(min(coming) + 0.005, self._flagged)

    def _flagged(self) -> None:
        self._flag = None
        self._spawn(self._keep_time())

    async def _keep_time(self) -> None:
        for due in (RowDue(), ClockDue()):
            await self._insist(CLOCK, due)
        self._set_flag()

    async def _insist(self, actor: Actor, action: Action) -> None:
        """Do it; while nothing can be written down, try again. The player may be quicker."""
        while True:
            try:
                await self.table.act(actor, action)
            except StoreDown:
                await asyncio.sleep(AGAIN)
            except (StaleChoice, NotNow, IllegalChoice):
                return
            else:
                return

    # -- answers --------------------------------------------------------------------------

    async def _think(self, seat: int) -> None:
        """Answer until this seat is no longer asked. A choice that came too late is forgotten."""
        table = self.table
        try:
            while (asked := _open_decision(table.now, seat)) is not None:
                match, decision = asked
                number, part = match.state.number, match.part(seat)
                try:
                    bot = table.now.seats[seat].bot
                    thing = await self._in_line(ask_bot(table, match, decision, bot))
                except CannotThink:
                    await self._admit(seat)
                    continue
                self._speechless.discard(seat)
                timing = timing_of(match.state, seat) or NO_HURRY
                await asyncio.sleep(
                    max(0.0, table.now.timing.reach(timing) - table.services.time())
                )
                answer = Choose("bot", number, part, thing)
                try:
                    await table.act(Actor(seat, by="bot"), answer)
                except FimbulError as refused:
                    table.services.metrics.refused.labels(refused.code).inc()
                    await asyncio.sleep(max(RETRY_AFTER, timing.reach[1] / 1000))
        finally:
            self.thinking.discard(seat)

    async def _in_line(self, asked: Coroutine[Any, Any, str]) -> str:
        """Wait for a bot, and tell the table where in line its bots stand."""
        task = asyncio.get_running_loop().create_task(asked)
        try:
            while not (await asyncio.wait([task], timeout=LOOK))[0]:
                self._tell_place(self.table.services.pool.place(self.table.id))
        finally:
            task.cancel()
            self._tell_place(0)
        return task.result()

    def _tell_place(self, place: int) -> None:
        """At every look while they wait: somebody may just have come."""
        if place or self._place:
            self._place = place
            self.table.audience.tell(InLine(place))

    async def _admit(self, seat: int) -> None:
        """A bot that cannot think says so once, and is asked again: it never plays by chance."""
        if seat not in self._speechless:
            self._speechless.add(seat)
            await self.table.say(seat, secrets.token_hex(8), SPEECHLESS, "speechless")
        await asyncio.sleep(AGAIN)

    async def _answer_for(self, seat: int) -> None:
        """Whoever has no choice is spared the question; nobody else can tell."""
        table = self.table
        try:
            while (asked := _open_decision(table.now, seat)) is not None:
                match, _ = asked
                thing = default_of(match.state, seat)
                if thing is None or not is_foregone(match.state, seat):
                    return
                answer = Choose("form", match.state.number, match.part(seat), thing)
                await asyncio.sleep(uniform(*GLANCE))
                await self._insist(Actor(seat, by="form"), answer)
        finally:
            self.thinking.discard(seat)


def _open_decision(now: Situation, seat: int) -> tuple[RunningMatch, Decision] | None:
    match = now.match
    if now.standing.state != "running" or match is None:
        return None
    decision = next((open_ for open_ in match.state.open if open_.seat == seat), None)
    return None if decision is None else (match, decision)


async def ask_bot(table: Table, match: RunningMatch, decision: Decision, bot: str) -> str:
    """What that bot picks; any option, if it has no answer in time, and that is said. CannotThink
    if no process works."""
    began = monotonic()
    try:
        job = await _job(table, match, decision.seat, bot)
        thing = await table.services.pool.pick(job, table.audience.person)
    except CannotThink:
        raise
    except NoAnswer:
        thing = ""
    table.services.metrics.thinking.observe(monotonic() - began)
    if thing in decision.options:
        return thing
    table.services.metrics.chances.inc()
    log.warning(
        "a bot gave no usable answer; a random option was chosen", extra={"table": table.id}
    )
    await table.say(decision.seat, secrets.token_hex(8), AT_A_LOSS, "chance")
    return secrets.choice(decision.options)


async def _job(
    table: Table, match: RunningMatch, seat: int, bot: str, task: Task = "pick"
) -> BotJob:
    """What that seat knows, for a bot. A game that cannot dream it has no bot that answers."""
    bot = level_bot(table.game, bot) if bot in LEVELS else bot
    try:
        return await table.work.do(job_of, table.game, match.state, seat, bot, table.id, task)
    except MISTAKES as failed:
        why = type(failed).__name__  # its words may name what is hidden
        log.warning("no bot can be asked at this table", extra={"table": table.id, "why": why})
        raise NoAnswer from None


async def hint(table: Table, seat: int, message: str, person: str) -> Hinted:
    """What a bot would do in this seat's place, seeing what this seat sees, and how it stands."""
    asked = _open_decision(table.now, seat)
    if asked is None:
        return Hinted(message, "", "Nothing is asked of you now.")
    match, _ = asked
    labels = {thing.id: thing.label for thing in table.game.scene(match.state, seat).things()}
    try:
        job = await _job(table, match, seat, table.services.advice, "analyse")
        found = await table.services.pool.analyse(job, person, Rank.HINT)
    except NoAnswer:
        return Hinted(message, "", "No advice came in time.")
    lines = advised(found.lines, labels)
    words = phrase("A bot would choose {thing}.", thing=said(found.thing, labels))
    why = reason(table.game, match.state, seat, found.lines[0].picks)
    return Hinted(message, found.thing, words, found.value, lines, why)
