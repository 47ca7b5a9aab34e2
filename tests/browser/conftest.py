from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.desk import Desk
from tests.browser.server import Server

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    # each new window would fill its address bar with a page of some four hundred files
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
Sitting = Callable[..., Desk]


@pytest.fixture(scope="module")  # Playwright keeps an event loop running, others need their own
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "these tests need chromium: apt install chromium"
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
    """Opens a page as somebody new: a browser context of its own. No page may log an error."""
    desks: list[Desk] = []

    def sit(name: str = "Astrid", server: Server = services, **wishes: Any) -> Desk:
        size = wishes.pop("size", (1440, 900))
        wishes.setdefault("reduced_motion", "reduce")
        wishes.setdefault("color_scheme", "dark")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **wishes)
        context.set_default_timeout(15_000)
        context.add_init_script(
            "if (!localStorage.getItem('fimbul.settings'))"
            f" localStorage.setItem('fimbul.settings', JSON.stringify({{name: '{name}'}}))"
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
