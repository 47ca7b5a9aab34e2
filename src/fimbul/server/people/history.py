"""What an account has played: page by page, filtered, and counted by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from fimbul.server.store.base import Store, TableRow
from fimbul.server.store.ledger import Found
from fimbul.server.wire.people import HistoryLine, HistoryPage, Rival, Tally

PAGE = 30
Outcome = Literal["", "won", "lost", "drawn"]


class HistoryWish(Struct, frozen=True):
    """Which matches, after which one."""

    after: str = ""
    game: str = ""
    outcome: Outcome = ""


class History:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def page(self, account: str, wish: HistoryWish) -> HistoryPage:
        """The latest first."""
        rows = await self._places(account, wish)
        shown = rows[:PAGE]
        tables = {row.id: row for row in await self.store.rows([match for match, *_ in shown])}
        owners = await self._owners([match for match, *_ in shown])
        lines = tuple(
            _line(row, tables[row[0]], owners[row[0]]) for row in shown if row[0] in tables
        )
        following = _mark(shown[-1]) if len(rows) > PAGE else None
        return HistoryPage(lines, following)

    async def _places(self, account: str, wish: HistoryWish) -> Found:
        where, values = ["account = ?"], [account]
        for name, wanted in (("game", wish.game), ("outcome", wish.outcome)):
            if wanted:
                where.append(f"{name} = ?")
                values.append(wanted)
        since, _, match = wish.after.partition("-")
        place: tuple[str | int, ...] = ()
        if since.isascii() and since.isdecimal() and len(since) < 12:
            where.append("(since < ? or (since = ? and match > ?))")
            place = (int(since), int(since), match)
        sql = (
            "select match, seat, since, ended, outcome, turns from place "
            f"where {' and '.join(where)} order by since desc, match limit {PAGE + 1}"
        )
        return await self.store.look_up(sql, *values, *place)

    async def _owners(self, matches: Iterable[str]) -> dict[str, dict[int, tuple[str, str]]]:
        """The accounts at these tables, with the names they bear now, by seat."""
        found: dict[str, dict[int, tuple[str, str]]] = defaultdict(dict)
        names = list(matches)
        if names:
            marks = ", ".join("?" * len(names))
            sql = (
                "select match, seat, account.id, account.name from place "
                f"join account on account.id = place.account where match in ({marks})"
            )
            for match, seat, account, name in await self.store.look_up(sql, *names):
                found[match][seat] = (account, name)
        return found

    async def tallies(self, account: str) -> tuple[Tally, ...]:
        """How often it has won, lost and drawn, by game."""
        sql = (
            "select game, outcome, count(*) from place where account = ? and outcome <> '' "
            "group by game, outcome"
        )
        counts: dict[str, dict[str, int]] = defaultdict(dict)
        for game, outcome, count in await self.store.look_up(sql, account):
            counts[game][outcome] = count
        tallies = [
            Tally(game, one.get("won", 0), one.get("lost", 0), one.get("drawn", 0))
            for game, one in counts.items()
        ]
        return tuple(sorted(tallies, key=lambda one: (-one.played, one.game)))


def _mark(row: tuple[object, ...]) -> str:
    return f"{row[2]}-{row[0]}"


def _line(
    place: tuple[str, int, int, int, str, int], table: TableRow, owners: dict[int, tuple[str, str]]
) -> HistoryLine:
    match, seat, since, ended, outcome, turns = place
    rivals = tuple(
        Rival(*owners.get(number, ("", one.name or one.left)), bot=one.kind == "bot")
        for number, one in enumerate(table.seats)
        if number != seat
    )
    return HistoryLine(
        table=match,
        game=table.facts.game,
        seat=seat,
        state=table.standing.state,
        since=since,
        rivals=rivals,
        ended=ended,
        outcome=outcome,
        turns=turns,
        clock=table.facts.clock,
    )
