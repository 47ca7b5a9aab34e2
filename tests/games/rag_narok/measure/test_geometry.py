"""The fixed-point table: exact, the same from both sides, and what shapely says of it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import crossing
from fimbul.games.rag_narok.measure import geometry as g
from fimbul.games.rag_narok.measure.geometry import Place, Shape
from fimbul.games.rag_narok.rules.movement.marches import Advance
from tests.games.uncompiled import assert_same

shapely: Any = import_module("shapely")  # an oracle: the rules themselves use whole numbers only

PLACES = st.tuples(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 359))
EXTENTS = st.sampled_from([(250, 250), (250, 500), (400, 400), (500, 750)])
BASES = st.builds(g.base, PLACES, EXTENTS)
LIMITS = st.integers(0, 2000)
MANY = settings(max_examples=150, deadline=None)


def area(shape: Shape) -> Any:
    return shapely.Polygon(shape)


def test_compiled_or_not_the_results_are_the_same() -> None:
    compiled = not str(g.__file__).endswith(".py")
    assert_same("tests.games.rag_narok.uncompiled", compiled, lines=3000)


def test_directions_are_the_sines_and_cosines() -> None:
    # rule: ruling.fixed-point, ruling.headings
    assert g.DIRECTIONS[0] == (g.ONE, 0)
    assert g.DIRECTIONS[90] == (0, g.ONE)
    assert g.DIRECTIONS[30][1] == g.ONE // 2
    for cosine, sine in g.DIRECTIONS:
        assert abs(cosine * cosine + sine * sine - g.ONE * g.ONE) <= 2 * g.ONE
    for one, other in zip(g.DIRECTIONS, g.DIRECTIONS[180:], strict=False):
        assert (-one[0], -one[1]) == other


@MANY
@given(BASES, BASES, LIMITS)
def test_gaps_are_exact_and_symmetric(one: Shape, other: Shape, limit: int) -> None:
    # rule: ruling.fixed-point
    assert g.within(one, other, limit) == g.within(other, one, limit)
    far = area(one).distance(area(other))
    if abs(far - limit) > 1e-6:
        assert g.within(one, other, limit) == (far <= limit)


@MANY
@given(BASES, BASES, LIMITS, st.integers(1, 120))
def test_the_farthest_board_is_as_exact_as_the_table(
    one: Shape, other: Shape, limit: int, board: int
) -> None:
    """Where places are large numbers, and their products larger."""
    # rule: ruling.fixed-point, ruling.air-board-geometry
    far = board * p.STRIDE
    there, beyond = (tuple((x + far, y) for x, y in shape) for shape in (one, other))
    assert g.within(there, beyond, limit) == g.within(one, other, limit)
    assert g.clash(there, beyond) == g.clash(one, other)
    assert g.gap(there, beyond) == g.gap(one, other)
    assert g.swept(there, 30, limit) == tuple((x + far, y) for x, y in g.swept(one, 30, limit))
    apart = area(one).distance(area(beyond))
    assert g.gap(one, beyond) - 1 - 1e-6 <= apart <= g.gap(one, beyond) + 1e-6


@pytest.mark.parametrize(("right", "up"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_corners_are_measured_to_corners_not_along_edges(right: int, up: int) -> None:
    # rule: ruling.fixed-point
    def beyond(aside: int) -> Shape:
        return g.base((right * (250 + aside), up * (250 + aside), 90), (250, 250))

    here = g.base((0, 0, 90), (250, 250))
    assert not g.within(here, beyond(90), 100)  # 90 aside and 90 ahead are 128 apart
    assert g.within(here, beyond(70), 100)
    assert (g.gap(here, beyond(70)), g.gap(here, beyond(90))) == (99, 128)


@MANY
@given(BASES, BASES)
def test_the_gap_is_the_smallest_that_is_within(one: Shape, other: Shape) -> None:
    found = g.gap(one, other)
    assert found == g.gap(other, one)
    assert abs(found - area(one).distance(area(other))) <= 1.000001


@MANY
@given(BASES, BASES)
def test_overlaps_agree_with_the_oracle(one: Shape, other: Shape) -> None:
    assert g.clash(one, other) == g.clash(other, one)
    shared = area(one).intersection(area(other)).area
    if g.clash(one, other):
        assert shared > 0
    if shared > 250 * 8 * g.SLACK:
        assert g.clash(one, other)


@MANY
@given(PLACES, EXTENTS)
def test_a_base_is_a_rectangle_about_its_centre(place: Place, extent: tuple[int, int]) -> None:
    shape = g.base(place, extent)
    assert abs(area(shape).area - extent[0] * extent[1]) <= 2 * sum(extent)
    assert abs(g.centre(shape)[0] - place[0]) <= 1
    assert area(shape).exterior.is_ccw


@MANY
@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=3, max_size=12))
def test_hulls_agree_with_the_oracle(points: list[tuple[int, int]]) -> None:
    mine, theirs = g.hull(points), shapely.MultiPoint(points).convex_hull
    if theirs.geom_type == "Polygon":
        assert area(mine).equals(theirs)


@MANY
@given(BASES, st.integers(0, 359), st.integers(0, 2000))
def test_a_sweep_covers_both_ends(shape: Shape, heading: int, distance: int) -> None:
    path = area(g.swept(shape, heading, distance)).buffer(0.01)
    x, y, _ = g.moved((0, 0, 0), heading, distance)
    end = tuple((px + x, py + y) for px, py in shape)
    assert path.contains(area(shape))
    assert path.contains(area(end))


@MANY
@given(BASES, BASES, st.integers(0, 359))
def test_travel_stops_where_shapes_first_touch(one: Shape, other: Shape, heading: int) -> None:
    way = crossing.travel(one, heading, [other], 5000)
    if way is None or g.clash(one, other):
        return
    x, y, _ = g.moved((0, 0, 0), heading, way)
    there = tuple((px + x, py + y) for px, py in one)
    assert not g.clash(there, other)
    assert g.within(there, other, 10)


@MANY
@given(BASES, PLACES, PLACES)
def test_segments_inside_shapes_agree_with_the_oracle(one: Shape, a: Place, b: Place) -> None:
    if a[:2] == b[:2]:
        return
    line = shapely.LineString([a[:2], b[:2]])
    length = line.intersection(area(one)).length
    span, back = crossing.inside(a[:2], b[:2], one), crossing.inside(b[:2], a[:2], one)
    assert (span is None) == (back is None)
    if length > 0.01:
        assert span is not None
        assert abs((span.high - span.low) / span.unit * line.length - length) < 0.01
    for limit in (100, 250):
        if abs(length - limit) > 0.01:
            assert crossing.longer_inside(a[:2], b[:2], one, limit) == (length > limit)


@MANY
@given(PLACES, PLACES)
def test_bearings_point_there(a: Place, b: Place) -> None:
    if g.squared(a[:2], b[:2]) > 100:
        heading = g.bearing(a[:2], b[:2])
        assert g.in_arc((*a[:2], heading), b[:2])
        assert abs(g.turn_between(heading, g.bearing(b[:2], a[:2]))) >= 179


@given(st.integers(0, 359), st.integers(-179, 180))
def test_turns_between_headings(heading: int, degrees: int) -> None:
    assert g.turn_between(heading, (heading + degrees) % 360) == degrees


def test_the_edge_of_the_arc_is_seen() -> None:
    # example: example.los-arc-edge
    # rule: los.arc-90
    here = (1000, 1000, 90)
    assert g.in_arc(here, (900, 1100))
    inside = g.offset((1000, 1000, 135), 1000, 0)
    outside = g.offset((1000, 1000, 136), 1000, 0)
    assert g.in_arc(here, inside)
    assert not g.in_arc(here, outside)


@pytest.mark.parametrize("turn", [0, 37, 90, 211])
def test_flush_bases_only_touch(turn: int) -> None:  # rule: ruling.fixed-point
    here = (2000, 2000, turn)
    there = (*g.offset(here, 250, 0), turn)
    one, other = g.base(here, (250, 250)), g.base(there, (250, 250))
    assert not g.clash(one, other)
    assert g.within(one, other, 2)


def test_turning_about_a_pivot_keeps_the_distance() -> None:
    place = (1500, 1000, 10)
    for degrees in range(0, 360, 15):
        x, y, heading = g.spun(place, (1000, 1000), degrees)
        assert abs(g.squared((x, y), (1000, 1000)) - 500**2) <= 1500
        assert heading == (10 + degrees) % 360


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("places", [(2**70, 0, 90)]),
        ("conjured", [(0, 1000, 2**40, 90, 3)]),
        ("agenda", [(Advance(0, 0, 2**50),)]),
        ("paces", -(2**30)),
    ],
)
def test_stored_numbers_that_no_table_holds_are_refused(name: str, value: Any) -> None:
    # rule: ruling.fixed-point
    state = GAME.new()
    where = {"conjured": state.magic, "paces": state.units[0]}
    setattr(where.get(name, state), name, value)
    assert list(state.problems()) == [f"{name}: a number that cannot be"]


def test_seeds_and_counts_of_choices_may_be_large() -> None:
    state = GAME.new(seed=2**63 + 1)
    state.number = 2**40
    assert not list(state.problems())
