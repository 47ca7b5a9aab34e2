"""What is heavy is done beside the event loop, by turns, and not for ever."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import fimbul
from fimbul.games import find as find_game
from fimbul.kernel import BadRecord, Match
from fimbul.server.ops.errands import Errands, ErrandTurn
from fimbul.server.replay import betters, lessons, lines
from fimbul.server.replay.reader import TOO_LONG, Reader
from fimbul.server.table import table as tables
from fimbul.server.table.plan import Actor
from fimbul.server.wire.errors import TooBusy
from fimbul.server.wire.messages import Undo
from tests.server.harness import make_services, run, serving
from tests.server.indoors import indoors, pick

BRANDUB = find_game("brandub")


def test_errands_of_one_person_wait_behind_anothers_first() -> None:
    async def body() -> None:
        errands, done = Errands(), []

        async def send(person: str) -> None:
            await errands.do(person, sleep, 0.01)
            done.append(person)

        await asyncio.gather(*map(send, "aaaaaaab"))
        errands.stop()
        assert done.index("b") <= 2

    run(body())


def test_what_cannot_begin_soon_is_refused() -> None:
    async def body() -> None:
        errands = Errands(patience=0.05)
        async with ErrandTurn(errands, "ann"):
            with pytest.raises(TooBusy):
                await errands.do("bob", sleep, 0)
        assert await errands.do("bob", int, "7") == 7, "and the next is served"
        errands.stop()

    run(body())


def test_one_who_leaves_the_line_holds_nobody_up() -> None:
    async def body() -> None:
        errands = Errands()
        async with ErrandTurn(errands, "ann"):
            gone = asyncio.create_task(errands.do("bob", sleep, 0))
            stays = asyncio.create_task(errands.do("cid", int, "7"))
            await asyncio.sleep(0)
            gone.cancel()
        assert await stays == 7
        errands.stop()

    run(body())


def test_an_errand_that_fails_ends_its_turn() -> None:
    async def body() -> None:
        errands = Errands()
        with pytest.raises(ValueError, match="invalid literal"):
            await errands.do("ann", int, "x")
        assert await errands.do("ann", int, "7") == 7
        errands.stop()

    run(body())


class Threads:
    """Notes where something was done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, home: Any, name: str) -> None:
        self.names: list[str] = []
        real = getattr(home, name)

        def noted(*args: Any, **named: Any) -> Any:
            self.names.append(threading.current_thread().name)
            return real(*args, **named)

        monkeypatch.setattr(home, name, noted)


def test_setups_are_judged_and_tables_loaded_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            judged = Threads(monkeypatch, type(BRANDUB), "setup")
            begun = Threads(monkeypatch, type(BRANDUB), "new")
            place = await server.lay("brandub", "me", "random")
            await server.post("/api/play", {"game": "brandub", "name": "Ann"})
            await server.tab(place)
            away = {
                "fimbul-errand_0",
                "asyncio_0",
            }  # or while the games are being read at the start
            assert set(judged.names) | set(begun.names) <= away

    run(body())


def test_a_match_is_played_again_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        table = indoors(BRANDUB, 2)
        await pick(table, 0, table.now.running.state.open[0].options[0])
        seen = Threads(monkeypatch, tables, "planned")
        await table.act(Actor(0, "u"), Undo("u"))
        assert seen.names == ["fimbul-table_0"]
        table.services.thread.shutdown()

    run(body())


def test_what_was_better_is_told_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            sent = await server.http.post("/api/sagas", content=saga_of(6))
            told = [
                Threads(monkeypatch, betters, name)
                for name in ("BetterSearch", "job_of", "turn_of", "told_turn")
            ]
            worth = Threads(monkeypatch, lines, "job_of")
            path = f"/api/replays/{sent.json()['replay']}/better"
            found = await server.get(f"{path}?at=4&seat=0")
            assert found.status_code == 200
            for one in (*told, worth):
                assert set(one.names) == {"fimbul-errand_0"}

    run(body())


def test_a_picture_is_drawn_beside_the_loop_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            drawn = Threads(monkeypatch, lessons, "svg")
            path = "/api/games/brandub"
            for asked in ("primer/aim", "rulebook/1", "primer/aim", "rulebook/1"):
                # whoever asks for a language that there is not gets no picture of his own
                await server.get(f"{path}/{asked}/picture.svg?language=x{asked[:1]}")
            assert drawn.names == ["fimbul-errand_0"] * 2

    run(body())


def test_a_draft_is_judged_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        from tests.server.test_workshops import armoury

        async with serving(tmp_path / "db", armoury(tmp_path / "db")) as server:
            shop = type(find_game("rag_narok").workshops["army"])
            judged = Threads(monkeypatch, shop, "read")
            await server.post("/api/games/rag_narok/workshops/army", {"text": "x"})
            assert judged.names == ["fimbul-errand_0"]

    run(body())


def saga_of(count: int) -> str:
    match: Any = Match(BRANDUB, BRANDUB.setup(), 5)
    for _ in range(count):
        seat = match.state.open[0].seat
        match.choose(seat, match.state.open[0].options[0])
    return str(fimbul.write_saga(match.record()))


def test_a_record_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db")
        reader = Reader(services)
        await reader.check(saga_of(6), "ann")
        assert all(check.good in (True, None) for check in await reader.checks(saga_of(6), "ann"))
        with pytest.raises(BadRecord, match="no game"):
            await reader.check(saga_of(2).replace("brandub", "chess"), "ann")
        await services.store.close()

    run(body())


def test_a_record_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db")
        with pytest.raises(BadRecord) as refused:
            await Reader(services, deadline=0.01).check(saga_of(6), "ann")
        assert refused.value.problems == (TOO_LONG,)
        await Reader(services).check(saga_of(6), "ann")
        await services.store.close()

    run(body())
