"""A ruler between two Units: where they are nearest, and how far that is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import block_of
from fimbul.games.rag_narok.measure.crossing import travel
from fimbul.games.rag_narok.measure.geometry import (
    Point,
    Shape,
    base,
    disc,
    gap,
    moved,
    squared,
)
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.rules.charge.approach import course, furthest, reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.flight.attacks import is_airy
from fimbul.games.rag_narok.scene.spots import outlined
from fimbul.games.rag_narok.state import RagNarok, outline, shapes
from fimbul.kernel import Mark, phrase


def between(state: RagNarok, unit: int, other: int) -> Mark:
    one, two = footprint(state, unit), footprint(state, other)
    return Mark(
        "ruler",
        outlined(state, nearest(one, two)),
        "ink",
        phrase("{far} cm", far=said(gap(one, two))),
    )


def approach(state: RagNarok, this: Assault) -> Mark:  # rule: charge.procedure
    """The way of an attack as the rules measure it: from its front, once it has turned."""
    if is_airy(state, this):
        return between(state, this.unit, this.target)
    at, (_, deep) = block_of(state, this.unit)
    heading = (at[2] + course(state, this).turn) % 360
    front = moved((*at[:2], heading), heading, deep // 2)
    here = base((*at[:2], heading), block_of(state, this.unit).extent)
    far = travel(here, heading, shapes(state, this.target), sum(state.terms.table))
    if far is None:
        return between(state, this.unit, this.target)
    ends = outlined(state, (front[:2], moved(front, heading, far)[:2]))
    way, most = reach(state, this), furthest(state, this)
    barred = far <= most and way is None
    told = far if way is None else way  # as the rules say it: a wall may shorten it
    words = "{far} of {most} cm, barred" if barred else "{far} of {most} cm"
    return Mark("ruler", ends, "ink", phrase(words, far=said(told), most=said(most)))


def footprint(state: RagNarok, unit: int) -> Shape:  # rule: flight.token
    """Where a Unit is on the table: in the air, its token."""
    sky = state.units[unit].token
    return outline(state, unit) if sky is None else disc(sky, 2 * p.TOKEN)


def nearest(one: Shape, other: Shape) -> tuple[Point, Point]:
    """A point of each where they are nearest: one of them is a corner."""
    there = [(corner, _foot(corner, *edge)) for corner in one for edge in _edges(other)]
    back = [(_foot(corner, *edge), corner) for corner in other for edge in _edges(one)]
    return min(there + back, key=lambda pair: squared(*pair))


def _edges(shape: Shape) -> Iterator[tuple[Point, Point]]:
    return pairwise((*shape, shape[0]))


def _foot(point: Point, start: Point, end: Point) -> Point:
    """The point of an edge that is nearest to another point."""
    along = (end[0] - start[0], end[1] - start[1])
    far = along[0] ** 2 + along[1] ** 2 or 1
    way = (point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]
    share = min(max(way, 0), far)
    return start[0] + along[0] * share // far, start[1] + along[1] * share // far
