"""What everybody may know about a table, as a card."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import structs

from fimbul.kernel import Game
from fimbul.server.match.commitment import commit_of
from fimbul.server.store.base import TableRow
from fimbul.server.table.consent import agreed, own, plain
from fimbul.server.table.situation import Situation, host_of
from fimbul.server.wire.table_card import SeatCard, TableCard


def card_of(now: Situation) -> TableCard:
    """The card of a table in memory; until the match begins with what is played, and where a seat
    is free with what whoever takes it brings and agrees to."""
    row = TableRow(now.id, now.facts, now.standing, now.seats)
    card = structs.replace(row_card(row, now.game, now.present), host=host_of(now))
    if now.standing.state != "waiting":
        return card
    options = now.options
    card = structs.replace(card, plays=plain(now.game, options))
    if not now.free:
        return card
    mine = [] if now.record else own(now.game, now.free[0])
    return structs.replace(
        card,
        brings={name: options[name] for name in mine},
        agree={name: options[name] for name in agreed(now.game, options)},
    )


def row_card(row: TableRow, game: Game[Any], connected: Collection[int | None] = ()) -> TableCard:
    """The public facts. Of a table that is not in memory nobody knows who is connected."""
    facts, standing = row.facts, row.standing
    return TableCard(
        id=row.id,
        game=facts.game,
        title=game.title,
        counts=game.counts,
        public=facts.public,
        state=standing.state,
        seats=tuple(
            SeatCard(
                seat=n,
                kind=seat.kind,
                name=seat.name,
                connected=seat.kind == "bot" or n in connected,
                left=seat.left,
                back=seat.back,
                program=seat.program,
            )
            for n, seat in enumerate(row.seats)
        ),
        clock=facts.clock,
        timeout=facts.timeout,
        commit=commit_of(facts.secret) if facts.seed is None else "",
        created=facts.created,
        customs=facts.customs,
        rated=facts.rated,
        result=standing.result,
        tournament=facts.tournament,
        rematch=standing.rematch,
        ready=standing.ready,
        asked_by=standing.asked_by,
        muted=standing.muted,
    )
