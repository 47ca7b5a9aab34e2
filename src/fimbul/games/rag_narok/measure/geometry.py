# cython: boundscheck=True, wraparound=True, cdivision=False
"""The table in whole hundredths of a centimetre: bases, gaps, arcs, sweeps; no floating point.

Points are rounded once, when a shape is laid out; everything asked about shapes afterwards is
exact and the same from both sides. Headings are whole degrees, counter-clockwise from the x axis.
geometry.pxd gives C types to the same source; without a compiler it runs as it is.
"""

from __future__ import annotations  # rule: ruling.fixed-point, ruling.table, ruling.headings

from collections.abc import Iterable, Sequence
from functools import lru_cache

from fimbul.games.rag_narok.measure.directions import BITS, HALF
from fimbul.games.rag_narok.measure.directions import DIRECTIONS as DIRECTIONS
from fimbul.games.rag_narok.measure.directions import ONE as ONE

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
    return _corners(place, extent)


def _corners(place: Place, extent: Extent) -> Shape:
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
    """A round thing as an octagon."""
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
    rough = _best(dx, dy, first, first + 91, 15)
    return _best(dx, dy, rough - 8, rough + 9, 1) % 360


def _best(dx: int, dy: int, first: int, end: int, pace: int) -> int:
    """The turn among these that points there most nearly; of two equals the first."""
    best, most = first, along(dx, dy, first % 360)
    for turn in range(first + pace, end, pace):
        here = along(dx, dy, turn % 360)
        if here > most:
            best, most = turn, here
    return best


def along(dx: int, dy: int, heading: int) -> int:
    cosine, sine = DIRECTIONS[heading]
    return dx * cosine + dy * sine


def turn_between(heading: int, other: int) -> int:
    """The turn from one heading to another, -179 to 180, left being positive."""
    return (other - heading + 179) % 360 - 179


def in_arc(place: Place, point: Point) -> bool:  # rule: los.arc-90
    """Within 45 degrees of the heading, the edge included."""
    cosine, sine = DIRECTIONS[place[2]]
    dx, dy = point[0] - place[0], point[1] - place[1]
    return abs(cosine * dy - sine * dx) <= cosine * dx + sine * dy


def squared(one: Point, other: Point) -> int:
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy


def centres_in(places: Sequence[Place | None], box: Box) -> list[int]:
    """The numbers of those places whose centre lies in a box, its edge included."""
    left, low, right, high = box
    found = []
    for number, place in enumerate(places):
        if place is not None:
            x, y, _ = place
            if left <= x <= right and low <= y <= high:
                found.append(number)
    return found


def centre(shape: Shape) -> Point:
    """Of its bounding box."""
    left, low, right, high = bounds(shape)
    return (left + right) // 2, (low + high) // 2


@lru_cache(maxsize=1 << 15)
def bounds(shape: Shape) -> Box:
    return _bounds(shape)


def _bounds(shape: Shape) -> Box:
    left, low = right, high = shape[0]
    for x, y in shape:
        if x < left:
            left = x
        elif x > right:
            right = x
        if y < low:
            low = y
        elif y > high:
            high = y
    return left, low, right, high


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
    left, low, right, high = one
    their_left, their_low, their_right, their_high = other
    return left < their_right and their_left < right and low < their_high and their_low < high


def clash(one: Shape, other: Shape, slack: int = SLACK) -> bool:
    """Whether two shapes overlap by more than they would by touching."""
    if not meet(bounds(one), bounds(other)):  # spares the closer look, and changes no answer
        return False
    return _overlap(one, other, slack)


def _overlap(one: Shape, other: Shape, slack: int) -> bool:
    return not _parted(one, other, slack) and not _parted(other, one, slack)


def _parted(one: Shape, other: Shape, slack: int) -> bool:
    """Whether an edge of the first has the other shape outside, give or take `slack`."""
    ax, ay = one[-1]
    for bx, by in one:
        nx, ny = by - ay, ax - bx
        edge = bx * nx + by * ny  # no corner of its own shape lies farther out
        nearest, farthest = _span(other, nx, ny)
        if nearest >= edge:
            return True
        if slack:
            back, _ = _span(one, nx, ny)
            depth = min(edge, farthest) - max(nearest, back)
            if depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny):
                return True
        ax, ay = bx, by
    return False


def _span(shape: Shape, nx: int, ny: int) -> tuple[int, int]:
    """The nearest and the farthest that a shape reaches that way."""
    x, y = shape[0]
    least = most = x * nx + y * ny
    for x, y in shape:
        here = x * nx + y * ny
        if here < least:
            least = here
        elif here > most:
            most = here
    return least, most


def within(one: Shape, other: Shape, limit: int) -> bool:
    """Whether the gap between two shapes is at most `limit`; exact."""
    most = limit * limit
    if squared(one[0], other[0]) <= most:  # two corners are enough to tell
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
            ahead = wx * ex + wy * ey
            if ahead <= 0:
                near = wx * wx + wy * wy <= most
            elif ahead >= length:
                vx, vy = px - bx, py - by
                near = vx * vx + vy * vy <= most
            else:
                aside = ex * wy - ey * wx
                near = aside * aside <= most * length
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
    return tuple([(px + x, py + y) for px, py in shape])


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


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies inside a shape, its edge not counted."""
    (x, y), (ax, ay) = point, shape[-1]
    for bx, by in shape:
        if (x - bx) * (by - ay) + (y - by) * (ax - bx) >= 0:
            return False
        ax, ay = bx, by
    return True
