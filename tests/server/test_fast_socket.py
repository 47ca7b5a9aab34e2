"""Frames of every size, whole and in order, however they come and however many leave together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn import Server
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from fimbul.server.live.fast_socket import FAST, frame, text_of
from fimbul.server.run import uvicorn_settings
from fimbul.server.settings import Settings
from tests.server.harness import run

SIZES = (0, 1, 125, 126, 65_535, 65_536, 200_000)
TEXTS = [f"{number}:" + "\u00e9" * size for number, size in enumerate(SIZES)]


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_says_how_long_it_is(size: int) -> None:
    data = frame("x" * size)
    assert data.endswith(b"x" * size)
    assert len(data) - size == (2 if size < 126 else 4 if size < 65_536 else 10)


def of_browser(data: bytes, *, fin: bool = True, opcode: Opcode = Opcode.TEXT) -> bytes:
    """A frame as a browser sends it, made by somebody else than us."""
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@given(st.text(max_size=300))
def test_a_whole_text_is_read_as_it_was_said(text: str) -> None:
    assert text_of(of_browser(text.encode())) == text


@given(st.binary(max_size=300), st.integers(0, 310))
def test_whatever_is_no_whole_text_is_left_to_others(data: bytes, size: int) -> None:
    whole = of_browser(b"some text" + b"\xc3\xa9" * 70)
    assert text_of(whole[: min(size, len(whole) - 1)]) is None, "half a frame"
    assert text_of(whole + data[:1] + b"x") is None, "more than a frame"
    assert text_of(of_browser(data, opcode=Opcode.BINARY)) is None
    assert text_of(of_browser(data, fin=False)) is None
    assert text_of(of_browser(data[:125], opcode=Opcode.PING)) is None
    assert text_of(of_browser(b"\xff" + data)) is None, "no UTF-8"


@asynccontextmanager
async def serving(talk: Callable[[WebSocket], Awaitable[None]]) -> AsyncIterator[int]:
    """A socket with our protocol below and that talk above; its port."""
    app = Starlette(routes=[WebSocketRoute("/", talk)])
    server = Server(uvicorn_settings(app, Settings(port=0)))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task


def test_texts_that_leave_together_arrive_in_order_before_the_socket_closes() -> None:
    async def tell(socket: WebSocket) -> None:
        put = socket.scope["extensions"][FAST]["put"]
        assert not put(TEXTS), "nobody has been let in yet"
        await socket.accept()
        assert put(TEXTS[:4])
        await socket.send_text(TEXTS[4])
        put(TEXTS[5:])
        await socket.close(1000)
        assert not put(TEXTS), "whoever is leaving hears nothing more"

    async def body() -> None:
        async with (
            serving(tell) as port,
            connect(f"ws://127.0.0.1:{port}/", max_size=2**20) as client,
        ):
            heard = [message async for message in client]
            await client.wait_closed()
        assert heard == TEXTS
        assert client.close_code == 1000

    run(body())


def test_what_comes_in_pieces_or_all_at_once_is_heard_in_order() -> None:
    said = [of_browser(text.encode()) for text in ("one", "two", "x" * 500)]
    half = [of_browser(b"thr", fin=False), of_browser(b"ee", opcode=Opcode.CONT)]
    pieces = [said[0], said[0] + said[1], *half, said[1][:3], said[1][3:], said[2], said[0]]
    heard: list[str] = []

    async def hear(socket: WebSocket) -> None:
        await socket.accept()
        while len(heard) < 7:
            heard.append(await socket.receive_text())
            await asyncio.sleep(0.02)  # so that some have to wait
        await socket.close(1000)

    async def body() -> None:
        async with serving(hear) as port, connect(f"ws://127.0.0.1:{port}/") as client:
            for piece in pieces:
                client.transport.write(piece)
                await asyncio.sleep(0.005)
            await client.wait_closed()

    run(body())
    assert heard == ["one", "one", "two", "three", "two", "x" * 500, "one"]
