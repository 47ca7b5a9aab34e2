"""A table in memory: the match, who sits there, who looks on. One thing at a time happens here.

Every change goes the same way: plan it, write it down, take it over, acknowledge, publish.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from time import monotonic
from typing import Any, Literal, get_args

from msgspec import Struct, structs

from fimbul.kernel import Game
from fimbul.server.live.outbox import POLICY, Group, Line
from fimbul.server.match.clocks import Ticking
from fimbul.server.match.commitment import commit_of, seed_of
from fimbul.server.match.row_timing import RowTiming
from fimbul.server.match.running import Pace, RunningMatch
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.services import Services
from fimbul.server.store.base import (
    Change,
    ChoiceRow,
    Conflict,
    Repeated,
    Seat,
    Standing,
    Stored,
    TableRow,
)
from fimbul.server.table.consent import agreed, joined, own, plain
from fimbul.server.table.publish import over, publish_match, resend, welcome
from fimbul.server.wire.errors import NoSuchTable, NotNow, StaleChoice
from fimbul.server.wire.messages import Answered, Asked, Outgoing, TableNews, write
from fimbul.server.wire.table_card import SeatCard, TableCard

TRIES = 4  # how often a change is planned again because another process was quicker
log = logging.getLogger("fimbul.server.table.table")


def nothing(*_: object) -> None:
    """Nobody waits for it."""


By = Literal["person", "bot", "clock", "form"]


class Actor(Struct, frozen=True):
    """Who does something: a seat by a message, a bot, a clock, the table for form's sake."""

    seat: int
    message: str = ""
    ack: Callable[[int], None] = nothing
    by: By = "person"


class Plan(Struct, frozen=True, kw_only=True):
    """A change that was found right, and what follows once it is durable."""

    change: Change
    then: Callable[[], None] = nothing
    moves: bool = False  # the match moves on
    quiet_for: int | None = None  # only that seat can see it
    notices: tuple[Outgoing, ...] = ()


class Table:
    def __init__(self, services: Services, stored: Stored) -> None:
        self.services, self.id, self.facts = services, stored.row.id, stored.row.facts
        self.game: Game[Any] = services.find(self.facts.game)
        if self.game.rules != self.facts.rules:
            raise NotNow(f"this was played by version {self.facts.rules} of the rules")
        self.lock = asyncio.Lock()
        self.groups: dict[int | None, Group] = {}
        self.used = monotonic()
        self.news = False  # whether the last change was one that the card shows
        self.thinking: set[int] = set()  # seats that are being answered for
        self._tasks: set[asyncio.Task[None]] = set()
        self._flag: asyncio.TimerHandle | None = None
        self.on_change: Callable[[Table], None] = nothing
        choices = services.metrics.choices
        self.counted = {by: choices.labels(self.facts.game, by) for by in get_args(By)}
        self.timing = RowTiming()
        self._take(stored)

    def _take(self, stored: Stored) -> None:
        """Remember what is written down, and nothing else."""
        row = stored.row
        self.standing: Standing = row.standing
        self.seats: list[Seat] = list(row.seats)
        self.pace = Pace(row.revision, row.quiet)
        self.answered = dict(stored.messages)
        self.chat = deque(stored.chat, maxlen=50)
        self.record = stored.choices  # what a match that has not begun will begin with
        self.match: RunningMatch | None = None
        if self.standing.state == "running" or self.standing.result is not None:
            self.match = self.new_match()
            self.match.resume(stored.choices, stored.snapshot, self.pace)
        self.clocks = Ticking(self.facts.clock, [seat.kind != "bot" for seat in self.seats])
        self.restore_clocks()

    # -- what is so -----------------------------------------------------------------------

    @property
    def running(self) -> RunningMatch:
        """The match, if it is being played; NotNow otherwise."""
        if self.standing.state == "over":
            raise NotNow("the match is over")
        if self.match is None:
            raise NotNow("the match has not begun: somebody has still to sit down")
        return self.match

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

    def begin(self) -> None:
        """Everybody sits: the match begins, or goes on from a record."""
        self.match = self.new_match()
        self.match.play(self.record, self.pace)
        self.restore_clocks()

    def waiting(self) -> tuple[int, ...]:
        """The seats that must choose."""
        if self.standing.state != "running" or self.match is None:
            return ()
        return tuple(decision.seat for decision in self.match.state.open)

    def seat_of(self, token: str) -> int | None:
        """Who holds that token. Every seat is compared, so the time taken tells nothing."""
        mine = hashed(token)
        found = [n for n, seat in enumerate(self.seats) if is_same(seat.token, mine)]
        return found[0] if found else None

    def people(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person"]

    def away(self) -> list[int]:
        """Players who are not connected."""
        return [seat for seat in self.people() if seat not in self.groups]

    def card(self) -> TableCard:
        row = TableRow(self.id, self.facts, self.standing, tuple(self.seats))
        card = row_card(row, self.game.title, self.groups)
        free = [n for n, seat in enumerate(self.seats) if seat.kind == "empty"]
        if self.standing.state != "waiting" or not free:
            return card
        options = self.options
        mine = [] if self.record else own(self.game, free[0])
        brings = {name: options[name] for name in mine}
        agree = {name: options[name] for name in agreed(self.game, options)}
        plays = plain(self.game, options)
        return structs.replace(card, plays=plays, brings=brings, agree=agree)

    @property
    def idle(self) -> bool:
        busy = self.groups or self._tasks or self.lock.locked()
        return not busy and self._flag is None

    # -- how it changes -------------------------------------------------------------------

    def change(self, actor: Actor, quiet_for: int | None = None, **what: Any) -> Change:
        """A change that builds on what is so now."""
        after = self.pace.on(quiet_for)
        said = (actor.seat, actor.message, after.wire(actor.seat)) if actor.message else None
        return Change(
            table=self.id,
            revision=self.pace.revision,
            message=said,
            quiet=after.quiet if quiet_for is not None else None,
            **what,
        )

    async def act(self, actor: Actor, make: Callable[[], Plan]) -> None:
        """Persist, then acknowledge, then publish. A message that came before has no effect."""
        async with self.lock:
            self.used = monotonic()
            known = self.answered.get((actor.seat, actor.message))
            if known is not None:
                actor.ack(known)
                return
            try:
                plan, before = await self._carry_out(make)
            except Repeated as repeated:
                await self.reload()
                actor.ack(repeated.revision)
                return
            actor.ack(self.pace.wire(actor.seat))
            self._publish(plan, before)
            self.on_change(self)

    async def _carry_out(self, make: Callable[[], Plan]) -> tuple[Plan, Pace]:
        for _ in range(TRIES):
            plan, before, began = make(), self.pace, monotonic()
            self.services.fault("accepted")
            try:
                await self.services.store.apply(plan.change)
            except Conflict:
                await self.reload()
                continue
            self.services.fault("persisted")
            self.services.metrics.persist.observe(monotonic() - began)
            self._adopt(plan)
            return plan, before
        raise StaleChoice

    def _adopt(self, plan: Plan) -> None:
        """It is written down, so it is so."""
        change, self.news = plan.change, self._is_news(plan.change)
        for number, seat in change.seats:
            self.seats[number] = seat
        if change.standing is not None:
            self.standing = change.standing
        quiet = self.pace.quiet if change.quiet is None else change.quiet
        self.pace = Pace(change.revision + 1, quiet)
        if change.message is not None:
            by, message, revision = change.message
            self.answered[by, message] = revision
        plan.then()
        self.keep_timing()

    def _is_news(self, change: Change) -> bool:
        """Whether the card of the table changes; a question to the others is not on it."""
        old, new = self.standing, change.standing or self.standing
        shown = (new.state, new.result, new.rematch) != (old.state, old.result, old.rematch)
        return shown or bool(change.seats)

    async def reload(self) -> None:
        """Somebody else has written: forget what we thought and look again."""
        stored = await self.services.store.load(self.id)
        if stored is None:
            raise NoSuchTable
        self._take(stored)
        resend(self)
        if self.standing.result is not None:
            self.tell(over(self))
        self.on_change(self)

    # -- who is told ----------------------------------------------------------------------

    def _publish(self, plan: Plan, before: Pace) -> None:
        if plan.moves:
            publish_match(self, before, plan.quiet_for, news=self.news)
        elif self.news:
            self.tell(TableNews(self.card()))
        for notice in plan.notices:
            self.tell(notice)
        if self.standing.state == "over" and plan.moves and self.standing.result is not None:
            self.tell(over(self))

    def tell(self, message: Outgoing) -> None:
        for group in self.groups.values():
            group.tell(message)

    def join(self, viewer: int | None, line: Line, revision: int) -> None:
        """The newcomer is told everything first, then everybody that a seat is connected."""
        group = self.groups.setdefault(viewer, Group(viewer, set()))
        group.lines.add(line)
        line.put(write(welcome(self, group, revision)))
        if viewer is not None and len(group.lines) == 1:
            self.tell(TableNews(self.card()))

    def part(self, viewer: int | None, line: Line) -> None:
        self.used = monotonic()
        group = self.groups.get(viewer)
        if group is None:
            return
        group.lines.discard(line)
        if not group.lines:
            del self.groups[viewer]
            if viewer is not None:
                self.tell(TableNews(self.card()))

    def turn_out(self, seat: int) -> None:
        """Whoever was connected for that seat has no business here any more."""
        group = self.groups.pop(seat, None)
        for line in () if group is None else tuple(group.lines):
            line.hang_up(POLICY)
        self.tell(TableNews(self.card()))

    # -- time -----------------------------------------------------------------------------

    def restore_clocks(self) -> None:
        self.keep_timing()
        made: list[ChoiceRow] = self.match.made if self.match else []
        self.clocks.restore(made[-1].left if made else (), self.waiting(), monotonic())

    def keep_timing(self) -> None:
        if self.match is not None:
            self.timing.follow(self.match.opened, self.match.state, monotonic())

    def set_flag(self, flagged: Callable[[], None]) -> None:
        """Wake up when the next clock runs out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        now = monotonic()
        closing = self.timing.next_flag(now) if self.waiting() else None
        delays = [self.clocks.next_flag(now), closing]
        coming = [delay for delay in delays if delay is not None]
        if coming:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(min(coming) + 0.005, flagged)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside; it is kept until it ends, and its failure is heard."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            log.error("something failed beside", extra={"why": type(wrong).__name__})

    def close(self) -> None:
        """Nothing more happens here."""
        if self._flag is not None:
            self._flag.cancel()
        for task in self._tasks:
            task.cancel()

    # -- asking for consent ---------------------------------------------------------------

    def no_draw(self, seat: int) -> str:
        """Why that seat cannot offer a draw; nothing, if it can."""
        count = len(self.seats)
        if not self.game.rulebook.about.get("draw_offers", count == 2):
            return f"{self.game.title} knows no draw by agreement"
        others = [other for n, other in enumerate(self.seats) if n != seat]
        bots = any(other.kind == "bot" for other in others)
        return "a bot never agrees to a draw" if bots else ""

    def asked(self) -> Asked | None:
        ask = self.standing.ask
        return None if ask is None else Asked(ask.id, ask.kind, ask.seat)

    def unasked(self) -> tuple[Answered, ...]:
        """What to tell when play goes on over an open question."""
        ask = self.standing.ask
        return () if ask is None else (Answered(ask.id, yes=False),)


def row_card(row: TableRow, title: str, connected: Collection[int | None] = ()) -> TableCard:
    """The public facts. Of a table that is not in memory nobody knows who is connected."""
    facts, standing = row.facts, row.standing
    return TableCard(
        id=row.id,
        game=facts.game,
        title=title,
        public=facts.public,
        state=standing.state,
        seats=tuple(
            SeatCard(n, seat.kind, seat.name, seat.kind == "bot" or n in connected)
            for n, seat in enumerate(row.seats)
        ),
        clock=facts.clock,
        timeout=facts.timeout,
        commit=commit_of(facts.secret) if facts.seed is None else "",
        created=facts.created,
        result=standing.result,
        rematch=standing.rematch,
    )
