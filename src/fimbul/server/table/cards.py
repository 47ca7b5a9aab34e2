"""What everybody may know about a table, as a card."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from fimbul.server.match.commitment import commit_of
from fimbul.server.store.base import TableRow
from fimbul.server.table.consent import agreed, own, plain
from fimbul.server.table.situation import Situation
from fimbul.server.wire.table_card import SeatCard, TableCard


def card_of(now: Situation) -> TableCard:
    """The card of a table in memory; where a seat is free, with what whoever takes it should
    know: what is played, what is brought and what is agreed to."""
    row = TableRow(now.id, now.facts, now.standing, now.seats)
    card = row_card(row, now.game.title, now.present)
    if now.standing.state != "waiting" or not now.free:
        return card
    options = now.options
    mine = [] if now.record else own(now.game, now.free[0])
    return structs.replace(
        card,
        plays=plain(now.game, options),
        brings={name: options[name] for name in mine},
        agree={name: options[name] for name in agreed(now.game, options)},
    )


def row_card(row: TableRow, title: str, connected: Collection[int | None] = ()) -> TableCard:
    """The public facts. Of a table that is not in memory nobody knows who is connected."""
    facts, standing = row.facts, row.standing
    return TableCard(
        id=row.id,
        game=facts.game,
        title=title,
        public=facts.public,
        state=standing.state,
        seats=tuple(
            SeatCard(n, seat.kind, seat.name, seat.kind == "bot" or n in connected)
            for n, seat in enumerate(row.seats)
        ),
        clock=facts.clock,
        timeout=facts.timeout,
        commit=commit_of(facts.secret) if facts.seed is None else "",
        created=facts.created,
        result=standing.result,
        rematch=standing.rematch,
    )
