"""Those who play without being told: bots when they are asked, clocks when they run out, and the
table itself for whoever is asked only for form's sake."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from random import uniform
from time import monotonic
from typing import Any

from msgspec import structs

from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot
from fimbul.kernel import (
    Decision,
    FimbulError,
    IllegalChoice,
    Line,
    Timing,
    default_of,
    encode,
    is_foregone,
    timing_of,
)
from fimbul.server.bots.pool import NoAnswer
from fimbul.server.bots.worker import BotJob, numbered
from fimbul.server.match.reveal import Disclosure
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.actions import ClockDue, RevealJudged, RowDue
from fimbul.server.table.plan import Actor
from fimbul.server.table.situation import Situation
from fimbul.server.table.table import Table
from fimbul.server.wire.errors import NotNow, StaleChoice
from fimbul.server.wire.messages import Advice, Choose, Hinted

log = logging.getLogger("fimbul.server.table.bots")
ADVICE = 5  # lines of a hint
NO_HURRY = Timing()
AT_A_LOSS = "I had no answer: chance has picked for me."
CLOCK = Actor(by="clock")
CALM = 0.1  # seconds after a choice until anybody looks whether it may be taken back
REST = 0.1  # seconds, after a choice that could not be made
GLANCE = (1.0, 2.5)  # seconds until a question without a choice is answered: at once would tell


class Attendant:
    """Looks after one table: its bots, its clocks, and whoever has no choice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: set[int] = set()  # seats that are being answered for
        self._tasks: set[asyncio.Task[None]] = set()
        self._flag: asyncio.TimerHandle | None = None
        self._judging = False

    @property
    def idle(self) -> bool:
        return not self._tasks and self._flag is None

    def wake(self) -> None:
        """Something has changed: set the clock, and wake the bots that are asked now."""
        self._set_flag()
        now = self.table.now
        for seat in now.waiting:
            is_bot = now.seats[seat].kind == "bot"
            if seat not in self.thinking and (is_bot or is_foregone(now.running.state, seat)):
                self.thinking.add(seat)
                self._spawn(self._think(seat) if is_bot else self._answer_for(seat))
        if not self._judging and _to_judge(now) is not None:
            self._judging = True
            self._spawn(self._judge())

    def close(self) -> None:
        """Nothing more happens here."""
        if self._flag is not None:
            self._flag.cancel()
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on by itself; it is kept until it ends, and its failure is heard."""
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
        now, at = self.table.now, monotonic()
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
            with suppress(StaleChoice, NotNow, IllegalChoice):  # the player was quicker
                await self.table.act(CLOCK, due)
        self._set_flag()

    # -- answers --------------------------------------------------------------------------

    async def _think(self, seat: int) -> None:
        """Answer until this seat is no longer asked. A choice that came too late is forgotten."""
        table = self.table
        try:
            while (asked := _open_decision(table.now, seat)) is not None:
                match, decision = asked
                number, part = match.state.number, match.part(seat)
                thing = await ask_bot(table, match, decision, table.now.seats[seat].bot)
                timing = timing_of(match.state, seat) or NO_HURRY
                await asyncio.sleep(max(0.0, table.now.timing.reach(timing) - monotonic()))
                answer = Choose("bot", number, part, thing)
                try:
                    await table.act(Actor(seat, by="bot"), answer)
                except FimbulError as refused:
                    table.services.metrics.refused.labels(refused.code).inc()
                    await asyncio.sleep(max(REST, timing.reach[1] / 1000))
        finally:
            self.thinking.discard(seat)

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
                with suppress(StaleChoice, NotNow, IllegalChoice):  # the player was quicker
                    await table.act(Actor(seat, by="form"), answer)
        finally:
            self.thinking.discard(seat)

    # -- judgement ------------------------------------------------------------------------

    async def _judge(self) -> None:
        """Find out whether the last choice may be taken back, unless play goes on at once."""
        table = self.table
        try:
            while (choice := _to_judge(table.now)) is not None:
                await asyncio.sleep(CALM)
                if choice is _to_judge(table.now) and not table.services.pool.judging:
                    fixed = await table.services.pool.fixes(choice)
                    with suppress(NotNow):
                        await table.act(Actor(), RevealJudged(choice, fixed))
        finally:
            self._judging = False


def _to_judge(now: Situation) -> Disclosure | None:
    """The last choice, if its player is there and might take it back without asking anybody."""
    if now.standing.state != "running" or now.match is None or len(now.people) < 2:
        return None
    choice = now.match.unjudged
    return choice if choice is not None and choice.seat in now.present else None


def _open_decision(now: Situation, seat: int) -> tuple[RunningMatch, Decision] | None:
    match = now.match
    if now.standing.state != "running" or match is None:
        return None
    decision = next((open_ for open_ in match.state.open if open_.seat == seat), None)
    return None if decision is None else (match, decision)


async def ask_bot(table: Table, match: RunningMatch, decision: Decision, bot: str) -> str:
    """What that bot picks; any option, if it has no answer in time, and that is said."""
    began = monotonic()
    try:
        thing = await table.services.pool.pick(_job(table, match, decision.seat, bot))
    except NoAnswer:
        thing = ""
    table.services.metrics.thinking.observe(monotonic() - began)
    if thing in decision.options:
        return thing
    table.services.metrics.chances.inc()
    log.warning(
        "a bot gave no usable answer; a random option was chosen", extra={"table": table.id}
    )
    await table.say(decision.seat, secrets.token_hex(8), AT_A_LOSS)
    return secrets.choice(decision.options)


def _job(table: Table, match: RunningMatch, seat: int, bot: str) -> BotJob:
    return BotJob(
        package=table.game.package,
        state=encode(match.state).decode(),
        seat=seat,
        bot=level_bot(table.game, bot) if bot in LEVELS else bot,
        seed=secrets.randbits(64),
        table=table.id,
        number=numbered(),
    )


async def hint(table: Table, seat: int, message: str) -> Hinted:
    """What a bot would do in this seat's place, seeing what this seat sees, and how it stands."""
    asked = _open_decision(table.now, seat)
    if asked is None:
        return Hinted(message, "", "Nothing is asked of you now.")
    match, _ = asked
    labels = {thing.id: thing.label for thing in table.game.scene(match.state, seat).things()}
    job = structs.replace(_job(table, match, seat, table.services.advice), task="analyse")
    try:
        found = await table.services.pool.analyse(job)
    except NoAnswer:
        return Hinted(message, "", "No advice came in time.")
    lines = tuple(_advice(line, labels) for line in found.lines[:ADVICE])
    words = f"A bot would choose {labels.get(found.thing, found.thing)}."
    return Hinted(message, found.thing, words, found.value, lines)


def _advice(line: Line, labels: Mapping[str, str]) -> Advice:
    """A line in words; what is not on the table yet is said by its name."""
    said = [labels.get(pick) or pick.partition(":")[2].replace("-", " ") for pick in line.picks]
    return Advice(line.picks[0], ", ".join(said), line.value)
