"""A ruler between two Units: where they are nearest, and how far that is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import Point, Shape, disc, gap, squared
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.scene.spots import outlined
from fimbul.games.rag_narok.state import RagNarok, outline
from fimbul.kernel import Mark


def between(state: RagNarok, unit: int, other: int) -> Mark:
    one, two = footprint(state, unit), footprint(state, other)
    return Mark("ruler", outlined(state, nearest(one, two)), "ink", f"{said(gap(one, two))} cm")


def footprint(state: RagNarok, unit: int) -> Shape:  # rule: flight.token
    """Where a Unit is on the table: in the air, its token."""
    sky = state.units[unit].token
    return outline(state, unit) if sky is None else disc(sky, 2 * p.TOKEN)


def nearest(one: Shape, other: Shape) -> tuple[Point, Point]:
    """A point of each, as near as any: one of them is a corner."""
    there = [(corner, _foot(corner, *edge)) for corner in one for edge in _edges(other)]
    back = [(_foot(corner, *edge), corner) for corner in other for edge in _edges(one)]
    return min(there + back, key=lambda pair: squared(*pair))


def _edges(shape: Shape) -> Iterator[tuple[Point, Point]]:
    return pairwise((*shape, shape[0]))


def _foot(point: Point, start: Point, end: Point) -> Point:
    """The point of an edge that is nearest to another."""
    along = (end[0] - start[0], end[1] - start[1])
    far = along[0] ** 2 + along[1] ** 2 or 1
    way = (point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]
    share = min(max(way, 0), far)
    return start[0] + along[0] * share // far, start[1] + along[1] * share // far
