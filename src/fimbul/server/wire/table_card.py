"""What everybody may know about a table, and the clocks it can have."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fimbul.kernel import Pace

SeatKind = Literal["person", "bot", "empty"]
TableState = Literal["waiting", "running", "over"]
Timeout = Literal["default", "loss"]

DAY = 86_400
SLOW = 6 * 3600  # seconds: whoever has so long need not stay at the table


class NoClock(Struct, frozen=True, tag_field="kind", tag="none"):
    """Nobody is in a hurry."""


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


class TableResult(Struct, frozen=True, omit_defaults=True):
    """How it ended at this table: played out by the rules, or by what the rules do not know.

    `seat` is who resigned or ran out of time.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str
    kind: Literal["played", "resigned", "timeout", "agreed"]
    seat: int | None = None


class SeatCard(Struct, frozen=True):
    seat: int
    kind: SeatKind
    name: str
    connected: bool


class TableCard(Struct, frozen=True, omit_defaults=True):
    """Public facts. `commit` is the hash of the dice's secret, shown before the first choice."""

    id: str
    game: str
    title: str
    public: bool
    state: TableState
    seats: tuple[SeatCard, ...]
    clock: Clock
    timeout: Timeout
    commit: str  # empty: this table continues a record, so its dice are known
    created: int  # seconds since 1970
    result: TableResult | None = None
    rematch: str | None = None  # the table where these players meet again
    plays: dict[str, Any] = {}  # options that are not the game's own
    brings: dict[str, Any] = {}  # options for the next free seat to choose, and what is proposed
    agree: dict[str, Any] = {}  # options that everybody who sits down must agree to
