"""What goes on at this server, as data."""

from __future__ import annotations

from msgspec import Struct

from fimbul.server.wire.people import EmblemName, PlayerTone
from fimbul.server.wire.table_card import TableCard


class PlayerHere(Struct, frozen=True):
    """Somebody who is here and wants that to be known."""

    id: str
    name: str
    tone: PlayerTone
    emblem: EmblemName


class Hall(Struct, frozen=True, omit_defaults=True):
    """How many people are here, who of them wants to be seen, and the match that is worth
    watching."""

    people: int
    featured: TableCard | None = None
    players: tuple[PlayerHere, ...] = ()
