"""Start the server: one process with one file, or one of many workers over one database."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn
from prometheus_client import CollectorRegistry, start_http_server
from starlette.types import ASGIApp

from fimbul.games import find as find_game
from fimbul.games import own_names
from fimbul.kernel import BrokenGame, Game, NoSuchGame
from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.bus.notes import Bus, NoBus
from fimbul.server.keeping import Keeping, opened
from fimbul.server.notices.push import BadNotices, can_push
from fimbul.server.ops.bot_keys import BotKeys, read_keys
from fimbul.server.ops.chat_words import chat_words
from fimbul.server.ops.listening import CannotListen, few_files, listen, shown
from fimbul.server.ops.logs import log_as_json
from fimbul.server.ops.outward import Outward
from fimbul.server.ops.postman import postman_of
from fimbul.server.ops.provider import provider_of
from fimbul.server.services import Services
from fimbul.server.settings import Settings

log = logging.getLogger("fimbul.server.run")
SHARE = 0.0005  # seconds


def uvicorn_settings(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Frames a little above our own limit get through, to be refused in words. No compression:
    it costs memory for each socket and lets a small frame become a large one."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=http_protocol(),
        ws=socket_protocol(),
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.pong,
        proxy_headers=settings.proxy_headers,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        root_path=settings.root_path.rstrip("/"),
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
    )


def http_protocol() -> Any:
    """Ours is built on parts of uvicorn that may change; without them uvicorn's own does it."""
    try:
        from fimbul.server.http.punctual import PunctualProtocol
    except (ImportError, AttributeError) as gone:
        log.warning(
            "silent connections are kept: this version of uvicorn is not known", extra=_why(gone)
        )
        return "auto"
    return PunctualProtocol


def socket_protocol() -> Any:
    """The same for sockets: the fast path is left out."""
    try:
        from fimbul.server.live.fast_protocol import FastProtocol
    except (ImportError, AttributeError) as gone:
        log.warning("sockets are slower: this version of uvicorn is not known", extra=_why(gone))
        return "websockets-sansio"
    return FastProtocol


def _why(gone: Exception) -> dict[str, str]:
    return {"why": f"{type(gone).__name__}: {gone}"}


def collect_seldom() -> None:
    """What has been read by now, modules and games, stays for good: to look through it again takes
    a tenth of a second. A choice leaves hardly any reference cycle behind, and to collect as often
    as Python does by default costs a tenth of the time and delays some choices."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def share_finely() -> None:
    """Threads that work for slow tables give the interpreter back to the event loop soon."""
    sys.setswitchinterval(SHARE)


class Announced(uvicorn.Server):
    """A server that tells its port once it answers there, and not before."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[int], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        bound = sockets or self.servers[0].sockets
        self._tell(int(bound[0].getsockname()[1]))


def serve(settings: Settings, tell: Callable[[int], None] = print) -> None:
    """Serve until told to stop. What is in the way is found before anything is started."""
    with closing(listen(settings.host, settings.port)) as bound, opened(settings) as keeping:
        log_as_json(settings.log_file)
        services = services_of(settings, keeping)
        with metrics_at(settings.metrics, services.metrics.registry):
            collect_seldom()
            share_finely()
            if few := few_files(settings.limits.sockets):
                log.warning(few)
            config = uvicorn_settings(make_app(services), settings)
            Announced(config, tell).run(sockets=[bound])


@contextmanager
def metrics_at(address: str, registry: CollectorRegistry) -> Iterator[None]:
    """The figures at an address of their own, where players cannot come."""
    if not address:
        yield
        return
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or int(port) > 65535 or not host:
        raise CannotListen(f"--metrics takes an address such as 127.0.0.1:9090, not {address!r}")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as wrong:
        where = shown(host.strip("[]"), int(port))
        raise CannotListen(f"cannot serve the metrics at {where}: {wrong.strerror}") from None
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def trusted_games(names: tuple[str, ...]) -> tuple[str, ...]:
    """Our own games and those of packages that the operator names. One that is broken is left out:
    all others can be played."""
    return tuple(dict.fromkeys((*own_names(), *filter(_is_sound, names))))


def _is_sound(name: str) -> bool:
    try:
        find_game(name)
    except BrokenGame as broken:
        log.warning(f"{broken}; it is left out")
        return False
    return True


def find_among(names: tuple[str, ...]) -> Callable[[str], Game[Any]]:
    """Finds a game by name, but no code of a package that nobody trusted."""

    def find(name: str) -> Game[Any]:
        if name not in names:
            raise NoSuchGame(name, names)
        return find_game(name)

    return find


def bot_keys_of(path: str) -> BotKeys:
    """Read once at the start, so that what is wrong with the file is told then."""
    if path:
        read_keys(Path(path))
    return BotKeys(Path(path) if path else None)


def helpers(
    bus: Bus, games: tuple[str, ...], pool: BotPool
) -> tuple[Callable[[], Coroutine[Any, Any, None]], ...]:
    """What listens for bot workers, where there is a bus on which they could be."""
    if isinstance(bus, NoBus):
        return ()
    from fimbul.server.bots.remote import RemoteBots, RemoteDesk
    from fimbul.server.bus.nats import NatsBus

    assert isinstance(bus, NatsBus), "there is no other"
    remote = RemoteBots(bus.connected, tuple(find_game(name) for name in games))
    pool.hire = partial(RemoteDesk, remote)
    return (partial(remote.watch, pool),)


def outward_of(settings: Settings) -> Outward:
    if settings.push_contact and not can_push():
        raise BadNotices("--push-contact needs the package pywebpush: pip install 'fimbul[people]'")
    if settings.push_contact and not settings.push_contact.startswith(("mailto:", "https://")):
        raise BadNotices("--push-contact takes mailto:name@example.org or https://example.org")
    return Outward(
        after=settings.notice_seconds,
        contact=settings.push_contact,
        push_hosts=settings.push_hosts,
        inside=settings.inner_hosts,
        site=settings.address,
    )


def services_of(settings: Settings, keeping: Keeping) -> Services:
    games = trusted_games(settings.games)
    pool = BotPool(settings.bots, settings.processes, games)
    return Services(
        find=find_among(games),
        names=lambda: games,
        store=keeping.store,
        bans=keeping.bans,
        bus=keeping.bus,
        bot_keys=bot_keys_of(settings.bot_tokens),
        pool=pool,
        beside=helpers(keeping.bus, games, pool),
        prepared=collect_seldom,
        limits=settings.bounds,
        rival=settings.rival,
        advice=settings.advice,
        study=settings.study,
        origins=settings.origins,
        hosts=settings.hosts,
        metrics_here=not settings.metrics,
        log_addresses=settings.log_addresses,
        folds=True,
        postman=postman_of(settings.mail, settings.mail_from, settings.address),
        provider=provider_of(
            *(settings.provider, settings.provider_id, settings.provider_secret),
            *(settings.provider_name, settings.address),
        ),
        guest_days=settings.guest_days,
        outward=outward_of(settings),
        moderators=frozenset(settings.moderators),
        tournaments=settings.tournaments,
        chat_words=chat_words(settings.chat_words),
    )
