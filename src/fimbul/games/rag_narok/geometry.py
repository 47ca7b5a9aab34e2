"""The table in whole hundredths of a centimetre: bases, gaps, arcs, sweeps; no floating point.

Points are rounded once, when a shape is laid out; everything asked about shapes afterwards is
exact and the same from both sides. Headings are whole degrees, counter-clockwise from the x axis.
"""  # rule: ruling.fixed-point, ruling.table, ruling.headings

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok.directions import BITS, HALF
from fimbul.games.rag_narok.directions import DIRECTIONS as DIRECTIONS
from fimbul.games.rag_narok.directions import ONE as ONE

Point = tuple[int, int]
Place = tuple[int, int, int]  # the centre of a base, and its heading
Shape = tuple[Point, ...]  # a convex polygon, counter-clockwise
Extent = tuple[int, int]  # width and depth
Box = tuple[int, int, int, int]  # left, low, right, high

RECTANGLE = 4  # corners
SLACK = 5  # how deep two shapes may sink into each other and still only touch: rounding


def offset(place: Place, ahead: int, aside: int) -> Point:
    """The point so far ahead of a place and so far to its left."""
    x, y, heading = place
    cosine, sine = DIRECTIONS[heading]
    dx = (ahead * cosine - aside * sine + HALF) >> BITS
    dy = (ahead * sine + aside * cosine + HALF) >> BITS
    return x + dx, y + dy


def moved(place: Place, heading: int, distance: int) -> Place:
    """A place carried along a heading without turning."""
    cosine, sine = DIRECTIONS[heading]
    dx, dy = (distance * cosine + HALF) >> BITS, (distance * sine + HALF) >> BITS
    return place[0] + dx, place[1] + dy, place[2]


def spun(place: Place, pivot: Point, degrees: int) -> Place:
    """A place turned about a pivot, counter-clockwise."""
    turn = degrees % 360
    x, y = offset((*pivot, turn), place[0] - pivot[0], place[1] - pivot[1])
    return x, y, (place[2] + turn) % 360


@lru_cache(maxsize=1 << 15)
def base(place: Place, extent: Extent) -> Shape:
    """A rectangle of that width and depth with its front to the heading."""
    wide, deep = extent[0] // 2, extent[1] // 2
    x, y, heading = place
    cosine, sine = DIRECTIONS[heading]
    ahead, up, across, aside = deep * cosine, deep * sine, wide * sine, wide * cosine
    return (
        (x + ((ahead - across + HALF) >> BITS), y + ((up + aside + HALF) >> BITS)),
        (x + ((HALF - ahead - across) >> BITS), y + ((HALF - up + aside) >> BITS)),
        (x + ((HALF - ahead + across) >> BITS), y + ((HALF - up - aside) >> BITS)),
        (x + ((ahead + across + HALF) >> BITS), y + ((up - aside + HALF) >> BITS)),
    )


def box_of(place: Place, extent: Extent) -> Box:
    """The bounds of a base, without laying it out."""
    x, y, heading = place
    left, low, right, high = _girth(heading, extent)
    return x + left, y + low, x + right, y + high


@lru_cache(maxsize=1 << 12)
def _girth(heading: int, extent: Extent) -> Box:
    """The bounds of a base at the origin: wherever it lies, its corners are rounded alike."""
    return bounds(base((0, 0, heading), extent))


def disc(middle: Point, across: int) -> Shape:
    """A round thing as an disc."""
    radius = across // 2
    ring = (radius, radius * 707 // 1000)
    steps = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    return tuple(
        (middle[0] + dx * ring[bool(dx and dy)], middle[1] + dy * ring[bool(dx and dy)])
        for dx, dy in steps
    )


def bearing(start: Point, end: Point) -> int:
    """The whole degree that points from one to the other most nearly; 0 for the same point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        return 0
    first = (0 if dy >= 0 else 270) if dx >= 0 else (90 if dy >= 0 else 180)
    best = max(range(first, first + 91, 15), key=lambda turn: _along(dx, dy, turn % 360))
    near = range(best - 8, best + 9)
    return max(near, key=lambda turn: (_along(dx, dy, turn % 360), -turn)) % 360


def _along(dx: int, dy: int, heading: int) -> int:
    cosine, sine = DIRECTIONS[heading]
    return dx * cosine + dy * sine


def turn_between(heading: int, other: int) -> int:
    """The turn from one heading to another, -179 to 180, left being positive."""
    return (other - heading + 179) % 360 - 179


def in_arc(place: Place, point: Point) -> bool:
    """Within 45 degrees of the heading, the edge included."""  # rule: los.arc-90
    cosine, sine = DIRECTIONS[place[2]]
    dx, dy = point[0] - place[0], point[1] - place[1]
    return abs(cosine * dy - sine * dx) <= cosine * dx + sine * dy


def squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def centre(shape: Shape) -> Point:
    """Of its bounding box."""
    left, low, right, high = bounds(shape)
    return (left + right) // 2, (low + high) // 2


@lru_cache(maxsize=1 << 15)
def bounds(shape: Shape) -> Box:
    across, up = [x for x, _ in shape], [y for _, y in shape]
    return min(across), min(up), max(across), max(up)


def around(one: Box, other: Box) -> Box:
    """The smallest box around two."""
    return (
        min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]),
    )  # fmt: skip


def around_all(shapes: Sequence[Shape]) -> Box:
    """The smallest box around all of them."""
    return around_boxes([bounds(shape) for shape in shapes])


def around_boxes(boxes: Sequence[Box]) -> Box:
    lefts, lows, rights, highs = zip(*boxes, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes overlap: what does not meet cannot clash."""
    return not (
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    )


def clash(one: Shape, other: Shape, slack: int = SLACK) -> bool:
    """Whether two shapes overlap by more than they would by touching."""
    if not meet(bounds(one), bounds(other)):  # spares the closer look, and changes no answer
        return False
    return _overlap(one, other, slack)


def _overlap(one: Shape, other: Shape, slack: int) -> bool:
    return not _parted(one, other, slack) and not _parted(other, one, slack)


def _parted(one: Shape, other: Shape, slack: int) -> bool:
    """Whether an edge of the first has the other shape outside, but for `slack`."""
    (cx, cy), (ax, ay) = one[len(one) // 2], one[-1]
    for bx, by in one:
        nx, ny = by - ay, ax - bx
        edge = bx * nx + by * ny  # no corner of its own shape lies farther out
        theirs = [x * nx + y * ny for x, y in other]
        nearest = min(theirs)
        if nearest >= edge:
            return True
        if slack:
            room, top = slack * slack * (nx * nx + ny * ny), min(edge, max(theirs))
            depth = top - max(nearest, cx * nx + cy * ny)  # of one corner: it may be all we need
            if depth <= 0 or depth * depth <= room:
                depth = top - max(nearest, min([x * nx + y * ny for x, y in one]))
                if depth <= 0 or depth * depth <= room:
                    return True
        cx, cy, ax, ay = ax, ay, bx, by
    return False


def within(one: Shape, other: Shape, limit: int) -> bool:
    """Whether the gap between two shapes is at most `limit`; exact."""
    most, across, up = limit * limit, one[0][0] - other[0][0], one[0][1] - other[0][1]
    if across * across + up * up <= most:  # two corners tell already
        return True
    mine, theirs = bounds(one), bounds(other)
    if boxes_apart(mine, theirs, limit):
        return False
    if meet(mine, theirs) and _overlap(one, other, 0):
        return True
    return _near(one, other, most) or _near(other, one, most)


def boxes_apart(one: Box, other: Box, limit: int) -> bool:
    """Whether two boxes are farther apart than that."""
    left, low, right, high = one
    their_left, their_low, their_right, their_high = other
    across = their_left - right if their_left > right else left - their_right
    up = their_low - high if their_low > high else low - their_high
    if across > limit or up > limit:
        return True
    return across > 0 < up and across * across + up * up > limit * limit


def _near(points: Shape, edges: Shape, most: int) -> bool:
    """Whether a corner of one lies that near (squared) to an edge of the other."""
    ax, ay = edges[-1]
    for bx, by in edges:
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        for px, py in points:
            wx, wy = px - ax, py - ay
            along = wx * ex + wy * ey
            if along <= 0:
                near = wx * wx + wy * wy <= most
            elif along >= length:
                near = (px - bx) ** 2 + (py - by) ** 2 <= most
            else:
                near = (ex * wy - ey * wx) ** 2 <= most * length
            if near:
                return True
        ax, ay = bx, by
    return False


def gap(one: Shape, other: Shape) -> int:
    """The whole hundredths between two shapes, rounded up: within(gap) holds, within(gap-1) not."""
    low, high = -1, 1
    while not within(one, other, high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if within(one, other, middle):
            high = middle
        else:
            low = middle
    return high


def hull(points: Iterable[Point]) -> Shape:
    """The convex hull, counter-clockwise (Andrew's chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        x, y = point
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) > (by - ay) * (x - ax):  # a turn to the left
                break
            chain.pop()
        chain.append(point)
    return chain


def shifted(shape: Shape, heading: int, distance: int) -> Shape:
    """A shape carried along a heading."""
    x, y, _ = moved((0, 0, 0), heading, distance)
    return tuple((px + x, py + y) for px, py in shape)


@lru_cache(maxsize=1 << 13)
def runs_into(shape: Shape, heading: int, distance: int, other: Shape) -> bool:
    """Whether a shape carried that far clashes with another."""
    return clash(shifted(shape, heading, distance), other)


def swept(shape: Shape, heading: int, distance: int) -> Shape:
    """All that a shape passes over on its way along a heading."""
    dx, dy, _ = moved((0, 0, 0), heading, distance)
    if len(shape) != RECTANGLE or not (dx or dy):
        return hull((*shape, *shifted(shape, heading, distance)))
    found: list[Point] = []
    (ax, ay), (bx, by) = shape[-2:]
    before = (by - ay) * dx + (ax - bx) * dy  # positive: this edge goes ahead
    for cx, cy in shape:
        after = (cy - by) * dx + (bx - cx) * dy
        if before < 0:
            found.append((bx, by))
        if before > 0 or after > 0:
            found.append((bx + dx, by + dy))
        if after < 0 <= before:
            found.append((bx, by))
        bx, by, before = cx, cy, after
    return tuple(found)


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


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies inside a shape, its edge not counted."""
    (x, y), (ax, ay) = point, shape[-1]
    for bx, by in shape:
        if (x - bx) * (by - ay) + (y - by) * (ax - bx) >= 0:
            return False
        ax, ay = bx, by
    return True


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
    """The same points as ahead and aside of a heading, in the units of directions."""
    return tuple((x * cosine + y * sine, y * cosine - x * sine) for x, y in shape)


def _meeting(mine: Shape, theirs: Shape) -> int | None:
    """The smallest gap ahead between two shapes, at any height that both have; None: they pass."""
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
