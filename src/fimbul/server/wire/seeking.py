"""Finding a rival, as data: what is wished for, and what is told while one waits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fimbul.server.wire.bodies import BotName, GameId, Key, Name, TakenSeat
from fimbul.server.wire.table_card import Clock, NoClock


class RivalWish(Struct, frozen=True):
    """Find me a rival. `within` points of my rating at most (0: anybody, in the end), and after so
    many seconds a bot, if nobody has come (0: never)."""

    game: GameId
    name: Name
    clock: Clock = NoClock()
    rated: bool = False
    within: Annotated[int, Meta(ge=0, le=5_000)] = 0
    bot_after: Annotated[int, Meta(ge=0, le=3_600)] = 0
    bot: BotName = ""
    key: Key = ""


class SeekLine(Struct, frozen=True, omit_defaults=True):
    """waiting: with how many others, and how far from my rating by now (0: however far); found: sit
    down there; gone: another page of mine looks for a rival now."""

    state: Literal["waiting", "found", "gone"]
    others: int = 0
    within: int = 0
    taken: TakenSeat | None = None
