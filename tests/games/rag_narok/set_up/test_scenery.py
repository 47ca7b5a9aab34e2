"""Scenery drawn by lot leaves the field open."""

from __future__ import annotations

from itertools import combinations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import (
    PITCHED,
    SKIRMISH,
    STONES,
    is_scenery,
    most_pieces,
    uncrowded,
)
from fimbul.games.rag_narok.measure.geometry import gap
from fimbul.games.rag_narok.rules.set_up.terrain import DrawTerrain
from tests.games.rag_narok.drawn import ask, battle


def drawn(seed: int) -> tuple[p.Ground, ...]:
    """What lies on the table of a pitched battle."""
    state = battle(["6 griffin-duelist"], ["6 morbid-puppet"])
    state.scenario, state.scenery, state.seed, state.phase = PITCHED, "", seed, p.DEPLOYMENT
    return ask(state, DrawTerrain()).terms.grounds


def test_a_random_table_is_not_crowded() -> None:
    # example: example.terrain-density
    # rule: terrain.not-crowded, setup.terrain
    assert uncrowded((12000, 8000)) == 4
    assert uncrowded((11999, 8000)) == 3
    assert [most_pieces(each) for each in (SKIRMISH, PITCHED, STONES)] == [0, 4, 6]
    counts = set()
    for seed in range(40):
        grounds = drawn(seed)
        counts.add(len(grounds))
        for one, other in combinations(grounds, 2):
            assert gap(one.shape, other.shape) >= 1000
    assert counts == {3, 4}


def test_a_crowded_table_is_no_table() -> None:  # rule: terrain.not-crowded
    four = "wall 10 40, wall 40 40, wall 70 40, wall 100 40"
    assert is_scenery(PITCHED, four)
    assert not is_scenery(PITCHED, f"{four}, wall 10 28")
    assert not is_scenery(PITCHED, "wall 10 40, wall 27 40")  # 9 cm apart


def test_a_piece_lies_on_the_table_and_not_beyond_its_edge() -> None:  # rule: terrain.not-crowded
    edges = {x: is_scenery(PITCHED, f"wall {x} 40") for x in (3, 4, 116, 117)}
    assert edges == {3: False, 4: True, 116: True, 117: False}, "a wall is 8 cm long"
