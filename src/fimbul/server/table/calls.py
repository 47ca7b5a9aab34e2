"""Bots from elsewhere that people ask to their tables, and what waits for each to hear."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from typing import Any

from fimbul.kernel import Game
from fimbul.server.bus.notes import WorkerNote
from fimbul.server.services import Services
from fimbul.server.store.base import TableRow
from fimbul.server.wire.outside import Called

KEPT = 50  # calls for one bot; older ones are forgotten
NOTES = "calls"  # under that name workers tell each other


class Calls:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: dict[str, deque[Called]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._heard = asyncio.Condition()

    @property
    def names(self) -> tuple[str, ...]:
        """Whom one can call."""
        return self._services.bot_keys.called()

    def call(self, row: TableRow, game: Game[Any]) -> None:
        """Tell the bots for whom that table keeps a chair."""
        names = self.names if any(seat.kind == "empty" for seat in row.seats) else ()
        by = next((seat.name for seat in row.seats if seat.kind == "person"), "")
        for name in {seat.name for seat in row.seats if seat.kind == "empty"} & {*names}:
            called = Called(row.id, game.id, game.title, by, row.facts.invite)
            self._keep(name, called)
            bus = self._services.bus
            bus.tell(WorkerNote(table=NOTES, worker=bus.worker, calls=(name, called)))

    async def listen(self) -> None:
        """Hear what bots other workers call."""
        await self._services.bus.listen(NOTES, self._take)

    async def _take(self, note: WorkerNote) -> None:
        if note.calls is not None:
            self._keep(*note.calls)

    def _keep(self, name: str, called: Called) -> None:
        self._waiting[name].append(called)
        asyncio.get_running_loop().create_task(self._ring())

    async def _ring(self) -> None:
        async with self._heard:
            self._heard.notify_all()

    async def of(self, name: str, patience: float) -> AsyncIterator[Called | None]:
        """What waits for that bot, then whatever comes; None, where nothing came for so long."""
        told: set[str] = set()
        while True:
            for called in [one for one in self._waiting[name] if one.table not in told]:
                told.add(called.table)
                yield called
            try:
                async with asyncio.timeout(patience), self._heard:
                    await self._heard.wait_for(
                        lambda: any(one.table not in told for one in self._waiting[name])
                    )
            except TimeoutError:
                yield None

    def forget(self, name: str, table: str) -> None:
        """That bot has come, or nobody waits for it any more."""
        kept = [one for one in self._waiting[name] if one.table != table]
        self._waiting[name] = deque(kept, maxlen=KEPT)
