"""Those who play without being told: bots when they are asked, clocks when they run out, and the
table itself for whoever is asked only for form's sake."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from random import uniform
from time import monotonic

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
from fimbul.server.bots.worker import Job, numbered
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.actions import choose, keep_time, say, time_out
from fimbul.server.table.table import Actor, Table
from fimbul.server.wire.errors import NotNow, StaleChoice
from fimbul.server.wire.messages import Advice, Choose, Hinted

log = logging.getLogger("fimbul.server.table.bots")
ADVICE = 5  # lines of a hint
NO_HURRY = Timing()
AT_A_LOSS = "I had no answer: chance has picked for me."
REST = 0.1  # seconds, after a choice that could not be made
GLANCE = (1.0, 2.5)  # seconds until a question without a choice is answered: at once would tell


def wake_bots(table: Table) -> None:
    """Something has changed: set the clock, and wake the bots that are asked now."""
    table.set_flag(lambda: table.spawn(_flagged(table)))
    if table.standing.state != "running" or table.match is None:
        return
    for decision in table.match.state.open:
        seat = decision.seat
        is_bot = table.seats[seat].kind == "bot"
        if seat not in table.thinking and (is_bot or is_foregone(table.match.state, seat)):
            table.thinking.add(seat)
            table.spawn(_think(table, seat) if is_bot else _answer_for(table, seat))


async def _flagged(table: Table) -> None:
    with suppress(StaleChoice, NotNow, IllegalChoice):  # the player was quicker
        await keep_time(table)
        await time_out(table)
    table.set_flag(lambda: table.spawn(_flagged(table)))


async def _think(table: Table, seat: int) -> None:
    """Answer until this seat is no longer asked. A choice that came too late is forgotten."""
    try:
        while (asked := _open_decision(table, seat)) is not None:
            match, decision = asked
            number, part = match.state.number, match.part(seat)
            thing = await ask_bot(table, match, decision, table.seats[seat].bot)
            timing = timing_of(match.state, seat) or NO_HURRY
            await asyncio.sleep(max(0.0, table.timing.reach(timing) - monotonic()))
            answer = Choose("bot", number, part, thing)
            try:
                await choose(table, Actor(seat, by="bot"), answer)
            except FimbulError as refused:
                table.services.metrics.refused.labels(refused.code).inc()
                await asyncio.sleep(max(REST, timing.reach[1] / 1000))
    finally:
        table.thinking.discard(seat)


async def _answer_for(table: Table, seat: int) -> None:
    """Whoever has no choice is spared the question; nobody else can tell."""
    try:
        while (asked := _open_decision(table, seat)) is not None:
            match, _ = asked
            thing = default_of(match.state, seat)
            if thing is None or not is_foregone(match.state, seat):
                return
            answer = Choose("form", match.state.number, match.part(seat), thing)
            await asyncio.sleep(uniform(*GLANCE))
            with suppress(StaleChoice, NotNow, IllegalChoice):  # the player was quicker
                await choose(table, Actor(seat, by="form"), answer)
    finally:
        table.thinking.discard(seat)


def _open_decision(table: Table, seat: int) -> tuple[RunningMatch, Decision] | None:
    match = table.match
    if table.standing.state != "running" or match is None:
        return None
    for decision in match.state.open:
        if decision.seat == seat:
            return match, decision
    return None


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
    log.warning("a bot is replaced by chance for one decision", extra={"table": table.id})
    await say(table, decision.seat, secrets.token_hex(8), AT_A_LOSS)
    return secrets.choice(decision.options)


def _job(table: Table, match: RunningMatch, seat: int, bot: str) -> Job:
    return Job(
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
    asked = _open_decision(table, seat)
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
