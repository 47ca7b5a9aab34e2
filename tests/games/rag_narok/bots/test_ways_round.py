"""The way round scenery, as bots see it: never shorter than straight, never through a rock."""

from __future__ import annotations

from math import isqrt

from hypothesis import given
from hypothesis import strategies as st

from fimbul.games.rag_narok.army.terms import FIXED, SKIRMISH
from fimbul.games.rag_narok.bots.footwork import off_front
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.stands import aim_of
from fimbul.games.rag_narok.bots.ways_round import CELL, _routes, routes
from fimbul.games.rag_narok.measure.geometry import Point, squared
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.movement.marches import Wheel
from tests.games.rag_narok.drawn import ask, battle, put

NARROW, WIDE = 2 * CM, 12 * CM
ROCK = "rock 40 30"
HILLY = "rock 40 30, marsh 20 20, wall 60 40, house 55 20"
BEFORE, BEHIND = (40 * CM, 15 * CM), (40 * CM, 45 * CM)
points = st.tuples(st.integers(0, 80 * CM - 1), st.integers(0, 60 * CM - 1))


@given(points, points)
def test_no_way_is_shorter_than_the_straight_one(start: Point, goal: Point) -> None:
    length = routes(SKIRMISH, FIXED[SKIRMISH], NARROW, goal).length(start)
    assert length is None or length >= isqrt(squared(start, goal)) - 2 * CELL


@given(points, points)
def test_on_an_empty_table_every_way_is_nearly_straight(start: Point, goal: Point) -> None:
    length = routes(SKIRMISH, "", WIDE, goal).length(start)
    assert length is not None
    assert length <= isqrt(squared(start, goal)) * 1.1 + 2 * CELL


def test_a_wider_front_goes_farther_round_a_rock() -> None:
    narrow = routes(SKIRMISH, ROCK, NARROW, BEHIND).length(BEFORE)
    wide = routes(SKIRMISH, ROCK, WIDE, BEHIND).length(BEFORE)
    assert narrow is not None
    assert wide is not None
    assert 30 * CM < narrow < wide < 45 * CM


def test_the_narrowest_front_does_not_pass_through_a_house() -> None:
    there = routes(SKIRMISH, "house 42 30 90", NARROW, BEHIND)
    assert not there.reaches((10, 7))
    assert there.reaches((7, 7))


@given(st.lists(points, min_size=2, max_size=5), points)
def test_lengths_do_not_depend_on_what_was_asked_before(asked: list[Point], goal: Point) -> None:
    def lengths(starts: list[Point]) -> dict[Point, int | None]:
        _routes.cache_clear()
        return {start: routes(SKIRMISH, HILLY, WIDE, goal).length(start) for start in starts}

    assert lengths(asked) == lengths(asked[::-1])
    assert lengths(asked[:1])[asked[0]] == lengths(asked)[asked[0]]


def test_no_step_of_a_way_is_longer_than_the_way_from_the_next_square() -> None:
    ways = routes(SKIRMISH, HILLY, NARROW, BEHIND)
    for cell, cost in ways.costs.items():
        near = [ways.lengths[other] for other in ways.around(cell) if other != cell]
        if near and ways.reaches(cell) and ways.lengths[cell]:
            step = ways.lengths[cell] - min(near)
            assert 0 < step <= cost * CELL * 7 // 5


def test_difficult_ground_counts_double() -> None:
    there = routes(SKIRMISH, "marsh 40 30", NARROW, (40 * CM, 30 * CM))
    open_ground = routes(SKIRMISH, "", NARROW, (40 * CM, 30 * CM))
    longer, length = there.length(BEFORE), open_ground.length(BEFORE)
    assert longer is not None
    assert length is not None
    assert longer > length


def test_the_first_point_lies_beside_the_rock_not_in_it() -> None:
    x, y = routes(SKIRMISH, ROCK, WIDE, BEHIND).first(BEFORE)
    assert abs(x - 40 * CM) > CELL
    assert BEFORE[1] < y < BEHIND[1]


def test_a_unit_before_a_rock_wheels_round_it() -> None:
    """Straight on it would stop before the rock and never charge."""
    state = battle(["7 morbid-puppet"], ["1 abel, 6 griffin-duelist"])
    put(state, 0, (40, 8, 90), files=4)
    put(state, 1, (40, 40, 270), files=4)
    aim = aim_of(state, 0)
    assert aim is not None
    gap, _ = aim.road.way(aim.road.block.at[:2])
    assert gap > 30 * CM
    assert abs(off_front(state, 0)) >= 15
    ask(state, Wheel(0, 0))
    assert answer(state, state.open[0]) != "turn:0"
