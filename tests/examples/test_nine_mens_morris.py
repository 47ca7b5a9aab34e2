"""The example of a game in a package of its own: found by its entry point, and proved."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import fimbul
from fimbul import games
from fimbul.arena import play_series
from tests.examples.installed import NAME, PROJECT, QUIET
from tests.new_game.outside import MY_PYTEST, done, tell_of


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
