"""A process in which bots think: `python -m fimbul.server.bots.worker MODULE [GAME ...]`.

Jobs come in and answers go out, one JSON object a line. A bot is kept between the decisions of its
seat, because it may keep its search tree. When the server dies the input ends, and so does this
process.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from select import select
from traceback import walk_tb
from typing import Any, BinaryIO

import msgspec

from fimbul.bots import Outlook
from fimbul.bots.budget import PausedCollector, read_budget
from fimbul.games import find
from fimbul.kernel import MISTAKES, FimbulError, decode
from fimbul.server.bots.job import BotJob, Pick
from fimbul.server.ops.politeness import stand_back

KEPT = 16  # bots at once
READY = 0  # the number of the first answer, which no job has asked for
UNABLE = (*MISTAKES, MemoryError, OSError, BufferError)  # anything else ends the process


class KeptBots:
    """The bots that wait for their next decision, by table and seat."""

    def __init__(self, module: str) -> None:
        self.bots = import_module(module)
        self._waiting: OrderedDict[tuple[str, int, str], Any] = OrderedDict()

    def pick(self, job: BotJob) -> Pick:
        """The answer. If anything goes wrong, that is told in its place, and the bot is not
        kept."""
        try:
            return self._answered(job)
        except FimbulError as trouble:
            return self._failed(job, trouble.code)
        except UNABLE as failed:  # this process goes on for all others
            return self._failed(job, place_of(failed))

    def _answered(self, job: BotJob) -> Pick:
        game = import_module(job.package).GAME
        state = decode(game, job.state)
        outlook = self.bots.outlook(game, state, job.seat)
        if job.task == "analyse":
            return self._analysed(job, outlook)
        return Pick(job.number, self._bot(job).pick(outlook))

    def _failed(self, job: BotJob, why: str) -> Pick:
        self._waiting.pop(_key(job), None)
        return Pick(job.number, trouble=why)

    def _analysed(self, job: BotJob, outlook: Outlook) -> Pick:
        found = self.bots.analyse(outlook, read_budget(job.bot.partition(":")[2]), job.seed)
        return Pick(job.number, found.lines[0].picks[0], value=found.value, lines=found.lines)

    def _bot(self, job: BotJob) -> Any:
        key = _key(job)
        bot = self._waiting.pop(key, None) or self.bots.bot(job.bot, job.seed)
        self._waiting[key] = bot
        if len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)
        return bot


def _key(job: BotJob) -> tuple[str, int, str]:
    return (job.table, job.seat, job.bot)


def place_of(failed: Exception) -> str:
    """The kind of a mistake and where it was made: its words may name what one seat alone sees,
    and this goes into a log."""
    *_, (frame, _) = walk_tb(failed.__traceback__)
    return f"{type(failed).__name__} in {frame.f_code.co_qualname}"


def serve(module: str, jobs: BinaryIO, answers: BinaryIO, games: Sequence[str] = ()) -> None:
    bots, unread = KeptBots(module), [*reversed(games)]
    _write(answers, Pick(READY))
    read_games(unread, jobs)
    for line in jobs:
        with PausedCollector():  # garbage can wait until the answer is out
            _write(answers, bots.pick(msgspec.json.decode(line, type=BotJob)))
        read_games(unread, jobs)


def read_games(unread: list[str], jobs: BinaryIO) -> None:
    """What is read when a game is first met, before somebody waits for it; a job goes before. What
    cannot be read is one failed job later, not the end of this process."""
    while unread and not is_asked(jobs):
        with suppress(FimbulError, *UNABLE):
            game = find(unread.pop())
            game.new(game.setup(), 0)


def is_asked(jobs: BinaryIO) -> bool:
    """Whether a job waits; where a system cannot tell, one may."""
    try:
        return bool(select([jobs], [], [], 0)[0])
    except OSError:
        return True


def _write(answers: BinaryIO, pick: Pick) -> None:
    answers.write(msgspec.json.encode(pick) + b"\n")
    answers.flush()


if __name__ == "__main__":
    stand_back(5)  # players who wait for a message come before bots that think
    serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer, sys.argv[2:])
