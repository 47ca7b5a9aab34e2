"""A whole server for one test, and tabs that talk to it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fimbul.games import find as find_game
from fimbul.kernel import Game, NoSuchGame, Scene
from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.bus.notes import Bus, NoBus
from fimbul.server.ops.crash_points import Fault, no_fault
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import uvicorn_settings
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.base import Store
from fimbul.server.wire.bodies import BotCard, TakenSeat
from fimbul.server.wire.messages import (
    Beat,
    LogLine,
    Outgoing,
    Over,
    Refused,
    TableNews,
    Update,
    Welcome,
    read_outgoing,
)
from fimbul.server.wire.scene_diff import apply_change
from tests.server.stores import store_at
from tests.wager import GAME as WAGER

T = TypeVar("T")
GAMES: dict[str, Game[Any]] = {
    "wager": WAGER,
    "brandub": find_game("brandub"),
    "ragnarocks": find_game("ragnarocks"),
}
LEVELS = tuple(
    BotCard(name, name)
    for name in ("random", "greedy", "dies", "falls", "cheats", "sleeps:10ms", "naps:400ms")
)
PLENTY = Rate(10_000, 10_000)
EASY = Limits(
    messages=PLENTY,
    chat=PLENTY,
    hints=PLENTY,
    studies=PLENTY,
    tables=PLENTY,
    seats=PLENTY,
    works=PLENTY,
    mine=PLENTY,
    programs=PLENTY,
    accounts=PLENTY,
    entries=PLENTY,
    mails=PLENTY,
    invitations=PLENTY,
    reports=PLENTY,
)
PATIENCE = 10.0
SLOW = 60.0  # seconds that an answer may take on a busy machine
ANY_PORT = Settings(port=0)
ALONE = NoBus()


def find(name: str) -> Game[Any]:
    if name not in GAMES:
        raise NoSuchGame(name, GAMES)
    return GAMES[name]


def run(work: Coroutine[Any, Any, T]) -> T:
    """One test, bounded in time."""
    return asyncio.run(asyncio.wait_for(work, 60))


def make_services(
    path: Path,
    *,
    store: Store | None = None,
    limits: Limits = EASY,
    fault: Fault = no_fault,
    bus: Bus = ALONE,
) -> Services:
    return Services(
        store=store or store_at(path, fault),
        pool=BotPool("tests.server.bots", 1),
        find=find,
        names=lambda: tuple(sorted(GAMES)),
        levels=LEVELS,
        rival="random",
        limits=limits,
        fault=fault,
        bus=bus,
    )


OPEN = {"hints": True, "takeback": True, "picks": True}  # tests/server/test_customs.py shuts it


class Server:
    """A running server: its address, and everything it ever sent."""

    def __init__(self, services: Services, port: int) -> None:
        self.services, self.port = services, port
        self.egress: list[str] = []
        self.address = "127.0.0.1"  # from which it is met
        self.host = "127.0.0.1"  # where it is
        self.tabs: list[Tab] = []
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", verify=False, timeout=SLOW
        )

    async def request(self, method: str, path: str, **rest: Any) -> httpx.Response:
        response = await self.http.request(method, path, **rest)
        self.http.cookies.clear()  # whoever asks next has a browser of their own
        self.egress += [response.text, str(response.headers)]
        return response

    async def post(self, path: str, body: Any = None, token: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.request("POST", path, json=body, headers=headers)

    async def get(self, path: str) -> httpx.Response:
        return await self.request("GET", path)

    async def lay(self, game: str = "brandub", *kinds: str, **rest: Any) -> TakenSeat:
        """A table: `me`, `friend`, or the name of a bot for each seat."""
        seats = [
            {"kind": kind} if kind in ("me", "friend") else {"kind": "bot", "bot": kind}
            for kind in kinds or ("me", "friend")
        ]
        body = {"game": game, "seats": seats, "name": "Ann", "customs": OPEN, **rest}
        response = await self.post("/api/tables", body)
        assert response.status_code == 201, response.text
        return msgspec.json.decode(response.content, type=TakenSeat)

    async def sit(
        self, place: TakenSeat, name: str = "Bob", invite: str | None = None
    ) -> TakenSeat:
        code = place.invite if invite is None else invite
        response = await self.post(f"/api/tables/{place.table}/sit", {"name": name, "invite": code})
        assert response.status_code == 200, response.text
        return msgspec.json.decode(response.content, type=TakenSeat)

    async def tab(self, place: TakenSeat, **hello: Any) -> Tab:
        """A tab of a seat that has been welcomed."""
        return await Tab.open(self, place.table, token=place.token, **hello)

    async def spectator(self, place: TakenSeat) -> Tab:
        return await Tab.open(self, place.table, watch=place.watch)

    async def pair(self, game: str = "brandub", **rest: Any) -> tuple[Tab, Tab]:
        """Two people at a table for two, who have begun."""
        ann = await self.lay(game, **rest)
        bob = await self.sit(ann)
        host, guest = await self.tab(ann), await self.tab(bob)
        if "clock" in rest:
            await host.is_ready()
        return host, guest


@asynccontextmanager
async def serving(
    path: Path, services: Services | None = None, *, settings: Settings = ANY_PORT, **rest: Any
) -> AsyncIterator[Server]:
    services = services or make_services(path, **rest)
    uvicorn_server = uvicorn.Server(uvicorn_settings(make_app(services), settings))
    task = asyncio.create_task(uvicorn_server.serve())
    while not uvicorn_server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.005)
    port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
    server = Server(services, port)
    try:
        yield server
    finally:
        await server.http.aclose()
        uvicorn_server.should_exit = True
        await task


@asynccontextmanager
async def outside(
    url: str, address: str = "127.0.0.1", host: str = "127.0.0.1"
) -> AsyncIterator[Server]:
    """A server in another process, as somebody at that address meets it: its services are there,
    not here."""
    server = Server(cast("Services", None), int(url.rpartition(":")[2]))
    await server.http.aclose()
    transport = httpx.AsyncHTTPTransport(local_address=address)
    server.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
    server.address, server.host = address, host
    try:
        yield server
    finally:
        await asyncio.gather(*(tab.close() for tab in server.tabs))
        await server.http.aclose()


class Tab:
    """One socket, and the table as its page would show it."""

    def __init__(self, server: Server, socket: ClientConnection, table: str) -> None:
        self.server, self.socket, self.table = server, socket, table
        self.heard: list[Outgoing] = []
        self.texts: list[str] = []
        self.welcome: Welcome | None = None
        self.update: Update | None = None
        self.scene: Scene | None = None
        self.passed: set[str] = set()  # things that lay there for a beat alone, or longer
        self.log: list[LogLine] = []
        self.over: Over | None = None
        self.revision = 0
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())
        server.tabs.append(self)

    @classmethod
    async def open(cls, server: Server, table: str, **hello: Any) -> Tab:
        tab = await cls.dial(server, table)
        await tab.send(type="hello", **hello)
        await tab.until(lambda: tab.welcome is not None or tab.closed is not None)
        return tab

    @classmethod
    async def dial(cls, server: Server, table: str, **rest: Any) -> Tab:
        """A socket that has not said hello."""
        address = f"ws://{server.host}:{server.port}/live/{table}"
        rest = {"local_addr": (server.address, 0), **rest}
        socket = await connect(address, max_size=None, ping_interval=None, **rest)
        return cls(server, socket, table)

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.server.egress.append(text)
                self.texts.append(text)
                await self._take(read_outgoing(text))
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: Outgoing) -> None:
        self.heard.append(message)
        if isinstance(message, Welcome):
            self.welcome, self.revision = message, message.revision
            self.over = message.over
            if message.update is not None:
                self._show(message.update)
        elif isinstance(message, Update):
            self._show(message)
        elif isinstance(message, Over):
            self.over = message
        async with self._news:
            self._news.notify_all()

    def _show(self, update: Update) -> None:
        """As the page does it: log lines after `since` are replaced, changes are applied."""
        self.update, self.revision = update, update.revision
        self.log = [line for line in self.log if line.at <= update.since] + list(update.log)
        self._pass_by(update.beats)
        if update.seen.scene is not None:
            self.scene = update.seen.scene
        else:
            assert self.scene is not None
            assert update.change is not None
            self.scene = apply_change(self.scene, update.change)

    def _pass_by(self, beats: Sequence[Beat]) -> None:
        scene = self.scene
        for beat in beats:
            assert scene is not None
            scene = apply_change(scene, beat.change)
            self.passed |= {thing.id for thing in scene.things()}

    async def until(self, done: Callable[[], bool], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(done)

    async def until_count(self, count: int) -> None:
        """Until so many rows are answered."""
        await self.until(lambda: self.update is not None and self.update.count == count)

    async def until_revision(self, revision: int) -> None:
        await self.until(lambda: self.revision >= revision)

    async def hears_more(self, than: int) -> None:
        await self.until(lambda: len(self.heard) > than)

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, kind: str, **rest: Any) -> Outgoing:
        """Send a request and wait for its own answer."""
        name = rest.pop("id", None) or f"m{next(self._ids)}"
        start = len(self.heard)
        await self.send(type=kind, id=name, **rest)
        return await self.answer(name, start)

    async def answer(self, name: str, start: int = 0) -> Outgoing:
        await self.until(
            lambda: (
                any(getattr(m, "id", None) == name for m in self.heard[start:])
                or self.closed is not None
            )
        )
        for message in self.heard[start:]:
            if getattr(message, "id", None) == name:
                return message
        raise ConnectionError("the socket closed without an answer")

    @property
    def seen(self) -> Update:
        assert self.update is not None
        return self.update

    @property
    def options(self) -> tuple[str, ...]:
        """What this seat may choose now."""
        seen = self.seen.seen
        asked = seen.decision is not None and seen.seat in seen.waiting
        return seen.decision.options if asked and seen.decision else ()

    async def choose(self, thing: str | None = None, **rest: Any) -> Outgoing:
        """The first option, unless told otherwise."""
        update = self.seen
        body = {"number": update.seen.number, "part": update.part, **rest}
        return await self.ask("choose", thing=thing or self.options[0], **body)

    async def is_ready(self) -> None:
        """At a table with a live clock the match waits for this word."""
        await self.ask("ready")
        await self.until(lambda: self.update is not None)

    async def my_turn(self) -> None:
        await self.until(
            lambda: bool(self.options), 4 * PATIENCE
        )  # a bot's process may start first

    def cards(self) -> list[TableNews]:
        return [m for m in self.heard if isinstance(m, TableNews)]

    async def close(self) -> None:
        await self.socket.close()
        await self._reader


def refused(message: Outgoing) -> Refused:
    assert isinstance(message, Refused), message
    return message
