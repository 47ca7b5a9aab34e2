"""Scenes one after the other: a self-contained SVG that moves by itself, over and over.

Each scene covers the one before. So whoever wants no motion, or cannot show any, sees the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.draw.page import MARGIN, ground, sheet, whole
from fimbul.draw.shapes import number
from fimbul.kernel import Scene

PACE, REST = 1.2, 3.0  # seconds: how long a scene stays, and the last
CALM = "@media (prefers-reduced-motion:reduce){.still{animation:none!important}}"


def film(
    scenes: Sequence[Scene], symbols: str = "", *, theme: str = "dark", pace: float = PACE
) -> str:
    """A moving SVG of these scenes, each for so many seconds; the last stays a little longer."""
    if not scenes:
        raise ValueError("a film needs a scene at least")
    sheets = [sheet(scene, symbols, theme=theme) for scene in scenes]
    wide = max(one.width for one in sheets) + 2 * MARGIN
    high = max(one.height for one in sheets)
    long = pace * (len(sheets) - 1) + REST
    style, body = [CALM], []
    for place, one in enumerate(sheets):
        if place:
            style.append(_coming(place, 100 * pace * place / long, long))
        aside = (wide - 2 * MARGIN - one.width) / 2
        inner = f'<g transform="translate({number(aside)} 0)">{one.body}</g>'
        body.append(f'<g class="still still-{place}">{ground(wide, high)}{inner}</g>')
    return whole(sheets, "\n".join(body), symbols, theme, "".join(style))


def _coming(place: int, share: float, long: float) -> str:
    """Hidden until its share of the time has passed."""
    name = f"fimbul-{place}"
    return (
        f"@keyframes {name}{{0%{{visibility:hidden}}{number(share)}%{{visibility:visible}}}}"
        f".still-{place}{{animation:{name} {number(long)}s step-end infinite}}"
    )
