"""Several workers over one database stay in step, whatever becomes of the bus between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic

import msgspec
import pytest

from fimbul.server.bus.nats import NatsBus
from fimbul.server.bus.notes import NoBus
from fimbul.server.store.base import (
    Change,
    ChoiceRow,
    KeptState,
    Seat,
    Snapshot,
    Standing,
)
from fimbul.server.table import in_step
from fimbul.server.table.following import lightened
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done, Refused
from tests.server.engines import Nats
from tests.server.harness import Server, Tab, make_services, refused, run, serving
from tests.server.stores import Chosen, asked_of
from tests.server.test_people import Browser
from tests.server.test_seeking import Waiting, waiting

OFTEN = in_step.POLL  # seconds
SLOW = 3.0  # seconds that a busy machine may need for a choice


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chosen, "kind", "postgres")
    monkeypatch.setattr(in_step, "POLL", 0.3)


@pytest.fixture
def bus() -> Iterator[Nats]:
    started = Nats()
    yield started
    started.kill()


@asynccontextmanager
async def workers(path: Path, bus: Nats | None, count: int = 2) -> AsyncIterator[list[Server]]:
    """So many of them, each with a memory of its own."""
    async with AsyncExitStack() as stack:
        found = []
        for number in range(count):
            line = NatsBus(bus.url) if bus else NoBus(f"worker-{number}")
            services = make_services(path, bus=line)
            found.append(await stack.enter_async_context(serving(path, services)))
        yield found


async def far_apart(one: Server, two: Server, game: str = "brandub") -> tuple[Tab, Tab]:
    """Two people at one table, each connected to another worker."""
    place = await one.lay(game)
    other = await two.sit(place)
    return await one.tab(place), await two.tab(other)


async def play(ann: Tab, bob: Tab, choices: int) -> None:
    """So many more, by whoever is asked, and each sees what the other did."""
    before = ann.seen.count
    for count in range(before + 1, before + choices + 1):
        assert isinstance(await (ann if ann.options else bob).choose(), Done)
        for tab in (ann, bob):
            await tab.until_count(count)
    assert ann.seen.log == bob.seen.log or ann.log == bob.log


def test_two_workers_play_one_match(tmp_path: Path, bus: Nats) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            ann, bob = await far_apart(one, two)
            await play(ann, bob, 12)
            assert bob.update is not None
            assert bob.update.change is not None, "the other worker is told the difference only"

    run(body())


def test_a_poll_heals_what_the_bus_lost(tmp_path: Path) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", None) as (one, two):
            ann, bob = await far_apart(one, two)
            await play(ann, bob, 6)

    run(body())


def test_play_goes_on_while_the_bus_is_down_and_after(tmp_path: Path, bus: Nats) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            ann, bob = await far_apart(one, two)
            await play(ann, bob, 3)
            bus.kill()
            await play(ann, bob, 3)
            bus.start()
            await play(ann, bob, 3)

    run(body())


@pytest.mark.slow
def test_play_goes_on_for_a_minute_without_a_bus(
    tmp_path: Path, bus: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late by at most the poll, as it is set where people play; the machine may be slow besides."""
    monkeypatch.setattr(in_step, "POLL", OFTEN)

    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            ann, bob = await far_apart(one, two)
            await play(ann, bob, 3)
            bus.kill()
            begun, latest = monotonic(), 0.0
            while monotonic() < begun + 60:
                before = monotonic()
                await play(ann, bob, 1)
                latest = max(latest, monotonic() - before)
            bus.start()
            await play(ann, bob, 3)
            assert OFTEN / 2 < latest < OFTEN + SLOW

    asyncio.run(asyncio.wait_for(body(), 200))


def test_of_two_answers_at_two_workers_one_counts(tmp_path: Path, bus: Nats) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            place = await one.lay()
            await one.sit(place)
            here, there = await one.tab(place), await two.tab(place)
            for count in (1, 2):
                thing = here.options[0]
                answers = await asyncio.gather(
                    here.choose(thing, id=f"h{count}"), there.choose(thing, id=f"t{count}")
                )
                assert {type(answer) for answer in answers} == {Done, Refused}
                lost = next(answer for answer in answers if isinstance(answer, Refused))
                assert refused(lost).code == "choice/stale"
                for tab in (here, there):
                    await tab.until_count(count)

    run(body())


def test_nothing_is_refused_from_an_old_memory(tmp_path: Path) -> None:
    """Nobody told the second worker that it is her turn by now: it looks before it says no."""

    async def body() -> None:
        in_step.POLL = 600
        async with workers(tmp_path / "db", None) as (one, two):
            ann, bob = await far_apart(one, two)
            mover, other = (ann, bob) if ann.options else (bob, ann)
            while mover.options:
                assert isinstance(await mover.choose(), Done)
                await mover.until(lambda: bool(mover.update))
            assert not other.options, "it has not been told"
            number = mover.seen.seen.number
            stale = await other.ask("choose", number=number, part=0, thing="nothing")
            assert refused(stale).code == "choice/illegal"
            assert other.options, "it has looked"

    run(body())


def test_why_and_who_may_speak_are_not_told_from_an_old_memory(tmp_path: Path) -> None:
    """No note arrives: the second worker looks before it says why not, and before it lets speak."""

    async def body() -> None:
        in_step.POLL = 600
        async with workers(tmp_path / "db", None) as (one, two):
            ann, bob = await far_apart(one, two)
            assert isinstance(await ann.ask("preside", act="mute", seat=1), Done)
            assert refused(await bob.ask("chat", text="Do you hear me?")).code == "table/not-now"
            assert isinstance(await ann.ask("preside", act="unmute", seat=1), Done)
            assert isinstance(await bob.ask("chat", text="And now?"), Done)
            mover, other = (ann, bob) if ann.options else (bob, ann)
            while mover.options:
                assert isinstance(await mover.choose(), Done)
                await mover.until(lambda: bool(mover.update))
            await other.ask("why", thing="nothing")
            assert other.options, "it has looked"

    run(body())


def test_a_token_that_left_at_one_worker_opens_nothing_at_another(
    tmp_path: Path, bus: Nats
) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            place = await one.lay()
            bob = await one.sit(place)
            there = await two.tab(bob)
            await two.tab(place)
            assert (await one.post(f"/api/tables/{place.table}/leave", token=bob.token)).is_success
            await there.until(lambda: there.closed is not None)
            again = await Tab.open(two, place.table, token=bob.token)
            assert again.welcome is None
            assert refused(again.heard[0]).code == "seat/not-yours"

    run(body())


def test_notes_hold_no_more_than_the_other_worker_needs() -> None:
    """Who sits where, with the hash of a token, is read in the store."""
    seat = Seat(kind="person", name="Ann", token="hash of a token")
    sat = Change(table="t", revision=3, seats=((0, seat),), standing=Standing("running"))
    assert lightened(sat) == Change(table="t", revision=3)
    row = ChoiceRow(1, 0, 0, 4, "cell:a1", "person", False)
    shot = Snapshot(1, 4, b"the whole state", b"the whole log")
    kept = KeptState(1, "1", 0, "the whole state", "the whole log")
    told = lightened(Change(table="t", revision=3, choice=row, snapshot=shot, kept=kept))
    assert told.choice == row
    assert b"whole" not in msgspec.json.encode(told)


def test_chat_and_presence_reach_the_other_worker(tmp_path: Path, bus: Nats) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            ann, bob = await far_apart(one, two)
            await ann.ask("chat", text="hello over there")
            await bob.until(lambda: any("hello over there" in text for text in bob.texts))

            def both(tab: Tab) -> bool:
                return bool(tab.cards()) and all(s.connected for s in tab.cards()[-1].table.seats)

            await ann.until(lambda: both(ann))
            await bob.close()
            await ann.until(lambda: not both(ann))

    run(body())


async def kept(server: Server, place: TakenSeat) -> bool:
    held = await server.services.store.keep(server.services.bus.worker, [place.table], 15)
    return place.table in held


def test_one_worker_alone_looks_after_a_table(tmp_path: Path, bus: Nats) -> None:
    """Bots are asked once, and by another worker when the first is gone."""

    async def body() -> None:
        async with workers(tmp_path / "db", bus) as (one, two):
            place = await one.lay("brandub", "me", "random")
            here, there = await one.tab(place), await two.tab(place)
            assert await kept(one, place)
            assert not await kept(two, place)
            for _ in range(4):
                await here.my_turn()
                assert isinstance(await here.choose(), Done)
            await there.until_count(here.seen.count)

    run(body())


def test_two_who_look_for_a_rival_at_two_workers_find_each_other_once(
    tmp_path: Path, bus: Nats
) -> None:
    """Real PostgreSQL and a real bus; only one worker pairs at a time, and the other is told."""

    async def body() -> None:
        async with workers(tmp_path / "db", bus) as servers:
            people = [Browser(server) for server in servers]
            pages = [Waiting(one, name=name) for one, name in zip(people, "AB", strict=True)]
            async with waiting(*pages):
                found = [(await page.found()).taken for page in pages]
                assert all(found)
                places = [place for place in found if place is not None]
                assert len({place.table for place in places}) == 1
                assert {place.seat for place in places} == {0, 1}
                tabs = [
                    await server.tab(place) for server, place in zip(servers, places, strict=True)
                ]
                await tabs[0].until(lambda: tabs[0].update is not None)
                await tabs[1].until(lambda: tabs[1].update is not None)
                mover, other = tabs if tabs[0].options else reversed(tabs)
                for _ in "from", "to":  # half a turn is seen by nobody else
                    assert isinstance(await mover.choose(), Done)
                await other.until_count(2)
            assert asked_of(tmp_path / "db", "select count(*) from tables") == [(1,)]
            assert asked_of(tmp_path / "db", "select count(*) from paired") == [(2,)]
            assert asked_of(tmp_path / "db", "select id from seeker") == []
            for one in people:
                await one.http.aclose()

    run(body())


def test_a_crowd_at_two_workers_is_paired_each_once(tmp_path: Path, bus: Nats) -> None:
    async def body() -> None:
        async with workers(tmp_path / "db", bus) as servers:
            people = [Browser(servers[n % 2]) for n in range(10)]
            pages = [Waiting(one, name=f"P{n}") for n, one in enumerate(people)]
            async with waiting(*pages):
                found = [(await page.found()).taken for page in pages]
                seats = [(place.table, place.seat) for place in found if place is not None]
                assert len(seats) == len(set(seats)) == 10
                assert len({table for table, _ in seats}) == 5
            assert asked_of(tmp_path / "db", "select count(*) from tables") == [(5,)]
            for one in people:
                await one.http.aclose()

    run(body())
