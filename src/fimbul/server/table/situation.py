"""How a table stands at one moment: what is written down, what is running, and who is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from fimbul.kernel import NOBODY, Game, Setup, phrase
from fimbul.server.match.carried import Beginning, carried, origin_of
from fimbul.server.match.clocks import Ticking
from fimbul.server.match.commitment import seed_of
from fimbul.server.match.row_timing import RowTiming
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.store.base import ChoiceRow, ConsentAsked, Facts, Seat, Standing, Stored
from fimbul.server.table.consent import joined
from fimbul.server.wire.errors import NotNow, NotYourSeat


class Situation(Struct, frozen=True, kw_only=True):
    """The table as a value. The match, its clocks and its timing go on living when it is replaced,
    so whoever keeps an old one keeps what was written down then, and no more."""

    id: str
    time: Callable[[], float]  # the server's
    at: float  # when somebody last asked for something, by the server's time
    game: Game[Any]
    facts: Facts
    standing: Standing
    seats: tuple[Seat, ...]
    progress: Progress
    clocks: Ticking
    timing: RowTiming
    record: tuple[ChoiceRow, ...] = ()  # what a match that has not begun will begin with
    match: RunningMatch | None = None
    parted: Mapping[int, float] = {}  # when the last tab of a seat was closed
    since: float = 0.0  # when the table was loaded
    stand_in: str = ""  # the bot that plays on for whoever gives up among many
    present: frozenset[int | None] = frozenset()  # seats that are connected; None: spectators

    @property
    def running(self) -> RunningMatch:
        """The match, if it is being played; NotNow otherwise."""
        if self.standing.state == "over":
            raise NotNow("the match is over")
        if self.halted:
            raise NotNow("the rules have changed since this match began: first say if it goes on")
        if self.match is None:
            raise NotNow("the match has not begun: somebody has still to sit down")
        return self.match

    @property
    def rules(self) -> str:
        """The version of the rules by which the match is played."""
        return self.standing.rules or self.facts.rules

    @property
    def halted(self) -> bool:
        """Whether its players must first say if it goes on, for the rules have changed."""
        ask = self.standing.ask
        return self.standing.state == "running" and ask is not None and ask.kind == "rules"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must choose."""
        if self.standing.state != "running" or self.match is None or self.halted:
            return ()
        return tuple([decision.seat for decision in self.match.state.open])

    @property
    def people(self) -> list[int]:
        """Seats of people; a program from elsewhere agrees to everything and waits for nobody."""
        return [
            n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.program
        ]

    def others(self, seat: int) -> list[int]:
        """The people besides that seat: whose word counts when it asks for something."""
        return [other for other in self.people if other != seat]

    @property
    def away(self) -> list[int]:
        """Players who are not connected."""
        return [seat for seat in self.people if seat not in self.present]

    def gone_for(self, seat: int) -> float:
        """Seconds for which that player has not been connected."""
        if seat in self.present:
            return 0.0
        return self.at - self.parted.get(seat, self.since)

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

    @property
    def begun(self) -> Beginning:
        def setup() -> Setup:
            return self.game.setup(**self.options)

        return Beginning(self.game, setup, self.seed, self.facts.mixed)

    def new_match(self) -> RunningMatch:
        return self.begun.match()


def situation_of(game: Game[Any], stored: Stored, time: Callable[[], float]) -> Situation:
    """What is written down, and nothing else: nobody is there yet."""
    row, at = stored.row, time()
    now = Situation(
        id=row.id,
        time=time,
        at=at,
        since=at,
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
        now = _with_match(now, stored)
    set_clocks(now)
    return now


def _with_match(now: Situation, stored: Stored) -> Situation:
    """By the rules it is played by; where those are not today's, its players have to say whether it
    goes on from the position they left."""
    if now.rules == now.game.rules:
        begun, origin = now.begun, stored.origin
        match = begun.match(None if origin is None else origin_of(now.game, origin, stored.choices))
        match.resume(stored.choices, stored.snapshot, now.progress)
        return structs.replace(now, match=match)
    if now.standing.state == "over":
        return now  # what is kept of it needs no rules
    left = carried(now.begun, stored)
    question = ConsentAsked(f"rules-{now.game.rules}", "rules", NOBODY)
    asked = now.standing.ask
    kept = asked if asked is not None and asked.id == question.id else question
    return structs.replace(now, match=left, standing=structs.replace(now.standing, ask=kept))


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
        return phrase("{game} has no draw by agreement", game=now.game.title)
    others = [other for n, other in enumerate(now.seats) if n != seat]
    bots = any(other.kind == "bot" or other.program for other in others)
    return "a bot never agrees to a draw" if bots else ""


def goes_on_without(now: Situation, seat: int) -> bool:
    """Whether the match goes on when that seat gives up, with a bot in its place: the game says so
    where more than two play. Somebody has to be left to play, and in a team one of its own."""
    way = now.game.rulebook.about.get("without", "end")
    allies = now.game.allies(now.running.state, seat)
    company = now.people if len(allies) == 1 else [one for one in now.people if one in allies]
    return way == "bot" and len(now.seats) > 2 and any(other != seat for other in company)


def host_of(now: Situation) -> int | None:
    """Whoever laid the table, as long as they sit there; then the first who does. Nobody, where a
    tournament has laid it."""
    people = now.people
    if now.facts.tournament:
        return None
    if now.facts.host in people:
        return now.facts.host
    return people[0] if people else None


def leaving_loses(now: Situation, seat: int) -> bool:
    """Whether the rulebook says so, or the match counts and cannot go on without them."""
    told = bool(now.game.rulebook.about.get("leaving") == "loses")
    counts = now.facts.rated or bool(now.facts.tournament)
    return told or (counts and not goes_on_without(now, seat))


def seat_of(now: Situation, token: str) -> int | None:
    """Who holds that token. Every seat is compared, so the time taken tells nothing."""
    mine = hashed(token)
    held = [seat.token if seat.kind != "empty" else "" for seat in now.seats]
    found = [n for n, kept in enumerate(held) if is_same(kept, mine)]
    return found[0] if found else None


def held_by(now: Situation, token: str) -> int:
    """The same; NotYourSeat, if it is nobody."""
    seat = seat_of(now, token)
    if seat is None:
        raise NotYourSeat
    return seat
