"""What a table will be before it is laid: who sits where, and what it is from its first moment."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import time
from typing import Any

import msgspec
from msgspec import Struct, structs

from fimbul.kernel import Game, Record, Setup
from fimbul.server.match.commitment import new_secret
from fimbul.server.ops.tokens import hashed, id_from, new_token
from fimbul.server.store.base import ChoiceRow, Facts, Seat
from fimbul.server.table.seating import read_luck
from fimbul.server.table.situation import Situation
from fimbul.server.wire.bodies import BotSeat, Me, NewTable, Rematch, SeatWish


class CheckedTable(Struct, frozen=True, kw_only=True):
    """A table about to be laid, everything checked."""

    game: Game[Any]
    setup: Setup
    seats: tuple[Seat, ...]
    me: int
    token: str
    facts: Facts
    record: tuple[ChoiceRow, ...] = ()
    id: str = ""  # of a table that can be asked for again

    def going_on(self, record: Record, rows: Sequence[ChoiceRow]) -> CheckedTable:
        """The same table, but in the middle of a match that others have begun."""
        facts = structs.replace(self.facts, seed=record.seed, mixed=record.mixed)
        return structs.replace(self, facts=facts, record=tuple(rows))


def meeting_again(now: Situation, me: int, wish: Rematch) -> CheckedTable:
    """The same table with the seats moved on; only whoever asks sits already, and the others are
    waited for by name."""
    token, facts, count = wish.key or new_token(), now.facts, len(now.seats)
    chosen = None if facts.rated else wish.seat  # a seat may be a side
    place = (me + 1) % count if chosen is None else chosen
    moved = [now.seats[(n + me - place) % count] for n in range(count)]
    mine = Seat(kind="person", name=now.seats[me].name, token=hashed(token), luck=read_luck(""))
    seats = [_met_again(seat, wish.bot) for seat in moved]
    seats[place] = mine
    fresh = {"created": int(time()), "invite": new_token(), "watch": new_token()}
    fresh |= {"tournament": "", "options": now.options, "host": place, "rules": now.game.rules}
    return CheckedTable(
        game=now.game,
        setup=now.game.setup(**now.options),
        seats=tuple(seats),
        me=place,
        token=token,
        id=id_from(wish.key) if wish.key else "",
        facts=structs.replace(facts, secret=new_secret(), seed=None, mixed=True, **fresh),
    )


def _met_again(seat: Seat, bot: str) -> Seat:
    if seat.kind != "bot":
        return Seat(name=seat.name)
    return seat_of_wish(BotSeat(bot)) if bot else seat


def seat_of_wish(wish: SeatWish, called: Collection[str] = ()) -> Seat:
    """A chair is kept for a bot that is called from elsewhere."""
    if isinstance(wish, BotSeat) and wish.bot in called:
        return Seat(name=wish.bot)
    if isinstance(wish, BotSeat):
        return Seat(kind="bot", name=wish.bot, bot=wish.bot, luck=wish.bot)
    return Seat()


def facts_of(game: Game[Any], setup: Setup, wish: NewTable) -> Facts:
    return Facts(
        game=game.id,
        rules=game.rules,
        options=msgspec.json.decode(msgspec.json.encode(setup)),
        clock=wish.clock,
        timeout=wish.timeout,
        public=wish.public,
        customs=wish.customs,
        rated=wish.rated,
        created=int(time()),
        invite=new_token(),
        watch=new_token(),
        secret=new_secret(),
        mixed=True,
        host=next(n for n, one in enumerate(wish.seats) if isinstance(one, Me)),
    )
