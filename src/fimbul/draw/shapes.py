"""Plain shapes in pixels, and words escaped so that they hold no markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import cos, radians, sin, sqrt

from msgspec import Struct

Spot = tuple[float, float]  # a place in pixels
_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Drawing(Struct, frozen=True):
    """A piece of the page with its own corner at (0, 0)."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({number(x)} {number(y)})">{self.body}</g>'


class Ink(Struct, frozen=True):
    """What every part of a drawing must know."""

    theme: str
    arts: frozenset[str]  # symbols that exist
    options: frozenset[str]  # things that may be touched


def number(value: float) -> str:
    """A number as text, rounded to a tenth of a pixel and as short as that can be."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def words(text: str) -> str:
    """Text that is safe between tags and inside quotes; what XML cannot hold is left out."""
    return escape(_UNSPEAKABLE.sub("", text))


def shortened(text: str, pixels: float, letter: float = 8.0) -> str:
    """The text cut to about that many pixels, so that it stays on its card."""
    most = max(1, int(pixels / letter))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def label(text: str, at: Spot, classes: str = "", extra: str = "") -> str:
    """One line of text."""
    x, y = (number(value) for value in at)
    style = f' class="{classes}"' if classes else ""
    return f'<text x="{x}" y="{y}"{style}{extra}>{words(text)}</text>'


def box(at: Spot, size: Spot, classes: str, radius: float = 10) -> str:
    (x, y), (width, height) = at, size
    return (
        f'<rect class="{classes}" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(radius)}"/>'
    )


def circle(at: Spot, radius: float, classes: str = "") -> str:
    style = f' class="{classes}"' if classes else ""
    return f'<circle{style} cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'


def use(art: str, at: Spot, size: float) -> str:
    """A symbol, centred. A hex is higher than it is wide: it stands on a corner."""
    high = size * 2 / sqrt(3) if art == "hex" else size
    x, y = number(at[0] - size / 2), number(at[1] - high / 2)
    return (
        f'<use href="#{words(art)}" x="{x}" y="{y}" width="{number(size)}" '
        f'height="{number(high)}"/>'
    )


def corners(art: str, at: Spot, across: float) -> list[Spot]:
    """Where the corners of a space lie: a hex points north and south, all else is square."""
    x, y = at
    if art == "hex":
        reach, angles = across / sqrt(3), range(30, 390, 60)
    else:
        reach, angles = across / sqrt(2), range(45, 405, 90)
    return [(x + reach * cos(radians(a)), y + reach * sin(radians(a))) for a in angles]


def polygon(spots: Iterable[Spot], classes: str, extra: str = "") -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in spots)
    return f'<polygon class="{classes}" points="{points}"{extra}/>'


def line(spots: Iterable[Spot], classes: str) -> str:
    path = "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return f'<path class="{classes}" d="M{path}"/>'


def inside(at: Spot, ring: Sequence[Spot]) -> bool:
    """Whether a place lies within a closed line: a ray from it crosses the line an odd number."""
    x, y = at
    crossed = False
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            crossed = not crossed
    return crossed
