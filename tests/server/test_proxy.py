"""Behind a real proxy, with TLS, under a path: everybody is served, and nobody pretends."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.engines import database_at
from tests.server.harness import run
from tests.server.process import Process, served
from tests.server.proxies import BEHIND, COMMANDS, proxied

SPARSE = (*BEHIND, "--limit-tables", "0.01/20")
TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE  # a certificate made for this test
PLAY = {"game": "brandub", "name": "Ann", "bot": "random"}
CROWD = 100


async def play_now(url: str, number: int, **headers: str) -> httpx.Response:
    """One player from an address of its own presses *Play now*."""
    transport = httpx.AsyncHTTPTransport(
        verify=TRUSTING, local_address=f"127.0.1.{number + 1}", retries=2
    )
    headers["Origin"] = url.removesuffix("/fimbul")  # as a page would
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        return await client.post(f"{url}/api/play", json=PLAY, headers=headers)


@pytest.mark.parametrize("kind", COMMANDS)
def test_everybody_behind_a_proxy_is_served(kind: str, tmp_path: Path) -> None:
    async def body(url: str) -> None:
        answers = [await play_now(url, number) for number in range(CROWD)]
        assert {answer.status_code for answer in answers} == {201}
        place = answers[0].json()
        address = f"{url.replace('https', 'wss')}/live/{place['table']}"
        async with connect(address, ssl=TRUSTING) as line:
            await line.send(json.dumps({"type": "hello", "token": place["token"]}))
            welcome = await asyncio.wait_for(line.recv(), 30)
        assert "welcome" in str(welcome)[:100]
        async with httpx.AsyncClient(verify=False, base_url=url, timeout=30) as client:
            page = (await client.get("/")).text
            assert 'src="./assets/' in page, "the page asks for its files under the same path"
            assert (await client.get("/api/games")).status_code == 200
            lacks_slash = await client.get(url)
            assert lacks_slash.status_code in (301, 302)

    with served(tmp_path, *BEHIND) as process, proxied(kind, tmp_path, process.url()) as url:
        run(body(url))


def sockets_at(worker: Process) -> int:
    """How many players are connected there, as its figures say."""
    told = httpx.get(f"{worker.url()}/metrics", headers={"Host": "localhost"}).text
    found = re.search(r'^fimbul_connections\{kind="seat"\} ([0-9.]+)$', told, re.MULTILINE)
    return int(float(found[1])) if found else 0


@pytest.mark.parametrize("kind", COMMANDS)
def test_everybody_at_a_table_meets_at_one_worker(kind: str, tmp_path: Path) -> None:
    """Though players come by several addresses, and tables by the way of any worker. Where a table
    goes hangs on its id, so as many are laid as it takes."""

    async def body(url: str, workers: tuple[Process, ...]) -> None:
        served_by: set[int] = set()
        for number in range(CROWD):
            if number > 3 and len(served_by) == 2:
                break
            place = (await play_now(url, number)).json()
            before = [await asyncio.to_thread(sockets_at, worker) for worker in workers]
            address = f"{url.replace('https', 'wss')}/live/{place['table']}"
            hello = json.dumps({"type": "hello", "token": place["token"]})
            async with connect(address, ssl=TRUSTING) as one, connect(address, ssl=TRUSTING) as two:
                for line in (one, two):
                    await line.send(hello)
                    assert "welcome" in str(await asyncio.wait_for(line.recv(), 30))[:100]
                after = [await asyncio.to_thread(sockets_at, worker) for worker in workers]
            gained = [now - then for now, then in zip(after, before, strict=True)]
            assert sorted(gained) == [0, 2]
            served_by.add(gained.index(2))
        assert served_by == {0, 1}, "each worker has tables of its own"

    where = (*BEHIND, "--database", database_at(tmp_path))
    with (
        served(tmp_path, *where) as one,
        served(tmp_path, *where) as two,
        proxied(kind, tmp_path, one.url(), two.url()) as url,
    ):
        run(body(url, (one, two)))


@pytest.mark.parametrize("kind", COMMANDS)
def test_nobody_can_claim_another_address(kind: str, tmp_path: Path) -> None:
    """Whoever makes up an address for each request is still one, and is told to slow down."""

    async def body(url: str) -> None:
        answers = [
            await play_now(url, 7, **{"X-Forwarded-For": f"203.0.113.{number}"})
            for number in range(30)
        ]
        assert 429 in {answer.status_code for answer in answers}

    with served(tmp_path, *SPARSE) as process, proxied(kind, tmp_path, process.url()) as url:
        run(body(url))
