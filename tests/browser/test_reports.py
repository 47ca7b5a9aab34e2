"""The report of a study is one file, and its links open matches at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import expect

from fimbul.arena.processes import here
from fimbul.arena.study import BalanceStudy, play_study
from fimbul.arena.writing import write_study
from tests.browser.conftest import SHOTS, Sitting
from tests.browser.server import Server

STUDY = BalanceStudy(title="Sides", game="brandub", bots=("random",), matches=3, things=("piece",))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGE = "getComputedStyle(document.body).backgroundColor"
DRAWING = "getComputedStyle(document.querySelector('figure')).backgroundColor"


def test_a_match_of_a_report_opens_at_the_table(
    seat: Sitting, services: Server, tmp_path: Path
) -> None:
    page, *_ = write_study(STUDY, list(play_study(STUDY, here)), tmp_path, services.url)
    desk = seat()
    desk.page.goto(page.as_uri())
    expect(desk.page.locator("svg").first).to_be_visible()
    SHOTS.mkdir(parents=True, exist_ok=True)
    desk.page.screenshot(path=SHOTS / "report.png", full_page=True)
    desk.page.get_by_role("link", name="Open").first.click()
    expect(desk.page.locator(".replay .at")).to_be_visible()
    expect(desk.page.locator("[data-thing]").first).to_be_visible()
    assert "#/replay/" in desk.page.url, "it can be shared and reloaded from here"
    desk.page.screenshot(path=SHOTS / "report-match.png")


def test_a_report_fits_a_phone_and_follows_the_theme_of_its_reader(
    seat: Sitting, tmp_path: Path
) -> None:
    page, *_ = write_study(STUDY, list(play_study(STUDY, here)), tmp_path)
    desk = seat().page
    desk.goto(page.as_uri())
    expect(desk.locator(".wide svg")).to_be_visible()
    desk.set_viewport_size({"width": 390, "height": 844})
    expect(desk.locator(".narrow svg")).to_be_visible()
    expect(desk.locator(".wide svg")).to_be_hidden()
    assert desk.evaluate("document.documentElement.scrollWidth") == 390, "nothing hangs over"
    found = []
    for theme in THEMES:
        desk.emulate_media(color_scheme=theme)
        found.append((desk.evaluate(PAGE), desk.evaluate(DRAWING)))
    assert not set(found[0]) & set(found[1]), "page and drawings change together"


def test_a_link_that_was_cut_off_says_so(seat: Sitting) -> None:
    desk = seat().open("#/saga/S8tMzE0q")
    expect(desk.page.get_by_role("alert")).to_contain_text("copy the whole link")
    assert not desk.errors
