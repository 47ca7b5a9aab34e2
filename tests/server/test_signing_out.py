"""Signing out everywhere: what a lost device still holds opens nothing any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.server.people.accounts import Accounts
from tests.server.harness import Server, Tab, run
from tests.server.stores import asked_of
from tests.server.test_incidents import DOORS
from tests.server.test_people import Browser, browsers

pytestmark = pytest.mark.usefixtures("each_store")


async def keep(server: Server) -> None:
    """All accounts can be entered from elsewhere."""
    sql = "update account set mail = id || '@example.org'"
    await server.services.store.note((sql, ()))


async def returns(server: Server, account: str) -> Browser:
    """A new browser that is signed in to that account."""
    accounts, found = Accounts(server.services.store), Browser(server)
    mine = await accounts.by_id(account)
    assert mine is not None
    found.http.cookies.set("fimbul", (await accounts.enter(mine, None, "")).token)
    return found


def test_the_words_of_seats_that_a_lost_device_keeps_are_dead(tmp_path: Path) -> None:
    """T20: every match under way, through sockets that are open, too; the account opens them."""

    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            places = [await ann.play() for _ in range(2)]
            await keep(server)
            lost = await Tab.open(server, places[0].table, token=places[0].token)
            assert lost.welcome is not None
            account = (await ann.me())["id"]
            await ann.post("/api/me/out-everywhere")
            await lost.until(lambda: lost.closed is not None)
            for place in places:
                again = await Tab.open(server, place.table, token=place.token)
                assert again.closed == 1008
                for door in DOORS:
                    path = f"/api/tables/{place.table}/{door}"
                    await ann.post(path, status=403, token=place.token)
            phone = await returns(server, account)
            for place in places:
                tab = await phone.tab(place.table, mine=True)
                assert tab.welcome is not None
                assert tab.welcome.seat == place.seat
            await phone.http.aclose()

    run(body())


def test_an_account_that_is_not_kept_leaves_its_matches_to_this_device(tmp_path: Path) -> None:
    """Otherwise nobody could ever go on with them."""

    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            place = await ann.play()
            await ann.post("/api/me/out-everywhere")
            tab = await Tab.open(server, place.table, token=place.token)
            assert tab.welcome is not None
            assert tab.welcome.seat == place.seat

    run(body())


def test_a_match_that_is_over_is_left_as_it_is(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            place = await ann.play()
            tab = await ann.tab(place.table, mine=True)
            await tab.ask("resign")
            await tab.close()
            await keep(server)
            before = asked_of(tmp_path / "db", "select revision, state from tables")
            assert before[0][1] == "over"
            await ann.post("/api/me/out-everywhere")
            assert asked_of(tmp_path / "db", "select revision, state from tables") == before

    run(body())
