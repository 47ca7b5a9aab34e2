"""What the host of a table may do: silence, send away, and let a bot play for a ghost."""

from __future__ import annotations

from msgspec import structs

from fimbul.server.ops.tokens import hashed
from fimbul.server.store.base import Seat
from fimbul.server.store.ledger import Owner
from fimbul.server.table.plan import Actor, Plan, change_of
from fimbul.server.table.situation import Situation, host_of
from fimbul.server.wire.errors import NotNow, NotYourSeat
from fimbul.server.wire.messages import Preside

SPECTATORS = -1
GHOST = 60.0  # seconds: who is away for longer than that may be a ghost


def preside_plan(now: Situation, actor: Actor, wish: Preside) -> Plan:
    """Only the host of a table may do this, and not to themselves."""
    if actor.seat != host_of(now):
        raise NotYourSeat("only the host of this table may do that")
    if wish.seat == actor.seat or wish.seat >= len(now.seats):
        raise NotNow("there is nobody else on that seat")
    if wish.act in ("mute", "unmute"):
        return _mute_plan(now, actor, wish.seat, silent=wish.act == "mute")
    if wish.seat == SPECTATORS or now.seats[wish.seat].kind == "bot":
        raise NotNow("nobody sits there who could be sent away")
    return _bot_plan(now, actor, wish.seat) if wish.act == "bot" else kick_plan(now, actor, wish)


def _mute_plan(now: Situation, actor: Actor, seat: int, *, silent: bool) -> Plan:
    left = {one for one in now.standing.muted if one != seat}
    muted = tuple(sorted(left | {seat} if silent else left))
    return Plan(change=change_of(now, actor, standing=structs.replace(now.standing, muted=muted)))


def name_mark(now: Situation, name: str) -> str:
    """What is kept of a name that nobody may sit down by again."""
    return hashed(f"{now.id} name {name.casefold()}")


def _barred(now: Situation, gone: Seat, *, widely: bool) -> tuple[str, ...]:
    """By key and name: at one address others may live. Only if the host wishes, the address too."""
    marks = [gone.token, name_mark(now, gone.name), gone.origin if widely else ""]
    return (*now.standing.barred, *filter(None, marks))


def kick_plan(now: Situation, actor: Actor, wish: Preside) -> Plan:
    """Before the match the seat is free again; in it a bot plays on, but nobody is robbed of a
    match of two: there one can only let a bot play for whoever is gone."""
    gone = now.seats[wish.seat]
    barred = _barred(now, gone, widely=wish.act == "bar")
    standing = structs.replace(now.standing, ready=(), barred=barred)
    nobody = (Owner(wish.seat, ""),)
    if now.standing.state == "waiting":
        empty = ((wish.seat, Seat(luck=gone.luck)),)
        change = change_of(now, actor, seats=empty, standing=standing, owners=nobody)
        return Plan(change=change, turned_out=(wish.seat,))
    if len(now.seats) == 2:
        raise NotNow("in a match of two nobody is sent away")
    if now.facts.rated:
        raise NotNow("nobody is sent away from a rated match")
    plan = stand_in_plan(now, actor, wish.seat, token="")
    assert plan.change is not None, "a bot that sits down is written down"
    change = structs.replace(plan.change, standing=structs.replace(standing, ask=None))
    change = structs.replace(change, owners=nobody)
    return structs.replace(plan, change=change, turned_out=(wish.seat,))


def _bot_plan(now: Situation, actor: Actor, seat: int) -> Plan:
    """For a chair that was left, or whose player is not connected."""
    if now.standing.state != "running":
        raise NotNow("the match has not begun: send them away instead")
    gone = now.seats[seat].kind == "empty" or now.gone_for(seat) >= GHOST
    if not gone:
        raise NotNow("that player is here, or was a minute ago")
    return stand_in_plan(now, actor, seat, back=True)


def stand_in_plan(
    now: Situation, actor: Actor, seat: int, *, token: str | None = None, back: bool = False
) -> Plan:
    """A bot plays on. Whoever sat there may go on looking, unless their token is taken away, and
    take the seat again, if they did not give it up."""
    gone, bot = now.seats[seat], now.stand_in
    held = structs.replace(
        gone,
        kind="bot",
        name=bot,
        bot=bot,
        left=gone.name or gone.left,
        token=gone.token if token is None else token,
        back=back,
    )
    standing = structs.replace(now.standing, ask=None)
    change = change_of(now, actor, seats=((seat, held),), standing=standing)
    return Plan(change=change, resends=True)
