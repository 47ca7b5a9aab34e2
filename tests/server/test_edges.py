"""The edges of the socket: what is too much, too long, too fast or too slow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.types import Message
from starlette.websockets import WebSocket

from benchmarks.server_wire import frames, handshake, masked
from fimbul.games import find as find_game
from fimbul.server.live.outbox import Outbox
from fimbul.server.live.socket import Live, LiveRates
from fimbul.server.ops.crash_points import no_fault
from fimbul.server.ops.rates import Rate
from fimbul.server.run import uvicorn_settings
from fimbul.server.settings import Settings
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.bodies import Friend, Me, NewTable, TakenSeat
from fimbul.server.wire.messages import BUSY, Pong, Refused
from tests.server.before.hall import services as every_game
from tests.server.company import GAMES, company, fewest
from tests.server.harness import EASY, Server, Tab, make_services, refused, run, serving

BAD_MESSAGES = [
    ("", "message/malformed"),
    ("{", "message/malformed"),
    ("[]", "message/malformed"),
    ('{"type":"nothing","id":"x"}', "message/malformed"),
    ('{"type":"choose","id":"x"}', "message/malformed"),
    ('{"type":"ping","id":""}', "message/malformed"),
    ('{"type":"ping","id":"' + "x" * 41 + '"}', "message/malformed"),
    ('{"type":"choose","id":"x","number":-1,"part":0,"thing":"a"}', "message/malformed"),
    ('{"type":"ping","id":"x","deep":' + "[" * 8000 + "}", "message/malformed"),
    ('{"type":"hello"}', "message/malformed"),
    ('{"type":"ping","id":"x","long":"' + "x" * 17_000 + '"}', "message/too-large"),
]


class DeafSocket:
    """An ASGI socket that says hello and never takes what it is sent after the welcome."""

    def __init__(self, hello: dict[str, Any]) -> None:
        text = msgspec.json.encode({"type": "hello", **hello}).decode()
        self.frames = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": text},
        ]
        self.welcomed = asyncio.Event()

    async def receive(self) -> Message:
        if self.frames:
            return self.frames.pop(0)
        await asyncio.Event().wait()
        raise AssertionError("nothing comes after nothing")

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.welcomed.set()
            await asyncio.Event().wait()


def test_the_subprotocol_is_agreed_on(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            offers = (["fimbul.2", "fimbul.1"], ["fimbul.1"])
            tab, before = [
                await Tab.dial(server, place.table, subprotocols=offer) for offer in offers
            ]
            assert (tab.socket.subprotocol, before.socket.subprotocol) == ("fimbul.2", "fimbul.1")
            assert not tab.socket.protocol.extensions, "no compression: no bomb"

    run(body())


@pytest.mark.parametrize("game", GAMES)
def test_bad_messages_get_a_typed_answer(game: str, tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def body() -> None:
        async with serving(path, every_game(path)) as server:
            ann, *_ = await company(server, game)
            for text, code in BAD_MESSAGES:
                heard = len(ann.heard)
                await ann.socket.send(text)
                await ann.hears_more(heard)
                assert refused(ann.heard[-1]).code == code, text[:50]
            assert await ann.ask("ping", id="still here") == Pong("still here")

    run(body())


def test_bytes_and_giants_are_refused(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            ann = await server.tab(place)
            await ann.socket.send(b"\xff\x00")
            await ann.until(lambda: isinstance(ann.heard[-1], Refused))
            assert refused(ann.heard[-1]).code == "message/malformed"
            await ann.socket.send("x" * 70_000)
            await ann.until(lambda: ann.closed is not None)
            assert ann.closed == 1009
            big = await server.post("/api/tables", {"name": "x" * 70_000})
            assert big.status_code == 413

    run(body())


@pytest.mark.parametrize("game", GAMES)
def test_a_flood_is_refused_and_then_cut(game: str, tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def body() -> None:
        limits = msgspec.structs.replace(EASY, messages=Rate(1, 3))
        async with serving(path, every_game(path, limits=limits)) as server:
            ann, *others = await company(server, game)
            for n in range(3):
                await ann.ask("ping", id=f"p{n}")
            assert refused(await ann.ask("ping", id="p4")).code == "rate/too-fast"
            for n in range(120):
                await ann.send(type="ping", id=f"f{n}")
            await ann.until(lambda: ann.closed is not None)
            assert ann.closed == 1008
            assert [tab.closed for tab in others] == [None] * len(others), "the others play on"

    run(body())


def test_chat_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async def body() -> None:
        limits = msgspec.structs.replace(EASY, chat=Rate(0.1, 2))
        async with serving(tmp_path / "db", limits=limits) as server:
            ann = await server.tab(await server.lay())
            for n in range(2):
                await ann.ask("chat", text=str(n))
            assert refused(await ann.ask("chat", text="3")).code == "rate/too-fast"

    run(body())


@pytest.mark.parametrize("game", GAMES)
def test_a_slow_reader_is_let_go_and_nobody_else_waits(game: str, tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db", limits=msgspec.structs.replace(EASY, queue=20))
        object.__setattr__(services, "find", find_game)
        lobby, friends = Lobby(services), [Friend()] * (fewest(game) - 1)
        place = await lobby.create(NewTable(game, (Me(), *friends), "Ann"))
        deaf = DeafSocket({"watch": place.watch})
        scope = {"type": "websocket", "path": "/", "headers": [], "subprotocols": []}
        socket = WebSocket(scope, deaf.receive, deaf.send)
        live = Live(services, lobby, socket, LiveRates(EASY))
        running = asyncio.create_task(live.run(place.table))
        await deaf.welcomed.wait()
        table = await lobby.table(place.table)
        for _ in range(25):
            table.audience.tell(Pong("x"))
        await running
        assert table.audience.groups == {}
        assert "fimbul_dropped_total 1.0" in services.metrics.text().decode()
        await services.store.close()

    run(body())


def test_a_backlog_is_counted_in_bytes_too() -> None:
    async def body() -> None:
        box = Outbox(msgspec.structs.replace(EASY, backlog=1000), no_fault)
        box.put("x" * 900)
        assert not box.given_up
        box.put("x" * 101)
        assert box.given_up == BUSY

    run(body())


def test_what_a_reader_cannot_take_yet_is_not_overtaken() -> None:
    async def body() -> None:
        sent: list[str] = []
        keeps_up = True

        def write(texts: Sequence[str]) -> bool:
            sent.extend(texts if keeps_up else ())
            return keeps_up

        box = Outbox(EASY, no_fault, write)
        box.put("a")
        box.put("b")
        await asyncio.sleep(0)
        assert sent == ["a", "b"]
        keeps_up = False
        box.put("c")
        await asyncio.sleep(0)
        keeps_up = True
        box.put("d")
        await asyncio.sleep(0)
        assert sent == ["a", "b"], "nothing goes before what is stuck"
        assert list(await box.texts()) == ["c", "d"]
        box.put("e")
        await asyncio.sleep(0)
        assert sent == ["a", "b", "e"]

    run(body())


def test_dead_sockets_are_noticed_in_time() -> None:
    told = uvicorn_settings(Starlette(), Settings())
    assert told.ws_ping_interval is not None
    assert told.ws_ping_timeout is not None
    assert told.ws_ping_interval + told.ws_ping_timeout <= 30
    assert told.ws_ping_timeout >= 3, "a slow line is not a dead one"


class Wire:
    """A socket without a library: it answers pings late, or never."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def of(cls, server: Server, place: TakenSeat) -> Wire:
        wire = cls(*await asyncio.open_connection("127.0.0.1", server.port))
        wire.writer.write(handshake(place.table))
        await wire.reader.readuntil(b"\r\n\r\n")
        wire.writer.write(masked({"type": "hello", "token": place.token}))
        return wire

    async def answer_pings(self, delay: float) -> None:
        left = b""
        while data := await self.reader.read(1 << 16):
            found, left = frames(left + data)
            for opcode, payload in found:
                if opcode == PING:
                    await asyncio.sleep(delay)
                    self.writer.write(masked(payload, PONG))


PING, PONG = 9, 10
ALERT = Settings(port=0, ping=0.5, pong=0.8)


def test_a_socket_that_has_died_silently_gives_its_seat_up(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", settings=ALERT) as server:
            place = await server.lay()
            ann, bob = await server.tab(place), await server.sit(place)
            wire = await Wire.of(server, bob)
            await ann.until(lambda: any(n.table.seats[1].connected for n in ann.cards()))
            began = monotonic()
            await ann.until(lambda: not ann.cards()[-1].table.seats[1].connected)
            assert monotonic() - began < 5 * (ALERT.ping + ALERT.pong)
            assert ann.closed is None, "whoever lives stays"
            wire.writer.close()

    run(body())


def test_a_line_with_jitter_is_not_taken_for_a_dead_one(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", settings=ALERT) as server:
            place = await server.lay()
            ann, bob = await server.tab(place), await server.sit(place)
            wire = await Wire.of(server, bob)
            slow = asyncio.create_task(wire.answer_pings(0.3))
            await ann.until(lambda: any(n.table.seats[1].connected for n in ann.cards()))
            heard = len(ann.cards())
            await asyncio.sleep(4 * (ALERT.ping + 0.3))
            assert len(ann.cards()) == heard, "nobody comes and goes"
            assert not slow.done()
            slow.cancel()
            wire.writer.close()

    run(body())


def test_shutting_down_tells_sockets_to_come_back(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay())
        await ann.until(lambda: ann.closed is not None)
        assert ann.closed == 1012

    run(body())
