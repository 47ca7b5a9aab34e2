"""The bot of large studies: quick, and clearly better than chance."""

from __future__ import annotations

import pytest

from fimbul.arena import play_series, rank_bots

GLANCE = "glance"


@pytest.mark.parametrize(
    ("game", "options"),
    [("ragnarocks", {"board": "sym54", "powers": ["thor", "freya"]}), ("nine_realms", {})],
)
def test_a_glance_is_better_than_chance(game: str, options: dict[str, object]) -> None:
    best = rank_bots(play_series(game, [GLANCE, "random"], 30, seed=2, options=options))[0]
    assert best.bot != "random"
    assert best.low > 0.5
