"""The worst accepted request for every endpoint: what it costs the event loop, and what comes back.

`python -m benchmarks.server_worst` serves in a thread of this process and reads that thread's own
processor time before and after each request, so other programs do not count. A request may cost the
loop 50 ms and send 100 kB back.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
import uvicorn
from msgspec import structs

import fimbul
from fimbul.kernel import card_file, puzzles
from fimbul.server.app import make_app
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import collect_seldom, share_finely, uvicorn_settings
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.sqlite import SqliteStore

MOST_MS, MOST_BYTES = 50.0, 100_000
PLENTY = Rate(1e9, 1e9)
RATES = ("messages", "chat", "hints", "studies", "tables", "seats", "works", "mine")
BATTLE = {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"}
SEATS = [{"kind": "me"}, {"kind": "friend"}]
ROWS = 5_000  # of nothing, in 60 kB


class Request(NamedTuple):
    path: str
    body: Any = None
    token: str = ""
    text: str = ""


class Cost(NamedTuple):
    request: str
    status: int
    ms: float  # of the event loop's processor time
    size: int  # bytes on the wire

    @property
    def fair(self) -> bool:
        return self.ms < MOST_MS and self.size < MOST_BYTES


class Served:
    """A server in a thread, and the processor time of that thread."""

    def __init__(self, data: Path) -> None:
        limits = structs.replace(Limits(), **dict.fromkeys(RATES, PLENTY))
        self.services = Services(store=SqliteStore(data), pool=BotPool(), limits=limits)
        self.ready, self.port, self.clock = Event(), 0, 0
        self.server = uvicorn.Server(
            uvicorn_settings(make_app(self.services), Settings(port=0, data=data))
        )
        self.thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        collect_seldom()
        share_finely()
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        serving = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.ready.set()
        await serving

    def spent(self) -> float:
        assert self.thread.ident is not None, "it has been started"
        return time.clock_gettime(time.pthread_getcpuclockid(self.thread.ident))


@contextmanager
def serving() -> Iterator[tuple[Served, httpx.Client]]:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "db")
        served.thread.start()
        served.ready.wait()
        with httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=300) as client:
            for name in fimbul.game_names():
                client.get(f"/api/games/{name}/rulebook")  # every game is read
            client.get("/api/games")
            yield served, client
        served.server.should_exit = True
        served.thread.join()


def asked(served: Served, client: httpx.Client, request: Request) -> tuple[Cost, httpx.Response]:
    headers = {"Authorization": f"Bearer {request.token}"} if request.token else {}
    before = served.spent()
    if request.text:
        response = client.post(request.path, content=request.text)
    elif request.body is not None:
        response = client.post(request.path, json=request.body, headers=headers)
    else:
        response = client.get(request.path, headers=headers)
    time.sleep(0.05)  # what follows the answer belongs to it
    ms = (served.spent() - before) * 1000
    cost = Cost(request.path[:60], response.status_code, ms, response.num_bytes_downloaded)
    return cost, response


def cards_of(name: str) -> str:
    game = fimbul.game(name)
    return card_file(game.id, game.rulebook)


def unseated() -> Iterator[Request]:
    """What needs no table."""
    for path in ("/api/games", "/api/puzzles", "/api/openapi.json", "/healthz", "/readyz"):
        yield Request(path)
    for name in fimbul.game_names():
        yield Request(f"/api/games/{name}/rulebook")
        yield Request(f"/api/games/{name}/art.svg")
        if cards_of(name):
            yield Request(f"/api/games/{name}/cards.toml")
        for field in structs.fields(fimbul.game(name).setup_type):
            yield Request("/api/play", {"game": name, "name": "A", "options": {field.name: junk()}})
    yield Request("/api/games/rag_narok/workshops/army")
    for draft in drafts():
        yield Request("/api/games/rag_narok/workshops/army", draft)
    for name in ("drakkar", "nine_realms", "rag_narok", "ragnarocks"):
        own = {"game": name, "name": "A", "options": {"cards": cards_of(name)}}
        yield Request("/api/play", own)
    battle = {"game": "rag_narok", "name": "A", "options": BATTLE}
    yield Request("/api/play", battle)
    yield Request("/api/tables", {**battle, "seats": SEATS, "public": True})
    yield Request("/api/tables?limit=100")
    places = [{"table": "x" * 12, "token": "y" * 40} for _ in range(200)]
    yield Request("/api/mine", {"places": places})
    yield from of_puzzles()


def junk() -> list[dict[str, Any]]:
    return [{}] * ROWS


def drafts() -> Iterator[dict[str, Any]]:
    army = (Path(__file__).parent / "armies/acheron.army").read_text()
    yield {"text": army}
    yield {"text": ("x\n" * 2000)[:3999]}
    line = {"card": "x", "count": 1}
    yield {"draft": {"heads": {}, "sections": [{"kind": "unit", "lines": [line] * 100}] * 10}}


def of_puzzles() -> Iterator[Request]:
    for name in fimbul.game_names():
        for puzzle in puzzles(fimbul.game(name))[:1]:
            path = f"/api/games/{name}/puzzles/{puzzle.name}"
            yield from (Request(path), Request(f"{path}/picture.svg"), Request(f"{path}/answer"))


def record_of_battle() -> str:
    """A battle of 1,000 AP by chance, a few hundred choices of it."""
    game: Any = fimbul.game("rag_narok")
    match: Any = fimbul.Match(game, game.setup(**BATTLE), 7)
    dice = Random(3)
    while match.state.open and len(match.choices) < 250:
        decision = dice.choice(match.state.open)
        match.choose(decision.seat, dice.choice(decision.options))
    return str(fimbul.write_saga(match.record()))


def seated(served: Served, client: httpx.Client) -> Iterator[Cost]:
    """What is done at tables, and with records."""
    laid, response = asked(
        served,
        client,
        Request(
            "/api/tables", {"game": "rag_narok", "name": "A", "options": BATTLE, "seats": SEATS}
        ),
    )
    place = response.json()
    yield laid
    yield asked(served, client, Request(f"/api/tables/{place['table']}"))[0]
    sit = {"name": "B", "invite": place["invite"]}
    cost, response = asked(served, client, Request(f"/api/tables/{place['table']}/sit", sit))
    yield cost
    yield asked(served, client, Request(f"/api/matches/{place['table']}/saga"))[0]
    yield asked(served, client, Request(f"/api/tables/{place['table']}/leave", {}, place["token"]))[
        0
    ]
    saga = record_of_battle()
    cost, response = asked(served, client, Request("/api/sagas", text=saga))
    yield cost
    yield asked(served, client, Request("/api/verify", text=saga))[0]
    name = response.json()["replay"]
    yield asked(served, client, Request(f"/api/replays/{name}"))[0]
    for at in (15, 249):
        yield asked(served, client, Request(f"/api/replays/{name}/scene?at={at}&seat=open"))[0]
    yield asked(served, client, Request(f"/api/replays/{name}/study"))[0]
    on = {"at": 249, "seats": SEATS, "name": "A"}
    yield asked(served, client, Request(f"/api/replays/{name}/play", on))[0]


def worst(costs: list[Cost]) -> list[Cost]:
    """The worst of each path."""
    found: dict[str, Cost] = {}
    for cost in costs:
        before = found.get(cost.request)
        found[cost.request] = cost if before is None or cost.ms > before.ms else before
    return sorted(found.values(), key=lambda cost: -cost.ms)


def main() -> None:
    with serving() as (served, client):
        costs = [asked(served, client, request)[0] for request in unseated()]
        costs += seated(served, client)
    print("| Request | Status | Loop, ms | Bytes back |  |\n|---|---|---|---|---|")
    for cost in worst(costs):
        verdict = "" if cost.fair else "TOO MUCH"
        print(f"| {cost.request} | {cost.status} | {cost.ms:.1f} | {cost.size:,} | {verdict} |")


if __name__ == "__main__":
    main()
