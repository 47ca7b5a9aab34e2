"""My own tables in one answer: whose turn it is, the time, and nothing to whoever has no seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fimbul.server.table import glances
from fimbul.server.wire.bodies import TakenSeat
from tests.server.harness import Server, make_services, run, serving

CLOCK = {"kind": "match", "seconds": 600, "increment": 5}


async def mine(server: Server, *places: TakenSeat) -> list[dict[str, Any]]:
    asked = [{"table": place.table, "token": place.token} for place in places]
    response = await server.post("/api/mine", {"places": asked})
    assert response.status_code == 200, response.text
    return list(response.json())


async def pair(server: Server, **rest: Any) -> tuple[TakenSeat, TakenSeat]:
    ann = await server.lay("brandub", **rest)
    return ann, await server.sit(ann)


def test_all_tables_tell_whose_turn_it_is(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await pair(server)
            waiting = await server.lay("ragnarocks")
            tab = await server.tab(ann)
            found = {one["table"]["id"]: one for one in await mine(server, ann, waiting)}
            assert found[ann.table]["waiting"] == [0]
            assert "waiting" not in found[waiting.table]
            assert found[waiting.table]["table"]["state"] == "waiting"
            await tab.choose()
            await tab.choose()
            (theirs,) = await mine(server, bob)
            assert (theirs["seat"], theirs["waiting"]) == (1, [1])
            assert theirs["turn"] > found[ann.table]["turn"]
            await tab.ask("resign")
            (over,) = await mine(server, bob)
            assert over["table"]["result"]["kind"] == "resigned"
            assert "waiting" not in over

    run(body())


def test_nobody_is_told_about_a_seat_that_is_not_theirs(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await pair(server)
            strangers = [TakenSeat(ann.table, 0, token) for token in ("", "guess", bob.token[:-1])]
            for stranger in strangers:
                assert await mine(server, stranger) == []
            assert await mine(server, TakenSeat("no-such-table", 0, bob.token)) == []
            many = {"places": [{"table": "x", "token": "y"}] * 201}
            assert (await server.post("/api/mine", many)).status_code == 400

    run(body())


def test_one_question_loads_only_a_few_tables(tmp_path: Path) -> None:
    """After a restart nothing is in memory; the rest is known after a few more questions."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            places = [(await pair(server))[0] for _ in range(5)]
        services = make_services(tmp_path / "db")
        async with serving(tmp_path / "db", services) as server:
            asked = [await mine(server, *places) for _ in range(3)]
            told = [sum("waiting" in one for one in found) for found in asked]
            assert told == [glances.WOKEN, 2 * glances.WOKEN, 5]

    run(body())


def test_clocks_wait_until_everybody_is_ready(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await pair(server, clock=CLOCK)
            host, guest = await server.tab(ann), await server.tab(bob)
            card = (await server.get(f"/api/tables/{ann.table}")).json()
            assert (card["state"], card["ready"]) == ("waiting", [1])  # who sat down last is there
            assert host.update is None
            await guest.ask("ready")  # saying it twice changes nothing
            assert host.update is None
            await host.ask("ready")
            await guest.until(lambda: guest.update is not None)
            clocks = guest.seen.clocks
            assert clocks is not None
            assert clocks.running == (0,)
            assert min(left or 0 for left in clocks.left) > 590_000
            (told,) = await mine(server, ann)
            assert told["clocks"]["running"] == [0]

    run(body())


def test_whoever_leaves_takes_everybodys_word_along(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await pair(server, clock=CLOCK)
            response = await server.post(f"/api/tables/{ann.table}/leave", {}, token=bob.token)
            assert response.status_code == 200
            card = (await server.get(f"/api/tables/{ann.table}")).json()
            assert (card["state"], card.get("ready", [])) == ("waiting", [])
            host = await server.tab(ann)
            await host.ask("ready")
            assert host.update is None, "a seat is free again"

    run(body())


def test_without_a_clock_nobody_is_asked(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for clock in ({"kind": "none"}, {"kind": "decision", "seconds": 86_400}):
                ann, _ = await pair(server, clock=clock)
                card = (await server.get(f"/api/tables/{ann.table}")).json()
                assert card["state"] == "running"

    run(body())
