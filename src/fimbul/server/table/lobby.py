"""All tables: made here, found here, and unloaded again when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from msgspec import Struct, structs

from fimbul.kernel import FimbulError, NoSuchGame, did_you_mean, of_field, phrase
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.tokens import hashed, id_from, new_id, new_token
from fimbul.server.people.bonds import Bonds
from fimbul.server.people.invitations import Invitations
from fimbul.server.people.places import going_places, owned_at
from fimbul.server.services import Services
from fimbul.server.store.base import EVERY, Listing, Seat, Standing, TableRow
from fimbul.server.store.ledger import Owner
from fimbul.server.table.bots import Attendant
from fimbul.server.table.calls import Calls
from fimbul.server.table.cards import card_of, row_card
from fimbul.server.table.consent import agreed
from fimbul.server.table.opening import CheckedTable, facts_of, meeting_again, seat_of_wish
from fimbul.server.table.plan import Actor, Plan
from fimbul.server.table.rated import by_lot, unrated
from fimbul.server.table.seating import Leave, Meet, Relock, Sit, read_luck, read_name
from fimbul.server.table.situation import Situation, held_by, leaving_loses, seat_of
from fimbul.server.table.table import Table
from fimbul.server.wire.bodies import (
    BotSeat,
    Me,
    NewTable,
    PlayNow,
    Rematch,
    SeatWish,
    SitDown,
    TakenSeat,
)
from fimbul.server.wire.errors import (
    BadTable,
    Blocked,
    NoSuchTable,
    NotNow,
    NotYourSeat,
)
from fimbul.server.wire.messages import Resign
from fimbul.server.wire.table_card import TableCard, pace_of

log = logging.getLogger("fimbul.server.table.lobby")
LEASE = 15.0  # seconds for which a worker looks after a table without saying so again


class Proof(Struct, frozen=True):
    """What shows whose seat it is: its token, or the account that owns it."""

    token: str = ""
    account: str = ""


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services, self.calls = services, Calls(services)
        self.bonds, self.invitations = Bonds(services.store), Invitations(services.store)
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
        else:
            await table.catch_up()
        table.used = monotonic()
        return table

    async def _load(self, name: str) -> Table:
        stored = await self.services.store.load(name)
        if stored is None:
            raise NoSuchTable
        table = await self.services.errands.do(name, Table, self.services, stored)
        attendant = Attendant(table)
        self._tables[name], self._attendants[name] = table, attendant
        self.services.metrics.tables.set(len(self._tables))
        table.on_change = attendant.wake
        await self._share(table)
        attendant.wake()
        return table

    async def _share(self, table: Table) -> None:
        """Where other workers may have it too: hear of it, and find out who looks after it."""
        if self.services.shared:
            await self.services.bus.listen(table.id, table.hear)
            await table.catch_up()  # what happened before we listened
            table.tell_presence(asks=True)
            await self.keep((table.id,))

    async def cards(
        self, after: str, limit: int, listing: Listing = EVERY
    ) -> tuple[tuple[TableCard, ...], str | None]:
        """A page of the public tables; one whose game is gone is left out, not fatal."""
        listed = await self.services.store.card_rows(after, limit, listing)
        cards = (self.card(row) for row in listed.rows)
        return tuple(card for card in cards if card is not None), listed.next

    def loaded(self, name: str) -> Situation | None:
        """How a table stands that is in memory; asking does not keep it there."""
        table = self._tables.get(name)
        return None if table is None else table.now

    def card(self, row: TableRow) -> TableCard | None:
        """None for a table whose game is gone."""
        if row.id in self._tables:
            return card_of(self._tables[row.id].now)
        try:
            game = self.services.find(row.facts.game)
        except FimbulError as gone:
            log.warning("a table could not be listed", extra={"table": row.id, "why": gone.code})
            return None
        return row_card(row, game)

    def sweep(self) -> None:
        """Unload tables that nobody looks at and where nothing happens."""
        now = monotonic()
        for name, table in list(self._tables.items()):
            patience = 0 if table.now.standing.state == "over" else self.services.limits.idle
            idle = table.idle and self._attendants[name].idle
            if idle and now - table.used > patience:
                self._attendants.pop(name).close()
                del self._tables[name]
                self.services.bus.ignore(name)
        self.services.metrics.tables.set(len(self._tables))

    def tell_time(self) -> None:
        """The server stood still: all clocks show another time than pages think."""
        for table in self._tables.values():
            table.tell_time()

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

    # -- among workers --------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._tables)

    async def look_again(self, name: str, revision: int | None) -> None:
        """Catch up with what the store says about a table in memory, and say who is there."""
        table = self._tables.get(name)
        if table is not None:
            await table.catch_up(revision)
            table.tell_presence()

    async def keep(self, names: Sequence[str]) -> frozenset[str]:
        """Look after those of these tables that no other worker does; which they are."""
        kept = await self.services.store.keep(self.services.bus.worker, names, LEASE)
        for name in names:
            if name in self._attendants:
                self._attendants[name].keep(name in kept)
        return kept

    def let_go(self) -> None:
        """Look after no table until the store says again which."""
        for attendant in self._attendants.values():
            attendant.keep(False)

    # -- making ---------------------------------------------------------------------------

    async def create(self, wish: NewTable, person: str = "", account: str = "") -> TakenSeat:
        self.services.check_ban("", wish.name)
        if (laid := await self._laid(wish.key)) is not None:
            return laid
        drawn = by_lot(self.services.find(wish.game), wish)
        opened = await self.services.errands.do(person, self.opening, drawn)
        return await self.lay(opened, account)

    async def _laid(self, key: str) -> TakenSeat | None:
        """The table that was laid with that key, if the answer to that was lost."""
        if not key or not await self.services.store.rows([id_from(key)]):
            return None
        now = (await self.table(id_from(key))).now
        return _taken(now, held_by(now, key), key)

    async def play_now(self, wish: PlayNow, person: str = "", account: str = "") -> TakenSeat:
        """Whoever asks on the first seat, bots on all others."""
        self.services.check_ban("", wish.name)
        if (laid := await self._laid(wish.key)) is not None:
            return laid
        opened = await self.services.errands.do(person, self._against_bots, wish)
        return await self.lay(opened, account)

    def _against_bots(self, wish: PlayNow) -> CheckedTable:
        game = self.services.find(wish.game)
        bot = wish.bot or self.services.rival
        seats = game.setup(**wish.options).seats
        wishes: tuple[SeatWish, ...] = (Me(), *[BotSeat(bot)] * (seats - 1))
        return self.opening(
            NewTable(
                wish.game,
                wishes,
                wish.name,
                wish.options,
                luck=wish.luck,
                key=wish.key,
                program=wish.program,
            )
        )

    def opening(self, wish: NewTable) -> CheckedTable:
        """Everything that is wrong with the wish at once, or all that is needed to lay it."""
        game = self.services.find(wish.game)
        problems = [*self._problems(wish), *unrated(game, wish)]
        if problems:
            raise BadTable(problems)
        usual = game.setup_type.usual(pace_of(wish.clock))
        setup = game.setup(**{**usual, "seats": len(wish.seats), **wish.options})
        if setup.seats != len(wish.seats):
            seats = {"seats": setup.seats, "wished": len(wish.seats)}
            differ = phrase("the options say {seats}, not {wished}", **seats)
            raise BadTable([of_field("seats", differ)])
        token, called = wish.key or new_token(), self.calls.names
        me = Seat(
            kind="person",
            name=clean(wish.name),
            token=hashed(token),
            luck=read_luck(wish.luck),
            program=wish.program,
        )
        return CheckedTable(
            game=game,
            setup=setup,
            seats=tuple(me if isinstance(w, Me) else seat_of_wish(w, called) for w in wish.seats),
            me=next(n for n, w in enumerate(wish.seats) if isinstance(w, Me)),
            token=token,
            facts=facts_of(game, setup, wish),
            id=id_from(wish.key) if wish.key else "",
        )

    def _problems(self, wish: NewTable) -> list[str]:
        problems = []
        if sum(isinstance(w, Me) for w in wish.seats) != 1:
            problems.append(of_field("seats", "exactly one of them is yours"))
        known = [level.name for level in self.services.opponents]
        strange = [w.bot for w in wish.seats if isinstance(w, BotSeat) and w.bot not in known]
        for bot in strange:
            none = phrase(
                "there is no bot '{bot}'{perhaps}", bot=bot, perhaps=did_you_mean(bot, known)
            )
            problems.append(of_field("seats", none))
        if not shows(clean(wish.name)):
            problems.append(of_field("name", "there is nothing to read in it"))
        return problems

    async def lay(self, opening: CheckedTable, account: str = "") -> TakenSeat:
        full = all(seat.kind != "empty" for seat in opening.seats)
        row = TableRow(
            id=opening.id or new_id(),
            facts=opening.facts,
            standing=Standing("running" if full else "waiting"),
            seats=opening.seats,
            revision=len(opening.record),
            quiet=(0,) * len(opening.seats),
        )
        mine = Owner(opening.me, account, opening.game.id)
        await self.services.store.create(row, opening.record, (mine,))
        self.calls.call(row, opening.game)
        if full:
            await self.table(row.id)  # bots may have the first choice
        facts = opening.facts
        return TakenSeat(row.id, opening.me, opening.token, facts.invite, facts.watch)

    # -- coming and going -----------------------------------------------------------------

    async def sit(
        self, name: str, wish: SitDown, address: str = "", account: str = ""
    ) -> TakenSeat:
        """Take a free seat; the last one begins the match. Whoever already holds a seat by that key
        has asked before, and gets the same answer."""
        table, token = await self.table(name), wish.key or new_token()
        held = seat_of(table.now, token)
        if held is not None and not table.now.seats[held].back:
            return _taken(table.now, held, token)
        self.services.check_ban(address, wish.name)
        read = structs.replace(wish, name=read_name(wish.name), luck=read_luck(wish.luck))
        origin = hashed(f"{table.id} {address}") if address else ""
        own = await self.owned(name, account)
        if not own and await self.bonds.blocked_at(name, account):
            raise Blocked
        if await self.invitations.is_invited(name, account):
            read = structs.replace(read, invite=table.now.facts.invite)
        seat = _seat_in(await table.act(Actor(), Sit(read, token, origin, account, own)))
        if account:
            await self.invitations.end(name, account)
        return _taken(table.now, seat, token)

    async def owned(self, name: str, account: str) -> tuple[int, ...]:
        """The seats of that table that belong to that account."""
        return await owned_at(self.services.store, name, account)

    async def seat_by(self, table: Table, proof: Proof) -> int:
        """The seat that somebody proves to hold; NotYourSeat, if there is none."""
        if proof.token:
            return held_by(table.now, proof.token)
        for seat in await self.owned(table.id, proof.account):
            if table.now.seats[seat].kind != "empty":
                return seat
        raise NotYourSeat

    async def leave(self, name: str, proof: Proof) -> None:
        """Give a seat up; where the rulebook says that whoever leaves loses, the match ends."""
        table = await self.table(name)
        seat = await self.seat_by(table, proof)
        held = table.now.seats[seat].token
        if table.now.standing.state == "running" and leaving_loses(table.now, seat):
            await table.act(Actor(seat), Resign("leave"))
        table.turn_out(_seat_in(await table.act(Actor(), Leave(seat, held))))

    async def relock(self, account: str) -> None:
        """From now on nothing but the account opens its seats in matches under way."""
        for name, seat in await going_places(self.services.store, account):
            with suppress(NoSuchTable, NoSuchGame):
                await (await self.table(name)).act(Actor(), Relock(seat))

    async def rematch(self, name: str, proof: Proof, wish: Rematch) -> TakenSeat:
        """Meet again at a new table. The first who asks lays it, as they wish."""
        table = await self.table(name)
        now, seat = table.now, await self.seat_by(table, proof)
        if now.standing.state != "over":
            raise NotNow("a rematch comes after the match")
        if (laid := await self._laid(wish.key)) is not None:
            return laid
        if now.standing.rematch is None:
            self._check_rematch(now, wish)
            opened = await self.services.errands.do(name, meeting_again, now, seat, wish)
            place = await self.lay(opened, proof.account)
            await table.act(Actor(seat), Meet(place.table))
            return place
        other = await self.table(now.standing.rematch)
        known = tuple(agreed(now.game, now.options))  # it is the same match once more
        sit = SitDown(now.seats[seat].name, other.now.facts.invite, agrees=known, key=wish.key)
        return await self.sit(other.id, sit, account=proof.account)

    def _check_rematch(self, now: Situation, wish: Rematch) -> None:
        if wish.seat is not None and wish.seat >= len(now.seats):
            there = phrase("there are {count}, counted from 0", count=len(now.seats))
            raise BadTable([of_field("seat", there)])
        if wish.bot and wish.bot not in [level.name for level in self.services.levels]:
            none = phrase("there is no bot '{bot}'{perhaps}", bot=wish.bot, perhaps="")
            raise BadTable([of_field("bot", none)])


def _taken(now: Situation, seat: int, token: str) -> TakenSeat:
    return TakenSeat(now.id, seat, token, now.facts.invite, now.facts.watch)


def _seat_in(plan: Plan | None) -> int:
    """The seat that was taken or given up."""
    assert plan is not None, "only a message can have come before"
    assert plan.change is not None, "who sits is written down"
    return plan.change.seats[0][0]
