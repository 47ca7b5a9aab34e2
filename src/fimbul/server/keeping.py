"""Where tables are kept: a file that one server holds, or a database with a bus beside it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from fimbul.kernel import FimbulError
from fimbul.server.bus.notes import Bus, NoBus
from fimbul.server.settings import Settings
from fimbul.server.store.bans import BanList, bans_of
from fimbul.server.store.base import Store
from fimbul.server.store.file import held, told
from fimbul.server.store.sqlite import SqliteStore


class BadKeeping(FimbulError):
    """The settings do not fit together, or a part of them is not installed."""

    code = "settings/keeping"


@dataclass(frozen=True)
class Keeping:
    store: Store
    bans: BanList
    bus: Bus = field(default_factory=NoBus)


@contextmanager
def opened(settings: Settings) -> Iterator[Keeping]:
    """Everything is checked before anything is started: what is wrong is told in one sentence."""
    if settings.bus and not settings.database:
        raise BadKeeping("--bus is for workers that share a database: give --database too")
    if settings.database:
        yield _shared(settings)
        return
    with held(settings.data):
        with told(settings.data):
            store, bans = SqliteStore(settings.data), bans_of(settings.data)
        with closing(bans):
            yield Keeping(store, bans)


def _shared(settings: Settings) -> Keeping:
    try:
        from fimbul.server.bus.nats import NatsBus
        from fimbul.server.bus.nats import prepare as try_bus
        from fimbul.server.store.postgres.bans import PostgresBans
        from fimbul.server.store.postgres.link import prepare
        from fimbul.server.store.postgres.store import PostgresStore
    except ImportError as gone:
        raise BadKeeping(
            f"--database needs the package {gone.name}: pip install 'fimbul[scale]'"
        ) from None
    asyncio.run(prepare(settings.database))
    if settings.bus:
        asyncio.run(try_bus(settings.bus))
    store = PostgresStore(settings.database)
    bus = NatsBus(settings.bus) if settings.bus else NoBus(secrets.token_hex(6))
    return Keeping(store, PostgresBans(store.link), bus)
