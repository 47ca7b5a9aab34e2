"""The example of a game in a package of its own: found by its entry point, proved, installed."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

import fimbul
from fimbul import games
from fimbul.arena import play_series
from tests.new_game.outside import MY_PYTEST, PYTEST, done, tell_of

ROOT = Path(__file__).parents[2]
NAME = "nine_mens_morris"
PROJECT = ROOT / "examples" / NAME
QUIET = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    """Its folder, and what pip would write beside it."""
    tell_of(NAME, tmp_path)
    return PROJECT / "src", tmp_path


@pytest.fixture
def found(paths: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for path in paths:
        monkeypatch.syspath_prepend(str(path))
    games.installed.cache_clear()
    yield
    games.installed.cache_clear()
    for name in [one for one in sys.modules if one.split(".")[0] == NAME]:
        del sys.modules[name]


@pytest.mark.usefixtures("found")
def test_it_is_a_game_like_any_other() -> None:
    assert fimbul.game_names() == (*games.own_names(), NAME)
    (ended,) = play_series(NAME, ["greedy", "random"], 1, seed=1)
    assert ended.record
    again = fimbul.replay(fimbul.read_saga(fimbul.write_saga(ended.record)))
    assert again.state.result


def test_every_rule_is_proved_on_a_drawn_board(paths: tuple[Path, Path]) -> None:
    environment = {**QUIET, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    assert " passed" in done(PROJECT, environment, *MY_PYTEST)


def empty_environment(folder: Path) -> Path:
    """A Python that finds what Fimbul needs, but neither Fimbul nor the game: paths that are
    named in a `.pth` do not lead on to the editable installs that lie there."""
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return folder / "bin" / "python"


def built(project: Path, into: Path) -> None:
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    done(into, QUIET, *pip, "--no-index", "--wheel-dir", into, project)


@pytest.mark.slow
def test_installed_from_wheels_it_keeps_the_word_of_every_game(tmp_path: Path) -> None:
    source = shutil.copytree(PROJECT, tmp_path / NAME)
    built(ROOT, tmp_path)
    built(source, tmp_path)
    wheels = sorted(tmp_path.glob("*.whl"))
    assert len(wheels) == 2
    python = empty_environment(tmp_path / "env")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    done(tmp_path, QUIET, *pip, "--no-index", "--no-deps", *wheels)
    where = f"import fimbul, {NAME}; print(fimbul.__file__, {NAME}.__file__)"
    found = done(tmp_path, QUIET, python, "-c", where).split()
    assert all(path.startswith(str(tmp_path / "env")) for path in found), found
    suite = ("--pyargs", "fimbul.conformance", "--game", NAME)
    assert " passed" in done(source, QUIET, python, *PYTEST, *suite)
    match = ("match", NAME, "random", "random", "--games", "1")
    assert "1 match" in done(tmp_path, QUIET, python, "-m", "fimbul", *match)
