"""Killed at any moment: nothing that was acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import get_args

import pytest
from websockets.exceptions import ConnectionClosed

from fimbul.server.ops.crash_points import Moment
from fimbul.server.store.base import ChoiceRow
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done, Update
from tests.server.harness import Server, Tab, make_services, run, serving
from tests.server.stores import address_at
from tests.server.test_play import step

MOMENTS = get_args(Moment)
TOLD = {"acknowledged", "published"}  # its player has been told by then
DURABLE = {"written", "persisted", *TOLD}


pytestmark = pytest.mark.usefixtures("each_store")


def armed_by(data: Path) -> Path:
    """From the moment that this file is there the server dies."""
    return data.with_suffix(".armed")


@asynccontextmanager
async def doomed(data: Path, moment: str) -> AsyncIterator[tuple[Server, Process]]:
    """A server in a process of its own."""
    where = (address_at(data), str(armed_by(data)))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.crashing", *where, moment), stdout=PIPE
    )
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    services = make_services(data)
    server = Server(services, port)
    try:
        yield server, process
    finally:
        await server.http.aclose()
        await services.store.close()
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def journal(server: Server, place: TakenSeat) -> list[ChoiceRow]:
    stored = await server.services.store.load(place.table)
    assert stored is not None
    return list(stored.choices)


class LastWords:
    """What the players heard before the end."""

    def __init__(self, place: TakenSeat, thing: str, acknowledged: bool, published: bool) -> None:
        self.place, self.thing = place, thing
        self.acknowledged, self.published = acknowledged, published


async def play_until_death(data: Path, moment: str) -> LastWords:
    async with doomed(data, moment) as (server, process):
        place = await server.lay()
        ann, bob = await server.tab(place), await server.tab(await server.sit(place))
        await ann.until(lambda: bool(ann.options))
        for _ in range(4):
            await step(ann, bob)
        for tab in (ann, bob):  # whatever was sent to them before lies behind the server
            await tab.ask("ping")
        armed_by(data).touch()
        thing, heard = ann.options[0], len(bob.heard)
        with suppress(ConnectionError, ConnectionClosed):
            await ann.choose(thing, id="fatal")
        await process.wait()
        for tab in (ann, bob):
            await tab.until(closed(tab))
        acknowledged = any(isinstance(m, Done) and m.id == "fatal" for m in ann.heard)
        published = any(isinstance(m, Update) for m in bob.heard[heard:])
    return LastWords(place, thing, acknowledged, published)


def closed(tab: Tab) -> Callable[[], bool]:
    return lambda: tab.closed is not None


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_server_killed_around_a_choice_keeps_it_whole_or_not_at_all(
    tmp_path: Path, moment: str
) -> None:
    async def body() -> None:
        data = tmp_path / "db"
        last = await play_until_death(data, moment)
        assert last.acknowledged is (moment in TOLD)
        async with serving(data) as server:
            rows = await journal(server, last.place)
            assert len(rows) == (5 if moment in DURABLE else 4)
            assert len(rows) == 5 or not last.published, "nothing is published that is not written"
            ann = await server.tab(last.place)
            assert ann.seen.count == len(rows)
            again = await ann.ask("choose", id="fatal", number=5, part=0, thing=last.thing)
            assert isinstance(again, Done), "a resend is harmless"
            rows = await journal(server, last.place)
            assert [row.number for row in rows] == [1, 2, 3, 4, 5]
            assert rows[-1].thing == last.thing

    run(body())


async def past(tab: Tab, number: int) -> None:
    await tab.until(lambda: tab.seen.seen.number > number or tab.closed is not None)


async def hammer(tab: Tab, place: TakenSeat, acknowledged: list[tuple[str, int]]) -> None:
    """Choose until the socket dies, noting every choice that was acknowledged."""
    with suppress(ConnectionClosed, ConnectionError):
        while tab.closed is None:
            await tab.until(lambda: bool(tab.options) or tab.closed is not None)
            number = tab.seen.seen.number
            if tab.options and isinstance(await tab.choose(), Done):
                acknowledged.append((place.table, number))
                await past(tab, number)


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(5))
def test_whatever_is_acknowledged_outlives_a_killed_server(tmp_path: Path, luck: int) -> None:
    async def body() -> None:
        acknowledged: list[tuple[str, int]] = []
        async with doomed(tmp_path / "db", "never") as (server, process):
            tabs: list[tuple[Tab, TakenSeat]] = []
            for _ in range(5):
                ann = await server.lay()
                bob = await server.sit(ann)
                tabs += [(await server.tab(place), place) for place in (ann, bob)]
            work = [asyncio.create_task(hammer(*pair, acknowledged)) for pair in tabs]
            await asyncio.sleep(0.3 + random.Random(luck).random())
            process.kill()
            await asyncio.gather(*work)
        assert acknowledged
        async with serving(tmp_path / "db") as server:
            for _, place in tabs:
                rows = await journal(server, place)
                numbers = [row.number for row in rows]
                assert numbers == list(range(1, len(rows) + 1))
                told = {number for table, number in acknowledged if table == place.table}
                assert told <= set(numbers)
                assert (await server.tab(place)).seen.count == len(rows)

    run(body())
