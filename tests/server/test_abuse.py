"""What one visitor can do to others: nothing that they would notice."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from msgspec import structs
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fimbul.server.http import respond
from fimbul.server.http.punctual import PunctualProtocol
from fimbul.server.live.fast_protocol import FastProtocol
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.rates import DAY, Limits, Patience
from fimbul.server.run import http_protocol, socket_protocol
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.wire.messages import ChatLine, Done
from tests.server.harness import EASY, Server, make_services, refused, run, serving

NOTHING = [
    "\u3164",  # a filler that counts as a letter
    "\u2800",  # a braille cell without dots
    "\u115f\u1160",
    "\uffa0",
    "\u200d",
    "\ufe0f\ufe0f",
    "\u0301\u0301",  # accents on nothing
    "\u034f",
    "\u00a8",  # a mark that stands alone
    "   \u3164 \u200d ",
]


@pytest.mark.parametrize("name", NOTHING, ids=ascii)
def test_names_that_show_nothing_are_refused(name: str, tmp_path: Path) -> None:
    assert not shows(clean(name))

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            seats = [{"kind": "me"}, {"kind": "friend"}]
            wish = {"game": "brandub", "seats": seats, "name": name}
            assert (await server.post("/api/tables", wish)).status_code == 422
            place = await server.lay()
            sit = {"name": name, "invite": place.invite}
            response = await server.post(f"/api/tables/{place.table}/sit", sit)
            assert response.status_code == 422

    run(body())


@pytest.mark.parametrize("name", ["Ann", "Åse", "雪", "🐺", "7", "...", "e\u0301", "👩\u200d🚀"])
def test_names_that_show_something_are_names(name: str) -> None:
    assert shows(clean(name))


# -- limits by address ------------------------------------------------------------------------


def test_two_hundred_sockets_write_no_more_than_one(tmp_path: Path) -> None:
    """200 sockets of one spectator wrote 1,000 lines to one player."""
    limits = structs.replace(EASY, chat=Limits().chat)

    async def body() -> None:
        async with serving(tmp_path / "db", limits=limits) as server:
            place = await server.lay()
            ann = await server.tab(place)
            address = f"ws://127.0.0.1:{server.port}/live/{place.table}"
            hello = json.dumps({"type": "hello", "watch": place.watch})

            async def shout(number: int) -> None:
                async with connect(address, local_addr=("127.0.0.9", 0)) as line:
                    await line.send(hello)
                    for n in range(5):
                        said = {"type": "chat", "id": f"{number}-{n}", "text": "!"}
                        await line.send(json.dumps(said))
                    await asyncio.sleep(0.2)

            for start in range(0, 200, 50):
                await asyncio.gather(*map(shout, range(start, start + 50)))
            heard = [m for m in ann.heard if isinstance(m, ChatLine)]
            assert 0 < len(heard) < 60
            assert isinstance(await ann.ask("chat", text="I may speak"), Done)

    run(body())


def test_one_address_does_not_take_all_sockets(tmp_path: Path) -> None:
    limits = structs.replace(EASY, sockets=100, sockets_each=3)

    async def body() -> None:
        async with serving(tmp_path / "db", limits=limits) as server:
            place = await server.lay()
            address = f"ws://127.0.0.1:{server.port}/live/{place.table}"
            hello = json.dumps({"type": "hello", "watch": place.watch})
            lines = [await connect(address, local_addr=("127.0.0.9", 0)) for _ in range(3)]
            for line in lines:
                await line.send(hello)
                await line.recv()
            with pytest.raises(InvalidStatus):
                await connect(address, local_addr=("127.0.0.9", 0))
            assert (await server.tab(place)).welcome is not None
            for line in lines:
                await line.close()

    run(body())


# -- slow and silent --------------------------------------------------------------------------


@contextmanager
def dialled(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(10)
        yield line


def ended(line: socket.socket) -> None:
    """Until the server hangs up, whatever it still says before; TimeoutError if it does not."""
    with suppress(ConnectionResetError):
        while line.recv(10_000):
            continue


@pytest.mark.parametrize("said", [b"", b"GET /healthz HTTP/1.1\r\nHost: local"])
def test_who_says_nothing_is_let_go(
    said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PunctualProtocol, "head", 0.2)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            with dialled(server) as line:
                line.sendall(said)
                await asyncio.to_thread(ended, line)

    run(body())


def test_a_second_request_has_a_deadline_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PunctualProtocol, "head", 0.2)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            with dialled(server) as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert b"200 OK" in await asyncio.to_thread(line.recv, 10_000)
                line.sendall(b"GET /healthz HT")
                await asyncio.to_thread(ended, line)

    run(body())


def test_who_plays_is_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PunctualProtocol, "head", 0.1)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay())
            await asyncio.sleep(0.5)
            await ann.ask("ping")

    run(body())


def test_a_body_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(respond, "BODY", 0.2)
    head = (
        b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{"
    )

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            with dialled(server) as line:
                line.sendall(head)
                assert b" 408 " in await asyncio.to_thread(line.recv, 10_000)

    run(body())


# -- uploads ----------------------------------------------------------------------------------


def test_uploads_expire(tmp_path: Path) -> None:
    async def body() -> None:
        store, patience = SqliteStore(tmp_path / "db"), Patience(DAY, DAY, sent=2 * DAY)
        await store.keep_replay("old", "text")
        await store.keep_replay("sent again", "text")
        with sqlite3.connect(tmp_path / "db") as connection:
            connection.execute("update replay set touched = touched - ?", (3 * DAY,))
        connection.close()
        await store.keep_replay("sent again", "text")
        assert await store.clear(patience, ()) == 1
        assert await store.replay("old") is None
        assert await store.replay("sent again") == "text"
        await store.close()

    run(body())


# -- another uvicorn --------------------------------------------------------------------------


PRIVATE = {
    "fimbul.server.http.punctual": "uvicorn.protocols.http.auto",
    "fimbul.server.live.fast_protocol": "uvicorn.protocols.websockets.websockets_sansio_impl",
}


def test_ours_is_used_where_it_can_be() -> None:
    assert (http_protocol(), socket_protocol()) == (PunctualProtocol, FastProtocol)


def test_without_uvicorns_private_parts_everything_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ours, theirs in PRIVATE.items():
        monkeypatch.delitem(sys.modules, ours)
        monkeypatch.setitem(sys.modules, theirs, None)
    assert (http_protocol(), socket_protocol()) == ("auto", "websockets-sansio")
    for theirs in PRIVATE.values():  # uvicorn finds its own again, ours does not
        monkeypatch.delitem(sys.modules, theirs)
    for ours in PRIVATE:
        monkeypatch.setitem(sys.modules, ours, None)

    async def body() -> None:
        async with serving(tmp_path / "db", make_services(tmp_path / "db")) as server:
            ann, bob = await server.pair()
            assert isinstance(await ann.choose(), Done)
            await bob.until_count(1)

    run(body())


def test_fuzzed_paths_are_nowhere(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for path in (
                "/%00",
                "/" + "a" * 5000,
                "/" + "a/" * 2000,
                "/assets/%00",
                "/..%2f..%2fetc",
            ):
                response = await server.get(path)
                assert response.status_code == 404, path
            long = await server.http.get("/" + "x" * 60_000)
            assert long.status_code in (400, 404)

    run(body())


@pytest.mark.usefixtures("each_store")
def test_a_zero_in_a_name_leads_nowhere_and_in_an_id_is_malformed(tmp_path: Path) -> None:
    """No database finds it, and one of them does not even look."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for path in ("tables/a%00", "replays/%00", "matches/%00/saga", "tables?after=%00"):
                response = await server.get(f"/api/{path}")
                assert (response.status_code, response.json()["code"]) == (404, "path/unknown")
            ann, _bob = await server.pair()
            said = await ann.ask("chat", id="a\0", text="Hello.")
            assert refused(said).code == "message/malformed"
            mine = {"places": [{"table": "a\0", "token": "b"}]}
            assert (await server.post("/api/mine", mine)).status_code == 400

    run(body())
