"""A copy of the file holds everything that was acknowledged, and can be put back."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fimbul.cli import main
from tests.server.harness import make_services, run, serving

pytestmark = pytest.mark.usefixtures("the_file")


def fimbul(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def choices(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        (count,) = connection.execute("select count(*) from choice").fetchone()
    finally:
        connection.close()
    return int(count)


def test_a_copy_of_a_file_in_use_lacks_nothing(tmp_path: Path) -> None:
    data, naive, copy = tmp_path / "db", tmp_path / "naive", tmp_path / "copy"

    async def body() -> None:
        async with serving(data) as server:
            ann, bob = await server.pair()
            for _ in range(6):
                mover = ann if ann.options else bob
                await mover.choose()
                await ann.until(lambda: ann.revision == bob.revision)
            made = ann.seen.count
            shutil.copy(data, naive)  # what an operator would try first
            done = fimbul("backup", copy, "--data", data)
            assert done.exit_code == 0, done.output
            assert choices(copy) == made
            with pytest.raises(sqlite3.OperationalError):
                choices(naive)  # all of it was still in the write-ahead log

    run(body())
    assert not list(tmp_path.glob("copy?*")), "nothing is left beside the copy"


def test_a_copy_is_put_back_and_the_file_of_before_is_kept(tmp_path: Path) -> None:
    data, copy = tmp_path / "db", tmp_path / "copy"

    async def body() -> None:
        async with serving(data) as server:
            place = await server.lay()
            assert fimbul("backup", copy, "--data", data).exit_code == 0
            later = await server.lay()
        done = fimbul("restore", copy, "--data", data)
        assert done.exit_code == 0, done.output
        assert f"what was there before is kept in {data}.before-1" in done.output
        async with serving(data) as server:
            assert (await server.get(f"/api/tables/{place.table}")).status_code == 200
            assert (await server.get(f"/api/tables/{later.table}")).status_code == 404
        async with serving(Path(f"{data}.before-1")) as server:
            assert (await server.get(f"/api/tables/{later.table}")).status_code == 200

    run(body())


def test_what_cannot_be_copied_or_put_back_is_told(tmp_path: Path) -> None:
    data, copy, diary = tmp_path / "db", tmp_path / "copy", tmp_path / "diary"
    diary.write_text("dear diary")
    assert "there is no such file" in fimbul("backup", copy, "--data", data).output
    run(make_services(data).store.close())
    assert fimbul("backup", copy, "--data", data).exit_code == 0
    assert "--replace puts a new copy in its place" in fimbul("backup", copy, "--data", data).output
    assert fimbul("backup", copy, "--data", data, "--replace").exit_code == 0
    assert "file is not a database" in fimbul("restore", diary, "--data", data).output
    (tmp_path / "empty").touch()
    told = fimbul("restore", tmp_path / "empty", "--data", data).output
    assert "holds no tables of Fimbul" in told
    assert choices(data) == 0, "it is still there"


def test_nothing_is_put_back_under_a_running_server(tmp_path: Path) -> None:
    from fimbul.server.store.file import held

    data, copy = tmp_path / "db", tmp_path / "copy"
    run(make_services(data).store.close())
    assert fimbul("backup", copy, "--data", data).exit_code == 0
    with held(data):
        told = fimbul("restore", copy, "--data", data)
    assert told.exit_code != 0
    assert "another server keeps its tables there" in told.output
