"""How long it takes to pair a thousand who wait, to read a leaderboard, a profile and the lobby:
`python -m benchmarks.pairing`. Processor time, the best of several.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from time import process_time

from fimbul.server.people.history import History, HistoryWish
from fimbul.server.people.pairing import Seeker, pairs
from fimbul.server.people.ratings import Ratings
from fimbul.server.store.base import Facts, Listing, Seat, Standing, TableRow
from fimbul.server.store.ledger import Owner
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.wire.table_card import NoClock

ROUNDS = 7
MATCHES, TABLES, PLAYERS = 5_000, 10_000, 5_000


def best(work: Callable[[], object]) -> float:
    """Milliseconds."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times) * 1000


def crowd(count: int) -> list[Seeker]:
    roll = Random(7)
    return [
        Seeker(str(n), str(n), "ragnarocks", "", roll.gauss(1000, 300), -30 * roll.random())
        for n in range(count)
    ]


def _row(name: str, created: int, state: str = "waiting") -> TableRow:
    facts = Facts(
        game=("ragnarocks", "brandub", "drakkar")[created % 3],
        rules="1",
        options={},
        clock=NoClock(),
        timeout="default",
        public=True,
        created=created,
        invite="i",
        watch="w",
        secret="5a" * 32,
    )
    seats = (Seat(kind="person", name="Ann", token="t"), Seat())
    standing = Standing("waiting") if state == "waiting" else Standing("over")
    return TableRow(name, facts, standing, seats, 0, (0, 0))


async def filled(store: SqliteStore) -> None:
    """An account of many matches, a full lobby, and a leaderboard."""
    for n in range(TABLES):
        await store.create(_row(f"open-{n}", n))
    rating = "insert into rating values (?, ?, ?, ?, ?, ?)"
    roll = Random(1)
    for n in range(PLAYERS):
        worth = roll.gauss(20, 4)
        await store.note((rating, (f"p{n}", "brandub", 25.0, 1.0, worth, 10 + n % 90)))
    await store.note((rating, ("me", "brandub", 25.0, 1.0, 21.0, MATCHES)))
    ended = "update place set ended = 1, outcome = ?, against = ?, brought = ? where match = ?"
    for n in range(MATCHES):
        name = f"match-{n}"
        await store.create(_row(name, n, "over"), (), (Owner(0, "me", "brandub"),))
        facts = (("won", "lost", "drawn")[n % 3], ("people", "karl", "odin")[n % 3], f"p{n % 9}")
        past = (name, 0, "me", "brandub", n, 25.0, 1.0, n)
        await store.note(
            (ended, (*facts, name)),
            ("insert into rated values (?, ?, ?, ?, ?, ?, ?, ?)", past),
        )


async def measured(store: SqliteStore) -> dict[str, float]:
    history, ratings, figures = History(store), Ratings(store), {}

    async def profile() -> None:
        await history.tallies("me")
        await ratings.of("me")
        await ratings.levels("me")
        await ratings.favourites("me")

    whole: dict[str, Callable[[], Awaitable[object]]] = {
        "profile of 5,000 matches": profile,
        "rating graph of 5,000 matches": lambda: ratings.graph("me", "brandub"),
        "page of a history of 5,000 matches": lambda: history.page("me", HistoryWish()),
        "page of a leaderboard of 5,000": lambda: ratings.board("brandub", 0),
        "lobby page of 10,000 tables": lambda: store.card_rows("", 30),
        "lobby page of 10,000 tables, one game": lambda: store.card_rows(
            "", 30, Listing(game="brandub")
        ),
        "lobby page of 10,000 tables, none rated": lambda: store.card_rows(
            "", 30, Listing(rated=True)
        ),
        "last lobby page of 10,000 tables": lambda: store.card_rows("open-31", 30),
    }
    for name, work in whole.items():
        times = []
        for _ in range(ROUNDS):
            began = process_time()
            await work()
            times.append(process_time() - began)
        figures[name] = min(times) * 1000
    return figures


async def told(folder: Path) -> dict[str, float]:
    store = SqliteStore(folder / "db")
    try:
        await filled(store)
        return await measured(store)
    finally:
        await store.close()


def main() -> None:
    people = crowd(1000)
    print(f"{best(lambda: pairs(people, 0.0)):8.2f} ms  pairing 1,000 who wait")
    with tempfile.TemporaryDirectory() as folder:
        for name, figure in asyncio.run(told(Path(folder))).items():
            print(f"{figure:8.2f} ms  {name}")


if __name__ == "__main__":
    main()
