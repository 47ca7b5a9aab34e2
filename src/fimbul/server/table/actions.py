"""What can be done at a table: each action becomes a plan, which says what changes as data.

A plan follows from how the table stands and from nothing else, so it is simply made again where
another process was quicker. Some actions are messages of the wire; the others are said here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, structs

from fimbul.kernel import Result, default_of, timing_of
from fimbul.server.match.running import Attempt, RunningMatch
from fimbul.server.store.base import ChoiceRow, ConsentAsked, Standing
from fimbul.server.table.customs import customs_of, seen_state, undo_leave
from fimbul.server.table.hosting import preside_plan, stand_in_plan
from fimbul.server.table.plan import Actor, Plan, change_of
from fimbul.server.table.rule_change import end_plan, rules_plan
from fimbul.server.table.seating import (
    Absence,
    Leave,
    Meet,
    Relock,
    Sit,
    absence_plan,
    leave_plan,
    meet_plan,
    ready_plan,
    relock_plan,
    sit_plan,
)
from fimbul.server.table.situation import Situation, goes_on_without, no_draw
from fimbul.server.table.summons import turn_summons
from fimbul.server.wire.errors import NotNow, NotYourSeat, StaleChoice
from fimbul.server.wire.messages import (
    AnswerConsent,
    Answered,
    Asked,
    Choose,
    Hurry,
    OfferDraw,
    Preside,
    Ready,
    Resign,
    Undo,
    Whys,
)
from fimbul.server.wire.table_card import TableResult

SNAPSHOT_EVERY = 64  # choices


class RowDue(Struct, frozen=True):
    """Something may be due in the open row: picks begin to count, a count begins, time is up."""


class ClockDue(Struct, frozen=True):
    """A clock may have run out: then the table chooses for that seat, or the seat has lost."""


Message = Choose | Undo | AnswerConsent | Resign | OfferDraw | Hurry | Ready | Preside
Action = Message | Sit | Leave | Relock | Absence | Meet | RowDue | ClockDue


def planned(now: Situation, actor: Actor, action: Action) -> Plan:
    """What that action changes; NotNow and others say why it changes nothing."""
    if actor.by == "person" and actor.seat >= 0 and now.seats[actor.seat].kind == "bot":
        raise NotYourSeat("a bot plays there now")
    return _PLANS[type(action)](now, actor, action)


# -- choices --------------------------------------------------------------------------------


def choice_plan(now: Situation, actor: Actor, answer: Choose) -> Plan:
    """Answer the open decision: the one way to play."""
    match, seat = now.running, actor.seat
    if not match.answers(seat, answer.number, answer.part):
        raise StaleChoice
    if now.timing.held and actor.by != "clock":
        raise NotNow("it is too early: wait for the signal")
    thing = _thing_for(now, seat, answer.thing)
    tried = match.attempt(seat, thing)
    quiet = tried.quiet or (tried.half and not customs_of(now).picks)
    quiet_for = seat if quiet else None
    row = ChoiceRow(
        *(match.state.number, seat, answer.part, now.progress.revision + 1, thing, actor.by),
        fixed=tried.fixed if actor.by == "person" else True,  # who else would take it back?
        left=now.clocks.if_chosen(seat, [d.seat for d in tried.after.open], now.at),
    )
    change = change_of(
        now,
        actor,
        quiet_for,
        choice=row,
        standing=_standing_after(now, tried, quiet),
        kept=match.kept_state_with(tried.after, now.progress.on(quiet_for)),
        summons=turn_summons(now, tried.after),
    )
    if (len(match.made) + 1) % SNAPSHOT_EVERY == 0 and not tried.half:
        shot = match.snapshot_with(row, tried.after, now.progress.on(quiet_for))
        change = structs.replace(change, snapshot=shot)
    notices = () if quiet else _unasked(now)
    return Plan(change=change, tried=tried, moves=True, quiet_for=quiet_for, notices=notices)


def _thing_for(now: Situation, seat: int, thing: str) -> str:
    """What was picked; or, where that needs everybody and a player is away, what does not."""
    timing = timing_of(now.running.state, seat)
    return timing.apart if timing is not None and timing.apart and now.away else thing


def _standing_after(now: Situation, tried: Attempt, quiet: bool) -> Standing | None:
    """A quiet pick changes nothing that others see, not even an open question."""
    result = tried.after.result
    if result is not None:
        return structs.replace(now.standing, state="over", ask=None, result=played(result))
    if now.standing.ask is not None and not quiet:
        return structs.replace(now.standing, ask=None)
    return None


def played(result: Result) -> TableResult:
    return TableResult(result.places, result.scores, result.because, "played")


def _unasked(now: Situation) -> tuple[Answered, ...]:
    """What to tell when play goes on over an open question."""
    ask = now.standing.ask
    return () if ask is None else (Answered(ask.id, yes=False),)


# -- taking back ----------------------------------------------------------------------------


def undo_plan(now: Situation, actor: Actor, undo: Undo) -> Plan:
    """Take back what is free to take back; else ask all other people at the table."""
    leave = undo_leave(now, actor.seat)
    if undo.number not in (None, now.running.state.number):
        raise StaleChoice
    if leave == "no":
        raise NotNow("there is no choice of yours to take back")
    if leave == "ask":
        return _ask_plan(now, actor, "undo")
    return _take_back_plan(now, actor, actor.seat, consent=False)


def _take_back_plan(now: Situation, actor: Actor, seat: int, *, consent: bool) -> Plan:
    match, ask = now.running, now.standing.ask
    rows = match.undo_of(seat)
    if not rows:
        raise NotNow("there is nothing left to take back")
    twin = match.without(rows)
    quiet_for = seat if _is_same_outside(now, match, twin) and ask is None else None
    return Plan(
        change=change_of(
            now,
            actor,
            quiet_for,
            back=tuple(row.key for row in rows),
            kept=twin.kept_state(),
            standing=None if ask is None else structs.replace(now.standing, ask=None),
        ),
        match=twin,
        moves=True,
        quiet_for=quiet_for,
        notices=() if ask is None else (Answered(ask.id, consent),),
    )


def _is_same_outside(now: Situation, match: RunningMatch, twin: RunningMatch) -> bool:
    """Whether nobody but the seat that chose can tell the two matches apart."""
    old, new = (seen_state(now, one, None) for one in (match, twin))
    return new.number == old.number and new.sealed.keys() == old.sealed.keys()


# -- consent --------------------------------------------------------------------------------


def _ask_plan(now: Situation, actor: Actor, kind: Literal["undo", "draw"]) -> Plan:
    if now.standing.ask is not None:
        raise NotNow("another question is still open at this table")
    ask = ConsentAsked(str(now.progress.revision + 1), kind, actor.seat)
    standing = structs.replace(now.standing, ask=ask)
    return Plan(
        change=change_of(now, actor, standing=standing),
        notices=(Asked(ask.id, ask.kind, ask.seat),),
    )


def draw_plan(now: Situation, actor: Actor, _: OfferDraw) -> Plan:
    """Offer to call the match even, where the game knows such an ending."""
    if now.running and (why_not := no_draw(now, actor.seat)):  # or NotNow: nothing runs
        raise NotNow(why_not)
    return _ask_plan(now, actor, "draw")


def answer_plan(now: Situation, actor: Actor, answer: AnswerConsent) -> Plan:
    """Consent, or do not, to what another player asks."""
    ask, yes = now.standing.ask, answer.yes
    if ask is None or ask.id != answer.ask:
        raise NotNow("that question is no longer open")
    if now.halted:
        return rules_plan(now, actor, ask, go_on=yes)
    match = now.running
    if ask.seat == actor.seat:
        raise NotYourSeat("the others have to answer that")
    agreed = (*ask.agreed, actor.seat)
    if yes and not set(now.others(ask.seat)) <= set(agreed):
        waiting = structs.replace(now.standing, ask=structs.replace(ask, agreed=agreed))
        return Plan(change=change_of(now, actor, standing=waiting))
    if yes and ask.kind == "undo":
        return _take_back_plan(now, actor, ask.seat, consent=True)
    notices = (Answered(ask.id, yes),)
    if yes:
        result = TableResult((1,) * match.state.seats, (), "", "agreed")
        return end_plan(now, actor, result, notices)
    standing = structs.replace(now.standing, ask=None)
    return Plan(change=change_of(now, actor, standing=standing), notices=notices)


# -- endings that no rulebook knows ------------------------------------------------------------


def lost_plan(
    now: Situation, actor: Actor, seat: int, kind: Literal["resigned", "timeout"]
) -> Plan:
    """That seat and its allies come last; the others share the first place."""
    state = now.running.state
    lost = now.game.allies(state, seat)
    last = state.seats - len(lost) + 1
    places = tuple(last if other in lost else 1 for other in range(state.seats))
    return end_plan(now, actor, TableResult(places, (), "", kind, seat), _unasked(now))


def resign_plan(now: Situation, actor: Actor, _: Resign) -> Plan:
    """Give the match up. Among many it goes on, with a bot in that place."""
    if now.running and goes_on_without(now, actor.seat):  # or NotNow: nothing runs
        return stand_in_plan(now, actor, actor.seat)
    return lost_plan(now, actor, actor.seat, "resigned")


# -- time -----------------------------------------------------------------------------------


def clock_plan(now: Situation, actor: Actor, _: ClockDue) -> Plan:
    """What the table chooses is the step's own default, and it is journalled like any choice."""
    seat = now.clocks.out(now.at)
    if seat is None or not now.waiting:
        raise NotNow("there is time left")
    if now.facts.timeout == "loss" and goes_on_without(now, seat):
        return stand_in_plan(now, actor, seat)
    if now.facts.timeout == "loss":
        return lost_plan(now, actor, seat, "timeout")
    return _default_plan(now, seat)


def _default_plan(now: Situation, seat: int) -> Plan:
    """The default of the step, for a seat whose time is up."""
    match = now.running
    thing = default_of(match.state, seat)
    assert thing, "time runs only for who is asked"
    answer = Choose("clock", match.state.number, match.part(seat), thing)
    return choice_plan(now, Actor(seat, by="clock"), answer)


def row_plan(now: Situation, _actor: Actor, _: RowDue) -> Plan:
    due = now.timing.due(now.at)
    if due is None or not now.waiting:
        raise NotNow("nothing is due")
    if due == "closes":
        return _default_plan(now, now.waiting[0])
    if due == "opens":
        return Plan(row="opens", resends=True)
    # a count that is due while somebody is away begins anew: nobody counts for the absent
    return Plan(row="waits" if now.away else "counts")


def hurry_plan(now: Situation, actor: Actor, _: Hurry) -> Plan:
    """Whoever chose first starts the count; when it has run out, time chooses for the others."""
    if not now.timing.may_call(now.running.state, actor.seat):
        raise NotNow("only whoever chose first may start the count, and only once")
    if now.away:
        raise NotNow("a player is away: nobody counts until all are back")
    return Plan(row="counts", resends=True)


# -- words ----------------------------------------------------------------------------------


def why(now: Situation, seat: int, message: str, thing: str) -> Whys:
    """Why that seat cannot touch that thing now, told by its own decision alone."""
    reason = now.game.why(now.running.state, seat, thing)
    return Whys(message, *(reason or ("", "")))


_PLANS: Mapping[type[Any], Callable[[Situation, Actor, Any], Plan]] = {
    Choose: choice_plan,
    Undo: undo_plan,
    AnswerConsent: answer_plan,
    Resign: resign_plan,
    OfferDraw: draw_plan,
    Hurry: hurry_plan,
    Ready: ready_plan,
    Preside: preside_plan,
    Sit: sit_plan,
    Leave: leave_plan,
    Relock: relock_plan,
    Absence: absence_plan,
    Meet: meet_plan,
    RowDue: row_plan,
    ClockDue: clock_plan,
}
