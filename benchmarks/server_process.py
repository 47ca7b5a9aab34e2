"""The server as measured: everything as usual, but the rate limits out of the way."""

from __future__ import annotations

import sys
from pathlib import Path
from socket import socket

import uvicorn
from msgspec.structs import replace

from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import collect_seldom, uvicorn_settings
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.sqlite import SqliteStore

PLENTY = Rate(1e9, 1e9)
LIMITS = replace(Limits(), messages=PLENTY, tables=PLENTY, seats=PLENTY, chat=PLENTY)


class Announced(uvicorn.Server):
    """Prints its port when it is ready."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)


def main(data: Path) -> None:
    collect_seldom()
    services = Services(store=SqliteStore(data), pool=BotPool(), limits=LIMITS)
    Announced(uvicorn_settings(make_app(services), Settings(port=0))).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
