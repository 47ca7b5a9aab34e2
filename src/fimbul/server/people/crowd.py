"""How many people are here: those who sit at a table, and those who have looked in lately.

Nobody is named who does not want it, and nothing else is kept but a number for each worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, time

from fimbul.server.people.visible import Visible
from fimbul.server.services import Services
from fimbul.server.wire.errors import StoreDown

LATELY = 45.0  # seconds
TOLD = 10.0  # seconds between two words of a worker about its own
MOST_VISITORS = 20_000  # who looked in; whoever looked in first is forgotten first
log = logging.getLogger("fimbul.server.people.crowd")


class Crowd:
    def __init__(self, services: Services) -> None:
        self.services, self.visible = services, Visible(services.store)
        self._seen: dict[str, float] = {}
        self._sitting: Counter[str] = Counter()
        self._elsewhere = 0

    def see(self, who: str) -> None:
        """Note that somebody has just looked in."""
        self._seen.pop(who, None)
        self._seen[who] = monotonic()
        if len(self._seen) > MOST_VISITORS:
            del self._seen[next(iter(self._seen))]

    @contextmanager
    def sitting(self, who: str) -> Iterator[None]:
        """Count somebody for as long as they have a table open."""
        self._sitting[who] += 1
        try:
            yield
        finally:
            self._sitting[who] -= 1
            if not self._sitting[who]:
                del self._sitting[who]

    @property
    def count(self) -> int:
        """How many there are here, and at the other workers as far as they have told."""
        return self._here() + self._elsewhere

    def _here(self) -> int:
        old = monotonic() - LATELY
        for who, at in list(self._seen.items()):
            if at > old:
                break
            del self._seen[who]
        return len(self._browsers())

    def _browsers(self) -> set[str]:
        return self._seen.keys() | self._sitting.keys()

    async def run(self) -> None:
        """Note those who want to be seen. Among workers each says how many it has; one alone
        knows."""
        while True:
            try:
                self._here()
                await self.visible.note(tuple(self._browsers()))
                if self.services.shared:
                    await self._share()
            except StoreDown:
                log.info("who is here cannot be written down now")
            await asyncio.sleep(TOLD)

    async def _share(self) -> None:
        worker, now = self.services.bus.worker, time()
        mine = (worker, self._here(), now + 3 * TOLD)
        kept = (
            "insert into crowd values (?, ?, ?) on conflict (worker) do update set "
            "people = excluded.people, until = excluded.until"
        )
        await self.services.store.note((kept, mine), ("delete from crowd where until < ?", (now,)))
        others = "select people from crowd where worker <> ?"
        rows = await self.services.store.look_up(others, worker)
        self._elsewhere = sum(people for (people,) in rows)
