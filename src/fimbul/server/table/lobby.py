"""All tables: made here, found here, and put away again when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from time import monotonic, time
from typing import Any

import msgspec
from msgspec import Struct, structs

from fimbul.kernel import FimbulError, Game, Record, Setup
from fimbul.server.match.commitment import new_secret
from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.tokens import hashed, is_same, new_id, new_token
from fimbul.server.services import Services
from fimbul.server.store.base import ChoiceRow, Facts, Seat, Standing, TableRow
from fimbul.server.table.actions import resign
from fimbul.server.table.bots import wake_bots
from fimbul.server.table.consent import agreed, check
from fimbul.server.table.table import Actor, Plan, Table, nothing, row_card
from fimbul.server.wire.bodies import BotSeat, Me, NewTable, Place, PlayNow, SeatWish, SitDown
from fimbul.server.wire.errors import (
    BadTable,
    NoSuchTable,
    NotInvited,
    NotNow,
    NotYourSeat,
    TableFull,
)
from fimbul.server.wire.table_card import TableCard, pace_of

log = logging.getLogger("fimbul.server.table.lobby")


class Opening(Struct, frozen=True, kw_only=True):
    """A table about to be laid, everything checked."""

    game: Game[Any]
    setup: Setup
    seats: tuple[Seat, ...]
    me: int
    token: str
    facts: Facts
    record: tuple[ChoiceRow, ...] = ()

    def going_on(self, record: Record, rows: Sequence[ChoiceRow]) -> Opening:
        """The same table, but in the middle of a match that others have begun."""
        facts = structs.replace(self.facts, seed=record.seed, mixed=record.mixed)
        return structs.replace(self, facts=facts, record=tuple(rows))


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self._tables: dict[str, Table] = {}
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
        self._tables[name] = table
        self.services.metrics.tables.set(len(self._tables))
        table.on_change = wake_bots
        wake_bots(table)
        return table

    async def cards(self, after: str, limit: int) -> tuple[tuple[TableCard, ...], str | None]:
        """A page of the public tables; one whose game is gone is left out, not fatal."""
        listed = await self.services.store.card_rows(after, limit)
        cards = (self._card(row) for row in listed.rows)
        return tuple(card for card in cards if card is not None), listed.next

    def _card(self, row: TableRow) -> TableCard | None:
        if row.id in self._tables:
            return self._tables[row.id].card()
        try:
            title = self.services.find(row.facts.game).title
        except FimbulError as gone:
            log.warning("a table cannot be shown", extra={"table": row.id, "why": gone.code})
            return None
        return row_card(row, title)

    def sweep(self) -> None:
        """Put away what nobody looks at and nothing happens on."""
        now = monotonic()
        for name, table in list(self._tables.items()):
            patience = 0 if table.standing.state == "over" else self.services.limits.idle
            if table.idle and now - table.used > patience:
                table.close()
                del self._tables[name]
        self.services.metrics.tables.set(len(self._tables))

    async def tidy(self) -> None:
        """Forget tables that nobody came back to; none that is in memory."""
        gone = await self.services.store.clear(self.services.limits.forget, tuple(self._tables))
        if gone:
            log.info("tables nobody came back to are cleared away", extra={"count": gone})

    def close(self) -> None:
        for table in self._tables.values():
            table.close()

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    # -- making ---------------------------------------------------------------------------

    async def create(self, wish: NewTable) -> Place:
        return await self.lay(self.opening(wish))

    async def play_now(self, wish: PlayNow) -> Place:
        """Me on the first seat, bots on all others."""
        game = self.services.find(wish.game)
        bot = wish.bot or self.services.rival
        seats = game.setup(**wish.options).seats
        wishes: tuple[SeatWish, ...] = (Me(), *[BotSeat(bot)] * (seats - 1))
        return await self.create(
            NewTable(wish.game, wishes, wish.name, wish.options, luck=wish.luck)
        )

    def opening(self, wish: NewTable) -> Opening:
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
        me = Seat(kind="person", name=clean(wish.name), token=hashed(token), luck=_luck(wish.luck))
        return Opening(
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

    async def lay(self, opening: Opening) -> Place:
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
        return Place(row.id, opening.me, opening.token, facts.invite, facts.watch)

    # -- coming and going -----------------------------------------------------------------

    async def sit(self, name: str, wish: SitDown) -> Place:
        """Take a free seat; the last one begins the match."""
        table, token, words = await self.table(name), new_token(), clean(wish.name)
        if not words:
            raise BadTable(["name: there is nothing to read in it"])
        taken: list[int] = []

        def plan() -> Plan:
            invited = is_same(table.facts.invite, wish.invite)
            if not invited and not table.facts.public:
                raise NotInvited
            if table.standing.state == "over":
                raise NotNow("this match is over")
            free = [n for n, seat in enumerate(table.seats) if seat.kind == "empty"]
            if not free:
                raise TableFull
            taken[:] = free[:1]
            brought = _brought(table, taken[0], wish)
            seat = structs.replace(brought, kind="person", name=words, token=hashed(token))
            return _sit_plan(table, free, seat)

        await table.act(Actor(0), plan)
        facts = table.facts
        return Place(table.id, taken[0], token, facts.invite, facts.watch)

    async def leave(self, name: str, token: str) -> None:
        """Give a seat up: its token is dead from now on, and the link can fill the seat again.

        Where the rulebook says that who leaves loses, that ends the match.
        """
        table = await self.table(name)
        if table.standing.state == "running" and leaving_loses(table):
            await resign(table, Actor(_held(table, token)))

        def plan() -> Plan:
            seat = _held(table, token)
            empty = Seat(luck=table.seats[seat].luck)
            if table.standing.state == "running":
                empty = structs.replace(empty, brings=table.seats[seat].brings)
            alone = table.people() == [seat]
            if alone and table.standing.state == "waiting":
                over = structs.replace(table.standing, state="over")
                return Plan(change=table.change(Actor(seat), seats=((seat, empty),), standing=over))
            return Plan(change=table.change(Actor(seat), seats=((seat, empty),)))

        seat = _held(table, token)
        await table.act(Actor(seat), plan)
        table.turn_out(seat)

    async def rematch(self, name: str, token: str) -> Place:
        """Meet again at a new table, everybody one seat further on. The first who asks lays it."""
        table = await self.table(name)
        seat = _held(table, token)
        if table.standing.state != "over":
            raise NotNow("a rematch comes after the match")
        if table.standing.rematch is None:
            place = await self.lay(self._again(table, seat))

            def plan() -> Plan:
                if table.standing.rematch is not None:
                    raise NotNow("another player was quicker: ask again")
                standing = structs.replace(table.standing, rematch=place.table)
                return Plan(change=table.change(Actor(seat), standing=standing))

            await table.act(Actor(seat), plan)
            return place
        other = await self.table(table.standing.rematch)
        known = tuple(agreed(table.game, table.options))  # it is the same match once more
        wish = SitDown(table.seats[seat].name, other.facts.invite, agrees=known)
        return await self.sit(other.id, wish)

    def _again(self, table: Table, me: int) -> Opening:
        """The same table with the seats moved on by one; only whoever asks sits already."""
        token, facts, count = new_token(), table.facts, len(table.seats)
        moved = [table.seats[n - 1] for n in range(count)]
        mine = Seat(kind="person", name=table.seats[me].name, token=hashed(token), luck=_luck(""))
        seats = [seat if seat.kind == "bot" else Seat() for seat in moved]
        seats[(me + 1) % count] = mine
        fresh = {"created": int(time()), "invite": new_token(), "watch": new_token()}
        fresh |= {"options": table.options}
        return Opening(
            game=table.game,
            setup=table.game.setup(**table.options),
            seats=tuple(seats),
            me=(me + 1) % count,
            token=token,
            facts=structs.replace(facts, secret=new_secret(), seed=None, mixed=True, **fresh),
        )


def _sit_plan(table: Table, free: list[int], seat: Seat) -> Plan:
    actor, starts = Actor(free[0]), len(free) == 1 and table.standing.state == "waiting"
    standing = structs.replace(table.standing, state="running") if starts else None
    change = table.change(actor, seats=((free[0], seat),), standing=standing)
    return Plan(change=change, then=table.begin if starts else nothing, moves=starts)


def _brought(table: Table, seat: int, wish: SitDown) -> Seat:
    """What a player adds to the dice and to the options; who takes over a match adds nothing."""
    if table.standing.state == "running":
        return table.seats[seat]
    if wish.options and table.record:
        raise BadTable(["options: this match has begun already"])
    check(table.game, table.options, seat, wish)
    return Seat(luck=_luck(wish.luck), brings=wish.options)


def leaving_loses(table: Table) -> bool:
    return bool(table.game.rulebook.about.get("leaving") == "loses")


def _held(table: Table, token: str) -> int:
    seat = table.seat_of(token)
    if seat is None:
        raise NotYourSeat
    return seat


def _luck(given: str) -> str:
    """What a player adds to the dice; the server adds something for one who has nothing."""
    return clean(given) or secrets.token_hex(8)


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
