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
from fimbul.server.http.endpoints import endpoints
from fimbul.server.http.replays import ReplayHandlers
from fimbul.server.http.respond import answer, on_http, on_trouble
from fimbul.server.http.security import Guard
from fimbul.server.http.static import page
from fimbul.server.http.tables import TableHandlers
from fimbul.server.live.outbox import BUSY
from fimbul.server.live.socket import Live
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.errors import StoreDown
from fimbul.server.wire.openapi import openapi

SWEEP = 15.0  # seconds


def make_app(services: Services) -> ASGIApp:
    """The whole server over these services. When it stops, their store and bots stop too."""
    lobby = Lobby(services)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        keepers = [asyncio.create_task(_sweep(lobby)), asyncio.create_task(_clean_up(lobby))]
        try:
            yield
        finally:
            for keeper in keepers:
                keeper.cancel()
                with suppress(asyncio.CancelledError):
                    await keeper
            lobby.close()
            services.thread.shutdown(wait=False, cancel_futures=True)
            await services.pool.stop()
            await services.store.close()

    app = Starlette(
        routes=_routes(services, lobby),
        lifespan=lifespan,
        exception_handlers={FimbulError: on_trouble, HTTPException: on_http},
    )
    return Guard(app, services.metrics, services.origins)


async def _sweep(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(min(SWEEP, lobby.services.limits.idle))
        lobby.sweep()


async def _clean_up(lobby: Lobby) -> None:
    """If the store cannot write now, it is asked again later."""
    while True:
        with suppress(StoreDown):
            await lobby.clean_up()
        await asyncio.sleep(lobby.services.limits.cleanup)


def _routes(services: Services, lobby: Lobby) -> list[BaseRoute]:
    sockets: set[Live] = set()

    async def live(socket: WebSocket) -> None:
        if len(sockets) >= services.limits.sockets:
            await socket.close(BUSY)
            return
        one = Live(services, lobby, socket)
        sockets.add(one)
        try:
            await one.run(str(socket.path_params["table"]))
        finally:
            sockets.discard(one)

    listed = endpoints(TableHandlers(services, lobby), ReplayHandlers(services, lobby))
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
