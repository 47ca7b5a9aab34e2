"""A process in which bots think: `python -m fimbul.server.bots.worker MODULE`.

Jobs come in and answers go out, one JSON object a line. A bot is kept between the decisions of its
seat, because it may keep its search tree. When the server dies the input ends, and so does this
process.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from importlib import import_module
from itertools import count
from traceback import walk_tb
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import Struct

from fimbul.bots import Outlook
from fimbul.bots.budget import PausedCollector, read_budget
from fimbul.bots.steady import MISTAKES
from fimbul.kernel import FimbulError, Game, Line, State, choose, decode
from fimbul.server.match.reveal import Disclosure

KEPT = 16  # bots at once
_numbers = count(1)


def numbered() -> int:
    """The number of a new job."""
    return next(_numbers)


class BotJob(Struct, frozen=True, kw_only=True):
    """A decision to be answered. The state is whole: the bot sees it through `outlook` only."""

    package: str  # of the game
    state: str
    seat: int
    bot: str
    seed: int
    table: str
    number: int  # of the job: an answer that nobody waits for any more must not be taken for it
    task: Literal["pick", "analyse", "judge"] = "pick"  # an analysis is described by its budget
    thing: str = ""  # the choice to be judged


class Pick(Struct, frozen=True, omit_defaults=True):
    """A thing, or the code of why there is none; of an analysis, how things stand and lines."""

    number: int
    thing: str = ""
    trouble: str = ""
    value: float = 0.0
    lines: tuple[Line, ...] = ()
    fixes: bool = False  # of a choice to be judged


class KeptBots:
    """The bots that wait for their next decision, by table and seat."""

    def __init__(self, module: str) -> None:
        self.bots = import_module(module)
        self._waiting: OrderedDict[tuple[str, int, str], Any] = OrderedDict()

    def pick(self, job: BotJob) -> Pick:
        try:
            game = import_module(job.package).GAME
            state = decode(game, job.state)
            if job.task == "judge":
                return _judged(job, game, state)
            outlook = self.bots.outlook(game, state, job.seat)
            if job.task == "analyse":
                return self._analysed(job, outlook)
            return Pick(job.number, self._bot(job).pick(outlook))
        except FimbulError as trouble:
            return Pick(job.number, trouble=trouble.code)
        except MISTAKES as failed:  # whoever asked goes on without it, and so does this process
            return Pick(job.number, trouble=place_of(failed))

    def _analysed(self, job: BotJob, outlook: Outlook) -> Pick:
        found = self.bots.analyse(outlook, read_budget(job.bot.partition(":")[2]), job.seed)
        return Pick(job.number, found.lines[0].picks[0], value=found.value, lines=found.lines)

    def _bot(self, job: BotJob) -> Any:
        key = (job.table, job.seat, job.bot)
        bot = self._waiting.pop(key, None) or self.bots.bot(job.bot, job.seed)
        self._waiting[key] = bot
        if len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)
        return bot


def _judged(job: BotJob, game: Game[Any], before: State) -> Pick:
    after = before.clone()
    choose(after, job.seat, job.thing)
    reveal = Disclosure(game, before, job.seat, job.thing, after)
    return Pick(job.number, job.thing, fixes=reveal.fixes())


def place_of(failed: Exception) -> str:
    """The kind of a mistake and where it was made: its words may name what one seat alone sees,
    and this goes into a log."""
    *_, (frame, _) = walk_tb(failed.__traceback__)
    return f"{type(failed).__name__} in {frame.f_code.co_qualname}"


def serve(module: str, jobs: BinaryIO, answers: BinaryIO) -> None:
    bots = KeptBots(module)
    for line in jobs:
        with PausedCollector():  # garbage can wait until the answer is out
            pick = bots.pick(msgspec.json.decode(line, type=BotJob))
            answers.write(msgspec.json.encode(pick) + b"\n")
            answers.flush()


if __name__ == "__main__":
    os.nice(5)  # players who wait for a message come before bots that think
    serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
