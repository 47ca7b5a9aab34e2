"""A living hall moves from its file into a database, and nothing is left behind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fimbul.cli import main
from fimbul.server.store import relocation
from tests.server.engines import apart, database_at, run_sql
from tests.server.harness import run, serving
from tests.server.stores import Chosen, asked_of

GAMES = ("brandub", "ragnarocks", "wager")


def move(path: Path, url: str) -> Result:
    return CliRunner().invoke(main, ["move", f"sqlite:{path}", url])


@pytest.fixture(autouse=True)
def _from_the_file(the_file: None) -> None:
    """It begins there."""


async def lay(path: Path) -> dict[str, int]:
    """Tables of several games with chat, and one that is over: how many choices each has seen."""
    found = {}
    async with serving(path) as server:
        for game in GAMES:
            ann, bob = await server.pair(game)
            for _ in range(3):
                await (ann if ann.options else bob).choose()
                await ann.until_revision(max(ann.revision, bob.revision))
            await ann.ask("chat", text="see you over there")
            found[ann.table] = ann.seen.count
        over, _ = await server.pair()
        await over.ask("resign")
    return found


def test_a_living_hall_moves_with_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db"
    tables = run(lay(path))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("insert into bond values ('ann', 'bob', 'follow', 1)")
        kept = relocation.kept_tables(file)
    counts = {table: asked_of(path, f"select count(*) from {table}")[0][0] for table in kept}
    done = move(path, database_at(path))
    assert done.exit_code == 0, done.output
    assert "all of it arrived, row by row" in done.output
    monkeypatch.setattr(Chosen, "kind", "postgres")
    for table, count in counts.items():
        assert asked_of(path, f"select count(*) from {table}") == [(count,)]
    assert counts["choice"] > 0 < counts["chat"]
    assert asked_of(path, "select account, other, kind from bond") == [("ann", "bob", "follow")]

    async def body() -> None:
        async with serving(path) as server:
            for name, count in tables.items():
                stored = await server.services.store.load(name)
                assert stored is not None
                assert len(stored.choices) >= count
                assert stored.row.facts.game in GAMES

    run(body())


def test_a_database_that_is_in_use_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "db"
    run(lay(path))
    url = database_at(path)
    assert move(path, url).exit_code == 0
    again = move(path, url)
    assert again.exit_code == 2
    assert "the database keeps tables already" in again.output


LOSSY = """
create function lose() returns trigger language plpgsql as 'begin return null; end';
create trigger lossy before insert on chat for each row execute function lose();
"""


def test_a_row_that_does_not_arrive_moves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db"
    run(lay(path))
    url = database_at(path)
    apart(run_sql(url, LOSSY))
    done = move(path, url)
    assert done.exit_code == 2
    assert "a row of chat did not arrive; nothing was moved" in done.output
    monkeypatch.setattr(Chosen, "kind", "postgres")
    assert asked_of(path, "select count(*) from tables") == [(0,)]


def test_what_cannot_be_moved_is_told(tmp_path: Path) -> None:
    assert "sqlite:FILE postgresql:ADDRESS" in CliRunner().invoke(main, ["move", "a", "b"]).output
    gone = move(tmp_path / "nowhere", "postgresql://127.0.0.1:1/x")
    assert gone.exit_code == 2
    assert "Traceback" not in gone.output
