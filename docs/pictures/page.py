"""The documentation's pictures of the page: `python -m docs.pictures.page` takes them anew.

A real server, a real Chromium and matches whose dice are known; what is taken is two thirds as
large as on the screen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, OFFERED
from tests.browser.desk import Desk, whim
from tests.browser.found import browser_program
from tests.browser.known import BOT, PEOPLE, begun, until
from tests.browser.server import Server

HERE = Path(__file__).parent
DESK, PHONE = (1440, 900), (390, 844)
SMALLER = 2 / 3
LIKED = json.dumps({"name": "Astrid", "forced": False, "language": "en", "theme": "dark"})
SETTINGS = f"localStorage.setItem('fimbul.settings', JSON.stringify({LIKED}))"


def front(desk: Desk) -> None:
    for game in ("brandub", "drakkar", "ragnarocks"):
        desk.play_now(game)
    desk.open().page.get_by_test_id("puzzle-today").wait_for()


def new_table(desk: Desk) -> None:
    desk.open("#/new/ragnarocks").page.locator(".preset").first.wait_for()


def laid(game: str, seed: int, rule: str, times: int, **options: Any) -> Callable[[Desk], None]:
    """A match as it stands when the first seat is asked that so many times."""

    def lay(desk: Desk) -> None:
        match, dice = begun(game, seed, **options), Random(seed)
        for _ in range(times - 1):
            until(match, 0, rule)
            match.choose(0, dice.choice(match.state.open[0].options))
        until(match, 0, rule)
        desk.table_of(match, [PEOPLE[0], *[BOT] * (options.get("seats", 2) - 1)])
        assert desk.my_turn()

    return lay


def analysis(desk: Desk) -> None:
    desk.new_table("ragnarocks", ["me", "bot random"], stones="24")
    desk.play_out(whim(5))
    page = desk.page
    page.get_by_role("button", name="Analyse the match").click()
    page.locator(".swings button").nth(1).wait_for()
    page.locator(".study [role=status]").wait_for(state="detached", timeout=60_000)
    page.locator(".swings button").first.click()
    page.locator(".replay .at").wait_for()


def puzzle(desk: Desk) -> None:
    desk.open("#/puzzle/ragnarocks/04d56f").may.first.wait_for()


POWERS = laid("ragnarocks", 3, "summon.like-a-move", 12, powers=["thor", "nerthus"], ivory=0)
CUNNING = laid("nine_realms", 11, "cunning.one-card", 3)
SHIPS = laid("drakkar", 4, "play.choose-card", 6, seats=3)
BANDS = laid("ragnarok_star", 4, "collect.single-island", 3, seats=3)
PICTURES: dict[str, tuple[tuple[int, int], Callable[[Desk], None]]] = {
    "front": (DESK, front),
    "new-table": (DESK, new_table),
    "table": (DESK, POWERS),
    "page-nine-realms": (DESK, CUNNING),
    "page-drakkar": (DESK, SHIPS),
    "page-star": (DESK, BANDS),
    "phone": (PHONE, CUNNING),
    "analysis": (DESK, analysis),
    "puzzle": (DESK, puzzle),
}


@contextmanager
def seated(browser: Browser, url: str, size: tuple[int, int]) -> Iterator[Desk]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=SMALLER,
        color_scheme="dark",
        reduced_motion="reduce",
    )
    for script in (OFFERED, SETTINGS):
        context.add_init_script(script)
    yield Desk(context.new_page(), url)
    context.close()


def take() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
        for name, (size, arrange) in PICTURES.items():
            with seated(browser, server.url, size) as desk:
                arrange(desk)
                desk.page.wait_for_timeout(800)  # letters and pictures have come
                desk.page.screenshot(path=HERE / f"{name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    take()
