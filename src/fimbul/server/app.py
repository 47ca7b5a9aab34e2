"""The app as one value: what it needs goes in, an ASGI callable comes out."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from fimbul.kernel import FimbulError
from fimbul.server.http.asyncapi import asyncapi
from fimbul.server.http.bonds import BondHandlers, bond_endpoints
from fimbul.server.http.bot_endpoints import BotHandlers
from fimbul.server.http.care import CareHandlers, care_endpoints
from fimbul.server.http.endpoints import endpoints
from fimbul.server.http.history import HistoryHandlers
from fimbul.server.http.lessons import LessonHandlers
from fimbul.server.http.lobby_endpoints import LobbyHandlers, lobby_endpoints
from fimbul.server.http.notice_endpoints import notice_endpoints
from fimbul.server.http.notices import NoticeHandlers
from fimbul.server.http.openapi import openapi
from fimbul.server.http.people import PeopleHandlers
from fimbul.server.http.provider import ProviderHandlers, provider_endpoints
from fimbul.server.http.puzzles import PuzzleHandlers
from fimbul.server.http.rating_endpoints import RatingHandlers, rating_endpoints
from fimbul.server.http.replays import ReplayHandlers
from fimbul.server.http.respond import answer, on_http, on_trouble
from fimbul.server.http.security import Guard
from fimbul.server.http.seek_endpoints import SeekHandlers, seek_endpoints
from fimbul.server.http.static import page
from fimbul.server.http.tables import TableHandlers
from fimbul.server.http.tournament_endpoints import TournamentHandlers, tournament_endpoints
from fimbul.server.http.works import WorkHandlers, work_endpoints
from fimbul.server.live.socket import Live, LiveRates
from fimbul.server.notices.messenger import Messenger
from fimbul.server.ops import provider
from fimbul.server.ops.server_time import BEAT
from fimbul.server.people import passkeys
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.cookie import token_of
from fimbul.server.people.crowd import Crowd
from fimbul.server.people.seeking import Seeking
from fimbul.server.replay.folding import Folding
from fimbul.server.services import Services
from fimbul.server.store.attic import put_away
from fimbul.server.table.in_step import InStep
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.meeting import lay_meeting
from fimbul.server.tournaments.steward import Steward
from fimbul.server.wire.errors import StoreDown
from fimbul.server.wire.messages import BUSY

SWEEP = 15.0  # seconds
log = logging.getLogger("fimbul.server.app")


def make_app(services: Services) -> ASGIApp:
    """The whole server over these services. When it stops, their store and bots stop too."""
    lobby = Lobby(services)
    seeking, crowd = Seeking(services, partial(lay_meeting, lobby)), Crowd(services)
    steward = Steward(lobby)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        prepared = asyncio.to_thread(_prepare, services)
        lasting = (_keep_time(lobby), _sweep(lobby), _clean_up(lobby, steward), steward.run())
        meeting = (seeking.run(), crowd.run())
        keepers = [
            asyncio.create_task(one) for one in (prepared, services.pool.warm(), *lasting, *meeting)
        ]
        if services.bans is not None:
            keepers.append(asyncio.create_task(services.bans.watch()))
        if services.shared:
            await lobby.calls.listen()
            keepers.append(asyncio.create_task(InStep(services, lobby).run()))
        keepers.append(asyncio.create_task(Messenger(services, lobby).run()))
        if services.folds:
            keepers.append(asyncio.create_task(Folding(services, lobby).run()))
        keepers += [asyncio.create_task(one()) for one in services.beside]
        try:
            yield
        finally:
            await _stop(keepers)
            lobby.close()
            services.thread.shutdown(wait=False, cancel_futures=True)
            services.errands.stop()
            await services.pool.stop()
            await services.bus.close()
            await services.store.close()

    app = Starlette(
        routes=_routes(services, lobby, seeking, crowd),
        lifespan=lifespan,
        exception_handlers={FimbulError: on_trouble, HTTPException: on_http},
    )
    return Guard(app, services)


async def _stop(keepers: list[asyncio.Task[None]]) -> None:
    """Stop the background tasks. One that had failed must not keep anything else from being
    closed."""
    for keeper in keepers:
        keeper.cancel()
    for ended in await asyncio.gather(*keepers, return_exceptions=True):
        if isinstance(ended, Exception):
            log.error("a background task had failed", extra={"why": type(ended).__name__})


def _prepare(services: Services) -> None:
    """Read every game before it is asked for: the largest would hold everybody up for a second.
    So would what passkeys need."""
    for name in services.names():
        game = services.find(name)
        game.new(game.setup(), 0)
    passkeys.prepare()
    if services.provider is not None:
        provider.prepare()
    services.prepared()


async def _keep_time(lobby: Lobby) -> None:
    """The heartbeat that clocks run by; connected pages are told when the server stood still."""
    services = lobby.services
    while True:
        if paused := services.time.beat():
            services.metrics.stood_still.inc(paused)
            log.warning("the server stood still", extra={"seconds": round(paused, 2)})
            lobby.tell_time()
        await asyncio.sleep(BEAT)


async def _sweep(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(min(SWEEP, lobby.services.limits.idle))
        lobby.sweep()


async def _clean_up(lobby: Lobby, steward: Steward) -> None:
    """Delete what is abandoned, now and then. If the store cannot write now, it is asked again
    later."""
    while True:
        with suppress(StoreDown):
            await lobby.clean_up()
            await put_away(lobby.services.store)
            await steward.clean_up()
            await Accounts(lobby.services.store).forget_unused(lobby.services.guest_days)
        await asyncio.sleep(lobby.services.limits.cleanup)


def _routes(services: Services, lobby: Lobby, seeking: Seeking, crowd: Crowd) -> list[BaseRoute]:
    sockets: Counter[str] = Counter()  # by address
    limits, spent = services.limits, LiveRates(services.limits)

    async def live(socket: WebSocket) -> None:
        one = Live(services, lobby, socket, spent)
        full = sockets.total() >= limits.sockets or sockets[one.person] >= limits.sockets_each
        if full:
            await socket.close(BUSY)
            return
        sockets[one.person] += 1
        try:
            with crowd.sitting(token_of(socket) or one.person):
                await one.run(str(socket.path_params["table"]))
        finally:
            sockets[one.person] -= 1
            if not sockets[one.person]:
                del sockets[one.person]

    return [
        *_described(services, lobby, seeking, crowd),
        WebSocketRoute("/live/{table}", live),
        Route("/", page),
        Route("/{path:path}", page),
    ]


def _described(services: Services, lobby: Lobby, seeking: Seeking, crowd: Crowd) -> list[BaseRoute]:
    """What is asked by HTTP, with its description and that of the socket."""
    listed = endpoints(
        TableHandlers(services, lobby),
        ReplayHandlers(services, lobby),
        PuzzleHandlers(services),
        LessonHandlers(services),
        BotHandlers(services, lobby),
        PeopleHandlers(lobby),
        HistoryHandlers(services),
        (
            *provider_endpoints(ProviderHandlers(services)),
            *work_endpoints(WorkHandlers(services)),
            *notice_endpoints(NoticeHandlers(services, lobby)),
            *bond_endpoints(BondHandlers(services)),
            *care_endpoints(CareHandlers(services, lobby)),
            *rating_endpoints(RatingHandlers(services)),
            *lobby_endpoints(LobbyHandlers(lobby, crowd)),
            *seek_endpoints(SeekHandlers(lobby, seeking)),
            *tournament_endpoints(TournamentHandlers(lobby)),
        ),
    )
    described, spoken = openapi(listed), asyncapi()

    async def describe(_: Request) -> Response:
        return answer(described)

    async def describe_socket(_: Request) -> Response:
        return answer(spoken)

    return [
        *(Route(one.path, one.does, methods=[one.method]) for one in listed),
        Route("/api/openapi.json", describe),
        Route("/api/asyncapi.json", describe_socket),
    ]
