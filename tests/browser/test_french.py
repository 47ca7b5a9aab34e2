"""A French page: the game itself speaks French, and goes on when the language is changed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.known import BOT, PEOPLE, begun, until
from tests.browser.test_viewport import FEW, seated, walk

ASKED = "Choisissez la pièce à déplacer. Le roi doit gagner un coin\u202f; les pillards"
CUT = """() => [...document.querySelectorAll(".pair .card")].filter((card) => {
  const [whole, banner, text] = [card, card.querySelector(".banner"), card.querySelector(".text")]
    .map((one) => one.getBoundingClientRect());
  return text.bottom > whole.bottom + 1 || text.top < banner.bottom - 1;
}).map((card) => card.innerText)"""


def test_a_game_is_asked_told_and_ruled_in_french(seat: Sitting) -> None:
    desk = seat(like={"language": "fr"}).play_now("brandub")
    page = desk.page
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text(ASKED)
    expect(page.locator(".rulebox")).to_contain_text("Les pillards commencent")
    desk.touch("piece:raider-1")
    assert desk.my_turn()
    desk.touch("cell:c1")
    expect(page.locator("#drawer-page")).to_contain_text("de d1 à c1")
    expect(page.locator("body")).not_to_contain_text("turn.raiders-first")


@pytest.mark.parametrize(("language", "head"), [("en", "battle 1"), ("fr", "bataille 1")])
def test_a_turn_has_the_name_that_the_game_gives_it(
    seat: Sitting, language: str, head: str
) -> None:
    desk = seat(like={"language": language}).play_now("nine_realms")
    assert desk.my_turn()
    expect(desk.page.locator("header .where")).to_contain_text(head)
    desk.open()
    expect(desk.page.locator("li.line[data-stage]").first).to_contain_text(head)


def test_another_language_is_spoken_at_once_at_the_same_table(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text("Choose a piece to move")
    desk.page.get_by_role("button", name="Settings").first.click()
    desk.page.get_by_label("Language").select_option("fr")
    desk.page.keyboard.press("Escape")
    expect(desk.prompt).to_contain_text(ASKED)
    expect(desk.page.locator(".rulebox")).to_contain_text("Les pillards commencent")


@pytest.mark.parametrize("game", ["nine_realms"])
def test_french_is_longer_and_fits_all_the_same(seat: Sitting, game: str) -> None:
    assert walk(seated(seat(like={"language": "fr"}), game, 3), 3, FEW) == []


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (390, 844)])
def test_what_a_card_says_is_not_cut_where_french_is_longer(
    seat: Sitting, size: tuple[int, int]
) -> None:
    """Both faces of a whole hand: a Raid and a Boarding have the most to say."""
    desk = seat(size=size, like={"language": "fr"})
    hand = until(begun("drakkar", 1, seats=6), 0, "play.choose-card")
    desk.table_of(hand, [*PEOPLE[:1], *[BOT] * 5])
    assert desk.my_turn()
    said = ""
    for side in ("one", "other"):
        cards = desk.page.locator(".pair .card")
        expect(cards).to_have_count(10)
        assert desk.page.evaluate(CUT) == [], f"the {side} face"
        said += " ".join(cards.all_inner_texts())
        desk.page.locator(".pair .flip").evaluate_all("all => all.forEach((one) => one.click())")
    assert "Attaquez un rival" in said
    assert "ou plus\u202f: gagnez" in said
