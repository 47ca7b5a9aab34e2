"""Bots on other machines: they are told what their seat knows, and may die at any moment."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import structs

from fimbul.bots import LEVELS, bot
from fimbul.bots.levels import level_bot
from fimbul.games import find, own_names
from fimbul.kernel import Dice, Event, choose
from fimbul.server.bots import remote
from fimbul.server.bots.desks import BotDesk, DeskMetrics
from fimbul.server.bots.job import BotJob, job_of
from fimbul.server.bots.pool import BotPool
from fimbul.server.bots.process import BotProcess, NotTaken
from fimbul.server.bots.remote import RemoteBots, RemoteDesk
from fimbul.server.bots.thought import by_tries
from fimbul.server.bus.nats import NatsBus, connect
from tests.server.company import GAMES, fewest
from tests.server.engines import Nats
from tests.server.process import Process
from tests.wager import GAME as WAGER

DEPLOY = Path(__file__).parents[2] / "deploy"
BRANDUB = find("brandub")
START = BRANDUB.new()
MOMENTS = 60


@pytest.fixture
def bus() -> Iterator[Nats]:
    started = Nats()
    yield started
    started.kill()


def bot_worker(folder: Path, bus: Nats, *options: str) -> Process:
    where = ("bots", "--bus", bus.url, "--bot-processes", "1")
    return Process(folder, *where, *options, module="fimbul")


def job(bot: str = "random", table: str = "t") -> BotJob:
    return job_of(BRANDUB, START, START.open[0].seat, bot, table)


# -- what they are told -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_table_dealt_anew_gives_the_same_job(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies hidden, whatever was picked under a seal: the same bytes go out."""
    monkeypatch.setattr("fimbul.server.bots.job.secrets.randbits", lambda _bits: 7)
    rules, chance = find(game), Random(game)
    state, others = rules.new(rules.setup(seats=fewest(game)), 3), 0
    for moment in range(MOMENTS):
        if not state.open:
            break
        decision = chance.choice(state.open)
        seat, twin = decision.seat, rules.imagine(state, decision.seat, Dice(moment))
        twin.events = [hidden_otherwise(event, seat) for event in twin.events]
        others += twin != state
        jobs = [job_of(rules, one, seat, "karl", "t") for one in (state, twin)]
        here, there = (msgspec.json.encode(structs.replace(one, number=0)) for one in jobs)
        assert here == there
        choose(state, seat, chance.choice(decision.options))
    assert others > 10, "most twins are other worlds"


def hidden_otherwise(event: Event, seat: int) -> Event:
    """The same event, if that seat may know it; else what it is not told says something else."""
    return event if event.seen_by(seat) == event else structs.replace(event, words="a secret")


def test_the_dice_of_the_match_are_in_no_job() -> None:
    state = WAGER.new(seed=11)
    assert state.seed not in (
        msgspec.json.decode(job_of(WAGER, state, 1, "karl", "t").state)["seed"],
    )


# -- by tries ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "tries"),
    [
        ("mcts:300ms", "mcts:300n"),
        ("engine:1s,2s", "engine:5000n,2000n"),
        ("engine:100ms/8", "engine:500n/8"),
        ("engine:80n", "engine:80n"),
        ("mcts:2cpu", "mcts:2cpu"),
        ("greedy", "greedy"),
        ("analyse:500ms", "analyse:500ms"),
    ],
)
def test_time_is_told_by_tries(told: str, tries: str) -> None:
    assert by_tries(told, {"mcts": 1000, "engine": 5000}) == tries


@pytest.mark.parametrize("game", own_names())
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_every_game_has_its_tries(game: str, level: str) -> None:
    rules = find(game)
    told = by_tries(level_bot(rules, level), rules.lore.pace)
    assert re.search(r"\d(ms|s|cpu)", told) is None
    assert bot(told).name == told


# -- with real bot workers --------------------------------------------------------------------


@asynccontextmanager
async def pool_at(bus: Nats, ends: Counter[str]) -> AsyncIterator[BotPool]:
    """One process of our own, and whoever is on the bus."""
    line, pool = NatsBus(bus.url), BotPool(size=1)
    far = RemoteBots(line.connected, tuple(find(name) for name in own_names()))
    pool.hire = partial(RemoteDesk, far)

    def count(where: str) -> None:
        ends[where] += 1

    pool.on_end = count
    watching = asyncio.create_task(far.watch(pool))
    try:
        async with asyncio.timeout(60):
            yield pool
    finally:
        watching.cancel()
        await pool.stop()
        await line.close()


async def until_hired(pool: BotPool, count: int) -> None:
    while pool.hired != count:
        await asyncio.sleep(0.02)


def test_bot_workers_come_think_and_go(tmp_path: Path, bus: Nats) -> None:
    """Asked where they are, first of all; and when they have gone, our own process answers."""
    ends = Counter[str]()

    async def body(worker: Process) -> None:
        async with pool_at(bus, ends) as pool:
            assert await pool.pick(job()) in START.open[0].options
            await until_hired(pool, 1)
            for number in range(3):  # our own process knows the first table
                assert await pool.pick(job(table=f"t{number}")) in START.open[0].options
            assert ends["elsewhere"] >= 1
            worker.running.terminate()
            assert await asyncio.to_thread(worker.ends) == 0
            await until_hired(pool, 0)
            assert await pool.pick(job()) in START.open[0].options
            assert ends["here"] >= 2

    worker = bot_worker(tmp_path, bus)
    try:
        asyncio.run(body(worker))
    finally:
        worker.kill()
    assert "Bots think here in 1 process" in worker.said


def test_a_job_that_is_lost_with_its_worker_is_asked_again(
    tmp_path: Path, bus: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "DEAD_AFTER", 2.0)
    ends = Counter[str]()

    async def body(worker: Process) -> None:
        async with pool_at(bus, ends) as pool:
            await until_hired(pool, 1)
            asked = [asyncio.create_task(pool.pick(job("mcts:2s", f"t{n}"))) for n in range(2)]
            while not any(not one.own for one in pool._busy):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)  # it is at it by now, or not yet: either way it is lost
            worker.kill()
            for thing in await asyncio.gather(*asked):
                assert thing in START.open[0].options
            await until_hired(pool, 0)

    worker = bot_worker(tmp_path, bus)
    try:
        asyncio.run(body(worker))
    finally:
        worker.kill()
    assert ends["here"] >= 1, "whoever was left has answered"


def test_whoever_asks_where_nobody_is_learns_it_at_once(bus: Nats) -> None:
    async def body() -> None:
        line = NatsBus(bus.url)
        far = RemoteBots(line.connected, (BRANDUB,))
        with pytest.raises(NotTaken) as refused:
            await RemoteDesk(far).answer(job())
        assert not refused.value.lost
        await line.close()

    asyncio.run(body())


def test_bot_workers_hear_no_note_about_a_table() -> None:
    """By the example for the bus: jobs reach them, nothing else does."""
    bus = Nats(DEPLOY / "nats.conf")
    hall, bots = (bus.url_of(user) for user in ("hall:open-hall", "bots:open-desks"))

    async def body() -> None:
        here, there = NatsBus(hall), await connect(bots, lasting=True)
        far = RemoteBots(here.connected, (BRANDUB,))
        heard = await there.subscribe("fimbul.table.>")
        desk = BotDesk(there, far.subjects, BotProcess("fimbul.bots"), DeskMetrics())
        thinking = asyncio.create_task(desk.run(frozenset({BRANDUB.package})))
        while True:
            try:
                answer = await RemoteDesk(far).answer(job())
            except NotTaken:
                await asyncio.sleep(0.05)  # it has not sat down yet
            else:
                break
        assert answer.thing in START.open[0].options
        client = await here.connected()
        assert client is not None
        await client.publish("fimbul.table.t", b"a sealed pick")
        await client.flush()
        await there.flush()
        assert heard.pending_msgs == 0
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        await there.close()
        await here.close()

    try:
        asyncio.run(asyncio.wait_for(body(), 60))
    finally:
        bus.kill()


def test_only_those_meet_who_know_the_same_rules() -> None:
    """A bot worker of another version would take a table for what it is not."""
    one, other = (remote.Subjects(games) for games in ((BRANDUB,), (BRANDUB, WAGER)))
    assert one.jobs != other.jobs
    assert remote.Subjects((WAGER, BRANDUB)).jobs == other.jobs


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        ((), 2, "give --bus"),
        (("--bus", "nats://127.0.0.1:1"), 1, "the bus cannot be reached"),
        (("--bus", "nats://127.0.0.1:1", "--game", "chess"), 1, "chess"),
    ],
)
def test_what_cannot_work_is_told_in_one_sentence(
    options: tuple[str, ...], code: int, says: str, tmp_path: Path
) -> None:
    process = Process(tmp_path, "bots", *options, module="fimbul")
    assert process.ends() == code
    assert says in process.said
    assert "Traceback" not in process.said
    assert sys.executable not in process.said
    assert '"level"' not in process.said, "a log before anything works is no sentence"
