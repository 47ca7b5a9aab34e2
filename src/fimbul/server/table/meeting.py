"""A table for people who did not know of each other a moment ago."""

from __future__ import annotations

from msgspec import structs

from fimbul.server.people.seeking import Chair, Meeting
from fimbul.server.store.base import Seat, Standing, TableRow
from fimbul.server.store.ledger import Owner
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.opening import CheckedTable
from fimbul.server.table.seating import read_luck
from fimbul.server.wire.bodies import BotSeat, Friend, Me, NewTable, SeatWish
from fimbul.server.wire.seeking import RivalWish


def table_wish(wish: RivalWish, *, bot: str = "") -> NewTable:
    """The table that somebody who looks for a rival would lay: to be seen by everybody."""
    other: SeatWish = BotSeat(bot) if bot else Friend()
    return NewTable(
        wish.game,
        (Me(), other),
        wish.name,
        {"seats": 2},
        wish.clock,
        "loss",
        public=True,
        rated=wish.rated,
    )


async def lay_meeting(lobby: Lobby, meeting: Meeting) -> None:
    """Everybody sits, and the match begins: they are there, for they wait."""
    wish, chairs, services = meeting.wish, meeting.chairs, lobby.services
    bot = "" if len(chairs) > 1 else wish.bot or services.rival
    opened = await services.errands.do("", lobby.opening, table_wish(wish, bot=bot))
    row = TableRow(
        id=meeting.table,
        facts=opened.facts,
        standing=Standing("running"),
        seats=_seated(opened, chairs),
        quiet=(0, 0),
    )
    owners = tuple(Owner(n, chair.account, wish.game) for n, chair in enumerate(chairs))
    await services.store.create(row, (), owners, meeting.beside)
    await lobby.table(row.id)  # clocks run, and a bot may have the first choice


def _seated(opened: CheckedTable, chairs: tuple[Chair, ...]) -> tuple[Seat, ...]:
    people = [
        structs.replace(opened.seats[0], name=chair.name, token=chair.token, luck=read_luck(""))
        for chair in chairs
    ]
    return (*people, *opened.seats[len(people) :])
