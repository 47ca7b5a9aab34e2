"""Ratings as they are read: a player's own, how they came about, and the leaderboards.

They are written where matches end: see `store/ratings.py`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from fimbul.server.store.base import Store
from fimbul.server.store.ratings import SETTLED, Belief
from fimbul.server.wire.boards import Leaderboard, LeaderLine
from fimbul.server.wire.ratings import (
    Favourite,
    LevelTally,
    RatedPoint,
    RatingCard,
    RatingGraph,
)

PAGE = 30
DEEPEST = 3_000  # lines of a leaderboard that can be paged to
DRAWN = 200  # points of a graph: more cannot be told apart on a screen
LIKED = 5  # powers or armies of a game


def points_of(floor: float) -> int:
    """A strength as it is shown: 1000 at the beginning, and 400 more win ten times as often."""
    return round(1000 + 30 * floor)


class Ratings:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def strength(self, account: str, game: str) -> Belief:
        """What is believed of a player now."""
        sql = "select mu, sigma, matches from rating where account = ? and game = ?"
        rows = await self.store.look_up(sql, account, game)
        return Belief(*rows[0]) if rows else Belief()

    async def of(self, account: str) -> tuple[RatingCard, ...]:
        """In all games, the most played first."""
        sql = "select game, shown, matches from rating where account = ?"
        rows = await self.store.look_up(sql, account)
        rows.sort(key=lambda row: (-row[2], row[0]))
        return tuple([await self._card(*row) for row in rows])

    async def _card(self, game: str, shown: float, matches: int) -> RatingCard:
        if matches < SETTLED:
            return RatingCard(game, matches, SETTLED)
        above = "select count(*) from rating where game = ? and matches >= 10 and shown > ?"
        ((better,),) = await self.store.look_up(above, game, shown)
        return RatingCard(game, matches, SETTLED, points_of(shown), better + 1)

    async def levels(self, account: str) -> tuple[LevelTally, ...]:
        """Won, lost and drawn, by game and by whom it was against."""
        sql = (
            "select game, against, outcome, count(*) from place where account = ? "
            "and outcome <> '' and against <> '' group by game, against, outcome"
        )
        counts: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for game, against, outcome, count in await self.store.look_up(sql, account):
            counts[game, against][outcome] = count
        tallies = [
            LevelTally(*key, one.get("won", 0), one.get("lost", 0), one.get("drawn", 0))
            for key, one in counts.items()
        ]
        return tuple(one for one in sorted(tallies, key=_by_level) if _played(one))

    async def favourites(self, account: str) -> tuple[Favourite, ...]:
        """Powers and armies, by game, the most played first."""
        sql = (
            "select game, brought, count(*), "
            "sum(case when outcome = 'won' then 1 else 0 end) from place "
            "where account = ? and brought <> '' group by game, brought"
        )
        rows = await self.store.look_up(sql, account)
        found: dict[str, list[Favourite]] = defaultdict(list)
        for row in sorted(rows, key=lambda row: (row[0], -row[2], row[1])):
            found[row[0]].append(Favourite(*row))
        return tuple(one for liked in found.values() for one in liked[:LIKED])

    async def graph(self, account: str, game: str) -> RatingGraph:
        """From the first match after which points were shown."""
        sql = (
            "select ended, mu, sigma from rated where account = ? and game = ? and matches >= ? "
            "order by ended, matches"
        )
        rows = await self.store.look_up(sql, account, game, SETTLED)
        every = max(1, -(-len(rows) // DRAWN))
        kept = rows[::-1][::every][::-1]  # the last one is always told
        points = (RatedPoint(at, points_of(mu - 3 * sigma)) for at, mu, sigma in kept)
        return RatingGraph(game, tuple(points))

    async def board(self, game: str, after: int, account: str = "") -> Leaderboard:
        """Who leads, with the bots among them."""
        sql = (
            "select rating.account, rating.shown, rating.matches, account.name, account.tone, "
            "account.emblem from rating left join account on account.id = rating.account "
            "where rating.game = ? and rating.matches >= 10 "
            f"order by rating.shown desc, rating.account limit {PAGE + 1} offset ?"
        )
        after = min(after, DEEPEST)
        rows = await self.store.look_up(sql, game, after)
        lines = tuple(_line(after + n, row) for n, row in enumerate(rows[:PAGE], 1))
        following = after + PAGE if len(rows) > PAGE and after + PAGE <= DEEPEST else None
        mine = [card for card in await self.of(account) if card.game == game] if account else []
        return Leaderboard(game, lines, following, mine[0] if mine else None)


def _by_level(one: LevelTally) -> tuple[str, bool, bool, str]:
    return one.game, one.against != "people", one.against == "mixed", one.against


def _played(one: LevelTally) -> int:
    return one.won + one.lost + one.drawn


def _line(rank: int, row: tuple[Any, ...]) -> LeaderLine:
    account, shown, matches, *likeness = row
    if likeness[0] is None:  # a bot has no account
        name = account.partition(":")[2]
        return LeaderLine(rank, "", name, points_of(shown), matches, bot=True)
    name, tone, emblem = likeness
    return LeaderLine(rank, account, name, points_of(shown), matches, tone, emblem)
