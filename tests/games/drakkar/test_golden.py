"""The recorded matches are still played as they were."""

from __future__ import annotations

import pytest

from tests.games.drakkar.golden import FOLDER, MATCHES, text


@pytest.mark.parametrize("name", MATCHES)
def test_match_is_as_recorded(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text(name) == recorded, "a rule changed: read the difference, then write it anew"


def test_the_recorded_matches_show_much_of_the_game() -> None:
    matches = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in MATCHES)
    for words in (
        "takes deck", "keeps the quest", "is late", "builds: Yggdrasil", "steals", "raids",
        "boards a ship", "destroys the", "loses Odin's Spear", "moves cards", "fulfils the quest",
        "instead", "accepts", "refuses", "pays", "is the new Earl",
    ):  # fmt: skip
        assert words in matches, f"no match tells of {words!r}"
