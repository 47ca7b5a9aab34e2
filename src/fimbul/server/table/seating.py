"""Coming and going: who takes a seat, who gives it up, where they meet again."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from msgspec import Struct, structs

from fimbul.kernel import of_field
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.tokens import hashed, is_same, new_token
from fimbul.server.store.base import Seat
from fimbul.server.store.ledger import Owner
from fimbul.server.table.consent import check
from fimbul.server.table.ending import stayed_away
from fimbul.server.table.hosting import name_mark, stand_in_plan
from fimbul.server.table.plan import Actor, Plan, change_of
from fimbul.server.table.situation import Situation, goes_on_without
from fimbul.server.table.summons import ready_summons, rematch_summons, turn_summons
from fimbul.server.wire.bodies import SitDown
from fimbul.server.wire.errors import BadTable, NotInvited, NotNow, NotYourSeat, TableFull
from fimbul.server.wire.messages import Ready
from fimbul.server.wire.table_card import NoClock, TableResult, pace_of


class Sit(Struct, frozen=True):
    """Take the seat that is kept for that name, else the first free one; the last one begins the
    match."""

    wish: SitDown  # its name and luck have been read
    token: str  # that the seat will be held by
    origin: str = ""  # a hash of where it comes from
    account: str = ""  # that the seat will belong to
    own: tuple[int, ...] = ()  # seats that belong to it already


class Leave(Struct, frozen=True):
    """Give a seat up: its token is dead from now on, and the link can fill the seat again."""

    seat: int
    held: str  # the hash of the token by which it was held when that was asked


class Relock(Struct, frozen=True):
    """Whoever owns a seat has signed out everywhere: no word that a device still has opens it."""

    seat: int


class Absence(Struct, frozen=True):
    """In a tournament nobody is waited for any longer."""


class Meet(Struct, frozen=True):
    """Meet again at another table, which has been laid already."""

    table: str


def sit_plan(now: Situation, actor: Actor, sit: Sit) -> Plan:
    if not is_same(now.facts.invite, sit.wish.invite) and not now.facts.public:
        raise NotInvited
    if now.standing.state == "over":
        raise NotNow("this match is over")
    if _marks(now, sit) & {*now.standing.barred}:
        raise NotInvited("the host of this table has sent you away")
    number = _chair(now, sit)
    seat = structs.replace(
        _brought(now, number, sit.wish),
        kind="person",
        program=sit.wish.program,
        name=sit.wish.name,
        token=hashed(sit.token),
        origin=sit.origin,
        bot="",
        left="",
        back=False,
    )
    taken = ((number, seat),)
    owners = (Owner(number, sit.account, now.game.id),)
    if len(now.free) > 1 or now.standing.state != "waiting":
        return Plan(change=change_of(now, actor, seats=taken, owners=owners))
    if not _is_timed(now) or not now.others(number):
        return _beginning(now, actor, taken, owners)
    standing = structs.replace(now.standing, ready=(number,))  # the others may be elsewhere
    what: dict[str, Any] = {"standing": standing, "owners": owners}
    what["summons"] = ready_summons(now)
    return Plan(change=change_of(now, actor, seats=taken, **what))


def _marks(now: Situation, sit: Sit) -> set[str]:
    """What a host who sends somebody away goes by."""
    return {hashed(sit.token), name_mark(now, sit.wish.name), sit.origin} - {""}


def _chair(now: Situation, sit: Sit) -> int:
    """The one that is kept for that name, else the first free one. Where something is hidden, the
    chair of whoever has left a match is kept for them: who else sat there would see their hand."""
    free, mine = now.free, hashed(sit.token)
    for number, seat in enumerate(now.seats):
        kept = is_same(seat.token, mine) or (number in sit.own and bool(seat.left))
        if (seat.kind == "empty" or seat.back) and kept:
            return number
    if now.facts.tournament:
        raise NotNow("in a tournament nobody takes the chair of another player")
    if now.facts.rated and any(now.seats[number].kind == "person" for number in sit.own):
        raise NotNow("this table is rated: you cannot play against yourself")
    if now.facts.rated and now.standing.state == "running":
        raise NotNow("this match is rated: nobody takes the chair of whoever left it")
    if not free:
        raise TableFull
    if now.standing.state == "running" and now.match and now.game.hides(now.match.state):
        raise NotNow("that chair is kept for whoever left it: it hides what only they may see")
    return next((n for n in free if now.seats[n].name == sit.wish.name), free[0])


def _is_timed(now: Situation) -> bool:
    """Whether time begins to run with the match, so that everybody should be there."""
    clock = now.facts.clock
    return not isinstance(clock, NoClock) and pace_of(clock) == "live"


def ready_plan(now: Situation, actor: Actor, _: Ready) -> Plan:
    """The match begins, and its clocks run, when everybody has said so."""
    if now.standing.state != "waiting" or now.free:
        raise NotNow("nobody waits for that word")
    ready = tuple(sorted({*now.standing.ready, actor.seat}))
    if set(now.people) <= set(ready):
        return _beginning(now, actor)
    standing = structs.replace(now.standing, ready=ready)
    return Plan(change=change_of(now, actor, standing=standing))


def absence_plan(now: Situation, actor: Actor, _: Absence) -> Plan:
    """Whoever has come has won, without a match; where nobody has, nobody has won."""
    if now.standing.state != "waiting" or not now.facts.tournament:
        raise NotNow("nobody is waited for here")
    away, count = stayed_away(now), len(now.seats)
    places = tuple(count - len(away) + 1 if n in away else 1 for n in range(count))
    kind: Literal["timeout", "closed"] = "timeout" if len(away) < count else "closed"
    result = TableResult(places, (), "", kind, away[0] if away else None)
    standing = structs.replace(now.standing, state="over", result=result)
    match = now.new_match()
    match.play(now.record, now.progress.on())
    return Plan(change=change_of(now, actor, standing=standing), match=match, moves=True)


def _beginning(
    now: Situation,
    actor: Actor,
    taken: tuple[tuple[int, Seat], ...] = (),
    owners: tuple[Owner, ...] = (),
) -> Plan:
    """Everybody sits: the match begins, or goes on from a record."""
    standing = structs.replace(now.standing, state="running", ready=())
    newly = dict(taken)
    seats = tuple(newly.get(n, seat) for n, seat in enumerate(now.seats))
    match = structs.replace(now, seats=seats).new_match()
    match.play(now.record, now.progress.on())
    what: dict[str, Any] = {"standing": standing, "owners": owners}
    what["summons"] = turn_summons(now, match.state)
    return Plan(change=change_of(now, actor, seats=taken, **what), match=match, moves=True)


def _brought(now: Situation, number: int, wish: SitDown) -> Seat:
    """What a player adds to the dice and the options; whoever takes over a match adds nothing."""
    if now.standing.state == "running":
        return now.seats[number]
    if wish.options and now.record:
        raise BadTable([of_field("options", "this match has begun already")])
    check(now.game, now.options, number, wish)
    return Seat(luck=wish.luck, brings=wish.options)


def leave_plan(now: Situation, actor: Actor, leave: Leave) -> Plan:
    number = leave.seat
    if not is_same(now.seats[number].token, leave.held) or now.seats[number].kind == "empty":
        raise NotYourSeat
    if now.standing.state == "running" and goes_on_without(now, number):
        return stand_in_plan(now, actor, number, back=True)
    if now.standing.state == "waiting" and now.facts.tournament:
        raise NotNow("you are waited for here: leave the tournament, or let the time run out")
    mine, standing = now.seats[number], None
    owners: tuple[Owner, ...] = ()
    empty = Seat(luck=mine.luck)
    if now.standing.ready:
        standing = structs.replace(now.standing, ready=())
    if now.standing.state == "running":
        empty = structs.replace(empty, brings=mine.brings, left=mine.name, token=mine.token)
    if now.standing.state == "waiting":
        owners = (Owner(number, ""),)  # it was never played
    if now.standing.state == "waiting" and not now.others(number):
        standing = structs.replace(now.standing, state="over")
    seats = ((number, empty),)
    return Plan(change=change_of(now, actor, seats=seats, standing=standing, owners=owners))


def relock_plan(now: Situation, actor: Actor, relock: Relock) -> Plan:
    number = relock.seat
    locked = structs.replace(now.seats[number], token=hashed(new_token()))
    change = change_of(now, actor, seats=((number, locked),))
    return Plan(change=change, turned_out=(number,))


def meet_plan(now: Situation, actor: Actor, meet: Meet) -> Plan:
    if now.standing.rematch is not None:
        raise NotNow("another player was quicker: ask again")
    standing = structs.replace(now.standing, rematch=meet.table, asked_by=actor.seat)
    called = rematch_summons(now, actor.seat)
    return Plan(change=change_of(now, actor, standing=standing, summons=called))


def read_name(given: str) -> str:
    """A name that shows something; BadTable otherwise."""
    name = clean(given)
    if not shows(name):
        raise BadTable([of_field("name", "there is nothing to read in it")])
    return name


def read_luck(given: str) -> str:
    """What a player adds to the dice; the server adds something for whoever gives nothing."""
    return clean(given) or secrets.token_hex(8)
