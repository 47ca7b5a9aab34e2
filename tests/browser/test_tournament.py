"""A tournament at the page: held, entered, played, and won."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

SIZES = ((1440, 900), (1024, 768), (390, 844))
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def holds(desk: Desk, title: str, kind: str) -> str:
    """A tournament of Brandub by that name, its host takes part; where it is."""
    desk.open("#/hold/brandub")
    page = desk.page
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_role("radio", name=re.compile(f"^{kind}")).check()
    page.get_by_label("Seconds between two matches").fill("0")
    page.get_by_role("button", name="Hold it").click()
    expect(page).to_have_url(re.compile("#/tournament/"))
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


def test_two_browsers_meet_in_a_tournament_and_see_who_has_won(seat: Sitting) -> None:
    ann, bob = seat("Astrid"), seat("Bjorn")
    where = holds(ann, "Duel of the North", "Knock-out")
    bob.open()
    bob.page.get_by_role("link", name=re.compile("Duel of the North")).click()
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.get_by_test_id("cup-part")).to_contain_text("You take part.")
    ann.page.get_by_role("button", name="Begin now").click()
    for desk in (ann, bob):  # both are taken to their table
        expect(desk.page).to_have_url(re.compile("#/table/"))
        desk.page.get_by_role("button", name="I am ready").click()
    expect(ann.prompt).to_be_visible()
    ann.page.get_by_role("button", name="More").click()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    bob.page.get_by_role("link", name="Back to the tournament").click()
    expect(bob.page).to_have_url(where)
    expect(bob.page.get_by_test_id("podium")).to_contain_text("Bjorn has won")
    expect(bob.page.get_by_test_id("standings")).to_contain_text("Astrid")


@pytest.mark.parametrize("size", SIZES)
def test_the_pages_of_tournaments_fit_any_screen(seat: Sitting, size: tuple[int, int]) -> None:
    desk = seat("Hervor", size=size)
    holds(desk, "A tournament with a name as long as a name of one can be", "Swiss")
    expect(desk.page.get_by_test_id("standings")).to_contain_text("Hervor")
    assert desk.page.evaluate(FITS)
    for path, title in (("#/hold", "Hold a tournament"), ("#/tournaments", "All tournaments")):
        desk.open(path)
        expect(desk.page.get_by_role("heading", name=title)).to_be_visible()
        assert desk.page.evaluate(FITS)
