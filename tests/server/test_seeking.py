"""Finding a rival: who is paired with whom, by any worker, once, and only while they wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.server.people.pairing import Seeker, pairs
from fimbul.server.people.seeking import LEASE
from fimbul.server.wire.seeking import SeekLine
from tests.server.harness import run
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers

on_each_store = pytest.mark.usefixtures("each_store")
NOW = 1_000.0


def seeker(name: str, points: float, waited: float = 0.0, **rest: Any) -> Seeker:
    return Seeker(name, f"account-{name}", "brandub", "", points, NOW - waited, **rest)


def met(found: Iterable[tuple[Seeker, Seeker]]) -> set[frozenset[str]]:
    return {frozenset((one.id, other.id)) for one, other in found}


def both(*names: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in names}


# -- who plays whom -----------------------------------------------------------------------------


def test_the_nearest_by_rating_are_paired() -> None:
    four = [seeker("a", 700), seeker("b", 1000), seeker("c", 1010), seeker("d", 720)]
    assert met(pairs(four, NOW)) == both("ad", "bc")


def test_nobody_is_paired_too_far_from_their_rating_until_they_have_waited() -> None:
    assert pairs([seeker("a", 700), seeker("b", 1000)], NOW) == []
    assert met(pairs([seeker("a", 700, 20), seeker("b", 1000, 20)], NOW)) == both("ab")


def test_a_range_that_was_wished_for_is_kept_however_long_it_takes() -> None:
    pair = [seeker("a", 700, 900, within=150), seeker("b", 1000, 900)]
    assert pairs(pair, NOW) == []


def test_whoever_has_waited_longer_comes_first() -> None:
    three = [seeker("a", 1000, 30), seeker("b", 1050), seeker("c", 1055)]
    assert met(pairs(three, NOW)) == both("ab")


def test_those_who_keep_apart_find_the_next_best() -> None:
    line = [seeker("a", 1000), seeker("b", 1001), seeker("c", 1002)]
    apart = {frozenset(("account-a", "account-b"))}
    assert met(pairs(line[:2], NOW, apart)) == set()
    assert met(pairs([*line, seeker("d", 999)], NOW, apart)) == both("ad", "bc")


def test_another_clock_or_game_is_another_line() -> None:
    slow = msgspec.structs.replace(seeker("b", 1000), terms="slow")
    other = msgspec.structs.replace(seeker("c", 1000), game="ragnarocks")
    assert pairs([seeker("a", 1000), slow, other], NOW) == []


@given(
    st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 60), st.sampled_from([0, 0, 150])),
        max_size=30,
    )
)
def test_nobody_is_paired_twice_or_against_their_wish(people: list[tuple[int, int, int]]) -> None:
    waiting = [
        seeker(str(n), points, waited, within=within)
        for n, (points, waited, within) in enumerate(people)
    ]
    found = pairs(waiting, NOW)
    names = [one.id for pair in found for one in pair]
    assert len(names) == len({*names})
    for one, other in found:
        assert abs(one.points - other.points) <= min(one.width(NOW), other.width(NOW))


@given(st.permutations([seeker(str(n), 900 + 7 * n % 40, n % 5) for n in range(12)]))
def test_the_order_in_which_they_came_from_the_store_decides_nothing(line: list[Seeker]) -> None:
    usual = sorted(line, key=lambda one: one.id)
    assert met(pairs(line, NOW)) == met(pairs(usual, NOW))


def test_an_even_crowd_is_paired_to_the_last() -> None:
    roll = Random(1)
    crowd = [seeker(str(n), roll.gauss(1000, 150), 60) for n in range(400)]
    assert len(pairs(crowd, NOW)) == 200


# -- the queue ----------------------------------------------------------------------------------


class Waiting:
    """A page that listens until a rival is found."""

    def __init__(self, browser: Browser, **wish: Any) -> None:
        self.browser, self.heard = browser, asyncio.Event()
        self.lines: list[SeekLine] = []
        self.wish = {"game": "brandub", "name": "Astrid", **wish}
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        http, path = self.browser.http, "/api/seek"
        async with http.stream("POST", path, json=self.wish, timeout=60) as answer:
            assert answer.status_code == 200, await answer.aread()
            async for line in answer.aiter_lines():
                self.browser.server.egress.append(line)
                self.lines.append(msgspec.json.decode(line, type=SeekLine))
                self.heard.set()

    async def found(self) -> SeekLine:
        await self.task
        return self.lines[-1]

    async def close(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task


@asynccontextmanager
async def waiting(*pages: Waiting) -> AsyncIterator[Sequence[Waiting]]:
    try:
        yield pages
    finally:
        for page in pages:
            await page.close()


async def emptied(path: Path, sql: str = "select id from seeker") -> None:
    async with asyncio.timeout(20):
        while await asyncio.to_thread(asked_of, path, sql):
            await asyncio.sleep(0.05)


@on_each_store
def test_two_who_look_for_a_rival_meet_at_one_table_and_the_match_runs(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            pages = Waiting(ann, rated=True), Waiting(bob, name="Bjorn", rated=True)
            async with waiting(*pages):
                one, other = [(await page.found()).taken for page in pages]
                assert one is not None
                assert other is not None
                assert one.table == other.table
                assert {one.seat, other.seat} == {0, 1}
                tabs = [await server.tab(place) for place in (one, other)]
                await tabs[0].until(lambda: any(tab.options for tab in tabs))
                card = await ann.get(f"/api/tables/{one.table}")
                assert card["rated"]
                assert card["state"] == "running"
                mine = await ann.get("/api/me/matches")
                assert [line["table"] for line in mine["matches"]] == [one.table]
                assert asked_of(tmp_path / "db", "select id from seeker") == []

    run(body())


@on_each_store
def test_whoever_closes_the_page_has_left_the_queue(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            gone = Waiting(ann)
            await gone.heard.wait()
            await gone.close()
            await emptied(tmp_path / "db")
            async with waiting(Waiting(bob)) as (page,):
                await page.heard.wait()
                await asyncio.sleep(1)  # two looks at the queue
                assert page.lines[-1].state == "waiting"
                assert asked_of(tmp_path / "db", "select id from tables") == []

    run(body())


@on_each_store
def test_whoever_died_with_their_worker_is_paired_with_nobody(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, bob):
            wish = '{"game":"brandub","name":"Ghost"}'
            values = ("ghost", "account", "brandub", wish, "", "Ghost", 25.0, 1.0, 1.0 + LEASE)
            sql = "insert into seeker values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            await server.services.store.note((sql, values))
            async with waiting(Waiting(bob)) as (page,):
                await page.heard.wait()
                await asyncio.sleep(1)
                assert page.lines[-1].state == "waiting"

    run(body())


def test_a_second_page_of_one_account_takes_the_place_of_the_first(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.play()
            first = Waiting(ann)
            await first.heard.wait()
            async with waiting(first, Waiting(ann)):
                assert (await first.found()).state == "gone"

    run(body())


def test_after_a_while_a_bot_sits_down_if_that_was_wished(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            page = Waiting(ann, bot_after=1, bot="random")
            taken = (await page.found()).taken
            assert taken is not None
            card = await ann.get(f"/api/tables/{taken.table}")
            assert sorted(seat["kind"] for seat in card["seats"]) == ["bot", "person"]

    run(body())


@on_each_store
def test_a_table_is_laid_for_nobody_who_has_just_left(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            store, paths = server.services.store, tmp_path / "db"
            create = store.create

            async def late(*what: Any) -> None:
                """Somebody leaves between the look at the queue and the table."""
                await store.note(("delete from seeker where name = ?", ("Astrid",)))
                await create(*what)

            store.create = late
            async with waiting(Waiting(ann), Waiting(bob, name="Bjorn")) as (one, other):
                assert (await one.found()).state == "gone"
                assert other.lines[-1].state == "waiting"
                assert asked_of(paths, "select id from tables") == []
                assert asked_of(paths, "select seeker from paired") == []

    run(body())


def test_a_wish_that_no_table_can_grant_is_refused_at_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            wish = {"game": "brandub", "name": "Astrid", "bot_after": 5, "bot": "nobody"}
            assert (await ann.post("/api/seek", wish, 422))["code"] == "table/bad"
            await ann.post("/api/seek", {"game": "chess", "name": "Astrid"}, 404)
            assert not ann.cookie

    run(body())


def test_what_is_told_while_waiting_names_nobody(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            async with waiting(
                Waiting(ann, name="Secretive"), Waiting(bob, name="Bjorn", within=1, rated=True)
            ) as pages:
                for page in pages:
                    await page.heard.wait()
                await asyncio.sleep(1)
            told = "".join(server.egress)
            assert "Secretive" not in told
            assert "Bjorn" not in told

    run(body())


@on_each_store
def test_whoever_was_blocked_is_not_found_as_a_rival(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            for one in (ann, bob):
                await one.play()
            mine, theirs = (await ann.me())["id"], (await bob.me())["id"]
            sql = "insert into bond values (?, ?, 'block', 1)"
            await server.services.store.note((sql, (mine, theirs)))
            async with waiting(Waiting(ann), Waiting(bob, name="Bjorn")) as pages:
                for page in pages:
                    await page.heard.wait()
                await asyncio.sleep(1)  # two looks at the queue
                assert {page.lines[-1].state for page in pages} == {"waiting"}

    run(body())
