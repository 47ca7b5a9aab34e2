"""What people allow each other at a table: hints, taking back, the sight of a half-made pick."""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import StaleChoice
from fimbul.server.wire.messages import Asked, ChatLine, Hinted
from tests.server.harness import Server, Tab, refused, run, serving

SHUT: dict[str, bool] = {}
PICK, WALK = "piece:raider-2", "cell:e2"


async def two(server: Server, customs: dict[str, bool]) -> tuple[Tab, Tab, TakenSeat]:
    """Two people at a table of Brandub; the first of them is asked."""
    ann_place = await server.lay("brandub", customs=customs)
    bob_place = await server.sit(ann_place)
    ann, bob = await server.tab(ann_place), await server.tab(bob_place)
    await ann.my_turn()
    return ann, bob, ann_place


async def heard(tab: Tab, kind: type) -> None:
    await tab.until(lambda: any(isinstance(one, kind) for one in tab.heard))


def said(tab: Tab) -> list[ChatLine]:
    return [line for line in tab.heard if isinstance(line, ChatLine)]


def test_between_people_nobody_asks_a_bot_unless_all_may(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob, _ = await two(server, SHUT)
            assert "nobody asks a bot" in refused(await ann.ask("hint")).message
            assert not said(bob)

    run(body())


def test_everybody_sees_that_a_hint_was_asked_for(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob, place = await two(server, {"hints": True})
            watcher = await server.spectator(place)
            assert isinstance(await ann.ask("hint"), Hinted)
            for tab in (bob, watcher):
                await heard(tab, ChatLine)
                assert [(line.seat, line.about) for line in said(tab)] == [(0, "hint")]
            late = await server.spectator(place)
            assert late.welcome is not None
            assert [line.about for line in late.welcome.chat] == ["hint"], "it stays known"

    run(body())


def test_against_bots_alone_all_is_allowed(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", "me", "random", customs=SHUT)
            ann = await server.tab(place)
            await ann.my_turn()
            assert isinstance(await ann.ask("hint"), Hinted)
            assert not said(ann), "there is nobody to tell"

    run(body())


@pytest.mark.parametrize("open_", [False, True])
def test_a_finished_turn_is_taken_back_freely_only_where_the_table_says_so(
    tmp_path: Path, open_: bool
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob, _ = await two(server, {"takeback": open_})
            await ann.choose(PICK)
            await ann.until_count(1)
            assert ann.seen.undo == "free", "a turn that goes on is its player's own"
            await ann.choose(WALK)
            await bob.my_turn()
            assert ann.seen.undo == ("free" if open_ else "ask")
            await ann.ask("undo")
            if open_:
                await ann.until_count(1)
            else:
                await heard(bob, Asked)
                assert ann.seen.seen.number == 3, "nothing is taken back before all agree"

    run(body())


@pytest.mark.parametrize("open_", [False, True])
def test_a_half_made_pick_is_seen_only_where_the_table_says_so(tmp_path: Path, open_: bool) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob, place = await two(server, {"picks": open_})
            before = bob.seen.seen.number
            await ann.choose("piece:raider-5")
            await ann.until_count(1)
            await ann.ask("undo")
            await ann.until_count(0)
            await ann.choose(PICK)
            await ann.until_count(1)
            late = await server.spectator(place)
            shown = [tab.seen.seen.number for tab in (bob, late)]
            assert shown == ([before + 1] * 2 if open_ else [before] * 2)
            assert (late.seen.count == 1) is open_
            await ann.choose(WALK)
            for tab in (bob, late):
                await tab.until_count(2)
                assert "d2 to e2" in tab.log[-1].words
            assert bob.options

    run(body())


def test_an_undo_that_comes_late_takes_nothing_else_back(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, _, _ = await two(server, SHUT)
            await ann.choose(PICK)
            await ann.until_count(1)
            assert refused(await ann.ask("undo", number=1)).code == StaleChoice.code
            assert ann.seen.count == 1
            await ann.ask("undo", number=2)
            await ann.until_count(0)

    run(body())


def test_the_customs_of_a_table_are_on_its_card_and_outlive_a_rematch(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, _, place = await two(server, {"hints": True})
            card = (await server.get(f"/api/tables/{place.table}")).json()
            assert card["customs"] == {"hints": True}
            await ann.ask("resign")
            path = f"/api/tables/{place.table}/rematch"
            again = (await server.post(path, token=place.token)).json()
            card = (await server.get(f"/api/tables/{again['table']}")).json()
            assert card["customs"] == {"hints": True}

    run(body())
