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

Line = tuple[str, tuple[str | int | float | bytes, ...]]
Found = list[tuple[Any, ...]]


class Owner(Struct, frozen=True):
    """Whose seat it is: an account, or nobody's any more."""

    seat: int
    account: str
    game: str = ""


class Ending(Struct, frozen=True):
    """How a match ended for each seat, after so many turns."""

    outcomes: tuple[str, ...]
    turns: int = 0


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
            yield "insert into place values (?, ?, ?, ?, ?, 0, '', 0)", values


def ending_lines(table: str, ending: Ending | None) -> Iterator[Line]:
    """What those who own a seat find in their history."""
    for seat, outcome in enumerate(() if ending is None else ending.outcomes):
        sql = "update place set ended = ?, outcome = ?, turns = ? where match = ? and seat = ?"
        yield sql, (int(time()), outcome, ending.turns if ending else 0, table, seat)
