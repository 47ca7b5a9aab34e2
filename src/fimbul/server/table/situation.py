"""What is so at a table at one moment: written down, running, and who is there."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from fimbul.kernel import Game
from fimbul.server.match.clocks import Ticking
from fimbul.server.match.commitment import seed_of
from fimbul.server.match.row_timing import RowTiming
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.store.base import ChoiceRow, Facts, Seat, Standing, Stored
from fimbul.server.table.consent import joined
from fimbul.server.wire.errors import NotNow, NotYourSeat


class Situation(Struct, frozen=True, kw_only=True):
    """The table as a value. The match, its clocks and its timing go on living when it is replaced,
    so whoever keeps an old one keeps what was written down then, and no more."""

    id: str
    at: float  # when somebody last asked for something, by the monotonic clock
    game: Game[Any]
    facts: Facts
    standing: Standing
    seats: tuple[Seat, ...]
    progress: Progress
    clocks: Ticking
    timing: RowTiming
    record: tuple[ChoiceRow, ...] = ()  # what a match that has not begun will begin with
    match: RunningMatch | None = None
    present: frozenset[int | None] = frozenset()  # seats that are connected; None: spectators

    @property
    def running(self) -> RunningMatch:
        """The match, if it is being played; NotNow otherwise."""
        if self.standing.state == "over":
            raise NotNow("the match is over")
        if self.match is None:
            raise NotNow("the match has not begun: somebody has still to sit down")
        return self.match

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must choose."""
        if self.standing.state != "running" or self.match is None:
            return ()
        return tuple([decision.seat for decision in self.match.state.open])

    @property
    def people(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def away(self) -> list[int]:
        """Players who are not connected."""
        return [seat for seat in self.people if seat not in self.present]

    @property
    def free(self) -> list[int]:
        """Seats that nobody has taken."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "empty"]

    @property
    def options(self) -> dict[str, Any]:
        """Those of the table, with all that its players have brought."""
        return joined(self.facts.options, self.seats)

    @property
    def contributions(self) -> tuple[str, ...]:
        return tuple(seat.luck for seat in self.seats)

    @property
    def seed(self) -> int:
        if self.facts.seed is not None:
            return self.facts.seed
        return seed_of(self.facts.secret, self.contributions, mixed=self.facts.mixed)

    def new_match(self) -> RunningMatch:
        setup = self.game.setup(**self.options)
        return RunningMatch(self.game, setup, self.seed, mixed=self.facts.mixed)


def situation_of(game: Game[Any], stored: Stored, at: float) -> Situation:
    """What is written down, and nothing else: nobody is there yet."""
    row = stored.row
    now = Situation(
        id=row.id,
        at=at,
        game=game,
        facts=row.facts,
        standing=row.standing,
        seats=row.seats,
        progress=Progress(row.revision, row.quiet),
        clocks=Ticking(row.facts.clock, [seat.kind != "bot" for seat in row.seats]),
        timing=RowTiming(),
        record=stored.choices,
    )
    if row.standing.state == "running" or row.standing.result is not None:
        match = now.new_match()
        match.resume(stored.choices, stored.snapshot, now.progress)
        now = structs.replace(now, match=match)
    set_clocks(now)
    return now


def set_clocks(now: Situation) -> None:
    """As they stood after the last choice of the match."""
    follow_row(now)
    made = now.match.made if now.match is not None else []
    now.clocks.restore(made[-1].left if made else (), now.waiting, now.at)


def follow_row(now: Situation) -> None:
    """The row that is open may be another one than before."""
    if now.match is not None:
        now.timing.follow(now.match.opened, now.match.state, now.at)


def no_draw(now: Situation, seat: int) -> str:
    """Why that seat cannot offer a draw; nothing, if it can."""
    if not now.game.rulebook.about.get("draw_offers", len(now.seats) == 2):
        return f"{now.game.title} knows no draw by agreement"
    others = [other for n, other in enumerate(now.seats) if n != seat]
    bots = any(other.kind == "bot" for other in others)
    return "a bot never agrees to a draw" if bots else ""


def leaving_loses(now: Situation) -> bool:
    """Whether the rulebook says so."""
    return bool(now.game.rulebook.about.get("leaving") == "loses")


def seat_of(now: Situation, token: str) -> int | None:
    """Who holds that token. Every seat is compared, so the time taken tells nothing."""
    mine = hashed(token)
    found = [n for n, seat in enumerate(now.seats) if is_same(seat.token, mine)]
    return found[0] if found else None


def held_by(now: Situation, token: str) -> int:
    """The same; NotYourSeat, if it is nobody."""
    seat = seat_of(now, token)
    if seat is None:
        raise NotYourSeat
    return seat
