"""The server as measured: everything as usual, but the rate limits out of the way."""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import Announced, collect_seldom, share_finely, uvicorn_settings
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.sqlite import SqliteStore

PLENTY = Rate(1e9, 1e9)
LIMITS = replace(
    Limits(),
    messages=PLENTY,
    tables=PLENTY,
    seats=PLENTY,
    chat=PLENTY,
    sockets_each=Limits().sockets,  # all players come from this machine
)


def say(port: int) -> None:
    print(port, flush=True)


def services_at(where: str) -> Services:
    """A file; or the addresses of a database and of a bus, with a space between."""
    database, _, bus = where.partition(" ")
    if not bus:
        return Services(store=SqliteStore(Path(where)), pool=BotPool(), limits=LIMITS)
    from fimbul.server.bus.nats import NatsBus
    from fimbul.server.store.postgres.store import PostgresStore

    store = PostgresStore(database)
    return Services(store=store, bus=NatsBus(bus), pool=BotPool(), limits=LIMITS)


def main(where: str) -> None:
    collect_seldom()
    share_finely()
    services = services_at(where)
    Announced(uvicorn_settings(make_app(services), Settings(port=0, pong=600)), say).run()


if __name__ == "__main__":
    main(sys.argv[1])
