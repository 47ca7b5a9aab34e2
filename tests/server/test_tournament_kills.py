"""A server killed in the middle of a tournament: every pair is drawn once, no result is lost."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from fimbul.server.people.cookie import COOKIE
from tests.server.harness import run, serving
from tests.server.stores import asked_of
from tests.server.test_crash import armed_by, doomed
from tests.server.test_people import Browser
from tests.server.test_tournaments import pairs_of
from tests.server.tourney import entered, founded, led, plays_through

on_each_store = pytest.mark.usefixtures("each_store")


async def dies_at(data: Path, moment: str, ended: int, ann_keeps: dict[str, str]) -> str:
    """A tournament that is under way when its server is killed, after so many matches."""
    async with doomed(data, moment) as (server, process):
        ann = Browser(server)
        name = await founded(ann, rounds=3, bots=["random", "greedy", "naps:400ms"])
        await entered(ann, name, shown="Ann")
        ann_keeps["cookie"] = ann.cookie
        playing = asyncio.create_task(plays_through(ann, name))
        if ended == 0:
            armed_by(data).touch()
        with suppress(httpx.HTTPError):
            await led(ann, name)
        while len(asked_of(data, "select 1 from bout where ended > 0 and seat = 0")) < ended:
            await asyncio.sleep(0.05)
        armed_by(data).touch()
        await process.wait()
        with suppress(httpx.HTTPError, OSError, WebSocketException, AssertionError, TimeoutError):
            await playing
        await ann.http.aclose()
    armed_by(data).unlink()
    return name


def every_result_is_kept(data: Path) -> None:
    """What each table says about its end is what its bout says."""
    places = asked_of(data, "select match, place from bout where match <> '' order by match, seat")
    told: dict[str, list[int]] = {}
    for match, place in places:
        told.setdefault(match, []).append(place)
    rows = asked_of(data, "select id, standing from tables where state = 'over'")
    assert {name for name, _ in rows} == {*told}
    for name, standing in rows:
        assert json.loads(standing)["result"]["places"] == told[name]


@on_each_store
@pytest.mark.parametrize("ended", [0, 1])
@pytest.mark.parametrize("moment", ["writing", "written"])
def test_a_server_killed_in_the_middle_of_a_round_draws_every_pair_once(
    tmp_path: Path, moment: str, ended: int
) -> None:
    async def body() -> None:
        data, kept = tmp_path / "db", dict[str, str]()
        name = await dies_at(data, moment, ended, kept)
        async with serving(data) as server:
            ann = Browser(server)
            ann.http.cookies.set(COOKIE, kept["cookie"])
            with suppress(AssertionError):
                await led(ann, name)  # if that was lost; otherwise it is refused
            page = await plays_through(ann, name)
            assert page["round"] == 3
            met = pairs_of(data)
            assert len(met) == 6
            assert set(met.values()) == {1}
            every_result_is_kept(data)
            await ann.http.aclose()

    run(body())
