"""Who follows, blocks and mutes whom, as data."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fimbul.server.wire.people import EmblemName, PlayerTone

BondKind = Literal["follow", "block", "mute"]


class BondWish(Struct, frozen=True):
    kind: BondKind
    on: bool = True


class Bonded(Struct, frozen=True):
    """Another player, as everybody may see them."""

    id: str
    name: str
    tone: PlayerTone
    emblem: EmblemName


class BondList(Struct, frozen=True):
    """Mine alone: nobody learns who follows or blocks them. Friends are those who follow back."""

    follow: tuple[Bonded, ...]
    block: tuple[Bonded, ...]
    mute: tuple[Bonded, ...]
    friends: tuple[str, ...]
