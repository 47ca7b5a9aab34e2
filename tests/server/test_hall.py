"""The lobby: open tables by what is wished for, who is here, and the match to watch."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from fimbul.server.ops.rates import Rate
from fimbul.server.people.visible import Visible
from tests.server.harness import EASY, make_services, run
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers
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


def test_only_those_are_named_who_want_to_be_seen(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            for one, name in ((ann, "Astrid"), (bob, "Bob")):
                await one.play(name=name)
            look = {"name": "Astrid", "tone": "ice", "emblem": "wolf"}
            assert "players" not in await bob.get("/api/hall")
            mine = (await ann.post("/api/me", {**look, "seen": True}))["account"]
            assert mine["seen"]
            seen = await until_named(bob, 1)
            assert seen == [{"id": mine["id"], **look}]
            crowd = Visible(server.services.store)
            assert [one.name for one in await crowd.names()] == ["Astrid"]
            await server.services.store.note(("update visible set until = 0", ()))
            assert await Visible(server.services.store).names() == ()
            await crowd.note([bob.cookie, ann.cookie, "no such cookie"])
            assert [one.name for one in await Visible(server.services.store).names()] == ["Astrid"]
            assert asked_of(tmp_path / "db", "select count(*) from visible") == [(1,)]
            await ann.post("/api/me", look)
            assert asked_of(tmp_path / "db", "select * from visible") == []

    run(body())


def test_whoever_is_shut_out_or_gone_is_not_named(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            await ann.play()
            look = {"name": "Astrid", "tone": "ice", "emblem": "wolf", "seen": True}
            mine = (await ann.post("/api/me", look))["account"]["id"]
            store = server.services.store
            await store.note(("insert into ban values ('account', cast(? as text))", (mine,)))
            assert await Visible(store).names() == ()
            await store.note(("delete from ban", ()))
            assert len(await Visible(store).names()) == 1
            await ann.post("/api/me/delete")
            assert await Visible(store).names() == ()

    run(body())


async def until_named(browser: Browser, count: int) -> list[dict[str, str]]:
    for _ in range(200):
        found = (await browser.get("/api/hall")).get("players", [])
        if len(found) == count:
            return list(found)
        await asyncio.sleep(0.1)
    raise AssertionError("nobody is named")


def test_looks_at_the_lobby_are_counted_by_address(tmp_path: Path) -> None:
    few = structs.replace(EASY, lobby=Rate(0.001, 3))

    async def body() -> None:
        async with browsers(tmp_path, 2, limits=few) as (_, ann, bob):
            await ann.get("/api/hall")
            await bob.get("/api/tables")
            await ann.get("/api/hall")
            for path in ("/api/hall", "/api/tables"):
                answer = await bob.http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (429, "rate/too-fast")
                assert int(answer.headers["retry-after"]) > 0

    run(body())
