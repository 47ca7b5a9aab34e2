"""How to play, on one screen: behind the prompt and in the rulebook."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.kernel.test_lesson import TAUGHT

SCROLLS = "one => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
LOADED = """() => [...document.querySelectorAll("dialog img")].every(
  (one) => one.complete && one.naturalWidth > 0,
)"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_a_desk_and_scrolls_on_a_phone(seat: Sitting, language: str) -> None:
    title = {"en": "How to play", "fr": "Comment jouer"}[language]
    desk = seat(like={"language": language})
    for game in TAUGHT:
        desk.open(f"#/rules/{game}")
        for size, fits in (((1440, 900), True), ((390, 844), False)):
            desk.page.set_viewport_size({"width": size[0], "height": size[1]})
            desk.page.get_by_role("button", name=title).click()
            sheet = desk.page.locator("dialog .pages")
            expect(sheet.locator("section")).to_have_count(4)
            for picture in sheet.locator("img").all():
                picture.scroll_into_view_if_needed()
            desk.page.wait_for_function(LOADED)
            down, aside = sheet.evaluate(SCROLLS)
            assert aside <= 0, f"{game} runs out at the side at {size}"
            assert down <= 0 or not fits, f"{game} does not fit {size}: {down} px more"
            desk.page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)


def test_it_lies_behind_the_prompt(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    desk.page.locator(".prompt").get_by_role("button", name="How to play").click()
    expect(desk.page.get_by_test_id("primer")).to_contain_text("The king wins when he stops")
    desk.page.locator("dialog").get_by_role("link", name="Learn to play").click()
    expect(desk.page.get_by_test_id("coach")).to_contain_text("You lead the king")
