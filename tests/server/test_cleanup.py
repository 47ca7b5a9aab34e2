"""Tables that nobody came back to are cleared away; whatever is played or over stays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from fimbul.server.ops.rates import Patience
from fimbul.server.settings import Settings
from fimbul.server.store.base import Store
from fimbul.server.wire.bodies import TakenSeat
from tests.server.harness import EASY, Server, make_services, run, serving
from tests.server.stores import asked_of, store_at

DAY = 86_400


def age(path: Path, days: float) -> None:
    """As if all that was done so far had been done so many days ago."""
    asked_of(path, f"update tables set touched = touched - {round(days * DAY)}")


async def four(server: Server) -> dict[str, TakenSeat]:
    """A table of each kind."""
    waiting, left = await server.lay(), await server.lay()
    running, over = await server.lay("brandub"), await server.lay("brandub", "me", "random")
    await server.sit(running)
    await server.post(f"/api/tables/{left.table}/leave", token=left.token)
    ann = await server.tab(over)
    await ann.ask("resign")
    await ann.until(lambda: ann.over is not None)
    return {"waiting": waiting, "left": left, "running": running, "over": over}


async def kept(store: Store, places: dict[str, TakenSeat]) -> set[str]:
    return {name for name, place in places.items() if await store.load(place.table) is not None}


def test_tables_are_forgotten_each_in_its_time(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            places = await four(server)
        store, patience = store_at(tmp_path / "db"), Patience(DAY, 60 * DAY)
        assert await store.clear(patience, ()) == 0, "they have only just been laid"
        age(tmp_path / "db", 2)
        assert await store.clear(patience, (places["waiting"].table,)) == 1, "one is in use"
        assert await kept(store, places) == {"waiting", "running", "over"}
        assert await store.clear(patience, ()) == 1
        age(tmp_path / "db", 59)
        assert await store.clear(patience, ()) == 1
        assert await kept(store, places) == {"over"}
        await store.close()
        for part in ("seat", "choice", "message"):
            names = {name for (name,) in asked_of(tmp_path / "db", f"select match from {part}")}
            assert names <= {places["over"].table}, f"nothing of the others is left in {part}"

    run(body())


def test_a_choice_keeps_a_table_alive(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            await server.sit(place)
            age(tmp_path / "db", 100)
            ann = await server.tab(place)
            await ann.choose()
            await ann.until(lambda: ann.seen.count == 1)
            assert await server.services.store.clear(Patience(DAY, DAY), ()) == 0

    run(body())


def test_the_server_tidies_by_itself_but_not_what_is_looked_at(tmp_path: Path) -> None:
    async def body() -> None:
        limits = msgspec.structs.replace(EASY, forget=Patience(DAY, DAY), cleanup=0.05)
        services = make_services(tmp_path / "db", limits=limits)
        async with serving(tmp_path / "db", services) as server:
            looked_at, forgotten = await server.lay(), await server.lay()
            tab = await server.tab(looked_at)
            age(tmp_path / "db", 3)
            while await server.services.store.load(forgotten.table) is not None:
                await asyncio.sleep(0.02)
            assert (await server.get(f"/api/tables/{forgotten.table}")).status_code == 404
            assert (await server.get(f"/api/tables/{looked_at.table}")).status_code == 200
            await tab.close()

    run(body())


def test_a_host_says_how_long(tmp_path: Path) -> None:
    forget = Settings(data=tmp_path / "db", waiting_days=2, unfinished_days=0.5).bounds.forget
    assert forget == Patience(2 * DAY, DAY / 2)
