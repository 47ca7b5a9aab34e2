"""A table in memory: what is so, who listens, and the one way to change it.

Every change goes the same way: plan it, write it down, take it over, acknowledge, publish. One
thing at a time happens here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic, time
from typing import Any, get_args

from msgspec import structs

from fimbul.kernel import Game
from fimbul.server.live.outbox import Listener
from fimbul.server.ops.clean_text import clean
from fimbul.server.services import Services
from fimbul.server.store.base import Change, Conflict, Repeated, Stored
from fimbul.server.table.actions import Action, planned
from fimbul.server.table.audience import Audience
from fimbul.server.table.cards import card_of
from fimbul.server.table.plan import Actor, By, Plan, adopted
from fimbul.server.table.publish import over, relabel, resend, shown_clocks, tell_match, welcome
from fimbul.server.table.situation import Situation, situation_of
from fimbul.server.table.workplace import Workplace
from fimbul.server.wire.errors import NoSuchTable, NotNow, StaleChoice
from fimbul.server.wire.messages import ChatLine, Done, TableNews, write

TRIES = 4  # how often a change is planned again because another process was quicker
CHAT_KEPT = 50  # lines


def nobody() -> None:
    """Nobody looks after the table."""


class Table:
    """`now` is what is so. It is replaced, never changed, and only here."""

    def __init__(self, services: Services, stored: Stored) -> None:
        self.services, self.id = services, stored.row.id
        facts = stored.row.facts
        self.game: Game[Any] = services.find(facts.game)
        if self.game.rules != facts.rules:
            raise NotNow(f"this was played by version {facts.rules} of the rules")
        self.lock = asyncio.Lock()
        self.audience = Audience()
        self.used = monotonic()
        self._work = Workplace(services.thread)
        self.on_change: Callable[[], None] = nobody  # whoever looks after bots and clocks
        choices = services.metrics.choices
        self._counted = {by: choices.labels(facts.game, by) for by in get_args(By)}
        self.now: Situation = self._take(stored)

    def _take(self, stored: Stored) -> Situation:
        """Remember what is written down, and nothing else."""
        self.chat = deque(stored.chat, maxlen=CHAT_KEPT)
        self._answered = dict(stored.messages)
        now = situation_of(self.game, stored, monotonic())
        return structs.replace(now, present=self.audience.viewers)

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
            self.now = before = structs.replace(self.now, at=monotonic())
            plan = await self._work.do(planned, before, actor, action)
            if plan.unjudged is not None:
                before.running.judge(fixed=await self.services.pool.fixes(plan.unjudged))
                continue
            try:
                if plan.change is not None:
                    await self._write_down(plan.change)
            except Conflict:
                await self._reload()
                continue
            self.now = adopted(self.now, plan)  # somebody may have come or gone meanwhile
            return plan, before
        raise StaleChoice

    async def _write_down(self, change: Change) -> None:
        began = monotonic()
        self.services.fault("accepted")
        await self.services.store.apply(change)
        self.services.fault("persisted")
        self.services.metrics.persist.observe(monotonic() - began)
        if change.message is not None:
            by, message, revision = change.message
            self._answered[by, message] = revision
        if change.choice is not None:
            self._counted[change.choice.by].inc()

    async def _reload(self) -> None:
        """Somebody else has written: forget what we thought and look again."""
        stored = await self.services.store.load(self.id)
        if stored is None:
            raise NoSuchTable
        self.now = self._take(stored)
        resend(self.now, self.audience)
        if self.now.standing.result is not None:
            self.audience.tell(over(self.now))
        self.on_change()

    # -- who is told ----------------------------------------------------------------------

    async def _publish(self, plan: Plan, before: Situation) -> None:
        now, audience = self.now, self.audience
        card = card_of(now) if _is_news(before, now) else None
        if plan.row == "counts" and (clocks := shown_clocks(now)) is not None:
            audience.tell(clocks)
        if plan.resends:
            resend(now, audience)
        if plan.relabels is not None and plan.relabels in audience.groups:
            relabel(now, audience.groups[plan.relabels])
        if plan.moves:
            told = (before.progress, plan.quiet_for, card)
            for one in await self._work.do(tell_match, now, tuple(audience), *told):
                one.group.sight = one.sight
                one.group.put(one.text, "published")
        elif card is not None:
            audience.tell(TableNews(card))
        for notice in plan.notices:
            audience.tell(notice)
        if plan.moves and now.standing.state == "over" and now.standing.result is not None:
            audience.tell(over(now))

    def join(self, viewer: int | None, listener: Listener, revision: int) -> None:
        """The newcomer is told everything first, then everybody that a seat is connected."""
        group = self.audience.join(viewer, listener)
        self._look_round()
        listener.put(write(welcome(self.now, group, revision, self.chat)))
        if viewer is not None and len(group.listeners) == 1:
            self._tell_card()
            self.on_change()

    def part(self, viewer: int | None, listener: Listener) -> None:
        self.used, before = monotonic(), self.now.present
        self.audience.part(viewer, listener)
        self._look_round()
        if before != self.now.present and viewer is not None:
            self._tell_card()

    def turn_out(self, seat: int) -> None:
        """Whoever was connected for that seat has no business here any more."""
        self.audience.turn_out(seat)
        self._look_round()
        self._tell_card()

    def _look_round(self) -> None:
        self.now = structs.replace(self.now, present=self.audience.viewers)

    def _tell_card(self) -> None:
        self.audience.tell(TableNews(card_of(self.now)))

    async def say(self, seat: int | None, message: str, text: str) -> None:
        """Chat is text, kept, and told to everybody at the table."""
        words = clean(text)
        if not words:
            raise NotNow("there is nothing to read in that")
        name = "Spectator" if seat is None else self.now.seats[seat].name
        line = ChatLine(seat, name, words, int(time()))
        async with self.lock:
            if await self.services.store.say(self.id, message, line):
                self.chat.append(line)
                self.audience.tell(line)


def _acknowledge(actor: Actor, revision: int) -> None:
    if actor.to is not None:
        actor.to.put(write(Done(actor.message, revision)), "acknowledged")


def _is_news(before: Situation, now: Situation) -> bool:
    """Whether the card of the table has changed; a question to the others is not on it."""
    old, new = before.standing, now.standing
    shown = (new.state, new.result, new.rematch) != (old.state, old.result, old.rematch)
    return shown or now.seats != before.seats
