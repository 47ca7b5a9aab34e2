"""The lobby: open tables by what is wished for, who is here, and the match to watch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import make_services, run
from tests.server.test_people import browsers
from tests.server.test_ratings import rated_pair

pytestmark = pytest.mark.usefixtures("each_store")
SLOW = {"kind": "decision", "seconds": 2 * 86_400}
OPEN = {"seats": [{"kind": "me"}, {"kind": "friend"}], "name": "Astrid", "public": True}
WISHES: tuple[dict[str, Any], ...] = (
    {"game": "brandub"},
    {"game": "brandub", "rated": True},
    {"game": "wager"},
    {"game": "wager", "clock": SLOW},
)


def test_open_tables_are_found_by_game_pace_and_rating_page_by_page(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            laid = [(await ann.post("/api/tables", OPEN | one, 201))["table"] for one in WISHES]

            async def shown(query: str) -> set[int]:
                page = await ann.get(f"/api/tables?{query}")
                return {laid.index(card["id"]) for card in page["tables"]}

            assert await shown("") == {0, 1, 2, 3}
            assert await shown("game=brandub") == {0, 1}
            assert await shown("rated=1") == {1}
            assert await shown("pace=turns") == {3}
            assert await shown("game=wager&pace=live") == {2}
            assert await shown("state=running") == set()
            assert await shown("state=over") == {0, 1, 2, 3}, "what is over is no word here"
            first = await ann.get("/api/tables?game=wager&limit=1")
            rest = await ann.get(f"/api/tables?game=wager&limit=1&after={first['next']}")
            seen = {card["id"] for page in (first, rest) for card in page["tables"]}
            assert seen == {laid[2], laid[3]}

    run(body())


def test_a_lobby_that_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.post("/api/tables", OPEN | WISHES[0], 201)
            first = await ann.http.get("/api/tables")
            same = {"If-None-Match": first.headers["etag"]}
            again = await ann.http.get("/api/tables", headers=same)
            assert (again.status_code, again.content) == (304, b"")
            await ann.post("/api/tables", OPEN | WISHES[1], 201)
            assert (await ann.http.get("/api/tables", headers=same)).status_code == 200

    run(body())


def test_the_strongest_public_match_is_featured_and_no_private_one(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, watcher):
            await rated_pair(ann, bob)
            assert "featured" not in await watcher.get("/api/hall")
        services = make_services(tmp_path / "other")
        async with browsers(tmp_path, 3, services=services) as (_, ann, bob, watcher):
            weak, *_ = await rated_pair(ann, bob, public=True)
            weaker = (await bob.me())["id"]
            sql = "insert into rating values (?, 'brandub', 10.0, 1.0, 7.0, 20)"
            await services.store.note((sql, (weaker,)))
            strong, *_ = await rated_pair(ann, watcher, public=True)
            hall = await watcher.get("/api/hall")
            assert hall["featured"]["id"] == strong != weak
            told = str(hall)
            assert all(word not in told for word in ("token", "invite", "watch", "secret", "mu"))

    run(body())


def test_everybody_who_looks_in_or_sits_is_counted_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            place = await ann.play()
            assert (await ann.get("/api/hall"))["people"] == 1
            await ann.tab(place.table, mine=True)
            assert (await ann.get("/api/hall"))["people"] == 1
            await bob.play()
            assert (await bob.get("/api/hall"))["people"] == 2

    run(body())
