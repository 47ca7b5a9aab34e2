"""A change to a table, as data: what is written down, and how the table stands once that is
durable."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, structs

from fimbul.server.match.row_timing import RowNews
from fimbul.server.match.running import Attempt, Progress, RunningMatch
from fimbul.server.store.base import Change
from fimbul.server.table.audience import Listener
from fimbul.server.table.ending import ending_of
from fimbul.server.table.situation import Situation, follow_row, set_clocks
from fimbul.server.table.summons import end_summons
from fimbul.server.wire.messages import Outgoing

By = Literal["person", "bot", "clock", "form"]


class Actor(Struct, frozen=True):
    """Who does something: a seat by a message, a bot, a clock, the table for form's sake."""

    seat: int = -1  # of somebody who does not sit yet
    message: str = ""
    by: By = "person"
    to: Listener | None = None  # is told when it is durable


class Plan(Struct, frozen=True, kw_only=True):
    """A change that was found right, and what follows once it is durable."""

    change: Change | None = None  # None: nothing that a restart need know
    tried: Attempt | None = None  # the choice, as it was tried on a copy
    match: RunningMatch | None = None  # takes the place of the match there was
    row: RowNews | None = None  # what happens to the time of the open row
    moves: bool = False  # the match moves on
    resends: bool = False  # everybody is told everything
    quiet_for: int | None = None  # only that seat can see it
    notices: tuple[Outgoing, ...] = ()
    turned_out: tuple[int, ...] = ()  # seats whose holders have no business here any more


def change_of(now: Situation, actor: Actor, quiet_for: int | None = None, **what: Any) -> Change:
    """A change that builds on how the table stands now."""
    after = now.progress.on(quiet_for)
    said = (actor.seat, actor.message, after.wire(actor.seat)) if actor.message else None
    ending = ending_of(now, what.get("standing"))
    summons = (*what.pop("summons", ()), *end_summons(now, ending))
    return Change(
        table=now.id,
        revision=now.progress.revision,
        message=said,
        quiet=after.quiet if quiet_for is not None else None,
        ending=ending,
        summons=summons,
        **what,
    )


def adopted(now: Situation, plan: Plan) -> Situation:
    """The situation after a plan whose change is durable."""
    after = now if plan.change is None else _written(now, plan.change)
    if plan.match is not None:
        after = structs.replace(after, match=plan.match)
        set_clocks(after)
    if plan.tried is not None:
        _chosen(after, plan.change, plan.tried)
    for number, seat in () if plan.change is None else plan.change.seats:
        if seat.kind == "bot":
            after.clocks.release(number)
    if after.standing.state == "over":
        after.clocks.stop(after.at)
    if plan.row is not None:
        after.timing.take(plan.row, after.at)
    follow_row(after)
    return after


def _written(now: Situation, change: Change) -> Situation:
    new = dict(change.seats)
    quiet = now.progress.quiet if change.quiet is None else change.quiet
    return structs.replace(
        now,
        seats=tuple([new.get(n, seat) for n, seat in enumerate(now.seats)]) if new else now.seats,
        standing=change.standing or now.standing,
        progress=Progress(change.revision + 1, quiet),
    )


def _chosen(after: Situation, change: Change | None, tried: Attempt) -> None:
    row = None if change is None else change.choice
    assert row is not None, "a choice is written down"
    assert after.match is not None, "it was tried on a copy of its state"
    after.match.accept(row, tried.after, after.progress, tried.beats)
    if change is not None and change.snapshot is not None:
        after.match.kept = len(after.match.log)
    after.clocks.chosen(row.seat, after.waiting, after.at)
