"""What somebody who is asked has before their eyes, measured in the browser, in words.

Nothing here knows a game: options, plates, prompt and labels are found by what the page marks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.desk import Desk

SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
SMALLEST_LABEL = 12  # px
MOST_SHIFT = 0.02
LOOKS = 30  # at a window that was just made larger or smaller, until everything has its place

HERE = Path(__file__).parent
MEASURE = (HERE / "viewport_measure.js").read_text("utf-8")
WATCH_SHIFTS = (HERE / "viewport_shifts.js").read_text("utf-8")
FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))"


def problems(page: Page) -> list[str]:
    """What is not before the eyes of whoever is asked now, in a window of this size."""
    found: list[str] = page.evaluate(MEASURE, SMALLEST_LABEL)
    return found


def problems_at_all_sizes(desk: Desk) -> dict[str, list[str]]:
    """The same decision in three windows, one after the other."""
    found = {}
    for name, (width, height) in SIZES.items():
        desk.page.set_viewport_size({"width": width, "height": height})
        desk.page.evaluate("() => scrollTo(0, 0)")
        found[name] = lasting_problems(desk.page)
    return found


def lasting_problems(page: Page) -> list[str]:
    """Those that stay: on a busy machine a window that was resized takes its time to settle."""
    found: list[str] = []
    for _ in range(LOOKS):
        page.evaluate(FRAME)
        if not (found := problems(page)):
            break
    return found


def shifts(page: Page) -> tuple[float, list[Any]]:
    """How far things jumped without a touch since they are watched, and what jumped."""
    all_shifts: list[Any] = page.evaluate("() => window.shifts")
    return sum(value for value, _ in all_shifts), all_shifts
