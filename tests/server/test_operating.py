"""An operator looks after the tables of many workers: in their database, while they run."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from fimbul.cli import main
from tests.server.engines import apart, database_at, postgres, run_sql
from tests.server.harness import make_services, run, serving
from tests.server.stores import Chosen


async def command(data: Path, *words: str) -> str:
    """In a thread: the commands have a loop of their own."""
    return await asyncio.to_thread(told, *words, "--database", database_at(data))


def told(*words: str) -> str:
    done = CliRunner().invoke(main, [*words])
    assert "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output


def test_tables_of_a_database_are_listed_closed_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Chosen, "kind", "postgres")
    data = tmp_path / "db"

    async def body() -> None:
        async with serving(data, make_services(data)) as server:
            ann, bob = await server.pair()
            waiting = await server.lay()
            listed = await command(data, "tables", "list")
            assert "2 tables" in listed
            assert ann.table in listed
            assert ann.table not in await command(data, "tables", "list", "--state", "waiting")
            shown = await command(data, "tables", "show", ann.table)
            assert "brandub, rules" in shown
            stored = await server.services.store.load(ann.table)
            assert stored is not None
            for secret in (stored.row.facts.secret, stored.row.seats[0].token, waiting.token):
                assert secret not in listed + shown
            assert "is closed" in await command(data, "tables", "close", ann.table)
            assert "is over already" in await command(data, "tables", "close", ann.table)
            await (ann if ann.options else bob).choose()
            await ann.until(lambda: ann.over is not None)
            await bob.until(lambda: bob.over is not None)
            assert "is gone" in await command(data, "tables", "delete", waiting.table, "--yes")
            assert await server.services.store.load(waiting.table) is None
            assert "there is no table" in await command(data, "tables", "show", waiting.table)

    run(body())


def test_bans_of_a_database_are_added_and_lifted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That they shut out is proved where workers read them."""
    monkeypatch.setattr(Chosen, "kind", "postgres")

    async def body() -> None:
        data = tmp_path / "db"
        assert "is shut out" in await command(data, "ban", "add", "203.0.113.0/24")
        assert "name bob is shut out" in await command(data, "ban", "add", "Bob")
        assert "2 shut out" in await command(data, "ban", "list")
        assert "may come in again" in await command(data, "ban", "remove", "Bob")
        assert "'bob' is not shut out" in await command(data, "ban", "remove", "Bob")
        assert "1 shut out" in await command(data, "ban", "list")

    run(body())


def test_a_database_that_cannot_be_used_is_told_in_a_sentence() -> None:
    nowhere = told("tables", "list", "--database", "postgresql://127.0.0.1:1/fimbul")
    assert nowhere.startswith("Error: the database cannot be reached")
    empty = postgres().database("empty")
    apart(run_sql(empty, "drop table migration"))
    assert "holds no tables of Fimbul" in told("tables", "list", "--database", empty)
    old = postgres().database("old")
    apart(run_sql(old, "delete from migration where name = (select max(name) from migration)"))
    assert "is of an older version" in told("ban", "list", "--database", old)
