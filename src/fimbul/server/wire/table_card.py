"""What everybody may know about a table, and the clocks it can have."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fimbul.kernel import Pace, Spoken

SeatKind = Literal["person", "bot", "empty"]
TableState = Literal["waiting", "running", "over"]
Timeout = Literal["default", "loss"]

DAY = 86_400
SLOW = 6 * 3600  # seconds: whoever has so long need not stay at the table


class NoClock(Struct, frozen=True, tag_field="kind", tag="none"):
    """No clock: nobody's time runs."""


class MatchClock(Struct, frozen=True, tag_field="kind", tag="match"):
    """So many seconds for the whole match, and some more for each turn taken."""

    seconds: Annotated[int, Meta(ge=5, le=7 * DAY)]
    increment: Annotated[int, Meta(ge=0, le=DAY)] = 0


class DecisionClock(Struct, frozen=True, tag_field="kind", tag="decision"):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=1, le=7 * DAY)]


Clock = NoClock | MatchClock | DecisionClock


def pace_of(clock: Clock) -> Pace:
    """Without a clock people are assumed to be at the table; games cope with one who is away."""
    return "turns" if not isinstance(clock, NoClock) and clock.seconds >= SLOW else "live"


class Customs(Struct, frozen=True, omit_defaults=True):
    """What people allow each other at a table. Where only bots play against one, all is allowed."""

    hints: bool = False  # a bot may be asked; everybody is told that it was
    takeback: bool = False  # a turn that is over may be taken back while nobody has answered it
    picks: bool = False  # what somebody has picked is seen before anything has come of it


ALL_ALLOWED = Customs(hints=True, takeback=True, picks=True)


class TableResult(Struct, frozen=True, omit_defaults=True):
    """How it ended at this table: played out by the rules, or by what the rules do not know.

    `seat` is who resigned or ran out of time.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str
    # closed: by the host; rules: they had changed, and somebody did not want to go on
    kind: Literal["played", "resigned", "timeout", "agreed", "closed", "rules"]
    seat: int | None = None


class SeatCard(Struct, frozen=True, omit_defaults=True):
    seat: int
    kind: SeatKind
    name: str
    connected: bool
    left: str = ""  # who gave it up: a bot plays for them, or it is kept for them
    back: bool = False  # that one may take it again from the bot
    program: bool = False  # a program from elsewhere plays there


class TableCard(Struct, frozen=True, omit_defaults=True):
    """Public facts. `commit` is the hash of the dice's secret, shown before the first choice."""

    id: str
    game: str
    title: Spoken
    public: bool
    state: TableState
    seats: tuple[SeatCard, ...]
    clock: Clock
    timeout: Timeout
    commit: str  # empty: this table continues a record, so its dice are known
    created: int  # seconds since 1970
    counts: Spoken = ""  # what the game calls its turns, if not turns: battle, round
    customs: Customs = Customs()
    rated: bool = False  # its end moves ratings
    result: TableResult | None = None
    tournament: str = ""  # whose match it is
    rematch: str | None = None  # the table where these players meet again
    ready: tuple[int, ...] = ()  # everybody sits: who has said that the clocks may run
    asked_by: int | None = None  # the seat that asked for it
    host: int | None = None  # the seat that may mute, send away, and let a bot play for a ghost
    muted: tuple[int, ...] = ()  # seats that may not chat; -1: all spectators
    plays: dict[str, Any] = {}  # options that are not the game's own
    brings: dict[str, Any] = {}  # options for the next free seat to choose, and what is proposed
    agree: dict[str, Any] = {}  # options that everybody who sits down must agree to
