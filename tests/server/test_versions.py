"""Matches outlive the rules they were played by: finished ones are seen, running ones go on."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.server.replay.fold import FoldJob
from fimbul.server.replay.folding import Folding, job_of
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.situation import Situation
from fimbul.server.wire.bodies import Replay, ReplayScene, RulesNote, TakenSeat
from fimbul.server.wire.messages import Answered, Asked, LogLine
from tests.server.before.hall import services as every_game
from tests.server.company import GAMES, company, ended, moved, places
from tests.server.harness import Server, Tab, refused, run, serving
from tests.wager import GAME as WAGER

Raise = Callable[[str], None]
VISITS = itertools.count(1)


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Raise:
    """Gives a game's rules another number, as a fix of them does."""

    def raised(name: str) -> None:
        game = WAGER if name == "wager" else find_game(name)
        monkeypatch.setitem(game.rulebook.about, "rules", "77")

    return raised


async def begun(server: Server, game: str = "brandub", count: int = 5) -> tuple[Any, Any]:
    """A match of two in the middle; both have gone home."""
    ann = await server.lay(game)
    bob = await server.sit(ann)
    tabs = (await server.tab(ann), await server.tab(bob))
    await moved(tabs, count)
    for tab in tabs:
        await tab.close()
    return ann, bob


def ask_of(tab: Tab) -> Asked:
    assert tab.welcome is not None
    assert tab.welcome.ask is not None
    return tab.welcome.ask


async def back(server: Server, place: Any) -> Tab:
    """Whoever comes back says something new: the ids of messages go on."""
    tab = await server.tab(place)
    tab._ids = itertools.count(next(VISITS) * 1000)
    return tab


async def both(server: Server, places: tuple[Any, Any]) -> tuple[Tab, Tab]:
    return await back(server, places[0]), await back(server, places[1])


async def returned(server: Server, seats: list[TakenSeat]) -> list[Tab]:
    return [await back(server, place) for place in seats]


@pytest.mark.parametrize(("game", "count"), [("brandub", 70), *[(game, 5) for game in GAMES]])
def test_a_running_match_goes_on_where_it_was_if_all_agree(
    game: str, count: int, tmp_path: Path, new_rules: Raise
) -> None:
    path, rules = tmp_path / "db", find_game(game).rules

    async def body() -> None:
        async with serving(path, every_game(path)) as server:
            seats = await places(server, game)
            tabs = await returned(server, seats)
            await moved(tabs, count)
            before = await server.tab(seats[0])
            scene, log = before.scene, words(before.log)
        new_rules(game)
        async with serving(path, every_game(path)) as server:
            tabs = await returned(server, seats)
            ask = ask_of(tabs[0])
            assert (ask.kind, ask.seat, ask.can) == ("rules", -1, True)
            assert tabs[0].scene == scene
            assert words(tabs[0].log) == log
            waits = refused(await tabs[0].ask("choose", number=1, part=0, thing="x:y"))
            assert "rules have changed" in waits.message
            for tab in tabs:
                await tab.ask("answer", ask=ask.ask, yes=True)
            await tabs[0].until(lambda: any(isinstance(m, Answered) for m in tabs[0].heard))
            await moved(tabs, 2)
        async with serving(path, every_game(path)) as server:  # and it is so after a restart
            tabs = await returned(server, seats)
            assert tabs[0].welcome is not None
            assert tabs[0].welcome.ask is None
            await moved(tabs, 1)
            await ended(tabs)
            replay = await about(server, seats[0].table)
            assert replay.note == RulesNote(rules, "later")
            assert replay.choices >= 3
            saga = (await server.get(f"/api/matches/{seats[0].table}/saga")).text
            assert f'[Rules "{rules}"]' in saga
            assert "WentOn" in saga

    run(body())


def words(log: list[LogLine]) -> list[str]:
    return [line.words for line in log]


def test_what_was_chosen_before_the_change_is_not_taken_back(
    tmp_path: Path, new_rules: Raise
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            places = await begun(server)
        new_rules("brandub")
        async with serving(tmp_path / "db") as server:
            ann, bob = await both(server, places)
            for tab in (ann, bob):
                await tab.ask("answer", ask=ask_of(ann).ask, yes=True)
            await moved((ann, bob), 1)
            await ann.until(lambda: ann.seen.count >= 6)
            await bob.until(lambda: bob.seen.count >= 6)
            last = ann if ann.seen.undo != "no" else bob
            assert (ann.seen.undo, bob.seen.undo).count("no") == 1
            await last.ask("undo")
            await last.until(lambda: last.seen.count == 5)

    run(body())


def test_one_who_does_not_agree_ends_it_as_it_stands(tmp_path: Path, new_rules: Raise) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            places = await begun(server)
        new_rules("brandub")
        async with serving(tmp_path / "db") as server:
            ann, bob = await both(server, places)
            await ann.ask("answer", ask=ask_of(ann).ask, yes=True)
            await bob.ask("answer", ask=ask_of(ann).ask, yes=False)
            await ann.until(lambda: ann.over is not None)
            assert ann.over is not None
            assert (ann.over.result.kind, ann.over.result.places) == ("rules", (1, 1))
            saga = await server.get(f"/api/matches/{places[0].table}/saga")
            assert saga.status_code == 200
            turns = [line.split()[2:] for line in saga.text.splitlines() if line[:1].isdigit()]
            assert sum(map(len, turns)) == 5

    run(body())


async def about(server: Server, table: str) -> Replay:
    return msgspec.json.decode((await server.get(f"/api/replays/{table}")).content, type=Replay)


async def shown(server: Server, table: str, at: int, seat: str) -> ReplayScene:
    response = await server.get(f"/api/replays/{table}/scene?at={at}&seat={seat}")
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=ReplayScene)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_is_seen_by_everybody_as_it_was(
    game: str, tmp_path: Path, new_rules: Raise
) -> None:
    """Every moment by every pair of eyes; and the download is the same, and can be uploaded."""
    rules = find_game(game).rules

    async def body() -> None:
        async with serving(tmp_path / "db", every_game(tmp_path / "db")) as server:
            place = await finished(server, game)
            await Folding(server.services, Lobby(server.services)).fold_all()
            before = await about(server, place.table)
            moments = {
                (at, seat): await shown(server, place.table, at, seat)
                for at in range(before.choices + 1)
                for seat in ("open", "none", "0", "1")
            }
            saga = (await server.get(f"/api/matches/{place.table}/saga")).text
        new_rules(game)
        async with serving(tmp_path / "db", every_game(tmp_path / "db")) as server:
            after = await about(server, place.table)
            assert after.note == RulesNote(rules, "told")
            assert (after.turns, after.result) == (before.turns, before.result)
            for (at, seat), old in moments.items():
                kept, apart = await shown(server, place.table, at, seat), answers(old)
                assert seen(kept, apart) == seen(old, apart)
            assert (await server.get(f"/api/matches/{place.table}/saga")).text == saga
            uploaded = await server.request(
                "POST", "/api/sagas", content=saga, headers={"Content-Type": "text/plain"}
            )
            copy = msgspec.json.decode(uploaded.content)["replay"]
            assert (await about(server, copy)).choices == before.choices
            assert (await about(server, copy)).note == RulesNote(rules, "told", unchecked=True)
            last = await shown(server, copy, before.choices, "open")
            assert last.seen.scene == moments[before.choices, "open"].seen.scene
            study = await server.get(f"/api/replays/{place.table}/study")
            assert study.status_code == 409
            assert "other rules" in study.text

    run(body())


def answers(moment: ReplayScene) -> set[str]:
    """Things that lie there, or lie so, only because somebody is being asked."""
    scene, asked = moment.seen.scene, moment.seen.decision
    assert scene is not None
    held = {thing.id for thing in scene.things() if "held" in thing.state}
    return held | {*(asked.options if asked else ())}


def seen(moment: ReplayScene, apart: set[str]) -> tuple[Any, ...]:
    """What is on the table: what could be answered there is no part of a tale."""
    scene = moment.seen.scene
    assert scene is not None
    zones = [
        (z.id, z.half, [thing for thing in z.things if thing.id not in apart], z.marks)
        for z in scene.zones
        if z.kind != "buttons" and z.role != "choices"
    ]
    return moment.seen.number, moment.seen.waiting, zones, scene.plates


async def finished(server: Server, game: str) -> Any:
    tabs = await company(server, game)
    await moved(tabs, 3)
    await ended(tabs)
    for tab in tabs:
        await tab.close()
    return tabs[0]


def test_a_match_that_ends_is_folded_soon_and_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await finished(server, "brandub")
            store = server.services.store
            assert await store.untold() == (place.table,)
            folding = Folding(server.services, Lobby(server.services))
            await folding.fold_all()
            assert await store.untold() == ()
            kept = await store.tale(place.table)
            assert kept is not None
            assert kept.rules == "1"
            text = (await server.get(f"/api/matches/{place.table}/saga")).text
            assert text == kept.saga
            assert text.count("[Tale ") == 1

    run(body())


def test_a_match_that_cannot_be_folded_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            first = await finished(server, "wager")
            second = await finished(server, "brandub")
            folding = Folding(server.services, Lobby(server.services))
            monkeypatch.setattr("fimbul.server.replay.folding.job_of", misled)
            await folding.fold_all()
            assert await server.services.store.untold() == (first.table,)
            assert await server.services.store.tale(second.table) is not None

    run(body())


def misled(now: Situation) -> FoldJob:
    job = job_of(now)
    return structs.replace(job, package="tests.nowhere") if now.game is WAGER else job


def test_the_real_server_folds_by_itself(tmp_path: Path) -> None:
    async def body() -> None:
        services = every_game(tmp_path / "db")
        object.__setattr__(services, "folds", True)
        async with serving(tmp_path / "db", services) as server:
            place = await finished(server, "brandub")
            async with asyncio.timeout(40):
                while await services.store.tale(place.table) is None:
                    await asyncio.sleep(0.2)

    run(body())


def test_nobody_plays_for_others_while_they_are_asked(tmp_path: Path, new_rules: Raise) -> None:
    """Neither a bot nor a clock."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay("brandub", "me", "sleeps:10ms", clock=FIVE)
            tab = await server.tab(ann)
            await tab.choose()
            await tab.close()
        new_rules("brandub")
        async with serving(tmp_path / "db") as server:
            tab = await back(server, ann)
            count = tab.seen.count
            assert tab.seen.clocks is None or tab.seen.clocks.running == ()
            await asyncio.sleep(0.3)
            assert tab.seen.count == count
            await tab.ask("answer", ask=ask_of(tab).ask, yes=True)
            await tab.until(lambda: tab.seen.count > count or bool(tab.options))

    run(body())


FIVE = {"kind": "match", "seconds": 300}
