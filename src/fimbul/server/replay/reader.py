"""Records of strangers are read in a process of their own, and not for ever."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress

import msgspec

from fimbul.kernel import BadRecord, reworded, thawed
from fimbul.server.ops.errands import Errands, ErrandTurn
from fimbul.server.replay.sceptic import RecordRead, SentRecord
from fimbul.server.services import Services
from fimbul.server.wire.bodies import Check

DEADLINE = 60.0  # seconds for one record
TOO_LONG = "it takes too long to play through"
UNREADABLE = "it cannot be played through"

log = logging.getLogger("fimbul.server.replay.reader")


class Reader:
    def __init__(self, services: Services, deadline: float = DEADLINE) -> None:
        self.services, self.deadline = services, deadline
        self._line = Errands()  # of its own: nobody else waits for a record

    async def check(self, saga: str, person: str) -> None:
        """BadRecord says which choice of the record cannot be made; one by other rules is only
        followed as far as today's can."""
        await self._read(SentRecord(saga, self._packages()), person)

    async def checks(self, saga: str, person: str) -> tuple[Check, ...]:
        """Everything that can be said about a record."""
        return (await self._read(SentRecord(saga, self._packages(), verify=True), person)).checks

    def _packages(self) -> dict[str, str]:
        return {name: self.services.find(name).package for name in self.services.names()}

    async def _read(self, text: SentRecord, person: str) -> RecordRead:
        async with ErrandTurn(self._line, person):
            found = await self._ask(msgspec.json.encode(text))
        if found.problems:
            raise BadRecord(found.problems)
        return found

    async def _ask(self, asked: bytes) -> RecordRead:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fimbul.server.replay.sceptic"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
        try:
            out, _ = await asyncio.wait_for(process.communicate(asked), self.deadline)
            return reworded(msgspec.json.decode(out, type=RecordRead), thawed)
        except TimeoutError:
            log.warning("a record took too long to read")
            return RecordRead(problems=(TOO_LONG,))
        except msgspec.MsgspecError:
            log.warning("a record ended the process that read it")
            return RecordRead(problems=(UNREADABLE,))
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
