"""A table in memory: how it stands, who listens, and the one way to change it.

Every change goes the same way: plan it, write it down, take it over, acknowledge, publish. One
thing at a time happens here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic, thread_time, time
from typing import Any, get_args

from msgspec import structs

from fimbul.kernel import FimbulError, Game
from fimbul.server.bus.notes import WorkerNote
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.tokens import is_same
from fimbul.server.services import Services
from fimbul.server.store.base import Change, Conflict, Repeated, Stored
from fimbul.server.table.actions import Action, planned
from fimbul.server.table.audience import Audience, Listener, Tongue
from fimbul.server.table.cards import card_of
from fimbul.server.table.customs import is_company, reads
from fimbul.server.table.following import followed, lightened
from fimbul.server.table.hosting import SPECTATORS
from fimbul.server.table.plan import Actor, By, Plan, adopted
from fimbul.server.table.presence import Elsewhere
from fimbul.server.table.publish import over, resend, shown_clocks, tell_match, welcome
from fimbul.server.table.seating import Sit
from fimbul.server.table.situation import Situation, set_clocks, situation_of
from fimbul.server.table.workplace import Workplace
from fimbul.server.wire.errors import NoSuchTable, NotNow, StaleChoice
from fimbul.server.wire.messages import About, AnswerConsent, ChatLine, Done, TableNews, Undo, write
from fimbul.words import teller_of

TRIES = 4  # how often a change is planned again because another process was quicker
CHAT_KEPT = 50  # lines
LONG_ACTIONS = (Sit, Undo, AnswerConsent)  # a match is set up, or played again without a choice


def nobody() -> None:
    """Nobody looks after the table."""


class Table:
    """`now` is how the table stands. It is replaced, never changed, and only here."""

    def __init__(self, services: Services, stored: Stored) -> None:
        self.services, self.id = services, stored.row.id
        facts = stored.row.facts
        self.game: Game[Any] = services.find(facts.game)
        self.lock = asyncio.Lock()
        self.audience = Audience()
        self._elsewhere = Elsewhere()
        self._parted: dict[int, float] = {}
        self.used = monotonic()
        self.work = Workplace(services.thread)
        self.on_change: Callable[[], None] = nobody  # whoever looks after bots and clocks
        choices = services.metrics.choices
        self._counted = {by: choices.labels(facts.game, by) for by in get_args(By)}
        self.now: Situation = self._take(stored)

    def _take(self, stored: Stored) -> Situation:
        """Remember what is written down, and nothing else."""
        self.chat = deque(stored.chat, maxlen=CHAT_KEPT)
        self._answered = dict(stored.messages)
        now = situation_of(self.game, stored, self.services.time)
        bot = self.services.rival
        return structs.replace(now, present=self._here, stand_in=bot, parted=self._parted)

    @property
    def _here(self) -> frozenset[int | None]:
        """Who is connected, through whichever worker."""
        return self.audience.viewers | self._elsewhere.seats

    @property
    def idle(self) -> bool:
        return not self.audience.viewers and not self.lock.locked()

    # -- how it changes -------------------------------------------------------------------

    async def act(self, actor: Actor, action: Action) -> Plan | None:
        """Persist, then acknowledge, then publish: what was done. A message that came before has
        no effect, and None is returned."""
        async with self.lock:
            self.used = monotonic()
            known = self._answered.get((actor.seat, actor.message))
            if known is not None:
                _acknowledge(actor, known)
                return None
            try:
                plan, before = await self._carry_out(actor, action)
            except Repeated as repeated:
                await self._reload()
                _acknowledge(actor, repeated.revision)
                return None
            _acknowledge(actor, self.now.progress.wire(actor.seat))
            await self._publish(plan, before)
            self.on_change()
            return plan

    async def _carry_out(self, actor: Actor, action: Action) -> tuple[Plan, Situation]:
        for _ in range(TRIES):
            self.now = before = structs.replace(self.now, at=self.services.time())
            work = self.work.away if isinstance(action, LONG_ACTIONS) else self.work.do
            try:
                plan = await work(planned, before, actor, action)
                if plan.change is not None:
                    await self._write_down(plan.change)
            except Conflict:
                await self._reload()
                continue
            except FimbulError:
                if await self._is_behind():
                    await self._reload()
                    continue  # nothing is refused from an old memory
                raise
            self.now = adopted(self.now, plan)  # somebody may have come or gone meanwhile
            return plan, before
        raise StaleChoice

    async def _write_down(self, change: Change) -> None:
        began = monotonic()
        self.services.fault("accepted")
        await self.services.store.apply(change)
        self.services.fault("persisted")
        self.services.metrics.persist.observe(monotonic() - began)
        if self.services.shared:
            self._tell_workers(change=lightened(change))
        if change.message is not None:
            by, message, revision = change.message
            self._answered[by, message] = revision
        if change.choice is not None:
            self._counted[change.choice.by].inc()

    async def _reload(self) -> None:
        """Somebody else has written: forget what we thought and look again. A seat may belong to
        another player by now."""
        stored = await self.services.store.load(self.id)
        if stored is None:
            raise NoSuchTable
        before, self.now = self.now, self._take(stored)
        for seat, (old, new) in enumerate(zip(before.seats, self.now.seats, strict=True)):
            given_up = new.kind == "empty" or (old.token and not is_same(old.token, new.token))
            if given_up and seat in self.audience.viewers:
                self.turn_out(seat)
        resend(self.now, self.audience)
        if self.now.standing.result is not None:
            self.audience.tell(over(self.now))
        self.on_change()

    # -- other workers --------------------------------------------------------------------

    async def catch_up(self, revision: int | None = None) -> None:
        """Look again if another worker has changed the table; `revision` is what the store says,
        if it was asked already."""
        if not self.services.shared:
            return
        async with self.lock:
            if await self._is_behind(revision):
                await self._reload()

    async def _is_behind(self, revision: int | None = None) -> bool:
        if not self.services.shared:
            return False
        if revision is None:
            revision = (await self.services.store.revisions([self.id])).get(self.id)
        return revision is None or revision > self.now.progress.revision

    async def hear(self, note: WorkerNote) -> None:
        """What another worker tells about this table."""
        if note.present is not None and self._elsewhere.take(note.worker, note.present):
            self._look_round()
            self._tell_card()
        if note.asks:
            self.tell_presence()
        if note.chat is not None:
            self._tell_line(note.chat)
        if note.change is not None:
            await self._follow(note.change)

    async def _follow(self, change: Change) -> None:
        async with self.lock:
            before = self.now
            if change.revision < before.progress.revision:
                return
            plan = await self.work.do(followed, before, change)
            if plan is None:
                await self._reload()
                return
            self.now = adopted(structs.replace(self.now, at=self.services.time()), plan)
            set_clocks(self.now)
            await self._publish(plan, before)
            self.on_change()

    def tell_presence(self, *, asks: bool = False) -> None:
        """Tell other workers who is connected here; with `asks` they answer the same."""
        seats = tuple(sorted(seat for seat in self.audience.viewers if seat is not None))
        self._tell_workers(present=seats, asks=asks)

    def _tell_workers(self, **what: Any) -> None:
        bus = self.services.bus
        if self.services.shared:
            bus.tell(WorkerNote(table=self.id, worker=bus.worker, **what))

    # -- who is told ----------------------------------------------------------------------

    async def _publish(self, plan: Plan, before: Situation) -> None:
        now, audience = self.now, self.audience
        card = card_of(now) if _is_news(before, now) else None
        if plan.row == "counts" and (clocks := shown_clocks(now)) is not None:
            audience.tell(clocks)
        if plan.resends:
            resend(now, audience)
        if plan.moves:
            told = (before.progress, plan.quiet_for, card)
            for one in await self.work.do(tell_match, now, tuple(audience), *told):
                one.group.sight = one.sight
                one.group.put(one.texts, "published")
        elif card is not None:
            audience.tell_in_words(TableNews(card))
        for notice in plan.notices:
            audience.tell(notice)
        for seat in plan.turned_out:
            self.turn_out(seat)
        if plan.moves and now.standing.state == "over" and now.standing.result is not None:
            audience.tell(over(now))

    def join(
        self,
        viewer: int | None,
        listener: Listener,
        revision: int,
        language: str = "",
        *,
        whole: bool = False,
    ) -> None:
        """The newcomer is told everything first, then everybody that a seat is connected."""
        teller = teller_of(self.game, language)
        group = self.audience.join(viewer, listener, Tongue(teller, whole))
        self._look_round()
        began = thread_time()
        listener.put(write(teller.told(welcome(self.now, group, revision, self.chat))))
        self.work.shown(thread_time() - began)
        if viewer is not None and len(group.listeners) == 1:
            self._tell_card()
            self.tell_presence()
            self.on_change()

    def part(self, viewer: int | None, listener: Listener) -> None:
        self.used, before = monotonic(), self.now.present
        self.audience.part(viewer, listener)
        if viewer is not None:
            self._parted[viewer] = self.services.time()
        self._look_round()
        if before != self.now.present and viewer is not None:
            self._tell_card()
            self.tell_presence()

    def turn_out(self, seat: int) -> None:
        """Whoever was connected for that seat has no business here any more."""
        self.audience.turn_out(seat)
        self._look_round()
        self._tell_card()

    def _look_round(self) -> None:
        self.now = structs.replace(self.now, present=self._here)

    def tell_time(self) -> None:
        """The server stood still, and clocks with it, but pages have counted on: tell them the
        time."""
        clocks = shown_clocks(self.now)
        if clocks is not None and clocks.running:
            self.audience.tell(clocks)

    def _tell_card(self) -> None:
        self.audience.tell_in_words(TableNews(card_of(self.now)))

    async def say(
        self, seat: int | None, message: str, text: str, about: About = "", player: str = ""
    ) -> None:
        """Chat is text, kept, and told to everybody at the table. Who may speak is looked up: the
        host may have asked for silence, or given the word back, through another worker."""
        await self.catch_up()
        words = clean(text)
        if not shows(words):
            raise NotNow("there is nothing to read in that")
        if not about and self.services.chat_words.meets(words):
            raise NotNow("a word in that is not welcome on this server")
        if (SPECTATORS if seat is None else seat) in self.now.standing.muted:
            raise NotNow("the host of this table has asked you to be silent")
        name = "Spectator" if seat is None else self.now.seats[seat].name
        await self._keep(message, ChatLine(seat, name, words, int(time()), about, player))

    async def confess(self, seat: int, message: str) -> None:
        """Among people everybody is told that one of them asks for a hint."""
        if is_company(self.now) and seat in self.now.waiting:
            name = self.now.seats[seat].name
            line = ChatLine(seat, name, "asks for a hint", int(time()), about="hint")
            await self._keep(f"hint-{message}", line)

    async def _keep(self, message: str, line: ChatLine) -> None:
        async with self.lock:
            if await self.services.store.say(self.id, message, line):
                self._tell_line(line)
                self._tell_workers(chat=line)

    def _tell_line(self, line: ChatLine) -> None:
        self.chat.append(line)
        self.audience.tell_some(line, lambda viewer: reads(self.now, viewer, line))


def _acknowledge(actor: Actor, revision: int) -> None:
    if actor.to is not None:
        actor.to.put(write(Done(actor.message, revision)), "acknowledged")


def _is_news(before: Situation, now: Situation) -> bool:
    """Whether the card of the table has changed; a question to the others is not on it."""
    old, new = before.standing, now.standing
    fields = ("state", "result", "rematch", "ready", "muted")
    shown = any(getattr(old, name) != getattr(new, name) for name in fields)
    return shown or now.seats != before.seats
