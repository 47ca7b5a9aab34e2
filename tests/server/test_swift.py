"""Frames of every size, whole and in order, however many leave together."""

from __future__ import annotations

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn import Server
from websockets.asyncio.client import connect

from fimbul.server.run import Settings, config
from fimbul.server.swift import frame
from tests.server.harness import run

SIZES = (0, 1, 125, 126, 65_535, 65_536, 200_000)


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_says_how_long_it_is(size: int) -> None:
    data = frame("x" * size)
    assert data.endswith(b"x" * size)
    assert len(data) - size == (2 if size < 126 else 4 if size < 65_536 else 10)


def test_held_frames_arrive_in_order_before_the_socket_closes() -> None:
    texts = [f"{number}:" + "\u00e9" * size for number, size in enumerate(SIZES)]

    async def tell(socket: WebSocket) -> None:
        await socket.accept()
        for text in texts:
            await socket.send({"type": "websocket.send", "text": text, "more": True})
        await socket.close(1000)

    async def body() -> None:
        app = Starlette(routes=[WebSocketRoute("/", tell)])
        server = Server(config(app, Settings(port=0)))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/", max_size=2**20) as client:
            heard = [message async for message in client]
            await client.wait_closed()
        assert heard == texts
        assert client.close_code == 1000
        server.should_exit = True
        await serving

    run(body())
