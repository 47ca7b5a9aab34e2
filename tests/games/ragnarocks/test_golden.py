"""The recorded matches. When one changes, the reviewer asks which rule has changed."""

from __future__ import annotations

import pytest

from tests.games.ragnarocks.golden import FOLDER, MATCHES, told


@pytest.mark.parametrize("name", list(MATCHES))
def test_a_recorded_match(name: str) -> None:
    assert told(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_recording_is_left_behind() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == MATCHES.keys()
