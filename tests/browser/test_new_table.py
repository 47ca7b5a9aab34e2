"""A new table: a setup by its picture, a side by its name, one clock; the rest lies folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fimbul import game_names
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.test_look import SIZES, serious


def wish_of(desk: Desk) -> dict[str, object]:
    """What the page asks the server for when the table is opened."""
    with desk.page.expect_request("**/api/tables") as asked:
        desk.page.get_by_role("button", name="Open the table").click()
    desk.page.wait_for_url("**/#/table/*")
    return dict(asked.value.post_data_json or {})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", game_names())
def test_every_game_offers_pictures_and_folds_the_rest(seat: Sitting, game: str, size: str) -> None:
    desk = seat(size=SIZES[size]).open(f"#/new/{game}")
    page = desk.page
    presets = page.locator(".preset")
    expect(presets.first).to_be_visible()
    expect(page.locator('.preset[aria-pressed="true"]')).to_have_count(1)
    for n in range(presets.count()):
        expect(presets.nth(n).locator("svg use").first).to_be_visible()
    expect(page.locator("textarea")).to_have_count(0)
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport()
    said = page.locator("main").inner_text()
    assert not [word for word in ("Seat 0", "as the game likes", "[[", "Sym") if word in said]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size][0]
    for panel in page.locator("details").all():
        panel.locator("summary").click()
    assert serious(desk) == []


def test_a_side_is_chosen_by_its_name(seat: Sitting) -> None:
    desk = seat().open("#/new/brandub")
    page = desk.page
    king = page.get_by_role("button", name="King's men")
    king.click()
    expect(king).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("King's men").last).to_have_value("me")
    expect(page.get_by_label("Raiders").last).to_have_value("friend")
    assert wish_of(desk)["seats"] == [{"kind": "friend"}, {"kind": "me"}]
    desk.open("#/new/ragnarocks")
    page.get_by_role("button", name="Red", exact=True).click()
    page.get_by_role("button", name="Tyr and Gullinbursti").click()  # and I stay on my side
    page.locator("#seat-0").select_option("bot random")
    wish = wish_of(desk)
    assert wish["options"] == {"ivory": 0, "powers": ["tyr", "gullinbursti"]}
    assert wish["seats"] == [{"kind": "bot", "bot": "random"}, {"kind": "me"}]
    assert desk.my_turn()
    expect(page.locator(".seat.you")).to_contain_text("Red")


def test_there_is_one_clock(seat: Sitting) -> None:
    """A time for each decision that the game's rules know is theirs; any other is the table's."""
    desk = seat().open("#/new/nine_realms")
    page = desk.page
    page.get_by_role("button", name="A quick hand").click()
    seconds = page.get_by_label("Seconds for each decision")
    expect(seconds).to_have_value("15")
    wish = wish_of(desk)
    assert (wish["options"], wish["clock"]) == ({"clock": "15s"}, {"kind": "none"})
    desk.open("#/new/nine_realms")
    page.locator("#clock").select_option("decision")
    seconds.fill("20")
    wish = wish_of(desk)
    assert (wish["options"], wish["clock"]) == ({}, {"kind": "decision", "seconds": 20})
