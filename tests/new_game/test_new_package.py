"""A package made by `fimbul new-game --package` is whole: its tests and the suite pass as it is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from fimbul.cli import main
from tests.new_game.outside import MY_PYTEST, done, tell_of


def test_a_new_package_is_whole(tmp_path: Path) -> None:
    words = ["new-game", "little_fox", "--package", "--into", str(tmp_path)]
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0, made.output
    project = tmp_path / "little-fox"
    assert "little-fox/pyproject.toml" in made.output
    sources = [path.read_text("utf-8") for path in project.rglob("*.py")]
    assert not any("tests.games" in text or "fimbul.games.little" in text for text in sources)
    tell_of("little_fox", project / "src")
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    assert "passed" in done(project, environment, *MY_PYTEST)
    suite = ("--pyargs", "fimbul.conformance", "--game", "little_fox")
    assert "passed" in done(project, environment, *MY_PYTEST, *suite)
    match = ("match", "little_fox", "random", "random", "--games", "1")
    assert "1 match" in done(project, environment, sys.executable, "-m", "fimbul", *match)


@pytest.mark.parametrize(
    ("name", "why"),
    [("my-game", "small letters"), ("brandub", "already"), ("taken", "exists already")],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "taken").mkdir()
    made = CliRunner().invoke(main, ["new-game", name, "--package", "--into", str(tmp_path)])
    assert made.exit_code != 0
    assert why in made.output
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
