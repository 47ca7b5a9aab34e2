"""The rulebook as it is read: chapters with pictures, questions and the printed box folded away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import fimbul
from fimbul.kernel import chapters, filled
from tests.browser.conftest import Sitting
from tests.browser.test_look import serious
from tests.kernel.test_lesson import TAUGHT

DRAWN = """() => [...document.querySelectorAll("figure img")].every(
  (one) => one.complete && one.naturalWidth > 0,
)"""
ASIDE = "one => one.scrollWidth - one.clientWidth"


def heads(page: Page) -> list[str]:
    return [head.strip() for head in page.locator("h3[data-chapter]").all_inner_texts()]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_chapters_stand_in_reading_order_and_every_picture_is_drawn(
    seat: Sitting, language: str
) -> None:
    desk = seat(like={"language": language}, size=(1024, 768))
    for name in TAUGHT:
        page = desk.open(f"#/rules/{name}").page
        order = chapters(fimbul.game(name)).chapter
        expect(page.locator("figure")).to_have_count(sum(bool(one.picture) for one in order))
        assert heads(page)[: len(order)] == [one.title[language] for one in order]
        for figure in page.locator("figure").all():
            figure.scroll_into_view_if_needed()
        page.wait_for_function(DRAWN)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.locator(".rules").evaluate(ASIDE) <= 0, f"{name} runs out at {width}"
    assert serious(desk) == []


def test_the_printed_box_is_folded_away_opened_by_key_and_found(seat: Sitting) -> None:
    page = seat().open("#/rules/ragnarocks").page
    stand = page.locator('[data-rule="setup.stand"]')
    expect(page.locator("article").first).to_be_visible()
    expect(stand).to_be_hidden()
    summary = page.get_by_text("About the printed box and the software").last
    summary.focus()
    page.keyboard.press("Enter")
    expect(stand).to_be_visible()
    page.keyboard.press("Enter")
    expect(stand).to_be_hidden()
    page.get_by_label("Search the rulebook").fill("tree stand")
    expect(stand).to_be_visible()


def test_a_cited_ruling_is_unfolded(seat: Sitting) -> None:
    game = fimbul.game("ragnarocks")
    *_, fold = filled(game.rulebook, chapters(game))
    desk = seat()
    for cited in ("ruling.supply", fold[-1]):
        page = desk.open(f"#/rules/ragnarocks/{cited}").page
        expect(page.locator(f'[data-rule="{cited}"]')).to_be_in_viewport()
