"""What is drawn but cannot be touched.

`points` by kind: outline, tint: the corners of a region (one point: the space around it, two: an
edge); path, arrow, trace: a line walked; arc: the eye, then the far edge; ruler: its two ends;
caption, dot: where they stand; grid: two opposite corners, then the far corner of the first mesh.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import atan2, cos, degrees, hypot, sin

from fimbul.draw.shapes import Spot, circle, corners, label, line, number, polygon
from fimbul.kernel import SEAT_TONES, Mark

Space = tuple[str, float]  # the art and width, in pixels, of an ordinary space
UNDER = ("tint", "outline", "grid", "trace", "path", "arc")  # the others lie above the pieces


def draw_mark(mark: Mark, spots: list[Spot], space: Space) -> str:
    """One mark, its points already in pixels."""
    if not spots:
        return ""
    if mark.kind == "caption":
        drawn = _caption(mark.text, spots[0], space)
    else:
        said = "" if mark.kind == "tint" else _tag(mark.text, spots)  # a tally is drawn instead
        shape = partial(_tint, mark.tone) if mark.kind == "tint" else _SHAPES[mark.kind]
        drawn = "".join(shape(spots, space)) + said
    return f'<g class="t-{mark.tone}">{drawn}</g>'


def _caption(text: str, spot: Spot, space: Space) -> str:
    size = max(13.5, min(17.0, space[1] * 0.27))
    return label(text, (spot[0], spot[1] + size / 3), "caption", f' font-size="{number(size)}"')


def _tag(text: str, spots: list[Spot]) -> str:
    """Words in the middle of a mark."""
    x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
    return label(text, (x, y - 8), "tag") if text else ""


def _outline(spots: list[Spot], space: Space) -> Iterator[str]:
    if len(spots) == 2:
        yield line(spots, "outline")
    else:
        region = spots if len(spots) > 2 else corners(space[0], spots[0], space[1])
        yield polygon(region, "outline")


def _tint(tone: str, spots: list[Spot], space: Space) -> Iterator[str]:
    """Land in the colour and the pattern of its owner."""
    region = spots if len(spots) > 2 else corners(space[0], spots[0], space[1])
    yield polygon(region, "tint")
    if tone in SEAT_TONES:
        yield polygon(region, "land", f' fill="url(#fimbul-{tone})"')


def tally(mark: Mark, spot: Spot, across: float) -> str:
    """What a tinted region counts, on a disc in its owner's colour."""
    size = f' font-size="{number(across * 0.4)}"'
    words = label(mark.text, (spot[0], spot[1] + across * 0.14), "plain-name", size)
    return f'<g class="t-{mark.tone}">{circle(spot, across * 0.36, "plain")}{words}</g>'


def _trace(spots: list[Spot], space: Space) -> Iterator[str]:
    """A ring where it began, a line along the way."""
    yield polygon(corners(space[0], spots[0], space[1] * 0.8), "ring")
    if len(spots) > 1:
        yield line(spots, "trace")


def _arrow(spots: list[Spot]) -> Iterator[str]:
    if len(spots) < 2:
        return
    (x0, y0), (x1, y1) = spots[-2:]
    turn = atan2(y1 - y0, x1 - x0)
    yield line([*spots[:-1], (x1 - 8 * cos(turn), y1 - 8 * sin(turn))], "arrow")
    yield (
        f'<path class="tip" d="M0 0-16-8-12 0-16 8z" transform="translate({number(x1)} '
        f'{number(y1)}) rotate({number(degrees(turn))})"/>'
    )


def _ruler(spots: list[Spot]) -> Iterator[str]:
    """A line with a tick at each end."""
    (x0, y0), (x1, y1) = spots[0], spots[-1]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    across, down = (y0 - y1) / far * 7, (x1 - x0) / far * 7
    yield line([(x0, y0), (x1, y1)], "ruler")
    for x, y in (spots[0], spots[-1]):
        yield line([(x - across, y - down), (x + across, y + down)], "ruler")


def _grid(spots: list[Spot]) -> Iterator[str]:
    if len(spots) < 3:
        return
    (left, top), (right, bottom), mesh = spots[:3]
    across, down = mesh[0] - left, mesh[1] - top
    if across < 1 or down < 1:
        return
    for step in range(int((right - left) / across) + 1):
        yield line([(left + step * across, top), (left + step * across, bottom)], "grid")
    for step in range(int((bottom - top) / down) + 1):
        yield line([(left, top + step * down), (right, top + step * down)], "grid")


def _dots(spots: list[Spot], space: Space) -> Iterator[str]:
    yield from (circle(spot, space[1] * 0.1, "dot") for spot in spots)


_SHAPES: dict[str, Callable[[list[Spot], Space], Iterator[str]]] = {
    "outline": _outline,
    "path": lambda spots, space: iter([line(spots, "path")]),
    "trace": _trace,
    "arrow": lambda spots, space: _arrow(spots),
    "arc": lambda spots, space: iter([polygon(spots, "arc")]),
    "ruler": lambda spots, space: _ruler(spots),
    "grid": lambda spots, space: _grid(spots),
    "dot": _dots,
}
