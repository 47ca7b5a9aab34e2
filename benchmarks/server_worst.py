"""The worst accepted request for every endpoint: what it costs the event loop, and what comes back.

`python -m benchmarks.server_worst` serves in a thread of this process and reads that thread's own
processor time before and after each request, so other programs do not count. A request may cost the
loop 50 ms and send 100 kB back. What is asked stands in `worst_requests.py`.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx
import uvicorn
from msgspec import structs

import fimbul
from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.bot_keys import BotKeys
from fimbul.server.ops.postman import Postman
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import collect_seldom, share_finely, uvicorn_settings
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.sqlite import SqliteStore

T = TypeVar("T")
MOST_MS, MOST_BYTES = 50.0, 100_000
PLENTY = Rate(1e9, 1e9)
RATES = tuple(name for name, one in structs.asdict(Limits()).items() if isinstance(one, Rate))
NOWHERE = "smtp://127.0.0.1:1"  # letters are written, and nobody takes them


class Cost(NamedTuple):
    method: str
    path: str
    status: int
    ms: float  # of the event loop's processor time
    size: int  # bytes on the wire

    @property
    def fair(self) -> bool:
        return self.ms < MOST_MS and self.size < MOST_BYTES


class Served:
    """A server in a thread, and the processor time of that thread."""

    def __init__(self, folder: Path) -> None:
        limits = structs.replace(Limits(), **dict.fromkeys(RATES, PLENTY))
        self.keys = folder / "bots.toml"
        self.services = Services(
            store=SqliteStore(folder / "db"),
            pool=BotPool(),
            limits=limits,
            bot_keys=BotKeys(self.keys),
            postman=Postman(urlsplit(NOWHERE), "hall@example.org", "https://example.org"),
        )
        self.ready, self.port = Event(), 0
        self.server = uvicorn.Server(
            uvicorn_settings(make_app(self.services), Settings(port=0, data=folder / "db"))
        )
        self.thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        collect_seldom()
        share_finely()
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        serving = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.ready.set()
        await serving

    def done(self, work: Coroutine[Any, Any, T]) -> T:
        """In the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def spent(self) -> float:
        assert self.thread.ident is not None, "it has been started"
        return time.clock_gettime(time.pthread_getcpuclockid(self.thread.ident))


class Asker:
    """Whoever asks a server, and what every answer has cost."""

    def __init__(self, served: Served, client: httpx.Client) -> None:
        self.served, self.client = served, client
        self.costs: list[Cost] = []

    def get(self, path: str, token: str = "") -> httpx.Response:
        return self._ask("GET", path, token)

    def post(self, path: str, body: Any = None, token: str = "") -> httpx.Response:
        return self._ask("POST", path, token, **({} if body is None else {"json": body}))

    def send(self, path: str, text: str) -> httpx.Response:
        return self._ask("POST", path, "", content=text)

    def hear(self, path: str, token: str) -> None:
        """The first line of an answer that goes on."""
        self._hear("GET", path, headers=_bearing(token))

    def hear_post(self, path: str, body: Any) -> None:
        self._hear("POST", path, json=body)

    def _hear(self, method: str, path: str, **content: Any) -> None:
        before = self.served.spent()
        with self.client.stream(method, path, **content) as response:
            size = len(next(response.iter_raw()))
            self._note(method, path, response.status_code, before, size)

    def _ask(self, method: str, path: str, token: str, **content: Any) -> httpx.Response:
        before = self.served.spent()
        response = self.client.request(method, path, headers=_bearing(token), **content)
        self._note(method, path, response.status_code, before, response.num_bytes_downloaded)
        return response

    def _note(self, method: str, path: str, status: int, before: float, size: int) -> None:
        time.sleep(0.05)  # what follows the answer belongs to it
        ms = (self.served.spent() - before) * 1000
        self.costs.append(Cost(method, path, status, ms, size))


def _bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@contextmanager
def serving() -> Iterator[Asker]:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.thread.start()
        served.ready.wait()
        address = f"http://localhost:{served.port}"  # by a name, where there are passkeys
        with httpx.Client(base_url=address, timeout=300) as client:
            for name in fimbul.game_names():
                client.get(f"/api/games/{name}/rulebook")  # every game is read
            client.get("/api/games")
            collect_seldom()  # as the server does when it has read them
            yield Asker(served, client)
        served.server.should_exit = True
        served.thread.join()


class Described(NamedTuple):
    """An endpoint, as the server describes it."""

    method: str
    path: str

    def is_asked_by(self, cost: Cost) -> bool:
        shape = re.sub(r"\{[^}]*\}", "[^/]+", self.path)
        asked = cost.path.partition("?")[0]
        return self.method == cost.method and re.fullmatch(shape, asked) is not None


def described(client: httpx.Client) -> list[Described]:
    """The most particular first: `/api/tables/{table}` is not what `/api/tables/mine` asks."""
    paths = client.get("/api/openapi.json").json()["paths"]
    found = [Described(method.upper(), path) for path, one in paths.items() for method in one]
    return sorted(found, key=lambda one: one.path.count("{"))


def by_endpoint(asker: Asker) -> dict[Described, list[Cost]]:
    found: dict[Described, list[Cost]] = {one: [] for one in described(asker.client)}
    for cost in asker.costs:
        for one in found:
            if one.is_asked_by(cost):
                found[one].append(cost)
                break
    return found


def worst(costs: list[Cost]) -> Cost:
    """An answer that is too large counts for more than a slow one that is not too slow."""
    return max(costs, key=lambda cost: (not cost.fair, cost.ms))


def main() -> None:
    from benchmarks.worst_requests import ask_all

    with serving() as asker:
        ask_all(asker)
        found = by_endpoint(asker)
    print("| Endpoint | Asked | Status | Loop, ms | Bytes back |  |\n|---|---|---|---|---|---|")
    rows = [(one, worst(costs), len(costs)) for one, costs in found.items() if costs]
    for one, cost, times in sorted(rows, key=lambda row: -row[1].ms):
        verdict = "" if cost.fair else f"TOO MUCH: {cost.path}"
        name = f"{one.method} {one.path}"
        print(f"| {name} | {times} | {cost.status} | {cost.ms:.1f} | {cost.size:,} | {verdict} |")
    for one in (one for one, costs in found.items() if not costs):
        print(f"| {one.method} {one.path} | 0 | | | | NOT ASKED |")


if __name__ == "__main__":
    main()
