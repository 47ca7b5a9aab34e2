"""What is written down stays, whole or not at all; one writer wins."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from fimbul.server.store import sqlite as sqlite_store
from fimbul.server.store.base import (
    Change,
    ChoiceRow,
    Conflict,
    Repeated,
    Snapshot,
    Standing,
    Store,
    Stored,
)
from fimbul.server.store.migrations import MIGRATIONS, migrate
from fimbul.server.store.postgres import store as postgres_store
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.wire.errors import StoreDown
from fimbul.server.wire.messages import ChatLine, Done, Refused
from tests.server.harness import make_services, refused, run, serving
from tests.server.indoors import stored
from tests.server.stores import Stocked, asked_of, store_at
from tests.wager import GAME as WAGER


def row(number: int, seat: int, part: int = 0, revision: int = 1) -> ChoiceRow:
    return ChoiceRow(number, seat, part, revision, f"card:{number}", "person", False, (None, 5))


pytestmark = pytest.mark.usefixtures("each_store")
only_the_file = pytest.mark.parametrize("each_store", ["sqlite"], indirect=True)


async def opened(path: Path) -> Stocked:
    store = store_at(path)
    await store.create(stored(WAGER, 3).row)
    return store


async def loaded(store: Store) -> Stored:
    found = await store.load("table")
    assert found is not None
    return found


@only_the_file
def test_migrations_run_once_and_in_order(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None)
    assert migrate(connection) == [name for name, _ in MIGRATIONS]
    assert migrate(connection) == []
    assert sorted(name for name, _ in MIGRATIONS) == [name for name, _ in MIGRATIONS]
    connection.close()


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        change = Change(
            table="table",
            revision=0,
            message=(0, "m", 1),
            choice=row(1, 0),
            quiet=(1, 0, 0),
            standing=Standing("running"),
            snapshot=Snapshot(1, 1, b"state", b"log"),
        )
        await store.apply(change)
        assert await store.say("table", "c1", ChatLine(0, "Ann", "hello", 5))
        assert not await store.say("table", "c1", ChatLine(0, "Ann", "hello", 5))
        await store.close()
        store = store_at(tmp_path / "db")
        found = await loaded(store)
        assert found.choices == (row(1, 0),)
        assert found.row.quiet == (1, 0, 0)
        assert found.row.revision == 1
        assert found.row.facts == stored(WAGER, 3).row.facts
        assert found.row.seats == stored(WAGER, 3).row.seats
        assert found.messages == {(0, "m"): 1}
        assert found.snapshot == change.snapshot
        assert [line.text for line in found.chat] == ["hello"]
        assert await store.load("other") is None
        await store.close()

    run(body())


def test_the_key_is_the_lock(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        await store.apply(Change(table="table", revision=0, choice=row(1, 0)))
        with pytest.raises(Conflict):
            await store.apply(Change(table="table", revision=0, choice=row(1, 1)))
        with pytest.raises(Conflict):
            await store.apply(Change(table="table", revision=1, choice=row(1, 0, revision=2)))
        assert (await loaded(store)).choices == (row(1, 0),)
        assert (await loaded(store)).row.revision == 1, "nothing of a refused change remains"
        await store.close()

    run(body())


def test_a_repeated_message_is_known(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        await store.apply(Change(table="table", revision=0, message=(0, "m", 41), choice=row(1, 0)))
        with pytest.raises(Repeated) as repeated:
            await store.apply(
                Change(table="table", revision=1, message=(0, "m", 42), choice=row(2, 0))
            )
        assert repeated.value.revision == 41
        await store.apply(Change(table="table", revision=1, message=(1, "m", 7)))
        await store.close()

    run(body())


def test_taking_back_moves_rows_and_forgets_later_snapshots(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        for number in (1, 2):
            await store.apply(
                Change(
                    table="table",
                    revision=number - 1,
                    choice=row(number, 0, revision=number),
                    snapshot=Snapshot(number, number, b"{}", b"[]"),
                )
            )
        with pytest.raises(Conflict):
            await store.apply(Change(table="table", revision=2, back=((9, 9, 9),)))
        await store.apply(Change(table="table", revision=2, back=((2, 0, 0),)))
        await store.apply(Change(table="table", revision=3, choice=row(2, 0, revision=4)))
        found = await loaded(store)
        assert [choice.revision for choice in found.choices] == [1, 4]
        assert found.snapshot is None
        await store.close()
        kept = asked_of(tmp_path / "db", "select back, number, revision from taken_back")
        assert kept == [(3, 2, 2)]

    run(body())


def test_many_choices_at_once_are_judged_one_by_one_where_one_collides(tmp_path: Path) -> None:
    async def body() -> None:
        store, names = store_at(tmp_path / "db"), [f"t{n}" for n in range(40)]
        for name in names:
            await store.create(structs.replace(stored(WAGER, 3).row, id=name))
        first = [Change(table=t, revision=0, message=(0, "m", 7), choice=row(1, 0)) for t in names]
        assert set(await gathered(store, first)) == {None}, "none of them collides"
        again = [Change(table=t, revision=1, choice=row(2, 0, revision=2)) for t in names[:38]]
        stale = Change(table="t38", revision=0, choice=row(2, 0, revision=2))
        repeated = Change(table="t39", revision=1, message=(0, "m", 8), choice=row(2, 0))
        answers = await gathered(store, [*again, stale, repeated])
        assert answers == [None] * 38 + [Conflict, Repeated]
        for name in names:
            found = await store.load(name)
            assert found is not None
            moved = name not in ("t38", "t39")
            assert (found.row.revision, len(found.choices)) == ((2, 2) if moved else (1, 1))
            assert found.messages == {(0, "m"): 7}
            assert found.choices[0] == row(1, 0)
        assert store.writer.commits < 40 + 60, "most of them shared a commit"
        await store.close()

    run(body())


def test_half_choices_are_written_together_with_whole_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("none of them is written by itself")

    for one in (sqlite_store, postgres_store):
        monkeypatch.setattr(one, "apply_change", never)

    async def body() -> None:
        store, names = store_at(tmp_path / "db"), [f"t{n}" for n in range(40)]
        for name in names:
            await store.create(structs.replace(stored(WAGER, 3).row, id=name))
        for number in (1, 2):  # the first choice of each other table is half of one
            quiet = [(number, 0, 0) if n % 2 and number == 1 else None for n in range(40)]
            changes = [
                Change(table=name, revision=number - 1, choice=row(number, 0), quiet=unseen)
                for name, unseen in zip(names, quiet, strict=True)
            ]
            assert set(await gathered(store, changes)) == {None}
        rows = {row.id: (row.quiet, row.revision) for row in await store.rows(names)}
        start = stored(WAGER, 3).row.quiet
        assert [rows[name] for name in names] == [(start, 2), ((1, 0, 0), 2)] * 20
        await store.close()

    run(body())


async def gathered(store: Stocked, changes: list[Change]) -> list[type | None]:
    """What each was answered, all asked at once."""
    asked = (store.apply(change) for change in changes)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return [None if answer is None else type(answer) for answer in answers]


def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    async def body() -> None:
        store = store_at(tmp_path / "db")
        lines = [ChatLine(0, "Ann", str(n), n) for n in range(200)]
        await asyncio.gather(*(store.say("t", line.text, line) for line in lines))
        assert store.writer.written == 200
        assert store.writer.commits < 100
        await store.close()

    run(body())


def test_one_refused_change_does_not_spoil_the_commit_of_others(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        changes = [
            Change(table="table", revision=0, choice=row(1, 0)),
            Change(table="table", revision=0, choice=row(1, 0)),
            Change(table="table", revision=1, choice=row(1, 1, revision=2)),
        ]
        ends = await asyncio.gather(*map(store.apply, changes), return_exceptions=True)
        assert [type(end).__name__ for end in ends] == ["NoneType", "Conflict", "NoneType"]
        assert len((await loaded(store)).choices) == 2
        await store.close()

    run(body())


def test_a_text_that_no_column_takes_does_not_spoil_the_commit_of_others(tmp_path: Path) -> None:
    """PostgreSQL refuses a zero in a text; with it everybody's choice of that moment was lost."""

    async def body() -> None:
        store = await opened(tmp_path / "db")
        await store.create(structs.replace(stored(WAGER, 3).row, id="other"))
        bad = Change(table="table", revision=0, message=(0, "a\0b", 1), choice=row(1, 0))
        good = Change(table="other", revision=0, message=(0, "ab", 1), choice=row(1, 0))
        ends = await asyncio.gather(*map(store.apply, (bad, good)), return_exceptions=True)
        assert ends[1] is None
        found = await store.load("other")
        assert found is not None
        assert found.choices == (row(1, 0),)
        await store.close()

    run(body())


def test_a_store_that_cannot_write_says_so(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        asked_of(tmp_path / "db", "drop table choice")
        with pytest.raises(StoreDown):
            await store.apply(Change(table="table", revision=0, choice=row(1, 0)))
        assert await store.say("table", "still", ChatLine(0, "Ann", "there", 5))
        await store.close()

    run(body())


def test_a_glance_finds_a_row_without_the_thread_that_reads(tmp_path: Path) -> None:
    async def body() -> None:
        store = await opened(tmp_path / "db")
        if isinstance(store, SqliteStore):
            store._reading.shutdown()
        sql = "select revision from tables where id = ?"
        assert await store.glance(sql, "table") == [(0,)]
        await store.apply(Change(table="table", revision=0, choice=row(1, 0)))
        assert await store.glance(sql, "table") == [(1,)]
        await store.close()

    run(body())


class SlowStore(SqliteStore):
    """Reads and writes that take their time: what was read is old when it arrives."""

    async def apply(self, change: Change) -> None:
        await asyncio.sleep(0.03)
        await super().apply(change)
        await asyncio.sleep(0.03)

    async def load(self, table: str) -> Stored | None:
        found = await super().load(table)
        await asyncio.sleep(0.05)
        return found


@only_the_file
def test_slow_storage_lets_nobody_in_between(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db", store=SlowStore(tmp_path / "db"))
        async with serving(tmp_path / "db", services) as server:
            place = await server.lay()
            bob_place = await server.sit(place)
            tabs = await asyncio.gather(*(server.tab(place) for _ in range(4)))
            bob = await server.tab(bob_place)
            number, options = 1, tabs[0].options
            answers = await asyncio.gather(
                *(
                    tab.ask("choose", id=f"t{n}", number=number, part=0, thing=options[n])
                    for n, tab in enumerate(tabs)
                ),
                bob.ask("choose", id="b", number=number, part=0, thing=options[0]),
            )
            assert sum(isinstance(answer, Done) for answer in answers) == 1
            found = await server.services.store.load(place.table)
            assert found is not None
            assert len(found.choices) == 1
            await asyncio.gather(*(tab.until_count(1) for tab in tabs))

    run(body())


def test_two_processes_can_play_one_match(tmp_path: Path) -> None:
    """Two servers over one file, each with its own memory: exactly one answer counts."""

    async def body() -> None:
        async with serving(tmp_path / "db") as one, serving(tmp_path / "db") as two:
            place = await one.lay()
            bob_place = await one.sit(place)
            here, there = await one.tab(place), await two.tab(place)
            bob = await two.tab(bob_place)
            for count in (1, 2):
                first, second = await asyncio.gather(
                    here.choose(id=f"h{count}"), there.choose(here.options[0], id=f"t{count}")
                )
                assert {type(first), type(second)} == {Done, Refused}, "exactly one counts"
                loser = first if isinstance(second, Done) else second
                assert refused(loser).code == "choice/stale"
                for tab in (here, there, bob):
                    await tab.until_count(count)
                assert here.scene == there.scene
            found = await one.services.store.load(place.table)
            assert found is not None
            assert [choice.number for choice in found.choices] == [1, 2]

    run(body())


def test_two_processes_can_answer_one_row(tmp_path: Path) -> None:
    """Different seats answer one row through different servers: both count."""

    async def body() -> None:
        async with serving(tmp_path / "db") as one, serving(tmp_path / "db") as two:
            place = await one.lay("wager", "me", "friend")
            here = await one.tab(place)
            there = await two.tab(await one.sit(place))
            await here.until(lambda: bool(here.options))
            for _ in range(2):
                answers = await asyncio.gather(here.choose(), there.choose())
                assert all(isinstance(answer, Done) for answer in answers)
                await here.until(lambda: here.seen.part >= 1 or here.seen.count == 1)
                await there.until(lambda: there.seen.part >= 1 or there.seen.count == 1)
            found = await one.services.store.load(place.table)
            assert found is not None
            assert sorted(choice.key for choice in found.choices) == [
                *((1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
            ]

    run(body())
