"""Tournaments from end to end: people and bots, over HTTP and sockets."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from fimbul.server.ops.rates import Rate
from fimbul.server.table.lobby import Lobby
from fimbul.server.tournaments.bouts import ABSENT
from fimbul.server.tournaments.posting import FRESH
from fimbul.server.tournaments.steward import TICK, Steward
from tests.server.harness import EASY, make_services, run, serving
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers
from tests.server.tourney import TERMS, entered, founded, led, played_out, plays_through, seen

on_each_store = pytest.mark.usefixtures("each_store")


def pairs_of(path: Path) -> Counter[frozenset[int]]:
    rows = asked_of(path, "select number, entrant from bout order by number, seat")
    bouts: dict[int, list[int]] = {}
    for number, entrant in rows:
        bouts.setdefault(number, []).append(entrant)
    return Counter(frozenset(names) for names in bouts.values() if len(names) == 2)


@on_each_store
def test_a_whole_swiss_of_people_and_bots(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, *people):
            name = await founded(people[0], rounds=3, bots=["random", "greedy"])
            for n, one in enumerate(people):
                await entered(one, name, shown=f"Player {n}")
            await led(people[0], name)
            pages = await asyncio.gather(*(plays_through(one, name) for one in people))
            page: dict[str, Any] = pages[0]
            assert page["round"] == 3
            assert set(pairs_of(tmp_path / "db").values()) == {1}
            lines = page["standings"]
            assert lines[0]["rank"] == 1
            assert sum(line["points"] for line in lines) == 3 * 3 * 2  # two boards and a round off
            assert {seat["place"] for bout in page["bouts"] for seat in bout["seats"]} <= {1, 2}

    run(body())


@on_each_store
def test_a_whole_arena_of_people_and_bots(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, *people):
            name = await founded(people[0], kind="arena", minutes=1, bots=["random"])
            for n, one in enumerate(people):
                await entered(one, name, shown=f"Player {n}")
            await led(people[0], name)
            playing = [asyncio.create_task(plays_through(one, name)) for one in people]
            while len(asked_of(tmp_path / "db", "select 1 from bout where ended > 0")) < 8:
                await asyncio.sleep(0.2)
            over = "update tournament set until = 1 where id = ?"
            await server.services.store.note((over, (name,)))
            pages = await asyncio.gather(*playing)
            assert asked_of(tmp_path / "db", "select 1 from bout where ended = 0") == []
            lines = pages[0]["standings"]
            played = sum(line.get(how, 0) for line in lines for how in ("won", "drawn", "lost"))
            assert played == len(asked_of(tmp_path / "db", "select 1 from bout"))
            page = await seen(people[0], name)
            assert page["mine"]["line"]["points"] >= 0

    run(body())


@pytest.mark.parametrize("kind", ["round_robin", "knock_out"])
def test_small_tournaments_are_played_to_their_end(tmp_path: Path, kind: str) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            name = await founded(ann, kind=kind, bots=["random", "greedy"])
            await entered(ann, name, shown="Ann")
            await led(ann, name)
            page = await plays_through(ann, name)
            met = pairs_of(tmp_path / "db")
            if kind == "round_robin":
                assert set(met.values()) == {1}
                assert len(met) == 3
            assert page["standings"][0]["rank"] == 1
            mine = page["mine"]["line"]
            assert mine.get("won", 0) + mine.get("drawn", 0) + mine.get("lost", 0) >= 1

    run(body())


# -- who does not come, who joins late, who takes a break ---------------------------------------


@on_each_store
def test_whoever_does_not_come_has_lost_and_is_drawn_no_more_until_they_are_back(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            name = await founded(ann, rounds=3, patience=5)
            for one, called in ((ann, "Ann"), (bob, "Bob")):
                await entered(one, name, shown=called)
            await led(ann, name)
            table = await waited_for(ann, name)
            tab = await ann.tab(table, mine=True)
            await tab.ask("ready")
            await tab.until(lambda: tab.over is not None, 20)
            await tab.close()
            mine = (await seen(bob, name))["mine"]
            assert mine["away"]
            assert mine["line"]["points"] == 0
            assert (await seen(ann, name))["mine"]["line"]["points"] == 2
            places = asked_of(tmp_path / "db", "select place from bout order by place")
            assert [place for (place,) in places] == [ABSENT, 1]
            assert (await plays_through(ann, name))["round"] == 1, "one alone cannot be paired"

    run(body())


async def waited_for(one: Browser, name: str) -> str:
    """The table of their next match, as soon as there is one."""
    async with asyncio.timeout(20):
        while True:
            page = await seen(one, name)
            if table := (page.get("mine") or {}).get("table"):
                return str(table)
            await asyncio.sleep(0.1)


def test_one_may_join_late_take_a_break_and_come_back(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            name = await founded(ann, kind="arena", minutes=5, bots=["random"])
            await entered(ann, name, shown="Ann")
            await led(ann, name)
            await waited_for(ann, name)
            late = await entered(bob, name, shown="Bob")
            assert late["mine"]["state"] == "in"
            assert (await entered(bob, name, "pause"))["mine"]["state"] == "paused"
            await played_out(ann, await waited_for(ann, name))
            await played_out(ann, await waited_for(ann, name))
            sql = "select 1 from bout join entrant on entrant.number = bout.entrant "
            bobs = f"{sql} where entrant.name = 'Bob'"
            assert asked_of(tmp_path / "db", bobs) == []
            await entered(bob, name, "return")
            await waited_for(bob, name)
            paused = await led(ann, name, "pause")
            assert paused["card"]["state"] == "paused"
            assert (await led(ann, name, "resume"))["card"]["state"] == "running"
            assert (await led(ann, name, "end"))["card"]["state"] == "over"

    run(body())


def test_in_a_pause_nobody_is_late_and_after_it_everybody_is_waited_for_anew(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            name = await founded(ann, rounds=1, patience=30)
            for one in (ann, bob):
                await entered(one, name)
            await led(ann, name)
            await waited_for(ann, name)
            await led(ann, name, "pause")
            await server.services.store.note(("update bout set since = 1", ()))
            await asyncio.sleep(3 * TICK)
            open_bout = "select since > 1 from bout where ended = 0 and seat = 0"
            assert [bool(late) for (late,) in asked_of(tmp_path / "db", open_bout)] == [False]
            await led(ann, name, "resume")
            await asyncio.sleep(3 * TICK)
            assert [bool(anew) for (anew,) in asked_of(tmp_path / "db", open_bout)] == [True]

    run(body())


# -- who may, and what is told -----------------------------------------------------------------


def test_only_its_host_leads_a_tournament_and_a_small_one_closes_when_it_begins(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            name = await founded(ann, kind="knock_out", bots=["random", "greedy"])
            await entered(bob, name, shown="Bob")
            course = f"/api/tournaments/{name}/course"
            assert (await bob.post(course, {"act": "begin"}, 403))["code"] == "tournament/host"
            await led(ann, name)
            await waited_for(bob, name)
            entry = f"/api/tournaments/{name}/entry"
            late = await ann.post(entry, {"act": "join", "name": "Ann"}, 409)
            assert late["code"] == "table/not-now"
            await ann.get("/api/tournaments/nowhere", 404)

    run(body())


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"clock": {"kind": "none"}}, "clock"),
        ({"kind": "arena", "clock": {"kind": "decision", "seconds": 172_800}}, "clock"),
        ({"bots": ["nobody"]}, "bots"),
        ({"bots": ["random", "random"]}, "bots"),
        ({"begins": 10**11}, "begins"),
    ],
)
def test_a_tournament_that_cannot_be_held_is_refused_and_leaves_nothing(
    tmp_path: Path, wish: dict[str, Any], field: str
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            sent = {**TERMS, **wish}
            said = await ann.post("/api/tournaments", sent, 422)
            assert said["problems"][0].startswith(f"{field}:")
            assert not ann.cookie
            assert asked_of(tmp_path / "db", "select 1 from tournament") == []

    run(body())


def test_where_only_moderators_may_nobody_else_makes_a_tournament(tmp_path: Path) -> None:
    async def body() -> None:
        services = replace(make_services(tmp_path / "db"), tournaments="moderators")
        async with serving(tmp_path / "db", services) as server:
            ann = Browser(server)
            await ann.play()
            assert not (await ann.get("/api/tournaments"))["may"]
            refused = await ann.post("/api/tournaments", TERMS, 403)
            assert refused["code"] == "tournament/host"
            object.__setattr__(services, "moderators", frozenset({(await ann.me())["id"]}))
            assert (await ann.get("/api/tournaments"))["may"]
            await founded(ann)
            await ann.http.aclose()

    run(body())


def test_nobody_sits_down_for_another_at_a_table_of_a_tournament(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, eve):
            name = await founded(ann)
            for one in (ann, bob):
                await entered(one, name)
            await led(ann, name)
            table = await waited_for(ann, name)
            await eve.play()
            tab = await eve.tab(table, mine=True)
            assert tab.welcome is None or tab.welcome.seat is None
            sit = f"/api/tables/{table}/sit"
            assert (await eve.post(sit, {"name": "Eve"}, 409))["code"] == "table/not-now"
            card = await ann.get(f"/api/tables/{table}")
            assert card["tournament"] == name
            assert card.get("host") is None
            (token,) = asked_of(
                tmp_path / "db", f"select facts from seat where match = '{table}' limit 1"
            )
            assert json.loads(token[0])["token"] not in "".join(ann.server.egress)

    run(body())


def test_who_deletes_their_account_stays_in_the_standings_by_name_alone(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            name = await founded(ann, bots=["random"])
            await entered(bob, name, shown="Bob")
            told = await bob.get("/api/me/data")
            assert [one["tournament"] for one in told["tournaments"]] == [name]
            await bob.post("/api/me/delete")
            await asyncio.sleep(FRESH)  # for so long it is told as it was
            page = await seen(ann, name)
            (line,) = [line for line in page["standings"] if line["entrant"]["name"] == "Bob"]
            assert line["entrant"]["state"] == "out"
            assert "account" not in line["entrant"]

    run(body())


def test_a_round_is_told_to_whoever_wants_to_hear_of_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            name = await founded(ann, bots=["random"])
            await entered(ann, name)
            account = (await ann.me())["id"]
            wants = " turn round "
            row = ("c", account, "webhook", "https://example.org/x", wants, "en", 1, "")
            sql = "insert into channel values (?, ?, ?, ?, ?, ?, ?, ?)"
            await server.services.store.note((sql, row))
            await led(ann, name)
            table = await waited_for(ann, name)
            told = asked_of(tmp_path / "db", "select kind, match, account from notice")
            assert told == [("round", table, account)]

    run(body())


def test_old_tournaments_are_forgotten_with_all_that_belongs_to_them(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            name = await founded(ann, bots=["random"])
            steward = Steward(Lobby(server.services))
            await steward.clean_up()
            assert asked_of(tmp_path / "db", "select id from tournament") == [(name,)]
            old = "update tournament set touched = 1, created = 1"
            await server.services.store.note((old, ()))
            await steward.clean_up()
            for part in ("tournament", "entrant", "bout"):
                assert asked_of(tmp_path / "db", f"select 1 from {part}") == []

    run(body())


def test_whoever_asks_too_much_of_tournaments_is_asked_to_wait(tmp_path: Path) -> None:
    async def body() -> None:
        limits = structs.replace(EASY, tables=Rate(0.001, 2), seats=Rate(0.001, 2))
        async with browsers(tmp_path, 1, limits=limits) as (_, ann):
            for _ in range(2):
                name = await founded(ann)
            await ann.post("/api/tournaments", TERMS, 429)
            entry = f"/api/tournaments/{name}/entry"
            for _ in range(2):
                await entered(ann, name)
            assert (await ann.post(entry, {"act": "leave"}, 429))["code"] == "rate/too-fast"

    run(body())


def test_what_a_tournament_tells_holds_no_word_that_opens_a_seat(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            name = await founded(ann, public=False)
            for one in (ann, bob):
                await entered(one, name)
            await led(ann, name)
            await waited_for(ann, name)
            await bob.get("/api/tournaments")
            told = "".join(server.egress)
            ((facts,),) = asked_of(tmp_path / "db", "select facts from tables")
            words = [json.loads(facts)[part] for part in ("invite", "watch", "secret")]
            rows = asked_of(tmp_path / "db", "select facts from seat")
            words += [json.loads(one)[part] for (one,) in rows for part in ("token", "luck")]
            assert all(words)
            assert not [word for word in words if word in told]
            stranger = Browser(server)
            assert (await stranger.get("/api/tournaments"))["tournaments"] == []
            await stranger.http.aclose()

    run(body())
