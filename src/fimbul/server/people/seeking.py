"""The queue of those who look for a rival: in the store, so that any worker can pair them.

Whoever waits holds a stream open. When it closes they are taken out of the queue; when their worker
dies, they drop out of it by themselves, because nobody says any more that they wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from time import time

import msgspec
from msgspec import Struct

from fimbul.server.bus.notes import WorkerNote
from fimbul.server.ops.rates import DAY
from fimbul.server.ops.tokens import hashed, new_id
from fimbul.server.people.apart import kept_apart
from fimbul.server.people.pairing import Seeker, pairs
from fimbul.server.people.ratings import Ratings
from fimbul.server.services import Services
from fimbul.server.store.base import Conflict
from fimbul.server.store.ledger import Line
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import StoreDown
from fimbul.server.wire.seeking import RivalWish, SeekLine

TICK = 0.5  # seconds between two looks at the queue
LEASE = 10.0  # seconds for which somebody waits without their worker saying so again
PAIRS = 3.0  # seconds for which a worker pairs without saying so again
BEAT = 2.0  # seconds between two lines
NOTES = "pairing"  # under that name workers tell each other, and share who pairs
log = logging.getLogger("fimbul.server.people.seeking")


class Chair(Struct, frozen=True):
    """Somebody who is about to be seated: the hash of the token they made for themselves."""

    name: str
    token: str
    account: str


class Meeting(Struct, frozen=True):
    """A table to be laid: for two people, or for one and a bot."""

    wish: RivalWish
    chairs: tuple[Chair, ...]
    beside: tuple[Line, ...]  # what is written together with the table, of this id
    table: str


Lay = Callable[[Meeting], Awaitable[None]]


class _Row(Struct, frozen=True):
    """Somebody who waits, as the store has them."""

    seeker: Seeker
    wish: RivalWish
    chair: Chair


class _Here:
    """Somebody who waits at this worker."""

    def __init__(self, wish: RivalWish) -> None:
        self.wish, self.rung = wish, asyncio.Event()
        self.line: SeekLine = SeekLine("waiting")


class Seeking:
    def __init__(self, services: Services, lay: Lay) -> None:
        self.services, self.store, self.lay = services, services.store, lay
        self.ratings = Ratings(services.store)
        self._here: dict[str, _Here] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._soon = asyncio.Event()

    # -- waiting --------------------------------------------------------------------------

    async def lines(self, account: str, wish: RivalWish) -> AsyncIterator[SeekLine]:
        """What is told while somebody waits. Whoever stops listening has left."""
        seeker, here = new_id(), _Here(wish)
        await self._enter(seeker, account, wish)
        self._here[seeker] = here
        self._soon.set()
        try:
            yield here.line
            while here.line.state == "waiting":
                try:
                    async with asyncio.timeout(BEAT):
                        await here.rung.wait()
                except TimeoutError:
                    pass
                yield here.line
        finally:
            del self._here[seeker]
            task = asyncio.create_task(self._leave(seeker))  # what was cancelled cannot wait itself
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _enter(self, seeker: str, account: str, wish: RivalWish) -> None:
        now, strength = time(), await self.ratings.strength(account, wish.game)
        told = msgspec.json.encode(wish).decode()
        row = (seeker, account, wish.game, told, hashed(wish.key), wish.name, strength.mu)
        await self.store.note(
            ("delete from seeker where account = ?", (account,)),
            ("insert into seeker values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, now, now + LEASE)),
        )

    async def _leave(self, seeker: str) -> None:
        try:
            await self.store.note(("delete from seeker where id = ?", (seeker,)))
        except StoreDown:
            log.info("a seeker could not be removed; their entry will expire")

    # -- pairing --------------------------------------------------------------------------

    async def run(self) -> None:
        """As long as somebody waits here."""
        if self.services.shared:
            await self.services.bus.listen(NOTES, self._hear)
        while True:
            await self._soon.wait()
            try:
                await self.look()
            except StoreDown:
                log.warning("nobody can be paired while the store does not answer")
            if not self._here:
                self._soon.clear()
            await asyncio.sleep(TICK)

    async def _hear(self, note: WorkerNote) -> None:
        """Another worker has paired somebody."""
        if self._here:
            await self._tell()

    async def look(self) -> None:
        """Say who waits here, pair if that falls to us, and tell whoever was paired."""
        await self._renew()
        bus = self.services.bus
        if NOTES in await self.store.keep(bus.worker, (NOTES,), PAIRS):
            await self._pair()
        await self._tell()

    async def _renew(self) -> None:
        marks, names = _marks(self._here), tuple(self._here)
        if names:
            sql = f"update seeker set until = ? where id in ({marks}) returning id"
            (known,) = await self.store.note((sql, (time() + LEASE, *names)))
            kept = {name for (name,) in known}
            for name in set(names) - kept:
                await self._lost(name)

    async def _lost(self, name: str) -> None:
        """Somebody who is no longer in the queue: paired a moment ago, or looking from another
        page."""
        here = self._here.get(name)
        if here is not None and not await self._tell():
            here.line = SeekLine("gone") if here.line.state == "waiting" else here.line
            here.rung.set()

    async def _rows(self, now: float) -> list[_Row]:
        sql = (
            "select id, account, game, wish, token, name, mu, since from seeker "
            "where until > ? order by since, id"
        )
        return [_read(*row) for row in await self.store.look_up(sql, now)]

    async def _pair(self) -> None:
        now = time()
        rows = await self._rows(now)
        by_id = {row.seeker.id: row for row in rows}
        apart = await kept_apart(self.store, [row.seeker.account for row in rows])
        met = pairs([row.seeker for row in rows], now, apart)
        for one, other in met:
            await self._seat((by_id.pop(one.id), by_id.pop(other.id)))
        for row in by_id.values():
            if row.wish.bot_after and now - row.seeker.since >= row.wish.bot_after:
                await self._seat((row,))
        self._count(list(by_id.values()), now)
        if met and self.services.shared:
            bus = self.services.bus
            bus.tell(WorkerNote(table=NOTES, worker=bus.worker))

    async def _seat(self, rows: Sequence[_Row]) -> None:
        """Table, seats and who was paired are one transaction. Whoever has left meanwhile is not
        there to be paired, and then nothing of it happens."""
        table, now = new_id(), int(time())
        paired = "insert into paired values ((select id from seeker where id = ?), ?, ?, ?)"
        ordered = sorted(rows, key=lambda row: hashed(table + row.seeker.id))  # by lot
        beside: list[Line] = [
            (paired, (row.seeker.id, table, seat, now)) for seat, row in enumerate(ordered)
        ]
        beside += [("delete from seeker where id = ?", (row.seeker.id,)) for row in ordered]
        beside.append(("delete from paired where since < ?", (now - int(DAY),)))
        chairs = tuple(row.chair for row in ordered)
        try:
            await self.lay(Meeting(ordered[0].wish, chairs, tuple(beside), table))
        except Conflict:
            log.info("somebody left while being paired")

    def _count(self, rows: Sequence[_Row], now: float) -> None:
        """How long the line is, for those who wait here."""
        for row in rows:
            here = self._here.get(row.seeker.id)
            if here is not None and here.line.state == "waiting":
                others = sum(other.seeker.game == row.seeker.game for other in rows) - 1
                here.line = SeekLine("waiting", others, int(row.seeker.width(now)))

    async def _tell(self) -> bool:
        """Tell those who wait here and have been paired; return whether there were any."""
        names = tuple(self._here)
        if not names:
            return False
        sql = f"select seeker, match, seat from paired where seeker in ({_marks(names)})"
        found = await self.store.look_up(sql, *names)
        for name, table, seat in found:
            here = self._here.get(name)
            if here is not None:
                here.line = SeekLine("found", taken=TakenSeat(table, seat, here.wish.key))
                here.rung.set()
        return bool(found)


def _marks(names: Sequence[str] | dict[str, _Here]) -> str:
    return ", ".join("?" * len(names))


def _read(
    seeker: str,
    account: str,
    game: str,
    told: str,
    token: str,
    name: str,
    mu: float,
    since: float,
) -> _Row:
    wish = msgspec.json.decode(told, type=RivalWish)
    terms = msgspec.json.encode((wish.clock, wish.rated)).decode()
    one = Seeker(seeker, account, game, terms, 30 * mu, since, wish.within)
    return _Row(one, wish, Chair(name, token, account))
