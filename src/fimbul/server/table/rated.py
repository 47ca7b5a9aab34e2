"""What a table must be for its end to move ratings."""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from msgspec import structs

from fimbul.kernel import Game, of_field
from fimbul.server.store.ratings import can_rate
from fimbul.server.table.consent import agreed, changed, fields, owned
from fimbul.server.wire.bodies import NewTable
from fimbul.server.wire.table_card import Customs, pace_of


def by_lot(game: Game[Any], wish: NewTable) -> NewTable:
    """Whoever lays a rated table does not choose where to sit, for a seat may be a side. Where
    players bring something to their seats the seats stay, and the rules tell sides apart by lot."""
    if not wish.rated or any("seat" in field for field in fields(game).values()):
        return wish
    seats = list(wish.seats)
    SystemRandom().shuffle(seats)
    return structs.replace(wish, seats=tuple(seats))


def unrated(game: Game[Any], wish: NewTable) -> Iterator[str]:
    """All that keeps it from being rated: everybody must find the same help and the same rules
    there, and know beforehand how quickly they have to answer."""
    if not wish.rated:
        return
    if not can_rate():
        yield of_field("rated", "this server rates no matches")
    if wish.customs != Customs():
        yield of_field("rated", "where a match is rated there are no hints and no free taking back")
    usual = game.setup_type.usual(pace_of(wish.clock))
    if any(wish.options.get(name, value) != value for name, value in usual.items()):
        yield of_field("rated", "a rated match has the pace that the game has at such a clock")
    different = changed(game, wish.options)
    if agreed(game, wish.options) or owned(game).intersection(different):
        yield of_field("rated", "in a rated match nobody brings rules or cards of their own")
    if any(fields(game)[name].get("rated") is False for name in different):
        yield of_field("rated", "a rated match draws sides by lot and has no house rules")
    if len(wish.seats) < 2:
        yield of_field("rated", "nobody is rated for playing alone")
