"""The table of a bout: everybody sits there already, and comes by their account."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from fimbul.server.ops.tokens import hashed, new_token
from fimbul.server.store.base import Conflict, Seat, Standing, TableRow
from fimbul.server.store.ledger import Owner, round_line
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.opening import seat_of_wish
from fimbul.server.table.seating import read_luck
from fimbul.server.tournaments.annals import laid_line
from fimbul.server.tournaments.bouts import Bout, Entrant
from fimbul.server.tournaments.course import Tournament
from fimbul.server.wire.bodies import BotSeat, Friend, Me, NewTable, SeatWish
from fimbul.server.wire.table_card import pace_of
from fimbul.server.wire.tournaments import NewTournament


def table_of(wish: NewTournament, seats: int = 2) -> NewTable:
    """As somebody would lay it for people alone."""
    places: tuple[SeatWish, ...] = (Me(), *[Friend()] * (seats - 1))
    return NewTable(
        wish.game,
        places,
        wish.name,
        {**wish.options, "seats": seats},
        wish.clock,
        "loss",
        public=wish.public,
        rated=wish.rated,
    )


async def lay_bout(
    lobby: Lobby, one: Tournament, bout: Bout, entrants: Mapping[int, Entrant]
) -> None:
    """Table, seats, notices and that it was laid are one transaction."""
    sitting = [entrants[number] for number in bout.entrants]
    wish = table_of(one.wish, len(sitting))
    opened = await lobby.services.errands.do("", lobby.opening, wish)
    row = TableRow(
        id=bout.table,
        facts=structs.replace(opened.facts, tournament=one.id),
        standing=Standing("waiting" if _waits(one, sitting) else "running"),
        seats=tuple(_seat(entrant) for entrant in sitting),
        quiet=(0,) * len(sitting),
    )
    game = one.wish.game
    owned = [(seat, who.account) for seat, who in enumerate(sitting) if who.account]
    owners = tuple(Owner(seat, account, game) for seat, account in owned)
    called = (round_line(row.id, account, seat, bout.round) for seat, account in owned)
    try:
        await lobby.services.store.create(row, (), owners, (laid_line(row.id), *called))
    except Conflict:
        return  # another worker has laid it


def _seat(entrant: Entrant) -> Seat:
    """Nobody is given the word that opens a seat: whoever owns it is known by their account."""
    if entrant.bot:
        return structs.replace(seat_of_wish(BotSeat(entrant.bot)), name=entrant.name)
    return Seat(kind="person", name=entrant.name, token=hashed(new_token()), luck=read_luck(""))


def _waits(one: Tournament, sitting: list[Entrant]) -> bool:
    """Where time is short, everybody says first that they are there."""
    return pace_of(one.wish.clock) == "live" and any(not entrant.bot for entrant in sitting)
