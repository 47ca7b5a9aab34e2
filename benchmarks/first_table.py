"""From an empty browser to a table that can be played, in a real Chromium on this machine.

Each round is a browser context that has never seen the page: open the front page, wait until
*Play now* can be pressed, press it, wait until something may be touched. A new context is a new
window, and Chromium fills its address bar with a page of its own, some four hundred files long:
that is over before the watch starts, as it is for somebody who types an address.

python -m benchmarks.first_table [--rounds 7] [--game brandub]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from benchmarks.server_wire import HOST, server

AIM = 1.0  # seconds
SETTLED = 3000  # milliseconds until a new window has come to rest
MET = '{"%s": {"task": 0, "over": true}}'  # a lesson that was declined is not offered again
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


class Round(NamedTuple):
    """Seconds until the front page can be used, and from the press to a table that can be."""

    front: float
    table: float
    painted: float  # by the browser's own account: first contentful paint
    bytes: int  # sent to it, as they came


def visit(browser: Browser, address: str, game: str) -> Round:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(f"localStorage.setItem('fimbul.lessons', '{MET % game}')")
    page = context.new_page()
    page.wait_for_timeout(SETTLED)
    began = perf_counter()
    page.goto(address, wait_until="commit")
    button = page.locator(f"[data-game={game}]").get_by_role("button")
    button.wait_for()
    ready = perf_counter()
    button.evaluate("one => one.click()")  # at once: a hand on its way is not the page's doing
    page.locator(".table [data-thing].may").first.wait_for()
    playing = perf_counter()
    painted = page.evaluate(
        "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    sent = page.evaluate(
        "() => performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"
    )
    context.close()
    return Round(ready - began, playing - ready, painted / 1000, int(sent))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--game", default="brandub")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("this needs chromium: apt install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder) / "db") as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        address = f"http://{HOST}:{port}/"
        visit(browser, address, options.game)  # the server's first answer, a bot's first thought
        rounds = [visit(browser, address, options.game) for _ in range(options.rounds)]
        browser.close()
    whole = median(one.front + one.table for one in rounds)
    print(f"a first table of {options.game}, median of {options.rounds} empty browsers:")
    print(f"  front page usable after {median(one.front for one in rounds) * 1000:.0f} ms", end=" ")
    print(f"(painted after {median(one.painted for one in rounds) * 1000:.0f} ms)")
    print(f"  table usable {median(one.table for one in rounds) * 1000:.0f} ms after the press")
    print(
        f"  together {whole:.2f} s (aim: under {AIM:.0f} s), {rounds[0].bytes / 1024:.0f} KiB sent"
    )


if __name__ == "__main__":
    main()
