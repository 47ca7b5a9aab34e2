"""What a player has put together and keeps with their account, as data."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fimbul.server.wire.bodies import GameId

LONGEST = 50_000  # characters of one
WorkshopName = Annotated[str, Meta(max_length=60)]
WorkTitle = Annotated[str, Meta(min_length=1, max_length=120)]


class KeptWork(Struct, frozen=True):
    """An army, a fleet, a card file: where it belongs, and how long its text is. The workshop
    `cards` stands for a card file."""

    id: str
    game: str
    workshop: str
    title: str
    saved: int
    size: int


class WorkShelf(Struct, frozen=True):
    """All that is mine, the newest first, and how many characters there is room for."""

    works: tuple[KeptWork, ...]
    room: int


class WorkWish(Struct, frozen=True):
    """Keep this; another one of the same title in the same workshop makes way for it."""

    game: GameId
    workshop: WorkshopName
    title: WorkTitle
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class KeptText(Struct, frozen=True):
    text: str
