"""Whom the operator has shut out, as the database says: read again every second."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fimbul.server.store.bans import Ban
from fimbul.server.store.postgres.link import Link
from fimbul.server.wire.errors import StoreDown

EVERY = 1.0  # seconds


class PostgresBans:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._known: tuple[Ban, ...] = ()

    def meet(self, address: str, name: str = "", account: str = "") -> bool:
        return any(ban.meets(address, name, account) for ban in self._known)

    async def watch(self) -> None:
        """While the database does not answer, those are shut out who were before."""
        while True:
            with suppress(StoreDown):
                await self._read()
            await asyncio.sleep(EVERY)

    async def _read(self) -> None:
        async with self._link.connected() as connection:
            rows = await connection.fetch("select kind, what from ban")
        self._known = tuple(Ban(kind, what) for kind, what in rows)
