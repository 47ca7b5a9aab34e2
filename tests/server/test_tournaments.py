"""Tournaments from end to end: people and bots, over HTTP and sockets."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import run
from tests.server.stores import asked_of
from tests.server.test_people import browsers
from tests.server.tourney import entered, founded, led, plays_through, seen

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
