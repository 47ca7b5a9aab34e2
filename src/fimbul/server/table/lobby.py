"""All tables: made here, found here, and unloaded again when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic, time
from typing import Any

import msgspec
from msgspec import Struct, structs

from fimbul.kernel import FimbulError, Game, Record, Setup
from fimbul.server.match.commitment import new_secret
from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.tokens import hashed, new_id, new_token
from fimbul.server.services import Services
from fimbul.server.store.base import ChoiceRow, Facts, Seat, Standing, TableRow
from fimbul.server.table.bots import Attendant
from fimbul.server.table.cards import card_of, row_card
from fimbul.server.table.consent import agreed
from fimbul.server.table.plan import Actor, Plan
from fimbul.server.table.seating import Leave, Meet, Sit, read_luck, read_name
from fimbul.server.table.situation import Situation, held_by, leaving_loses
from fimbul.server.table.table import Table
from fimbul.server.wire.bodies import BotSeat, Me, NewTable, PlayNow, SeatWish, SitDown, TakenSeat
from fimbul.server.wire.errors import (
    BadTable,
    NoSuchTable,
    NotNow,
)
from fimbul.server.wire.messages import Resign
from fimbul.server.wire.table_card import TableCard, pace_of

log = logging.getLogger("fimbul.server.table.lobby")


class CheckedTable(Struct, frozen=True, kw_only=True):
    """A table about to be laid, everything checked."""

    game: Game[Any]
    setup: Setup
    seats: tuple[Seat, ...]
    me: int
    token: str
    facts: Facts
    record: tuple[ChoiceRow, ...] = ()

    def going_on(self, record: Record, rows: Sequence[ChoiceRow]) -> CheckedTable:
        """The same table, but in the middle of a match that others have begun."""
        facts = structs.replace(self.facts, seed=record.seed, mixed=record.mixed)
        return structs.replace(self, facts=facts, record=tuple(rows))


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self._tables: dict[str, Table] = {}
        self._attendants: dict[str, Attendant] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}

    # -- finding --------------------------------------------------------------------------

    async def table(self, name: str) -> Table:
        """The table of that id, from memory or from the journal."""
        table = self._tables.get(name)
        if table is None:
            task = self._loading.get(name)
            if task is None:
                task = asyncio.create_task(self._load(name))
                self._loading[name] = task
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            table = await asyncio.shield(task)
        table.used = monotonic()
        return table

    async def _load(self, name: str) -> Table:
        stored = await self.services.store.load(name)
        if stored is None:
            raise NoSuchTable
        table = Table(self.services, stored)
        attendant = Attendant(table)
        self._tables[name], self._attendants[name] = table, attendant
        self.services.metrics.tables.set(len(self._tables))
        table.on_change = attendant.wake
        attendant.wake()
        return table

    async def cards(self, after: str, limit: int) -> tuple[tuple[TableCard, ...], str | None]:
        """A page of the public tables; one whose game is gone is left out, not fatal."""
        listed = await self.services.store.card_rows(after, limit)
        cards = (self._card(row) for row in listed.rows)
        return tuple(card for card in cards if card is not None), listed.next

    def _card(self, row: TableRow) -> TableCard | None:
        if row.id in self._tables:
            return card_of(self._tables[row.id].now)
        try:
            title = self.services.find(row.facts.game).title
        except FimbulError as gone:
            log.warning("a table could not be listed", extra={"table": row.id, "why": gone.code})
            return None
        return row_card(row, title)

    def sweep(self) -> None:
        """Unload tables that nobody looks at and where nothing happens."""
        now = monotonic()
        for name, table in list(self._tables.items()):
            patience = 0 if table.now.standing.state == "over" else self.services.limits.idle
            idle = table.idle and self._attendants[name].idle
            if idle and now - table.used > patience:
                self._attendants.pop(name).close()
                del self._tables[name]
        self.services.metrics.tables.set(len(self._tables))

    async def clean_up(self) -> None:
        """Delete abandoned tables, but none that is in memory."""
        gone = await self.services.store.clear(self.services.limits.forget, tuple(self._tables))
        if gone:
            log.info("abandoned tables were deleted", extra={"count": gone})

    def close(self) -> None:
        for attendant in self._attendants.values():
            attendant.close()

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    # -- making ---------------------------------------------------------------------------

    async def create(self, wish: NewTable) -> TakenSeat:
        return await self.lay(self.opening(wish))

    async def play_now(self, wish: PlayNow) -> TakenSeat:
        """Me on the first seat, bots on all others."""
        game = self.services.find(wish.game)
        bot = wish.bot or self.services.rival
        seats = game.setup(**wish.options).seats
        wishes: tuple[SeatWish, ...] = (Me(), *[BotSeat(bot)] * (seats - 1))
        return await self.create(
            NewTable(wish.game, wishes, wish.name, wish.options, luck=wish.luck)
        )

    def opening(self, wish: NewTable) -> CheckedTable:
        """Everything that is wrong with the wish at once, or all that is needed to lay it."""
        game = self.services.find(wish.game)
        problems = list(self._problems(wish))
        if problems:
            raise BadTable(problems)
        usual = game.setup_type.usual(pace_of(wish.clock))
        setup = game.setup(**{**usual, "seats": len(wish.seats), **wish.options})
        if setup.seats != len(wish.seats):
            raise BadTable([f"seats: the options say {setup.seats}, not {len(wish.seats)}"])
        token = new_token()
        me = Seat(
            kind="person", name=clean(wish.name), token=hashed(token), luck=read_luck(wish.luck)
        )
        return CheckedTable(
            game=game,
            setup=setup,
            seats=tuple(me if isinstance(w, Me) else _seat(w) for w in wish.seats),
            me=next(n for n, w in enumerate(wish.seats) if isinstance(w, Me)),
            token=token,
            facts=_facts(game, setup, wish),
        )

    def _problems(self, wish: NewTable) -> list[str]:
        problems = []
        if sum(isinstance(w, Me) for w in wish.seats) != 1:
            problems.append("seats: exactly one of them is yours")
        known = [level.name for level in self.services.levels]
        strange = [w.bot for w in wish.seats if isinstance(w, BotSeat) and w.bot not in known]
        for bot in strange:
            problems += [f"seats: there is no bot {bot!r} (there is {', '.join(known)})"]
        if not clean(wish.name):
            problems.append("name: there is nothing to read in it")
        return problems

    async def lay(self, opening: CheckedTable) -> TakenSeat:
        full = all(seat.kind != "empty" for seat in opening.seats)
        row = TableRow(
            id=new_id(),
            facts=opening.facts,
            standing=Standing("running" if full else "waiting"),
            seats=opening.seats,
            revision=len(opening.record),
            quiet=(0,) * len(opening.seats),
        )
        await self.services.store.create(row, opening.record)
        if full:
            await self.table(row.id)  # bots may have the first choice
        facts = opening.facts
        return TakenSeat(row.id, opening.me, opening.token, facts.invite, facts.watch)

    # -- coming and going -----------------------------------------------------------------

    async def sit(self, name: str, wish: SitDown) -> TakenSeat:
        """Take a free seat; the last one begins the match."""
        table, token = await self.table(name), new_token()
        read = structs.replace(wish, name=read_name(wish.name), luck=read_luck(wish.luck))
        seat = _seat_in(await table.act(Actor(), Sit(read, token)))
        facts = table.now.facts
        return TakenSeat(table.id, seat, token, facts.invite, facts.watch)

    async def leave(self, name: str, token: str) -> None:
        """Give a seat up; where the rulebook says that whoever leaves loses, the match ends."""
        table = await self.table(name)
        if table.now.standing.state == "running" and leaving_loses(table.now):
            await table.act(Actor(held_by(table.now, token)), Resign("leave"))
        table.turn_out(_seat_in(await table.act(Actor(), Leave(token))))

    async def rematch(self, name: str, token: str) -> TakenSeat:
        """Meet again at a new table, everybody one seat further on. The first who asks lays it."""
        table = await self.table(name)
        now = table.now
        seat = held_by(now, token)
        if now.standing.state != "over":
            raise NotNow("a rematch comes after the match")
        if now.standing.rematch is None:
            place = await self.lay(_again(now, seat))
            await table.act(Actor(seat), Meet(place.table))
            return place
        other = await self.table(now.standing.rematch)
        known = tuple(agreed(now.game, now.options))  # it is the same match once more
        wish = SitDown(now.seats[seat].name, other.now.facts.invite, agrees=known)
        return await self.sit(other.id, wish)


def _again(now: Situation, me: int) -> CheckedTable:
    """The same table with the seats moved on by one; only whoever asks sits already."""
    token, facts, count = new_token(), now.facts, len(now.seats)
    moved = [now.seats[n - 1] for n in range(count)]
    mine = Seat(kind="person", name=now.seats[me].name, token=hashed(token), luck=read_luck(""))
    seats = [seat if seat.kind == "bot" else Seat() for seat in moved]
    seats[(me + 1) % count] = mine
    fresh = {"created": int(time()), "invite": new_token(), "watch": new_token()}
    fresh |= {"options": now.options}
    return CheckedTable(
        game=now.game,
        setup=now.game.setup(**now.options),
        seats=tuple(seats),
        me=(me + 1) % count,
        token=token,
        facts=structs.replace(facts, secret=new_secret(), seed=None, mixed=True, **fresh),
    )


def _seat_in(plan: Plan | None) -> int:
    """The seat that was taken or given up."""
    assert plan is not None, "only a message can have come before"
    assert plan.change is not None, "who sits is written down"
    return plan.change.seats[0][0]


def _seat(wish: SeatWish) -> Seat:
    if isinstance(wish, BotSeat):
        return Seat(kind="bot", name=wish.bot, bot=wish.bot, luck=wish.bot)
    return Seat()


def _facts(game: Game[Any], setup: Setup, wish: NewTable) -> Facts:
    return Facts(
        game=game.id,
        rules=game.rules,
        options=msgspec.json.decode(msgspec.json.encode(setup)),
        clock=wish.clock,
        timeout=wish.timeout,
        public=wish.public,
        created=int(time()),
        invite=new_token(),
        watch=new_token(),
        secret=new_secret(),
        mixed=True,
    )
