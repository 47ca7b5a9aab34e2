"""Start the server: one process, one file."""

from __future__ import annotations

import gc
from pathlib import Path

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp

from fimbul.server.app import make_app
from fimbul.server.crew import Crew
from fimbul.server.house import House
from fimbul.server.limits import DAY, Limits
from fimbul.server.logs import log_as_json
from fimbul.server.sqlite import SqliteStore
from fimbul.server.swift import SwiftProtocol
from fimbul.server.tidying import Patience


class Settings(Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8080
    data: Path = Path("fimbul.db")
    bots: str = "fimbul.bots"  # the module that makes bots
    workers: int = 2  # processes in which they think
    ping: float = 10.0  # seconds between two questions whether a socket still lives
    pong: float = 15.0  # seconds for the answer
    waiting_days: float = 1  # until a table to which nobody came is forgotten
    unfinished_days: float = 60  # until a match left in the middle is forgotten

    @property
    def limits(self) -> Limits:
        forget = Patience(waiting=self.waiting_days * DAY, running=self.unfinished_days * DAY)
        return Limits(forget=forget)


def config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Frames a little above our own limit get through, to be refused in words; no compression:
    it costs memory for each socket and lets a small frame become a large one."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=SwiftProtocol,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.pong,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
    )


def collect_seldom() -> None:
    """What has been imported stays for good, and a choice leaves hardly any circle behind: to
    look for them as often as Python does by itself costs a tenth of the time and delays some."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(settings: Settings) -> None:
    """Until it is told to stop."""
    collect_seldom()
    log_as_json()
    house = House(
        store=SqliteStore(settings.data),
        crew=Crew(settings.bots, settings.workers),
        limits=settings.limits,
    )
    uvicorn.Server(config(make_app(house), settings)).run()
