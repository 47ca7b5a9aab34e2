"""What a card does, as data: its numbers, whom it touches, when, for how long.

What it says is text that gives the same numbers. Lengths are in hundredths of a centimetre, as
everywhere.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ENDLESS = 99  # more gems, or castings in a turn, than anybody has
Touches = Literal["self", "fighter", "unit", "spot"]
Whom = Literal["", "friends", "enemies", "comrades", "templars"]
Passage = Literal["free", "slow", "feat", "solid"]
Duration = Literal[
    "", "-", "instant", "end of turn", "end of next turn", "while maintained", "until taken back",
    "permanent",
]  # fmt: skip
LATER: dict[Duration, int] = {"end of turn": 0, "end of next turn": 1}  # turns that follow


class Deed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effects of a card: it sets the fields that it needs."""

    # whom it is for, and when
    touches: Touches = "self"
    whom: Whom = ""
    moving: Literal["", "also", "only"] = ""  # in the movement phase, before a Unit is activated
    in_melee: bool = False
    bearers: tuple[str, ...] = ()  # who may have it
    named: bool = False  # only for those whose card names it
    reach: int = 0  # 0: the caster itself
    near: int = 0
    paces: int = 1  # times the MOV
    # what it costs
    gems: int = 0
    gems_most: int = ENDLESS
    gem_df: int = 1  # DF for each gem
    often: int = ENDLESS  # in a turn
    harder: int = 0
    # what it covers
    wide: int = 0
    deep: int = 0
    high: int = 0
    across: int = 0
    sees: int = 0  # how far one sees into it
    levels: tuple[int, ...] = ()
    bands: tuple[int, ...] = ()
    passage: Passage = "free"
    # wounds
    strength: int = 0
    gem_strength: int = 0  # for each gem invested
    extra_strength: int = 0  # for each gem in addition
    pool_strength: int = 0  # for each gem left to a Council
    pool_most: int = 0
    victims: int = 0
    kills_on: int = 0
    aim: int = 0
    # what it adds, and spares
    adds: dict[str, int] = {}
    halves: bool = False
    plus: int = 0
    wounds: int = 0
    pressure: int = 0
    ignores: int = 0
    shifts: int = 0
    spares: int = 0
    gains: int = 0
    summons: int = 0
    fear: int = 0
    # dice
    least: int = 0
    fades: int = 0


class Stakes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a scenario lays on the table, and what it is fought for."""

    margin: int  # a lead below it is a draw
    reserves: bool = False
    fixed: str = ""  # what every match has, as scenery is written
    draws: tuple[int, ...] = ()  # pieces that are drawn besides, fewest and most
    drawn: tuple[str, ...] = ()  # from these
    apart: int = 0  # from another piece, and from the edge of a strip
    slain: int = 0
    strip: int = 0
    stone: int = 0
    stone_from: int = 0  # in which turn
    near: int = 0


NOTHING = Deed()
