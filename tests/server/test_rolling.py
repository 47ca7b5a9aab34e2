"""Workers are replaced one after the other while people play: it costs a reconnect and no more."""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import httpx
import pytest
from websockets.asyncio.client import connect

from fimbul.server.services import Services
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Refused
from tests.server.engines import Nats, free_port, postgres
from tests.server.harness import Server, Tab
from tests.server.process import Process
from tests.server.proxies import BEHIND, proxied
from tests.server.test_scale import FREE, LOST, Hall, Player, check

TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE  # a certificate made for this test
TABLES = 3
MORE = 4  # choices that each table must have seen after every restart
STALE = "choice/stale"  # the answer to what was written down before its sender heard of it


@asynccontextmanager
async def behind(url: str) -> AsyncIterator[Server]:
    """The hall as a page meets it, through the proxy."""
    server = Server(cast("Services", None), 0)
    await server.http.aclose()
    origin = {"Origin": url.removesuffix("/fimbul")}
    server.http = httpx.AsyncClient(base_url=url, verify=TRUSTING, headers=origin, timeout=60)
    try:
        yield server
    finally:
        await server.http.aclose()


async def welcomed(tab: Tab) -> None:
    await tab.until(lambda: tab.welcome is not None or tab.closed is not None)


class Guest(Player):
    """A player who comes back through the proxy, and counts what it costs."""

    def __init__(self, house: Hall, place: TakenSeat, url: str) -> None:
        super().__init__(house, place)
        self.url = url
        self.sat = 0  # how often
        self.refused: Counter[str] = Counter()

    async def play(self, enough: Callable[[], bool]) -> None:
        address = f"{self.url.replace('https', 'wss')}/live/{self.place.table}"
        async with behind(self.url) as server:
            while not enough() and not self.over:
                with suppress(*LOST):
                    async with connect(address, ssl=TRUSTING, max_size=None) as socket:
                        tab = Tab(server, socket, self.place.table)
                        await tab.send(type="hello", token=self.place.token)
                        await welcomed(tab)
                        self.sat += tab.welcome is not None
                        await self._sit(tab, enough)
                        self.refused.update(
                            one.code for one in tab.heard if isinstance(one, Refused)
                        )
                await asyncio.sleep(0.05)


def restart(house: Hall, number: int, *options: str) -> None:
    """As an operator does it: told to stop, awaited, started again at the same port."""
    house.workers[number].running.terminate()
    house.workers[number].ends()
    house.workers[number] = Process(house.folder, *options)
    house.workers[number].url()


@pytest.mark.parametrize("kind", ["nginx", pytest.param("caddy", marks=pytest.mark.slow)])
def test_a_rolling_restart_costs_a_reconnect_and_no_more(kind: str, tmp_path: Path) -> None:
    bus, database = Nats(), postgres().database(f"rolling_{kind}")
    where = (*BEHIND, *FREE, "--bot-processes", "1", "--database", database, "--bus", bus.url)
    options = [("--port", str(free_port()), *where) for _ in range(2)]
    workers = [Process(tmp_path, *one) for one in options]
    house = Hall(tmp_path, postgres(), bus, database, workers)

    async def body(url: str) -> list[Guest]:
        done = asyncio.Event()
        guests = list[Guest]()
        async with behind(url) as server:
            for _ in range(TABLES):
                ann = await server.lay("ragnarocks")
                guests += [Guest(house, one, url) for one in (ann, await server.sit(ann))]
        work = [asyncio.create_task(guest.play(done.is_set)) for guest in guests]
        await _more(guests)
        for number, one in enumerate(options):
            await asyncio.to_thread(restart, house, number, *one)
            await _more(guests)
        done.set()
        await asyncio.gather(*work)
        return guests

    try:
        urls = [worker.url() for worker in workers]
        with proxied(kind, tmp_path, *urls) as url:
            guests = asyncio.run(asyncio.wait_for(body(url), 240))
    finally:
        for worker in house.workers:
            worker.kill()
        bus.kill()
    check(house, list(guests))
    for guest in guests:
        assert guest.sat <= 1 + len(options), "each restart costs one socket at most"
        assert set(guest.refused) <= {STALE}


async def _more(guests: list[Guest]) -> None:
    """Everybody has gone on since."""
    before = [len(guest.told) for guest in guests]
    for table in range(TABLES):
        pair = slice(2 * table, 2 * table + 2)
        while sum(len(one.told) for one in guests[pair]) < sum(before[pair]) + MORE:
            if all(one.over for one in guests[pair]):
                break
            await asyncio.sleep(0.05)
