"""Shots and sight between levels."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, near
from fimbul.games.rag_narok.ground.sight import FULL, NONE, PARTIAL, sees
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import base
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.shooting import volleys as s
from fimbul.games.rag_narok.rules.shooting.victims import allocation
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, fly, put, set_each
from tests.games.rag_narok.flight.drawn import ANGELS, GUARDS, TOWER, tower


def marksmen(level: int) -> RagNarok:
    """Four fusiliers and three angels at medium range."""
    state = battle(["4 griffin-fusilier"], [ANGELS])
    put(state, 0, (68, 15, 90), files=4)
    fly(state, 1, (68, 40, 270), level)
    return state


def test_shots_reach_one_level_up() -> None:
    # example: example.level2-to-ground-shot
    # rule: flight.shoot-adjacent-level, flight.shoot-plus2
    state = marksmen(1)
    assert [shot.difficulty for shot in s.shots(state, 0, 1)] == [9] * 4
    assert "Another level" in [m.text for m in s.modifiers(state, 0, 1, False)]
    assert not s.has_shot(marksmen(2), 0, 1)
    assert not list(s.shots(marksmen(2), 0, 1))
    level = battle(["1 dragon"], [ANGELS])
    fly(level, 0, (68, 20, 90), 2)
    fly(level, 1, (68, 36, 270), 2)
    assert [shot.difficulty for shot in s.shots(level, 0, 1)] == [7]
    level.units[1].altitude = 1
    assert [shot.difficulty for shot in s.shots(level, 0, 1)] == [9]


def test_ranges_are_measured_on_the_table() -> None:  # rule: flight.shoot-distance-ground
    state = marksmen(1)
    shooter, angel = state.units[0].ranks[1], state.units[1].ranks[0]
    apart = 4000 - p.TOKEN - 1500 - 125  # from the front of its base to the rim of the token
    assert near(state, shooter, angel, apart + 1)
    assert not near(state, shooter, angel, apart - 10)
    assert not contacts(state)


def test_flyers_hide_nobody() -> None:
    # example: example.air-hides-nothing
    # rule: flight.air-never-hides-air, flight.ground-no-hide-from-level1
    # rule: flight.ground-unit-hit-from-level1, ruling.air-sight
    state = battle(["1 dragon"], [ANGELS, ANGELS, "9 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    fly(state, 1, (68, 20, 270))
    fly(state, 2, (68, 24, 270))
    put(state, 3, (68, 28, 270), files=3)
    dragon = state.units[0].ranks[0]
    for unit in (1, 2, 3):
        assert {sees(state, dragon, member) for member in state.units[unit].ranks} == {FULL}
    (shot,) = s.shots(state, 0, 3)
    assert len(shot.seen) == 9
    low = battle(["1 griffin-fusilier", GUARDS], [ANGELS])
    put(low, 0, (68, 10, 90))
    put(low, 1, (68, 16, 90), files=6)
    fly(low, 2, (68, 30, 270))
    assert sees(low, 0, low.units[2].ranks[0]) == FULL
    assert sees(low, low.units[2].ranks[0], 0) == FULL


def test_a_whole_unit_on_the_ground_is_hit_from_low_flight() -> None:
    # rule: flight.ground-unit-hit-from-level1
    state = battle(["1 dragon"], ["12 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 20, 270), files=12)
    (shot,) = s.shots(state, 0, 1)
    assert len(shot.seen) < 12  # its arc leaves out the ends of the line
    assert set(allocation(state, 0, 1, set(shot.seen))) == set(state.units[1].ranks)
    state.units[0].altitude = 0
    assert set(allocation(state, 0, 1, set(shot.seen))) == set(shot.seen)


def test_scenery_between_levels(monkeypatch: pytest.MonkeyPatch) -> None:  # rule: ruling.air-sight
    state = marksmen(1)
    shooter, angel = state.units[0].ranks[1], state.units[1].ranks[0]
    wall = p.Ground("ground:wall", "wall", base((6800, 2500, 90), (800, 100)), 0)
    tower(monkeypatch, wall)
    assert sees(state, shooter, angel) == PARTIAL
    assert sees(state, angel, shooter) == PARTIAL
    tower(monkeypatch, TOWER)
    assert sees(state, shooter, angel) == NONE
    pair = battle([ANGELS], [ANGELS])
    fly(pair, 0, (68, 15, 90))
    fly(pair, 1, (68, 40, 270))
    assert sees(pair, 0, 3) == NONE
    set_each(pair.units, "altitude", [2, 1])
    assert sees(pair, 0, 3) == FULL
    tower(monkeypatch, wall)
    set_each(pair.units, "altitude", [1, 1])
    assert sees(pair, 0, 3) == FULL
    beside = p.Ground("ground:tower", "tower", base((7150, 2700, 90), (500, 500)), 3)
    tower(monkeypatch, beside)  # it reaches into the way of the tokens, not over its middle
    assert sees(pair, 0, 3) == sees(pair, 3, 0) == PARTIAL  # rule: los.offset-obstacle-partial
    set_each(pair.units, "altitude", [2, 1])
    assert sees(pair, 0, 3) == FULL


@pytest.mark.parametrize(
    ("kind", "at", "deep", "seen"),
    [
        ("wood", 2700, 600, NONE),  # more than 5 cm of trees
        ("wood", 2700, 400, PARTIAL),
        ("hill", 2700, 400, PARTIAL),
        ("hill", 1500, 400, FULL),  # who stands on it looks over it
        ("ruin", 1500, 400, PARTIAL),
        ("marsh", 2700, 400, FULL),
    ],
)
def test_low_flight_sees_the_ground_past_scenery_as_usual(
    monkeypatch: pytest.MonkeyPatch, kind: str, at: int, deep: int, seen: int
) -> None:
    # rule: ruling.air-sight, ruling.drawn-ground
    state = marksmen(1)
    shooter, angel = state.units[0].ranks[1], state.units[1].ranks[0]
    size = p.size_of_height(t.TERRAINS[kind].height)
    tower(monkeypatch, p.Ground(f"ground:{kind}", kind, base((6800, at, 90), (1600, deep)), size))
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == seen
    state.units[1].altitude = 2
    assert sees(state, shooter, angel) == FULL


@pytest.mark.parametrize("level", [1, 2])
def test_a_veil_hides_flyers_and_a_wall_of_earth_a_part(level: int) -> None:
    # rule: ruling.air-sight
    state = marksmen(level)
    shooter, angel = state.units[0].ranks[1], state.units[1].ranks[0]
    assert sees(state, shooter, angel) == FULL
    state.magic.conjured = ((NUMBER["veil-of-mist"], 6800, 2700, 90, 2),)
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == NONE
    state.magic.conjured = ((NUMBER["wall-of-earth"], 6800, 2700, 90, 2),)
    over = PARTIAL if level == 1 else FULL
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == over


def test_who_flies_overhead_touches_nobody() -> None:
    # rule: los.contact-always, flight.contact-same-level, ruling.air-sight
    state = battle(["1 griffin-fusilier"], [ANGELS, "1 alahan-guard"])
    put(state, 0, (68, 20, 90))
    put(state, 2, (68, 17.5, 90))
    assert sees(state, 0, state.units[2].ranks[0]) == FULL  # at its back, base to base
    fly(state, 1, (68, 19, 90))
    assert sees(state, 0, state.units[1].ranks[0]) == NONE
    fly(state, 1, (68, 21, 90))
    assert sees(state, 0, state.units[1].ranks[0]) == FULL


def test_the_rear_rank_looks_up_from_the_front_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: los.rear-rank-angle, ruling.los-rear-rank-trace
    state = battle(["2 griffin-fusilier"], [ANGELS])
    put(state, 0, (68, 15, 90), files=1)
    fly(state, 1, (68, 30, 270))
    front, rear = state.units[0].ranks
    rock = p.Ground("ground:rock", "rock", base((6950, 1400, 90), (100, 100)), 0)
    tower(monkeypatch, rock)  # beside the rear fighter, behind the front one
    state.units[0].files = 0
    assert sees(state, rear, state.units[1].ranks[0]) == PARTIAL
    state.units[0].files = 1
    assert (
        sees(state, rear, state.units[1].ranks[0])
        == sees(state, front, state.units[1].ranks[0])
        == FULL
    )


def test_a_whole_flying_unit_shoots_and_is_hit() -> None:
    # example: example.air-unit-shoots
    # rule: flight.all-may-shoot, flight.all-may-be-hit
    state = battle(["6 griffin-fusilier"], ["6 morbid-angel"])
    put(state, 0, (68, 15, 90), files=2)
    assert len(s.shooters(state, 0)) == 4  # on the ground the third rank sees nothing
    fly(state, 0, (68, 15, 90))
    fly(state, 1, (68, 34, 270))
    set_each(state.units, "files", [2, 2])
    found = list(s.shots(state, 0, 1))
    assert len(found) == 6
    assert all(set(shot.seen) == set(state.units[1].ranks) for shot in found)
    assert allocation(state, 0, 1, set(state.units[1].ranks)) == list(state.units[1].ranks)
    state.units[1].altitude = 2
    assert all(len(shot.seen) == 6 for shot in s.shots(state, 0, 1))


def test_a_dense_formation_means_nothing_in_the_air() -> None:  # rule: flight.token-goes-around
    state = battle(["4 griffin-fusilier"], ["10 morbid-angel"])
    put(state, 0, (68, 15, 90), files=4)
    put(state, 1, (68, 40, 270), files=5)
    assert "A dense target" in [m.text for m in s.modifiers(state, 0, 1, False)]
    fly(state, 1, (68, 40, 270))
    assert "A dense target" not in [m.text for m in s.modifiers(state, 0, 1, False)]
