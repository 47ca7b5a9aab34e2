"""The app as one value: what it needs goes in, an ASGI callable comes out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from fimbul.kernel import FimbulError
from fimbul.server.endpoints import endpoints
from fimbul.server.errors import StoreDown
from fimbul.server.groups import BUSY
from fimbul.server.guard import Guard
from fimbul.server.house import House
from fimbul.server.http import answer, on_http, on_trouble
from fimbul.server.live import Live
from fimbul.server.lobby import Lobby
from fimbul.server.openapi import openapi
from fimbul.server.page import page
from fimbul.server.routes import Desk
from fimbul.server.shelf import Shelf

SWEEP = 15.0  # seconds


def make_app(house: House) -> ASGIApp:
    """The whole server over that house. When it stops, the house's store and crew stop too."""
    lobby = Lobby(house)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        keepers = [asyncio.create_task(_sweep(lobby)), asyncio.create_task(_tidy(lobby))]
        try:
            yield
        finally:
            for keeper in keepers:
                keeper.cancel()
                with suppress(asyncio.CancelledError):
                    await keeper
            lobby.close()
            await house.crew.stop()
            await house.store.close()

    app = Starlette(
        routes=_routes(house, lobby),
        lifespan=lifespan,
        exception_handlers={FimbulError: on_trouble, HTTPException: on_http},
    )
    return Guard(app, house.metrics, house.origins)


async def _sweep(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(min(SWEEP, lobby.house.limits.idle))
        lobby.sweep()


async def _tidy(lobby: Lobby) -> None:
    """A store that cannot write now is asked again later."""
    while True:
        with suppress(StoreDown):
            await lobby.tidy()
        await asyncio.sleep(lobby.house.limits.tidy)


def _routes(house: House, lobby: Lobby) -> list[BaseRoute]:
    sockets: set[Live] = set()

    async def live(socket: WebSocket) -> None:
        if len(sockets) >= house.limits.sockets:
            await socket.close(BUSY)
            return
        one = Live(house, lobby, socket)
        sockets.add(one)
        try:
            await one.run(str(socket.path_params["table"]))
        finally:
            sockets.discard(one)

    listed = endpoints(Desk(house, lobby), Shelf(house, lobby))
    described = openapi(listed)

    async def describe(_: Request) -> Response:
        return answer(described)

    return [
        *(Route(one.path, one.does, methods=[one.method]) for one in listed),
        Route("/api/openapi.json", describe),
        WebSocketRoute("/live/{table}", live),
        Route("/", page),
        Route("/{path:path}", page),
    ]
