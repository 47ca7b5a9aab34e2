"""What goes on at this server, as data."""

from __future__ import annotations

from msgspec import Struct

from fimbul.server.wire.table_card import TableCard


class Hall(Struct, frozen=True, omit_defaults=True):
    """How many people are here, and the match that is worth watching."""

    people: int
    featured: TableCard | None = None
