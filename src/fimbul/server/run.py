"""Start the server: one process, one file."""

from __future__ import annotations

import gc

import uvicorn
from starlette.types import ASGIApp

from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.live.fast_socket import FastProtocol
from fimbul.server.ops.logs import log_as_json
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.sqlite import SqliteStore


def uvicorn_settings(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Frames a little above our own limit get through, to be refused in words. No compression:
    it costs memory for each socket and lets a small frame become a large one."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=FastProtocol,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.pong,
        proxy_headers=settings.proxy_headers,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
    )


def collect_seldom() -> None:
    """Imported modules stay for good, and a choice leaves hardly any reference cycle behind: to
    collect as often as Python does by default costs a tenth of the time and delays some choices."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(settings: Settings) -> None:
    """Until it is told to stop."""
    collect_seldom()
    log_as_json()
    uvicorn.Server(uvicorn_settings(make_app(services_of(settings)), settings)).run()


def services_of(settings: Settings) -> Services:
    return Services(
        store=SqliteStore(settings.data),
        pool=BotPool(settings.bots, settings.processes),
        limits=settings.bounds,
        rival=settings.rival,
        advice=settings.advice,
        study=settings.study,
        origins=settings.origins,
    )
