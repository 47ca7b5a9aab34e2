"""An operator looks through the tables of a server that runs, and ends or deletes some."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from fimbul.cli import main
from fimbul.server.ops.tokens import id_from, new_id
from tests.server.harness import run, serving


def tables(data: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["tables", *words, "--data", str(data)])
    assert "Traceback" not in done.output
    return done.output


def test_tables_are_listed_and_shown_without_their_secrets(tmp_path: Path) -> None:
    data = tmp_path / "db"

    async def body() -> None:
        async with serving(data) as server:
            place = await server.lay("brandub", "me", "random")
            waiting = await server.lay()
            listed = tables(data, "list")
            assert "2 tables" in listed
            assert place.table in listed
            assert "bot random" in listed
            assert place.table not in tables(data, "list", "--state", "waiting")
            shown = tables(data, "show", place.table)
            assert "brandub, rules" in shown
            stored = await server.services.store.load(place.table)
            assert stored is not None
            facts, mine = stored.row.facts, stored.row.seats[0]
            for secret in (place.token, place.invite, facts.secret, mine.token):
                assert secret not in listed + shown
            assert "there is no table 'x'" in tables(data, "show", "x")
            short = tables(data, "list", "--most", "1")
            assert (place.table in short) != (waiting.table in short)
            assert "2 tables" in short

    run(body())


def test_a_closed_table_ends_for_those_who_sit_there(tmp_path: Path) -> None:
    data = tmp_path / "db"

    async def body() -> None:
        async with serving(data) as server:
            ann, bob = await server.pair()
            assert "is closed" in tables(data, "close", ann.table)
            assert "is over already" in tables(data, "close", ann.table)
            await (ann if ann.options else bob).choose()
            await ann.until(lambda: ann.over is not None)
            await bob.until(lambda: bob.over is not None)
            assert bob.over is not None
            assert bob.over.result.kind == "closed"
            assert ann.seen.count == 0, "the choice came too late"
            saga = await server.get(f"/api/matches/{ann.table}/saga")
            assert saga.status_code == 200

    run(body())


def test_a_deleted_table_is_gone(tmp_path: Path) -> None:
    data = tmp_path / "db"

    async def body() -> None:
        async with serving(data) as server:
            place = await server.lay()
            assert "Aborted" in tables(data, "delete", place.table)
            assert "is gone" in tables(data, "delete", place.table, "--yes")
            assert await server.services.store.load(place.table) is None
            assert "0 tables" in tables(data, "list")

    run(body())


def test_a_name_that_begins_with_a_dash_is_no_option(tmp_path: Path) -> None:
    """Tables were named so once, and may still be in a file."""

    async def body() -> None:
        async with serving(tmp_path / "db"):
            assert "there is no table '-z2D'" in tables(tmp_path / "db", "show", "-z2D")

    run(body())


def test_no_new_table_is_named_so() -> None:
    """With two signs in sixty-four, a thousand names would show one."""
    names = [new_id() for _ in range(1000)] + [id_from(str(key)) for key in range(1000)]
    assert all(name.isalnum() and len(name) == 12 for name in names)
    assert len(set(names)) == len(names)
