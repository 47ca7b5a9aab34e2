from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import fimbul
from tests.browser.desk import Desk
from tests.browser.found import browser_program
from tests.browser.server import Server

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    # each new window would fill its address bar with a page of some four hundred files
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
LEARNED = json.dumps({name: {"task": 0, "over": True} for name in fimbul.game_names()})
OFFERED = (  # somebody who has been offered the lessons before
    "if (!localStorage.getItem('fimbul.lessons'))"
    f" localStorage.setItem('fimbul.lessons', JSON.stringify({LEARNED}))"
)
Sitting = Callable[..., Desk]


@pytest.fixture(scope="module")  # Playwright keeps an event loop running, others need their own
def browser() -> Iterator[Browser]:
    chromium = browser_program()
    assert chromium, "these tests need Chromium or Chrome: apt install chromium"
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share."""
    server = Server(tmp_path_factory.mktemp("services")).start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture
def seat(browser: Browser, services: Server) -> Iterator[Sitting]:
    """Opens a page as somebody new: a browser context of its own. No page may log an error.

    Nothing is chosen for them unless they `like` it: tests touch every thing themselves.
    """
    desks: list[Desk] = []

    def sit(name: str = "Astrid", server: Server = services, **wishes: Any) -> Desk:
        size, taught = wishes.pop("size", (1440, 900)), wishes.pop("taught", True)
        liked = json.dumps({"forced": False, **wishes.pop("like", {}), "name": name})
        wishes.setdefault("reduced_motion", "reduce")
        wishes.setdefault("color_scheme", "dark")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **wishes)
        context.set_default_timeout(15_000)
        if taught:
            context.add_init_script(OFFERED)
        context.add_init_script(
            "if (!localStorage.getItem('fimbul.settings'))"
            f" localStorage.setItem('fimbul.settings', JSON.stringify({liked}))"
        )
        desks.append(Desk(context.new_page(), server.url))
        return desks[-1]

    yield sit
    errors = [error for desk in desks for error in desk.errors]
    for desk in desks:
        desk.page.context.close()
    assert not errors


@pytest.fixture
def shoot() -> Callable[[Desk, str], None]:
    """Pictures for a developer to look at."""
    SHOTS.mkdir(parents=True, exist_ok=True)

    def take(desk: Desk, name: str) -> None:
        desk.page.screenshot(path=SHOTS / f"{name}.png")

    return take
