"""A tournament as it is shown: the same for everybody, but for what is one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from time import monotonic

from msgspec import Struct, structs

from fimbul.server.store.base import Store
from fimbul.server.tournaments.annals import Annals
from fimbul.server.tournaments.bouts import Bout, Entrant, Past
from fimbul.server.tournaments.course import Tournament
from fimbul.server.tournaments.registry import Registry
from fimbul.server.tournaments.standings import BREAKS, Ranked, standings
from fimbul.server.wire.tournaments import (
    BoutCard,
    BoutSeat,
    EntrantCard,
    MyEntry,
    RankLine,
    TournamentCard,
    TournamentList,
    TournamentPage,
)

PAGE = 50  # lines of the standings, and bouts
LISTED = 30  # tournaments
FRESH = 1.0  # seconds for which what was worked out is told again
KEPT = 32  # tournaments whose standings are remembered


class _Known(Struct, frozen=True):
    """A tournament as it stood a moment ago."""

    until: float
    one: Tournament
    entrants: Mapping[int, Entrant]
    cards: Mapping[int, EntrantCard]
    bouts: Sequence[Bout]
    lines: Sequence[Ranked]
    past: Past


class Posting:
    def __init__(self, annals: Annals, registry: Registry) -> None:
        self.annals, self.registry, self.store = annals, registry, annals.store
        self._known: dict[str, _Known] = {}

    # -- lists ----------------------------------------------------------------------------

    async def listed(self, account: str) -> TournamentList:
        """Public ones and my own: what runs first, then what is to come, the latest first."""
        sql = (
            "select id from tournament where public = 1 or host = ? or id in "
            "(select tournament from entrant where account = ? and account <> '') "
            "order by case state when 'over' then 1 else 0 end, created desc, id desc limit ?"
        )
        rows = await self.store.look_up(sql, account, account, LISTED)
        mine = await self._mine(account)
        cards = [await self._card(name, name in mine) for (name,) in rows]
        return TournamentList(tuple(cards), self.registry.may_make(account))

    async def _mine(self, account: str) -> frozenset[str]:
        sql = "select tournament from entrant where account = ? and account <> ''"
        return frozenset(name for (name,) in await self.store.look_up(sql, account))

    async def _card(self, name: str, mine: bool) -> TournamentCard:
        one = await self.annals.tournament(name)
        sql = "select count(*) from entrant where tournament = ? and state <> 'out'"
        ((count,),) = await self.store.look_up(sql, name)
        return card_of(one, count, mine=mine)

    # -- one ------------------------------------------------------------------------------

    def forget(self, name: str) -> None:
        """Somebody has changed it here, and wants to see that."""
        self._known.pop(name, None)

    async def page(self, name: str, account: str, round_: int, after: int) -> TournamentPage:
        known = await self._stands(name)
        one, last = known.one, max((bout.round for bout in known.bouts), default=0)
        shown = round_ if 0 < round_ <= last else last
        host = await host_name(self.store, one.host)
        mine = next((e for e in known.entrants.values() if account and e.account == account), None)
        lines = [_ranked(known, line) for line in known.lines[after : after + PAGE]]
        more = after + PAGE if after + PAGE < len(known.lines) else None
        return TournamentPage(
            card=card_of(one, _here(known.entrants.values()), mine=mine is not None),
            wish=structs.replace(one.wish, name=host or one.wish.name),
            host=one.host,
            round=last,
            shown=shown,
            ties=BREAKS[one.wish.kind],
            standings=tuple(lines),
            bouts=tuple(_bout(known, bout) for bout in _shown(known.bouts, shown)),
            next=more,
            mine=None if mine is None else _entry(known, mine),
            leads=self.registry.leads(one, account),
        )

    async def _stands(self, name: str) -> _Known:
        known = self._known.get(name)
        if known is None or monotonic() >= known.until:
            known = await self._looked_up(name)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[name] = known
        return known

    async def _looked_up(self, name: str) -> _Known:
        one = await self.annals.tournament(name)
        entrants, bouts = await self.annals.entrants(name), await self.annals.bouts(name)
        return _Known(
            monotonic() + FRESH,
            one,
            {entrant.number: entrant for entrant in entrants},
            await self._cards(name, entrants),
            bouts,
            *await self.registry.services.errands.do("", _worked_out, one, entrants, bouts),
        )

    async def _cards(self, name: str, entrants: Iterable[Entrant]) -> dict[int, EntrantCard]:
        sql = (
            "select number, tone, emblem from entrant join account "
            "on account.id = entrant.account where tournament = ?"
        )
        rows = await self.store.look_up(sql, name)
        looks = {number: likeness for number, *likeness in rows}
        return {
            one.number: EntrantCard(
                one.number,
                one.name,
                one.state,
                bool(one.bot),
                one.account,
                *looks.get(one.number, ("", "")),
            )
            for one in entrants
        }


def _worked_out(
    one: Tournament, entrants: Sequence[Entrant], bouts: Sequence[Bout]
) -> tuple[list[Ranked], Past]:
    return standings(one.wish.kind, entrants, bouts), Past(bouts)


async def host_name(store: Store, account: str) -> str:
    rows = await store.look_up("select name from account where id = ?", account)
    return str(rows[0][0]) if rows else ""


def card_of(one: Tournament, count: int, *, mine: bool = False) -> TournamentCard:
    wish = one.wish
    return TournamentCard(
        id=one.id,
        title=wish.title,
        game=wish.game,
        kind=wish.kind,
        state=one.state,
        entrants=count,
        begins=one.begins,
        until=one.until,
        clock=wish.clock,
        seats=wish.seats if wish.kind == "arena" else 2,
        rounds=wish.rounds if wish.kind == "swiss" else 0,
        minutes=wish.minutes if wish.kind == "arena" else 0,
        rated=wish.rated,
        public=wish.public,
        options=wish.options,
        mine=mine,
    )


def _here(entrants: Iterable[Entrant]) -> int:
    return sum(entrant.state != "out" for entrant in entrants)


def _ranked(known: _Known, line: Ranked) -> RankLine:
    return RankLine(
        line.rank,
        known.cards[line.number],
        line.points,
        line.breaks,
        line.won,
        line.drawn,
        line.lost,
    )


def _shown(bouts: Sequence[Bout], round_: int) -> list[Bout]:
    """Those that are played first, then the latest; never all of an arena's."""
    there = [bout for bout in bouts if bout.round == round_]
    still = [bout for bout in there if not bout.over]
    return [*still, *(bout for bout in reversed(there) if bout.over)][:PAGE]


def _bout(known: _Known, bout: Bout) -> BoutCard:
    places = bout.places or (0,) * len(bout.entrants)
    seats = (
        BoutSeat(number, known.entrants[number].name, place)
        for number, place in zip(bout.entrants, places, strict=True)
    )
    return BoutCard(bout.number, bout.round, tuple(seats), bout.table, bout.over)


def _entry(known: _Known, mine: Entrant) -> MyEntry:
    number, past = mine.number, known.past
    last = past.last.get(number)
    waits = last is not None and last.laid and not last.over
    return MyEntry(
        number,
        mine.state,
        away=mine.state == "in" and past.is_away(mine),
        table=last.table if waits and last is not None else "",
        line=next(_ranked(known, line) for line in known.lines if line.number == number),
    )
