"""The network between two hosts is cut and heals: real hosts, as network namespaces make them.

The players of the far worker still reach it; it reaches neither the database nor the bus. It says
so, and nothing that it acknowledged is lost; when the network is back, everybody goes on together.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from fimbul.server.wire.messages import Done, Outgoing, Refused
from tests.server.engines import Nats, Postgres
from tests.server.harness import Tab, outside
from tests.server.process import Process
from tests.server.test_scale import FREE, Hall, Player, check

FAR = f"fimbul-far-{os.getpid()}"
HALL, STREET = "10.231.77", "10.231.78"  # the network of the hall, and that of the players
CHOICES = 6
LONG = 120.0  # seconds


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def link(name: str, net: str) -> None:
    """A wire from here, .1, to the far host, .2."""
    here, there = f"{name}{os.getpid() % 10_000}", f"{name}-far"
    ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", FAR)
    ip("addr", "add", f"{net}.1/24", "dev", here)
    ip("link", "set", here, "up")
    ip("-n", FAR, "addr", "add", f"{net}.2/24", "dev", there)
    ip("-n", FAR, "link", "set", there, "up")


@contextmanager
def far_host() -> Iterator[None]:
    if shutil.which("ip") is None or os.getuid() != 0:
        pytest.skip("only root may lay a network between two hosts, with the program ip")
    try:
        ip("netns", "add", FAR)
    except subprocess.CalledProcessError as refused:
        pytest.skip(f"no second host can be made here: {refused.stderr.decode().strip()}")
    try:
        ip("-n", FAR, "link", "set", "lo", "up")
        link("hall", HALL)
        link("street", STREET)
        yield
    finally:
        ip("netns", "del", FAR)  # its wires go with it


def cut(yes: bool) -> None:
    ip("-n", FAR, "link", "set", "hall-far", "down" if yes else "up")


async def beyond(tab: Tab, count: int) -> None:
    """Until more rows are answered than that."""
    await tab.until(lambda: tab.seen.count > count, LONG)


async def play(ann: Tab, bob: Tab, choices: int, told: set[int]) -> None:
    for _ in range(choices):
        await ann.until(lambda: bool(ann.options or bob.options), LONG)
        mover = ann if ann.options else bob
        number, count = mover.seen.seen.number, mover.seen.count
        assert isinstance(await mover.choose(), Done)
        told.add(number)
        for tab in (ann, bob):  # who chose, too: it is done before it is told
            await beyond(tab, count)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_network_that_is_cut_and_heals_loses_nothing(tmp_path: Path) -> None:
    with far_host():
        engine = Postgres(beside=f"{HALL}.1")
        bus = Nats(address="0.0.0.0")
        here = Process(
            *(tmp_path, "--port", "0", "--database", engine.database("hall"), "--bus", bus.url),
            *FREE,
        )
        database = engine.url("hall").replace("127.0.0.1", f"{HALL}.1")
        far = Process(
            *(tmp_path, "--host", f"{STREET}.2", "--port", "8080", "--database", database),
            *("--bus", bus.url.replace("127.0.0.1", f"{HALL}.1"), *FREE),
            before=("ip", "netns", "exec", FAR),
        )
        house = Hall(tmp_path, engine, bus, engine.url("hall"), [here, far])
        try:
            players = asyncio.run(asyncio.wait_for(torn(house), 500))
            check(house, players)
        finally:
            for worker in house.workers:
                worker.kill()
            bus.kill()
            engine.remove()


async def answered(tab: Tab, message: str) -> str:
    """What a choice was refused for; nothing, if it was done."""
    seen = tab.seen
    what = {"number": seen.seen.number, "part": seen.part, "thing": tab.options[0]}
    await tab.send(type="choose", id=message, **what)

    def reply() -> Outgoing | None:
        return next((one for one in tab.heard if getattr(one, "id", "") == message), None)

    await tab.until(lambda: reply() is not None, LONG)
    answer = reply()
    return answer.code if isinstance(answer, Refused) else ""


async def torn(house: Hall) -> list[Player]:
    one, two = house.urls
    async with outside(one) as server, outside(two, f"{STREET}.1", f"{STREET}.2") as distant:
        place = await server.lay("brandub")
        players = [Player(house, place), Player(house, await distant.sit(place))]
        ann, bob = await server.tab(place), await distant.tab(players[1].place)
        told = players[0].told
        await play(ann, bob, CHOICES, told)
        while not bob.options:
            await play(ann, bob, 1, told)
        await asyncio.to_thread(cut, True)
        number, count = bob.seen.seen.number, bob.seen.count
        assert await answered(bob, "torn") == "store/down", "what is not written down is not done"
        await asyncio.to_thread(cut, False)
        async with asyncio.timeout(LONG):
            while (code := await answered(bob, f"again-{monotonic()}")) != "":
                assert code == "store/down"
                await asyncio.sleep(1)
        told.add(number)
        for tab in (ann, bob):
            await beyond(tab, count)
        await play(ann, bob, CHOICES, told)
    return players
