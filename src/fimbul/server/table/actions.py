"""What can be done at a table. Each is a plan: what must be so, what is written, who is told."""

from __future__ import annotations

from time import monotonic, time
from typing import Literal

from msgspec import structs

from fimbul.kernel import Result, default_of, timing_of
from fimbul.server.match.running import Attempt, RunningMatch
from fimbul.server.ops.clean_text import clean
from fimbul.server.store.base import Ask, ChoiceRow, Standing
from fimbul.server.table.publish import resend, shown_clocks
from fimbul.server.table.table import Actor, Plan, Table
from fimbul.server.wire.errors import NotNow, NotYourSeat, StaleChoice
from fimbul.server.wire.messages import Answered, Asked, ChatLine, Choose, Whys
from fimbul.server.wire.table_card import TableResult

SNAPSHOT_EVERY = 64  # choices


async def choose(table: Table, actor: Actor, answer: Choose) -> None:
    """Answer the open decision: the one way to play."""
    await table.act(actor, lambda: _choice_plan(table, actor, answer))
    table.counted[actor.by].inc()


def _choice_plan(table: Table, actor: Actor, answer: Choose) -> Plan:
    match, seat, now = table.running, actor.seat, monotonic()
    if not match.answers(seat, answer.number, answer.part):
        raise StaleChoice
    if table.timing.held and actor.by != "clock":
        raise NotNow("it is too early: wait for the signal")
    thing = _thing_for(table, seat, answer.thing)
    tried = match.attempt(seat, thing)
    waiting = tuple(decision.seat for decision in tried.after.open)
    quiet_for = seat if tried.quiet else None
    row = ChoiceRow(
        *(match.state.number, seat, answer.part, table.pace.revision + 1, thing, actor.by),
        fixed=tried.fixed or actor.by == "clock",
        left=table.clocks.if_chosen(seat, waiting, now),
    )
    change = table.change(actor, quiet_for, choice=row, standing=_standing_after(table, tried))
    if (len(match.made) + 1) % SNAPSHOT_EVERY == 0:
        shot = match.snapshot_with(row, tried.after, table.pace.on(quiet_for))
        change = structs.replace(change, snapshot=shot)

    def then() -> None:
        match.accept(row, tried.after, table.pace)
        match.beats = tried.beats
        table.clocks.chosen(seat, table.waiting(), now)

    notices = () if tried.quiet else table.unasked()
    return Plan(change=change, then=then, moves=True, quiet_for=quiet_for, notices=notices)


def _thing_for(table: Table, seat: int, thing: str) -> str:
    """What was picked; or, where that needs everybody and a player is away, what does not."""
    timing = timing_of(table.running.state, seat)
    return timing.apart if timing is not None and timing.apart and table.away() else thing


def _standing_after(table: Table, tried: Attempt) -> Standing | None:
    """A quiet pick changes nothing that others see, not even an open question."""
    result = tried.after.result
    if result is not None:
        return structs.replace(table.standing, state="over", ask=None, result=played(result))
    if table.standing.ask is not None and not tried.quiet:
        return structs.replace(table.standing, ask=None)
    return None


def played(result: Result) -> TableResult:
    return TableResult(result.places, result.scores, result.because, "played")


# -- taking back ----------------------------------------------------------------------------


async def undo(table: Table, actor: Actor) -> None:
    """Take back what is free to take back; else ask all other people at the table."""
    await table.act(actor, lambda: _undo_plan(table, actor))


def _undo_plan(table: Table, actor: Actor) -> Plan:
    leave = table.running.undo_leave(actor.seat)
    if leave == "no":
        raise NotNow("there is no choice of yours to take back")
    if leave == "ask" and _others(table, actor.seat):
        return _ask_plan(table, actor, "undo")
    return _take_back_plan(table, actor, actor.seat, consent=False)


def _take_back_plan(table: Table, actor: Actor, seat: int, *, consent: bool) -> Plan:
    match = table.running
    rows = match.undo_of(seat)
    if not rows:
        raise NotNow("there is nothing left to take back")
    twin = match.without(rows)
    same = twin.state.number == match.state.number
    hidden = same and twin.state.sealed.keys() == match.state.sealed.keys()
    quiet_for = seat if hidden and table.standing.ask is None else None
    ask = table.standing.ask
    return Plan(
        change=table.change(
            actor,
            quiet_for,
            back=tuple(row.key for row in rows),
            standing=None if ask is None else structs.replace(table.standing, ask=None),
        ),
        then=lambda: _taken_back(table, twin),
        moves=True,
        quiet_for=quiet_for,
        notices=() if ask is None else (Answered(ask.id, consent),),
    )


def _taken_back(table: Table, twin: RunningMatch) -> None:
    table.match = twin
    table.restore_clocks()


# -- consent --------------------------------------------------------------------------------


def _others(table: Table, seat: int) -> list[int]:
    return [other for other in table.people() if other != seat]


def _ask_plan(table: Table, actor: Actor, kind: Literal["undo", "draw"]) -> Plan:
    if table.standing.ask is not None:
        raise NotNow("another question is still open at this table")
    ask = Ask(str(table.pace.revision + 1), kind, actor.seat)
    standing = structs.replace(table.standing, ask=ask)
    return Plan(
        change=table.change(actor, standing=standing),
        notices=(Asked(ask.id, ask.kind, ask.seat),),
    )


async def offer_draw(table: Table, actor: Actor) -> None:
    """Offer to call the match even, where the game knows such an ending."""
    await table.act(actor, lambda: _draw_plan(table, actor))


def _draw_plan(table: Table, actor: Actor) -> Plan:
    if table.running and (why_not := table.no_draw(actor.seat)):  # or NotNow: nothing runs
        raise NotNow(why_not)
    return _ask_plan(table, actor, "draw")


async def answer(table: Table, actor: Actor, ask: str, *, yes: bool) -> None:
    """Consent, or do not, to what another player asks."""
    await table.act(actor, lambda: _answer_plan(table, actor, ask, yes=yes))


def _answer_plan(table: Table, actor: Actor, asked: str, *, yes: bool) -> Plan:
    ask, match = table.standing.ask, table.running
    if ask is None or ask.id != asked:
        raise NotNow("that question is no longer open")
    if ask.seat == actor.seat:
        raise NotYourSeat("the others have to answer that")
    agreed = (*ask.agreed, actor.seat)
    if yes and not set(_others(table, ask.seat)) <= set(agreed):
        waiting = structs.replace(table.standing, ask=structs.replace(ask, agreed=agreed))
        return Plan(change=table.change(actor, standing=waiting))
    if yes and ask.kind == "undo":
        return _take_back_plan(table, actor, ask.seat, consent=True)
    notices = (Answered(ask.id, yes),)
    if yes:
        result = TableResult((1,) * match.state.seats, (), "", "agreed")
        return _end_plan(table, actor, result, notices)
    standing = structs.replace(table.standing, ask=None)
    return Plan(change=table.change(actor, standing=standing), notices=notices)


# -- endings that no rulebook knows ------------------------------------------------------------


def _end_plan(
    table: Table, actor: Actor, result: TableResult, notices: tuple[Answered, ...] = ()
) -> Plan:
    standing = structs.replace(table.standing, state="over", ask=None, result=result)
    return Plan(
        change=table.change(actor, standing=standing),
        then=lambda: table.clocks.stop(monotonic()),
        moves=True,
        notices=notices,
    )


def _lost(table: Table, actor: Actor, kind: Literal["resigned", "timeout"]) -> Plan:
    """That seat comes last, and who plays with it; the others share the first place."""
    state = table.running.state
    lost = table.game.allies(state, actor.seat)
    last = state.seats - len(lost) + 1
    places = tuple(last if seat in lost else 1 for seat in range(state.seats))
    return _end_plan(table, actor, TableResult(places, (), "", kind, actor.seat), table.unasked())


async def resign(table: Table, actor: Actor) -> None:
    """Give the match up."""
    await table.act(actor, lambda: _lost(table, actor, "resigned"))


# -- time -----------------------------------------------------------------------------------


async def time_out(table: Table) -> None:
    """A clock may have run out: then the server chooses for that seat, or the seat has lost.

    What it chooses is the step's own default, and it is journalled like any choice.
    """
    seat = table.clocks.out(monotonic())
    if seat is None or table.standing.state != "running" or table.match is None:
        return
    actor = Actor(seat, by="clock")
    if table.facts.timeout == "loss":
        await table.act(actor, lambda: _flag_plan(table, actor))
        return
    await _choose_for(table, table.match, seat)


async def _choose_for(table: Table, match: RunningMatch, seat: int) -> None:
    """The default of the step, for a seat whose time is up."""
    thing = default_of(match.state, seat)
    assert thing, "a clock runs only for who is asked"
    choice = Choose("clock", match.state.number, match.part(seat), thing)
    await choose(table, Actor(seat, by="clock"), choice)


async def keep_time(table: Table) -> None:
    """What is due in the open row: picks begin to count, a count begins, or its time is up."""
    if table.standing.state != "running" or table.match is None:
        return
    now, state = monotonic(), table.match.state
    due = table.timing.due(now)
    if due == "closes":
        await _choose_for(table, table.match, state.open[0].seat)
    elif due is not None:
        async with table.lock:
            if due == "opens":
                table.timing.held = False
                resend(table)
            elif table.away():
                table.timing.picked = now  # it begins anew: nobody counts for one who is not there
            else:
                _call(table, now)


def _call(table: Table, now: float) -> None:
    table.timing.called = now
    clocks = shown_clocks(table)
    assert clocks, "a count is seen by all"
    table.tell(clocks)


async def hurry(table: Table, actor: Actor) -> None:
    """Whoever chose first starts the count; when it has run out, time chooses for the others."""
    async with table.lock:
        if not table.timing.may_call(table.running.state, actor.seat):
            raise NotNow("only whoever chose first may start the count, and only once")
        if table.away():
            raise NotNow("a player is away: nobody counts until all are back")
        _call(table, monotonic())
        resend(table)
    actor.ack(table.pace.wire(actor.seat))
    table.on_change(table)


def _flag_plan(table: Table, actor: Actor) -> Plan:
    """Looked at again when nobody else is at work: the player may just have chosen in time."""
    if table.clocks.out(monotonic()) != actor.seat:
        raise NotNow("there is time left")
    return _lost(table, actor, "timeout")


# -- words ----------------------------------------------------------------------------------


async def say(table: Table, seat: int | None, message: str, text: str) -> None:
    """Chat is text, kept, and told to everybody at the table."""
    words = clean(text)
    if not words:
        raise NotNow("there is nothing to read in that")
    name = "Spectator" if seat is None else table.seats[seat].name
    line = ChatLine(seat, name, words, int(time()))
    async with table.lock:
        if await table.services.store.say(table.id, message, line):
            table.chat.append(line)
            table.tell(line)


def why(table: Table, seat: int, message: str, thing: str) -> Whys:
    """Why that seat cannot touch that thing now, told by its own decision alone."""
    reason = table.game.why(table.running.state, seat, thing)
    return Whys(message, *(reason or ("", "")))
