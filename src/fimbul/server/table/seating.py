"""Coming and going: who takes a seat, who gives it up, where they meet again."""

from __future__ import annotations

import secrets

from msgspec import Struct, structs

from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.store.base import Seat
from fimbul.server.table.consent import check
from fimbul.server.table.plan import Actor, Plan, change_of
from fimbul.server.table.situation import Situation, held_by
from fimbul.server.wire.bodies import SitDown
from fimbul.server.wire.errors import BadTable, NotInvited, NotNow, TableFull


class Sit(Struct, frozen=True):
    """Take the first free seat; the last one begins the match."""

    wish: SitDown  # its name and luck have been read
    token: str  # that the seat will be held by


class Leave(Struct, frozen=True):
    """Give a seat up: its token is dead from now on, and the link can fill the seat again."""

    token: str


class Meet(Struct, frozen=True):
    """Meet again at another table, which has been laid already."""

    table: str


def sit_plan(now: Situation, actor: Actor, sit: Sit) -> Plan:
    if not is_same(now.facts.invite, sit.wish.invite) and not now.facts.public:
        raise NotInvited
    if now.standing.state == "over":
        raise NotNow("this match is over")
    if not now.free:
        raise TableFull
    number = now.free[0]
    seat = structs.replace(
        _brought(now, number, sit.wish),
        kind="person",
        name=sit.wish.name,
        token=hashed(sit.token),
    )
    if len(now.free) > 1 or now.standing.state != "waiting":
        return Plan(change=change_of(now, actor, seats=((number, seat),)))
    return _beginning(now, actor, number, seat)


def _beginning(now: Situation, actor: Actor, number: int, seat: Seat) -> Plan:
    """Everybody sits: the match begins, or goes on from a record."""
    standing = structs.replace(now.standing, state="running")
    seats = (*now.seats[:number], seat, *now.seats[number + 1 :])
    match = structs.replace(now, seats=seats).new_match()
    match.play(now.record, now.progress.on())
    change = change_of(now, actor, seats=((number, seat),), standing=standing)
    return Plan(change=change, match=match, moves=True)


def _brought(now: Situation, number: int, wish: SitDown) -> Seat:
    """What a player adds to the dice and the options; whoever takes over a match adds nothing."""
    if now.standing.state == "running":
        return now.seats[number]
    if wish.options and now.record:
        raise BadTable(["options: this match has begun already"])
    check(now.game, now.options, number, wish)
    return Seat(luck=wish.luck, brings=wish.options)


def leave_plan(now: Situation, actor: Actor, leave: Leave) -> Plan:
    number = held_by(now, leave.token)
    empty, standing = Seat(luck=now.seats[number].luck), None
    if now.standing.state == "running":
        empty = structs.replace(empty, brings=now.seats[number].brings)
    if now.standing.state == "waiting" and now.people == [number]:
        standing = structs.replace(now.standing, state="over")
    return Plan(change=change_of(now, actor, seats=((number, empty),), standing=standing))


def meet_plan(now: Situation, actor: Actor, meet: Meet) -> Plan:
    if now.standing.rematch is not None:
        raise NotNow("another player was quicker: ask again")
    standing = structs.replace(now.standing, rematch=meet.table)
    return Plan(change=change_of(now, actor, standing=standing))


def read_name(given: str) -> str:
    """A name that shows something; BadTable otherwise."""
    name = clean(given)
    if not name:
        raise BadTable(["name: there is nothing to read in it"])
    return name


def read_luck(given: str) -> str:
    """What a player adds to the dice; the server adds something for whoever gives nothing."""
    return clean(given) or secrets.token_hex(8)
