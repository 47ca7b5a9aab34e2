"""Scenery drawn by lot leaves the field open."""

from __future__ import annotations

from itertools import combinations

import pytest

from fimbul.games.rag_narok.geometry import bounds, gap
from fimbul.games.rag_narok.scenery import lot_of, room_for, scatter
from fimbul.games.rag_narok.tables import SCENARIOS
from fimbul.kernel import Dice

PITCHED = SCENARIOS["pitched-battle"]


def test_a_large_table_has_room_for_four_elements() -> None:
    # example: example.terrain-density
    # rule: terrain.not-crowded
    assert room_for((12000, 8000)) == 4
    assert room_for((11999, 8000)) == 3
    counts = {len(scatter(PITCHED, Dice(seed).roll)) for seed in range(30)}
    assert counts == {3, 4}


def test_elements_keep_their_distance() -> None:  # rule: terrain.not-crowded, setup.terrain
    seen = set()
    for seed in range(30):
        grounds = scatter(PITCHED, Dice(seed).roll)
        for one, other in combinations(grounds, 2):
            assert gap(one.shape, other.shape) >= 1000
        for ground in grounds:
            left, low, right, high = bounds(ground.shape)
            assert left >= 0
            assert right <= 12000
            assert low >= 1500 + 1000
            assert high <= 8000 - 1500 - 1000
            seen.add(ground.kind)
        assert len({ground.id for ground in grounds}) == len(grounds)
    assert seen == {"wood", "hill", "ruin", "wall", "marsh"}


@pytest.mark.parametrize(("name", "lot"), [("first-blood", None), ("three-stones", (4, 6))])
def test_other_scenarios_draw_what_they_say(name: str, lot: tuple[int, int] | None) -> None:
    # rule: setup.terrain
    told = lot_of(SCENARIOS[name])
    assert (told and told[:2]) == lot
    assert len(scatter(SCENARIOS[name], Dice(1).roll)) in (range(4, 7) if lot else (0,))
