"""What a line runs through, and what a shape going straight on meets; exact."""

from __future__ import annotations  # rule: ruling.fixed-point

from collections.abc import Iterable
from typing import NamedTuple

from fimbul.games.rag_narok.measure.directions import DIRECTIONS, ONE
from fimbul.games.rag_narok.measure.geometry import SLACK, Point, Shape, squared


class Span(NamedTuple):
    """The part of a segment inside a shape, as fractions of it: low/unit to high/unit."""

    low: int
    high: int
    unit: int


def inside(start: Point, end: Point, shape: Shape) -> Span | None:
    """Where the open segment runs through the inside of a shape; None: nowhere (Cyrus, Beck)."""
    (sx, sy), (ax, ay) = start, shape[-1]
    dx, dy = end[0] - sx, end[1] - sy
    low, high, unit = 0, 1, 1
    for bx, by in shape:
        nx, ny = by - ay, ax - bx
        out = (sx - bx) * nx + (sy - by) * ny
        pace = dx * nx + dy * ny
        if pace > 0:
            if -out * unit < high * pace:
                low, high, unit = low * pace, -out * unit, unit * pace
        elif pace < 0:
            if out * unit > low * -pace:
                low, high, unit = out * unit, high * -pace, unit * -pace
        elif out >= 0:
            return None
        if low >= high:
            return None
        ax, ay = bx, by
    return Span(low, high, unit)


def longer_inside(start: Point, end: Point, shape: Shape, limit: int) -> bool:
    """Whether more than `limit` of a segment lies inside a shape."""
    span = inside(start, end, shape)
    if span is None:
        return False
    part = span.high - span.low
    return part * part * squared(start, end) > limit * limit * span.unit * span.unit


def travel(shape: Shape, heading: int, others: Iterable[Shape], most: int) -> int | None:
    """How far a shape goes straight on until it first touches one of the others, within `most`."""
    best: int | None = None
    cosine, sine = DIRECTIONS[heading]
    mine = _local(shape, cosine, sine)
    farthest = max(x for x, _ in mine) + (most + 1) * ONE
    for other in others:
        theirs = _local(other, cosine, sine)
        if min(theirs)[0] >= farthest:
            continue
        found = _meeting(mine, theirs)
        if found is not None and 0 <= found <= most and (best is None or found < best):
            best = found
    return best


def _local(shape: Shape, cosine: int, sine: int) -> Shape:
    """The same points, as ahead of and beside a heading, in the units of directions."""
    return tuple((x * cosine + y * sine, y * cosine - x * sine) for x, y in shape)


def _meeting(mine: Shape, theirs: Shape) -> int | None:
    """The smallest gap ahead between two shapes, at any height they share; None: they pass."""
    low = max(min(y for _, y in mine), min(y for _, y in theirs))
    high = min(max(y for _, y in mine), max(y for _, y in theirs))
    if high - low <= SLACK * ONE or max(x for x, _ in theirs) <= min(x for x, _ in mine):
        return None
    heights = {low, high, *(y for _, y in (*mine, *theirs) if low < y < high)}
    gaps = []
    for height in heights:
        here, there = _at_height(mine, height), _at_height(theirs, height)
        if min(there) + max(there) > min(here) + max(here):  # else it lies behind
            gaps.append(min(there) - max(here))
    return max(0, min(gaps) // ONE) if gaps else None


def _at_height(shape: Shape, height: int) -> list[int]:
    """How far ahead the edges of a shape are at one height aside."""
    found = []
    ax, ay = shape[-1]
    for bx, by in shape:
        if ay == by == height:
            found += [ax, bx]
        elif min(ay, by) <= height <= max(ay, by) and ay != by:
            found.append(ax + (bx - ax) * (height - ay) // (by - ay))
        ax, ay = bx, by
    return found
