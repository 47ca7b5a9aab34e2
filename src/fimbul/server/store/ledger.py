"""Small statements in words that SQLite and PostgreSQL share, so that each is written once.

What people own is kept this way: accounts, keys, places at tables, ratings. Values stand for the
question marks, in order; nothing of a visitor is ever part of a statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from time import time
from typing import Any

from msgspec import Struct

from fimbul.server.wire.notices import NoticeKind

Line = tuple[str, tuple[str | int | float | bytes, ...]]
Found = list[tuple[Any, ...]]


class Owner(Struct, frozen=True):
    """Whose seat it is: an account, or nobody's any more."""

    seat: int
    account: str
    game: str = ""


class Contender(Struct, frozen=True):
    """A seat whose rating a match decides about: equal sides play together. Where no bot is named,
    it is whoever owns the seat."""

    seat: int
    side: int
    place: int
    bot: str = ""


class Contest(Struct, frozen=True):
    """What of a rated match decides about ratings."""

    game: str
    contenders: tuple[Contender, ...]


class Ending(Struct, frozen=True):
    """How a match ended for each seat, after so many turns: against whom (`people`, a bot by its
    name, or `mixed`), and with which power or army."""

    outcomes: tuple[str, ...]
    turns: int = 0
    against: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    contest: Contest | None = None  # none: the match is not rated
    places: tuple[int, ...] = ()  # in a tournament; -1: did not come, 0: nobody has won


class Summons(Struct, frozen=True):
    """Somebody is told something who is not at the table: whose seat it is, and at which row of
    decisions. What is told never says more than that."""

    seat: int
    kind: NoticeKind
    number: int = 0


@cache
def numbered(sql: str) -> str:
    """The same statement in the words of PostgreSQL."""
    first, *rest = sql.split("?")
    return first + "".join(f"${n}{part}" for n, part in enumerate(rest, 1))


def owner_lines(table: str, owners: Iterable[Owner]) -> Iterator[Line]:
    """Who owns which seat from now on."""
    for one in owners:
        yield "delete from place where match = ? and seat = ?", (table, one.seat)
        if one.account:
            values = (table, one.seat, one.account, one.game, int(time()))
            yield "insert into place values (?, ?, ?, ?, ?, 0, '', 0, '', '')", values


def ending_lines(table: str, ending: Ending | None) -> Iterator[Line]:
    """What those who own a seat find in their history."""
    if ending is None:
        return
    sql = (
        "update place set ended = ?, outcome = ?, turns = ?, against = ?, brought = ? "
        "where match = ? and seat = ?"
    )
    for seat, outcome in enumerate(ending.outcomes):
        facts = [words[seat] if words else "" for words in (ending.against, ending.brought)]
        yield sql, (int(time()), outcome, ending.turns, *facts, table, seat)
    bout = "update bout set place = ?, ended = ? where match = ? and seat = ? and ended = 0"
    for seat, place in enumerate(ending.places):
        yield bout, (place, int(time()), table, seat)


# Whoever was told that it is their turn and has not chosen since is not told again.
_TOLD_ANEW = """
on conflict (channel, kind, match) do update
    set state = 'due', due = excluded.due, number = excluded.number, tries = 0
    where notice.state = 'told' and exists (select 1 from choice
        where choice.match = notice.match and choice.seat = notice.seat
        and choice.number >= notice.number and choice.by = 'person')
"""
_NOTICE = """
insert into notice
select channel.id, cast(? as text), cast(? as text), channel.account, cast(? as bigint),
    cast(? as bigint), 'due', cast(? as bigint), 0, 0
from channel
"""
_SEATED = "join place on place.account = channel.account where place.match = ? and place.seat = ?"


def summons_lines(table: str, summons: Iterable[Summons]) -> Iterator[Line]:
    """What is to be sent to those who own these seats, by every channel that they wish."""
    for one in summons:
        values = (one.kind, table, one.seat, one.number, int(time()))
        sql = f"{_NOTICE} {_SEATED} and channel.wants like ? {_TOLD_ANEW}"
        yield sql, (*values, table, one.seat, f"% {one.kind} %")


def round_line(table: str, account: str, seat: int, number: int) -> Line:
    """A round of a tournament begins for that account, on that seat."""
    return _for_account("round", table, account, (seat, number), "")


def invitation_line(table: str, account: str) -> Line:
    """Somebody is asked to that table who has not been asked before."""
    unless = (
        "and not exists (select 1 from invitation where invitation.match = notice_match "
        "and invitation.account = channel.account)"
    )
    return _for_account("invitation", table, account, (-1, 0), unless)


def _for_account(
    kind: NoticeKind, table: str, account: str, place: tuple[int, int], unless: str
) -> Line:
    """`place` is the seat, -1 for nobody's, and the number of what is told."""
    sql = f"{_NOTICE}, (select cast(? as text) as notice_match) as asked "
    where = f"where channel.account = ? and channel.wants like ? {unless} {_TOLD_ANEW}"
    values = (kind, table, *place, int(time()), table, account, f"% {kind} %")
    return sql + where, values
