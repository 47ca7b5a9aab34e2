"""Two real browsers that find each other, and what the page says about ratings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

SIZES = ((1440, 900), (1024, 768), (390, 844))


def looks(desk: Desk) -> None:
    """Brandub, without a clock."""
    desk.open()
    box = desk.page.locator("form.rival")
    box.get_by_label("Game").select_option("brandub")
    box.get_by_label("Clock").select_option("2")
    box.get_by_role("button", name="Find me a rival").click()
    expect(desk.page.get_by_test_id("seeking")).to_be_visible()


def table_of(page: Page) -> str:
    expect(page).to_have_url(re.compile("#/table/"))
    return page.url.rpartition("/")[2]


def test_two_browsers_that_look_for_a_rival_sit_at_one_table(seat: Sitting) -> None:
    ann, bob = seat("Astrid"), seat("Bjorn")
    looks(ann)
    looks(bob)
    assert table_of(ann.page) == table_of(bob.page)
    for desk in (ann, bob):
        expect(desk.page.get_by_text("Bjorn").filter(visible=True).first).to_be_visible()
        expect(desk.page.get_by_text("Astrid").filter(visible=True).first).to_be_visible()


def test_whoever_stops_looking_is_asked_again(seat: Sitting) -> None:
    ann = seat("Loner")
    looks(ann)
    ann.page.get_by_role("button", name="Stop looking").click()
    expect(ann.page.get_by_role("button", name="Find me a rival")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_leaderboard_without_anybody_says_why(seat: Sitting, size: tuple[int, int]) -> None:
    desk = seat(size=size)
    desk.page.goto(f"{desk.url}/#/leaders/brandub")
    expect(desk.page.get_by_text("Nobody has played ten rated matches yet.")).to_be_visible()
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert desk.page.evaluate(wide)
