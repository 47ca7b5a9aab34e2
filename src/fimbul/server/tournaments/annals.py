"""Tournaments as the store has them: read, and what is to be written as lines.

A bout that has ended never changes, so only the others are asked for again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import groupby
from time import time
from typing import Any

import msgspec

from fimbul.server.ops.tokens import new_id
from fimbul.server.store.base import Store
from fimbul.server.store.ledger import Found, Line
from fimbul.server.tournaments.bouts import Bout, Entrant, Lot
from fimbul.server.tournaments.course import Tournament
from fimbul.server.wire.errors import NoSuchTournament
from fimbul.server.wire.tournaments import NewTournament, TournamentState

ROWS_FOR_A_THREAD = 200  # rows that take long enough to be read in a thread
KEPT = 64  # tournaments whose bouts are remembered
AGAIN = 10  # seconds that are looked at again: clocks of workers differ
_TOURNAMENT = "select id, wish, host, state, created, begins, until, paused from tournament"
_BOUTS = (
    "select number, round, entrant, match, laid, since, ended, place from bout "
    "where tournament = ? and (ended = 0 or ended >= ?) order by number, seat"
)
_ENTRANTS = (
    "select number, name, account, bot, strength, state, since from entrant "
    "where tournament = ? order by number"
)


class Annals:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, dict[int, Bout]] = OrderedDict()

    # -- reading --------------------------------------------------------------------------

    async def tournament(self, name: str) -> Tournament:
        rows = await self.store.look_up(f"{_TOURNAMENT} where id = ?", name)
        if not rows:
            raise NoSuchTournament
        return _tournament(*rows[0])

    async def unfinished(self) -> list[Tournament]:
        rows = await self.store.look_up(f"{_TOURNAMENT} where state <> 'over' order by id")
        return [_tournament(*row) for row in rows]

    async def entrants(self, name: str) -> list[Entrant]:
        rows = await self.store.look_up(_ENTRANTS, name)
        return [
            Entrant(
                number=number,
                name=shown,
                account=account,
                bot=bot,
                strength=strength,
                state=state,
                since=since,
            )
            for number, shown, account, bot, strength, state, since in rows
        ]

    async def bouts(self, name: str) -> list[Bout]:
        """In the order in which they were drawn."""
        known = self._known.setdefault(name, {})
        self._known.move_to_end(name)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        since = max((bout.ended for bout in known.values()), default=0) - AGAIN
        rows = await self.store.look_up(_BOUTS, name, since)
        work = asyncio.to_thread(_grouped, rows) if len(rows) > ROWS_FOR_A_THREAD else None
        known |= _grouped(rows) if work is None else await work
        return [known[number] for number in sorted(known)]


def _tournament(name: str, wish: str, host: str, state: TournamentState, *when: int) -> Tournament:
    created, begins, until, paused = when
    return Tournament(
        id=name,
        wish=msgspec.json.decode(wish, type=NewTournament),
        host=host,
        state=state,
        created=created,
        begins=begins,
        until=until,
        paused=paused,
    )


def _grouped(rows: Found) -> dict[int, Bout]:
    return {number: _bout([*seats]) for number, seats in groupby(rows, key=lambda row: row[0])}


def _bout(seats: Sequence[tuple[Any, ...]]) -> Bout:
    number, round_, _, match, laid, since, *_ = seats[0]
    ended = min(row[6] for row in seats)
    return Bout(
        number=number,
        round=round_,
        entrants=tuple(row[2] for row in seats),
        table=match,
        laid=bool(laid),
        since=since,
        ended=ended,
        places=tuple(row[7] for row in seats) if ended else (),
    )


# -- writing ------------------------------------------------------------------------------------


def founding_lines(name: str, host: str, wish: NewTournament) -> Iterable[Line]:
    now, told = int(time()), msgspec.json.encode(wish).decode()
    row = (name, told, host, int(wish.public), "open", now, wish.begins, 0, 0, now)
    yield "insert into tournament values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row


def entry_line(name: str, account: str, bot: str, shown: str, strength: float) -> Line:
    """Whoever takes part gets the next number."""
    sql = (
        "insert into entrant select cast(? as text), coalesce(max(number), 0) + 1, "
        "cast(? as text), cast(? as text), cast(? as text), cast(? as double precision), 'in', "
        "cast(? as bigint) from entrant where tournament = ?"
    )
    return sql, (name, account, bot, shown, strength, int(time()), name)


def drawn_lines(
    name: str, round_: int, draws: Iterable[Lot], last: int
) -> Iterable[tuple[str, tuple[str | int, ...]]]:
    """Bouts after the bout `last`: all of them, or none if somebody else was quicker. Which table
    each will have is settled here, so that it is laid once."""
    now = int(time())
    for number, draw in enumerate(draws, last + 1):
        table = "" if draw.places else new_id()
        ended = now if draw.places else 0
        for seat, entrant in enumerate(draw.entrants):
            place = draw.places[seat] if draw.places else 0
            facts = (round_, entrant, table, int(not table), now, ended, place)
            yield (
                "insert into bout values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (name, number, seat, *facts),
            )


def laid_line(table: str) -> Line:
    """Nobody is waited for before there is a table."""
    return "update bout set laid = 1, since = ? where match = ?", (int(time()), table)


def awaited_line(name: str) -> Line:
    """After a pause everybody is waited for anew."""
    sql = "update bout set since = ? where tournament = ? and laid = 1 and ended = 0"
    return sql, (int(time()), name)


def void_line(table: str) -> Line:
    """A match that has gone without a result: nobody has won."""
    sql = "update bout set ended = ?, place = 0 where match = ? and ended = 0"
    return sql, (int(time()), table)


def begun_lines(one: Tournament) -> Iterable[Line]:
    """Who left before it begins has never taken part."""
    now = int(time())
    until = now + 60 * one.wish.minutes if one.wish.kind == "arena" else 0
    sql = (
        "update tournament set state = 'running', begins = ?, until = ?, touched = ? "
        "where id = ? and state = 'open'"
    )
    yield sql, (now, until, now, one.id)
    yield "delete from entrant where tournament = ? and state = 'out' and bot = ''", (one.id,)


def state_line(one: Tournament, state: TournamentState) -> Line:
    """Paused, going on, or over. The time of a pause is added to that of an arena."""
    now = int(time())
    until = one.until + now - one.paused if one.paused and one.until else one.until
    kept = one.until if state == "paused" else until
    paused = now if state == "paused" else 0
    sql = (
        "update tournament set state = ?, until = ?, paused = ?, touched = ? "
        "where id = ? and state = ?"
    )
    return sql, (state, kept, paused, now, one.id, one.state)
