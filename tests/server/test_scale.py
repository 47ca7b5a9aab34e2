"""Workers as an operator runs them: bad settings are told in a sentence, and whatever is killed,
nothing that was acknowledged is lost and nothing happens twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest
from msgspec import Struct
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done
from tests.server.engines import Nats, Postgres, apart, postgres, run_sql
from tests.server.harness import Tab, outside
from tests.server.process import Process
from tests.server.test_crash import past

TABLES = 3
LOST = (ConnectionClosed, ConnectionError, InvalidHandshake, TimeoutError, OSError)
FREE = (
    "--limit-messages",
    "10000/10000",
    "--limit-tables",
    "100/1000",
    "--limit-seats",
    "100/1000",
)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--bus", "nats://127.0.0.1:4222"], "give --database too"),
        (["--database", "postgresql://127.0.0.1:1/fimbul"], "the database cannot be reached"),
        (["--database", "not an address"], "the database cannot be reached"),
    ],
)
def test_what_cannot_work_is_told_in_one_sentence(
    options: list[str], says: str, tmp_path: Path
) -> None:
    process = Process(tmp_path, "--port", "0", *options)
    assert process.ends() == 1
    assert says in process.said
    assert "Traceback" not in process.said
    assert "served at" not in process.said
    assert len(process.said.strip().splitlines()) == 1


def test_a_bus_that_is_not_there_is_told(tmp_path: Path) -> None:
    where = ("--database", postgres().database("busless"), "--bus", "nats://127.0.0.1:1")
    process = Process(tmp_path, "--port", "0", *where)
    assert process.ends() == 1
    assert process.said.startswith("Error: the bus cannot be reached")
    assert "Traceback" not in process.said


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = postgres().database("newer")
    apart(run_sql(url, "insert into migration values ('9999 of tomorrow')"))
    process = Process(tmp_path, "--port", "0", "--database", url)
    assert process.ends() == 1
    assert "was written by a newer version of Fimbul" in process.said


def test_a_database_that_may_not_be_changed_is_told(tmp_path: Path) -> None:
    """By a user who may connect, and nothing more."""
    url = postgres().database("locked")
    apart(run_sql(url, "drop table migration; revoke create on schema public from public"))
    apart(run_sql(url, "drop role if exists guest; create role guest login"))
    process = Process(tmp_path, "--port", "0", "--database", url.replace("fimbul@", "guest@"))
    assert process.ends() == 1
    assert process.said.startswith("Error: the database cannot be used: permission denied")
    assert len(process.said.strip().splitlines()) == 1


def test_what_is_no_bus_is_told(tmp_path: Path) -> None:
    """The database speaks too, but not the language of a bus."""
    url = postgres().database("wrong_bus")
    where = ("--database", url, "--bus", f"nats://127.0.0.1:{postgres().port}")
    process = Process(tmp_path, "--port", "0", *where)
    assert process.ends() == 1
    assert process.said.startswith("Error: the bus cannot be reached")
    assert "Traceback" not in process.said


class Hall(Struct):
    """A database, a bus, two workers over them, and a bot worker."""

    folder: Path
    postgres: Postgres
    bus: Nats
    database: str
    workers: list[Process]
    bots: Process | None = None
    rival: str = "greedy"  # who plays where bots do

    def hire(self) -> None:
        """A bot worker, in place of the one before."""
        if self.bots is not None:
            self.bots.kill()
        where = ("bots", "--bus", self.bus.url, "--bot-processes", "1")
        self.bots = Process(self.folder, *where, module="fimbul")

    def start(self) -> None:
        where = ("--database", self.database, "--bus", self.bus.url)
        self.workers.append(Process(self.folder, "--port", "0", *where, *FREE))

    @property
    def urls(self) -> list[str]:
        return [worker.url() for worker in self.workers]


@contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """With a PostgreSQL of its own, so that it can be ended."""
    own = Postgres()
    made = Hall(folder, own, Nats(), own.database("hall"), [])
    try:
        made.start()
        made.start()
        yield made
    finally:
        for worker in (*made.workers, *filter(None, [made.bots])):
            worker.kill()
        made.bus.kill()
        own.remove()


class Player:
    """Somebody who chooses whenever asked, and comes back to some worker after every loss."""

    def __init__(self, house: Hall, place: TakenSeat) -> None:
        self.house, self.place = house, place
        self.told: set[int] = set()  # numbers of choices that were acknowledged
        self.over = False

    async def play(self, enough: Callable[[], bool]) -> None:
        while not enough() and not self.over:
            with suppress(*LOST):
                url = random.choice(self.house.urls)
                async with outside(url) as server:
                    await self._sit(await server.tab(self.place), enough)
            await asyncio.sleep(0.05)

    async def _sit(self, tab: Tab, enough: Callable[[], bool]) -> None:
        while not enough() and tab.closed is None and not self.over:
            await tab.until(lambda: bool(tab.options) or tab.closed is not None or bool(tab.over))
            self.over = tab.over is not None
            if not tab.options:
                continue
            number = tab.seen.seen.number
            if isinstance(await tab.choose(id=f"{number}-{random.random()}"), Done):
                self.told.add(number)
            await past(tab, number)


@asynccontextmanager
async def tables(house: Hall) -> AsyncIterator[list[Player]]:
    """With friends; where there is a bot worker, with bots."""
    players = []
    async with outside(house.urls[0]) as server:
        for _ in range(TABLES):
            rival = "friend" if house.bots is None else house.rival
            ann = await server.lay("ragnarocks", "me", rival)
            places = [ann, await server.sit(ann)] if rival == "friend" else [ann]
            players += [Player(house, place) for place in places]
    yield players


def check(house: Hall, players: list[Player]) -> None:
    """The journal holds every choice that was acknowledged, each once, without a gap."""
    for player in players:
        rows = asyncio.run(_numbers(house.database, player.place.table))
        assert rows == list(range(1, len(rows) + 1))
        assert player.told <= set(rows)


async def _numbers(database: str, table: str) -> list[int]:
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch(
            "select number from choice where match = $1 order by revision", table
        )
    finally:
        await connection.close()
    return [int(number) for (number,) in rows]


def kill_a_worker(house: Hall) -> None:
    house.workers.pop(0).kill()
    house.start()


def kill_the_bus(house: Hall) -> None:
    house.bus.kill()
    house.bus.start()


def cut_the_power_of_the_database(house: Hall) -> None:
    house.postgres.stop("immediate")
    house.postgres.start()


def kill_a_bot_worker(house: Hall) -> None:
    house.hire()


KILLS = (kill_a_worker, kill_the_bus, cut_the_power_of_the_database, kill_a_bot_worker)


def survive(folder: Path, kill: Callable[[Hall], None], times: int) -> None:
    async def body(house: Hall) -> list[Player]:
        done = asyncio.Event()
        async with tables(house) as players:
            work = [asyncio.create_task(player.play(done.is_set)) for player in players]
            for _ in range(times):
                await asyncio.sleep(random.uniform(0.2, 0.6))
                await asyncio.to_thread(kill, house)
            before = sum(len(player.told) for player in players)
            while sum(len(player.told) for player in players) < before + 3 * TABLES:
                if all(player.over for player in players):
                    break
                await asyncio.sleep(0.05)  # it goes on afterwards
            done.set()
            await asyncio.gather(*work)
        return players

    with hall(folder) as house:
        if kill is kill_a_bot_worker:
            house.hire()
            house.rival = "mcts:200ms" if times > 1 else house.rival
        check(house, asyncio.run(asyncio.wait_for(body(house), 120 + 20 * times)))


@pytest.mark.parametrize("kill", KILLS)
def test_whatever_is_killed_no_acknowledged_choice_is_lost(
    kill: Callable[[Hall], None], tmp_path: Path
) -> None:
    survive(tmp_path, kill, times=1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kill", KILLS)
def test_fifty_kills_lose_nothing(kill: Callable[[Hall], None], tmp_path: Path) -> None:
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        survive(folder, kill, times=5)
        print(f"{5 * (number + 1)} times", flush=True)
