"""A program that hears of one table: as long as it listens its seat is there, and it is told how
things stand whenever that has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import structs

from fimbul.server.table.customs import reads
from fimbul.server.table.lines import table_line
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import ChatLine
from fimbul.server.wire.outside import TableLine
from fimbul.words import Teller, teller_of

if TYPE_CHECKING:
    from fimbul.server.ops.crash_points import Moment

BEATS = 6.0  # seconds between two empty lines


class Hearer:
    """The table notifies it as it does any page; what it then passes on is how the table stands."""

    def __init__(
        self, table: Table, seat: int, teller: Teller | None = None, *, whole: bool = False
    ) -> None:
        self.table, self.seat, self.whole = table, seat, whole
        self.teller = teller or teller_of(table.game, "")
        self.person = ""
        self.gone = False  # turned out, or another one hears in its place
        self._rung = asyncio.Event()
        self._read = 0  # entries of the log
        self._chat: Sequence[ChatLine] = ()
        self._last: TableLine | None = None

    def put(self, text: str, moment: Moment | None = None) -> None:
        self._rung.set()

    def hang_up(self, code: int) -> None:
        self.gone = True
        self._rung.set()

    async def rings(self) -> None:
        await self._rung.wait()
        self._rung.clear()

    @contextmanager
    def listening(self) -> Iterator[None]:
        self.table.join(self.seat, self, 0)
        try:
            yield
        finally:
            self.table.part(self.seat, self)

    async def lines(self) -> AsyncIterator[TableLine | None]:
        """Lines until it is turned out or the match is over; None: nothing has happened for a
        while."""
        with self.listening():
            while not self.gone:
                line = self._news()
                if line is not None:
                    yield line
                    if line.state == "over":
                        return
                try:
                    async with asyncio.timeout(BEATS):
                        await self.rings()
                except TimeoutError:
                    yield None

    def _news(self) -> TableLine | None:
        """How things stand, unless that was told already."""
        now = self.table.now
        chat = tuple(one for one in self.table.chat if reads(now, self.seat, one))
        line = table_line(now, self.seat, self.teller, self._read, whole=self.whole)
        said = tuple(one for one in chat if one not in self._chat)
        bare = structs.replace(line, told=(), clocks=None)
        if bare == self._last and not said and not line.told:
            return None
        self._last, self._chat = bare, chat
        self._read = 0 if now.match is None else len(now.match.log)
        return structs.replace(line, chat=said)
