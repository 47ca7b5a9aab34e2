"""From the table's hundredths of a centimetre to the scene's millimetres, which count downwards."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.geometry import Point, Shape
from fimbul.games.rag_narok.tables import CM

MM = CM // 10
WIDE, DEEP = p.SCENARIO.table[0] // MM, p.SCENARIO.table[1] // MM


def at(point: Point) -> Point:
    return point[0] // MM, DEEP - point[1] // MM


def outlined(shape: Shape) -> tuple[Point, ...]:
    return tuple(at(point) for point in shape)
