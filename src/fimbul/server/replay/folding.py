"""Every finished match is folded into a tale soon after its end, one after the other."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress

import msgspec

from fimbul.kernel import FimbulError
from fimbul.server.match.carried import as_snapshot
from fimbul.server.replay.fold import Folded, FoldJob
from fimbul.server.replay.replays import table_reel
from fimbul.server.replay.tale import TALE
from fimbul.server.services import Services
from fimbul.server.store.base import KeptTale
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.records import record_of, saga_of
from fimbul.server.table.situation import Situation
from fimbul.server.wire.errors import StoreDown

EVERY = 2.0  # seconds between two looks
log = logging.getLogger("fimbul.server.replay.folding")


class Folding:
    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self._failed: set[str] = set()  # tried again when the server is started anew

    async def run(self) -> None:
        while True:
            with suppress(StoreDown):
                await self.fold_all()
            await asyncio.sleep(EVERY)

    async def fold_all(self) -> None:
        for name in await self.services.store.untold():
            if name in self._failed or not await self.lobby.keep((name,)):
                continue  # it cannot be told, or another worker tells it
            try:
                await self._fold(name)
            except StoreDown:
                raise
            except (FimbulError, CannotFold) as wrong:
                self._failed.add(name)
                facts = {"table": name, "why": str(wrong)}
                log.warning("a finished match could not be folded", extra=facts)

    async def _fold(self, name: str) -> None:
        now = (await self.lobby.table(name)).now
        kept = None if now.match is None else await self._tale(now)
        await self.services.store.keep_tale(name, kept)

    async def _tale(self, now: Situation) -> KeptTale:
        folded = await _in_a_process(job_of(now))
        saga = f'{saga_of(now)}\n[{TALE} "{folded.text}"]\n'
        return KeptTale(now.facts.rules, saga, folded.whole)


class CannotFold(Exception):
    """The process ended without a tale."""


def job_of(now: Situation) -> FoldJob:
    origin = None if now.match is None else now.match.origin
    if origin is None:
        return FoldJob(now.game.package, record_of(now))
    later = table_reel(now)
    return FoldJob(now.game.package, later.record, as_snapshot(origin), later.note)


async def _in_a_process(job: FoldJob) -> Folded:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "fimbul.server.replay.fold"), stdin=pipe, stdout=pipe
    )
    try:
        told, _ = await process.communicate(msgspec.json.encode(job))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise CannotFold(f"the process ended with {process.returncode}")
    return msgspec.json.decode(told, type=Folded)
