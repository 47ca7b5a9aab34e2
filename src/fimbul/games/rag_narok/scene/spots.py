"""From the table's hundredths of a centimetre to the scene's millimetres, which count downwards."""

from __future__ import annotations

from fimbul.games.rag_narok.measure.geometry import Point, Shape
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok

MM = CM // 10


def at(state: RagNarok, point: Point) -> Point:
    return point[0] // MM, (state.terms.table[1] - point[1]) // MM


def outlined(state: RagNarok, shape: Shape) -> tuple[Point, ...]:
    return tuple(at(state, point) for point in shape)
