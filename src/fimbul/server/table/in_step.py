"""Keeps the tables of this worker in step with the store, whatever became of the notes, and says
again which of them it looks after."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from fimbul.server.services import Services
from fimbul.server.table.lobby import LEASE, Lobby
from fimbul.server.wire.errors import NoSuchTable, StoreDown

POLL = 5.0  # seconds between two looks
log = logging.getLogger("fimbul.server.table.in_step")


class InStep:
    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self._renewed = monotonic()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.look()
            except StoreDown:
                self._doubt()

    async def look(self) -> None:
        """One query for all tables in memory, and one for the leases."""
        names = self.lobby.names
        known = await self.services.store.revisions(names)
        for name in names:
            with suppress(NoSuchTable):
                await self.lobby.look_again(name, known.get(name))
        await self.lobby.keep(names)
        self._renewed = monotonic()

    def _doubt(self) -> None:
        """Let our tables go when we could not ask for too long: another worker may look after them
        by now."""
        if monotonic() - self._renewed > LEASE:
            self.lobby.let_go()
