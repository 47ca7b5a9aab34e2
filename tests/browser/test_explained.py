"""What cannot be chosen says what it is first; why not is told to those who try to play it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import fimbul
from fimbul.kernel import find_lesson, lesson_match
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.kernel.test_lesson import TAUGHT

BOT = {"kind": "bot", "bot": "random"}
# in which task of the lesson what is touched that cannot be chosen, and what it says of itself
UNCHOSEN = {
    "brandub": (2, "piece:raider-5", "Raider on"),
    "ragnarocks": (1, "viking:red-1", "Red, still free to move"),
    "nine_realms": (3, "realm:midgard", "Square"),
    "drakkar": (7, "stack:goat", "goat"),
    "ragnarok_star": (7, "ice:bridge", "Links the two islands"),
    "rag_narok": (5, "ground:wood", "Very Large"),
}


def laid(desk: Desk, game: str, task: int) -> Desk:
    """A real table as the lesson's lies in that task."""
    found = fimbul.game(game)
    lesson = find_lesson(found)
    match = lesson_match(found, lesson, task)
    seats = [{"kind": "me"} if seat == lesson.seat else BOT for seat in range(match.state.seats)]
    desk.table_of(match, seats)
    assert desk.my_turn()
    return desk


@pytest.mark.parametrize("how", ["mouse", "touch"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_touch_explains_and_a_second_one_says_why_not(seat: Sitting, game: str, how: str) -> None:
    task, thing, words = UNCHOSEN[game]
    desk = laid(seat(has_touch=how == "touch"), game, task)
    touched, note = desk.thing(thing).first, desk.page.locator(".note")
    press = touched.tap if how == "touch" else touched.click
    press(force=True)
    expect(note).to_contain_text(words, ignore_case=True)
    desk.page.wait_for_timeout(500)  # a reason that nobody asked for would have come by now
    expect(note).to_contain_text("Touch it again")
    expect(desk.page.locator(".note.refused")).to_have_count(0)
    press(force=True)
    expect(desk.page.locator(".note.refused")).to_contain_text(words, ignore_case=True)
    expect(note.locator("b")).not_to_be_empty()
    expect(note).not_to_contain_text("Touch it again")
    desk.page.keyboard.press("Escape")
    expect(note).to_have_count(0)


@pytest.mark.parametrize("game", TAUGHT)
def test_by_key_a_closer_look_explains_and_says_why_not_when_it_is_asked(
    seat: Sitting, game: str
) -> None:
    task, thing, words = UNCHOSEN[game]
    desk = laid(seat(), game, task)
    page, near = desk.page, desk.page.locator("dialog[open] [data-near]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("e")
    for _ in range(120):
        if near.get_attribute("data-near") == thing:
            break
        page.keyboard.press("ArrowRight")
    expect(near).to_have_attribute("data-near", thing)
    expect(near).to_contain_text(words, ignore_case=True)
    expect(near.locator(".why")).to_have_count(0)
    button = page.locator("dialog[open]").get_by_role("button", name="Why not now?")
    button.focus()
    page.keyboard.press("Enter")
    expect(near.locator(".why")).not_to_be_empty()


def test_whoever_has_a_piece_in_hand_is_told_at_once(seat: Sitting) -> None:
    desk = seat().new_table("brandub", ["me", "bot random"])
    assert desk.my_turn()
    number = desk.number
    desk.thing("piece:raider-5").click()
    desk.moved_on(number)
    desk.thing("piece:king-13").click()
    note = desk.page.locator(".note.refused")
    expect(note).to_contain_text("king on d4")
    expect(note.locator("b")).not_to_be_empty()
    desk.thing("cell:a1").click()
    expect(note.locator("b")).not_to_be_empty()
    expect(note).not_to_contain_text("king on d4")


def test_whoever_looks_on_is_told_what_things_are_and_nothing_else(seat: Sitting) -> None:
    host, guest, onlooker = seat("Astrid"), seat("Leif"), seat("Sigrun")
    host.new_table("brandub", ["me", "friend"])
    watch = host.link("watch")
    guest.sit(host.link("invite"), "Leif")
    onlooker.page.goto(watch)
    for _ in range(2):
        onlooker.thing("piece:king-13").click()
        expect(onlooker.page.locator(".note")).to_contain_text("king on d4")
        expect(onlooker.page.locator(".note")).to_contain_text("Two enemies capture it")
    onlooker.page.locator(".prompt").click()
    expect(onlooker.page.locator(".note")).to_have_count(0)


def test_a_mouse_that_rests_is_told_what_lies_there(seat: Sitting) -> None:
    desk = laid(seat(), "ragnarocks", 1)
    desk.thing("viking:red-1").hover()
    note = desk.page.locator(".note")
    expect(note).to_contain_text("Red, still free to move")
    expect(note).not_to_contain_text("Touch it again")
    desk.page.mouse.move(5, 5)
    expect(note).to_have_count(0)


def test_in_a_lesson_the_rule_is_named_and_read_without_leaving(seat: Sitting) -> None:
    desk = seat().open("#/learn/ragnarocks")
    page = desk.page
    page.locator(".coach .btn.first").click()
    page.locator('.coach[data-task="1"]').wait_for()
    desk.thing("viking:red-1").dblclick()
    page.locator(".note").get_by_role("button", name="Select one of your own nomadic").click()
    expect(page.locator("dialog[open]")).to_contain_text("must have the active player's colour")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_test_id("coach")).to_contain_text("A turn has three steps")
