"""Recorded matches read as they did. `make golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import fimbul
from tests.golden import FILES, told


def title(file: Path) -> str:
    return f"{file.parents[1].name}-{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_golden_match_reads_as_it_did(file: Path) -> None:
    assert told(file) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", fimbul.game_names())
def test_every_game_has_a_golden(game: str) -> None:
    assert any(file.parents[1].name == game for file in FILES)
