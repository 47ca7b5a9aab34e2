"""A closer look: one thing held before the eyes, a board by two fingers, wheel and keys."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.test_look import SIZES, serious, table

HELD = 700  # milliseconds
RESTED = 250
FRAMES = 60  # a few of them, in which anything that moves has moved


def middle(thing: Locator) -> tuple[float, float]:
    """Where to point at it, once it lies still: what was just laid is on its way to its place."""
    box = None
    while box is None or box != thing.bounding_box():
        box = thing.bounding_box()
        thing.page.wait_for_timeout(FRAMES)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand:
    """Fingers on a touch screen, as many as it takes."""

    def __init__(self, desk: Desk) -> None:
        self.page = desk.page
        self.session = desk.page.context.new_cdp_session(desk.page)

    def _tell(self, kind: str, *spots: tuple[float, float]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw(self, *way: tuple[tuple[float, float], ...]) -> None:
        """All fingers together from place to place.

        They rest before they are lifted: else the page would be flung on, and the next tap would
        do nothing but stop it.
        """
        self._tell("touchStart", *way[0])
        for spots in way[1:]:
            self._tell("touchMove", *spots)
        self.page.wait_for_timeout(RESTED)
        self._tell("touchMove", *way[-1])
        self._tell("touchEnd")

    def rest(self, thing: Locator) -> None:
        thing.scroll_into_view_if_needed()
        self._tell("touchStart", middle(thing))
        self.page.wait_for_timeout(HELD)
        self._tell("touchEnd")


def near(desk: Desk) -> Locator:
    return desk.page.locator("dialog[open] [data-near]")


def seen_width(desk: Desk) -> float:
    return float(desk.page.locator("svg.board").evaluate("one => one.viewBox.baseVal.width"))


def test_a_finger_that_rests_enlarges_a_card_and_chooses_nothing(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"], has_touch=True, is_mobile=True).play_now("nine_realms")
    assert desk.my_turn()
    number, hero = desk.number, desk.options()[0]
    Hand(desk).rest(desk.thing(hero))
    expect(near(desk)).to_have_attribute("data-near", hero)
    words = desk.thing(hero).locator(".text").inner_text()
    expect(near(desk)).to_contain_text(words)
    large, small = near(desk).bounding_box(), desk.thing(hero).bounding_box()
    assert large
    assert small
    assert large["width"] > 2 * small["width"]
    assert desk.number == number
    assert serious(desk) == []
    desk.page.get_by_role("button", name="Close").tap()
    expect(near(desk)).to_have_count(0)
    desk.thing(hero).tap()
    desk.page.wait_for_timeout(50)
    assert desk.number == number, "the first tap after that only shows"


def test_the_right_button_enlarges_and_the_thing_can_be_chosen_there(seat: Sitting) -> None:
    desk = seat().play_now("nine_realms")
    assert desk.my_turn()
    hero = desk.options()[0]
    desk.thing(hero).click(button="right")
    expect(near(desk)).to_have_attribute("data-near", hero)
    desk.page.get_by_role("button", name="Choose", exact=True).click()
    expect(near(desk)).to_have_count(0)
    expect(desk.thing(hero)).not_to_have_class("may")


def test_keys_enlarge_whatever_lies_on_the_table(seat: Sitting) -> None:
    desk = seat().play_now("nine_realms")
    assert desk.my_turn()
    keys, number = desk.page.keyboard, desk.number
    keys.press("ArrowRight")
    looked = desk.page.locator(".table [data-thing]:focus").get_attribute("data-thing") or ""
    keys.press("e")
    expect(near(desk)).to_have_attribute("data-near", looked)
    seen = {looked}
    for _ in range(30):
        keys.press("ArrowRight")
        seen.add(near(desk).get_attribute("data-near") or "")
    assert len(seen) > len(desk.options()), "also what cannot be chosen"
    keys.press("Escape")
    expect(near(desk)).to_have_count(0)
    assert desk.number == number


def test_two_fingers_bring_the_board_nearer_and_one_moves_it(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"], has_touch=True, is_mobile=True)
    table(desk)
    number, whole = desk.number, seen_width(desk)
    x, y = middle(desk.page.locator("svg.board"))
    hand = Hand(desk)
    hand.draw(*(((x - far, y), (x + far, y)) for far in range(30, 100, 10)))
    assert seen_width(desk) < whole / 2
    corner = desk.page.locator("svg.board").evaluate("one => one.viewBox.baseVal.y")
    hand.draw(*(((x, y - 12 * step),) for step in range(8)))
    moved = desk.page.locator("svg.board").evaluate("one => one.viewBox.baseVal.y")
    assert moved > corner + 20
    assert desk.number == number, "nothing was chosen by that"
    back = desk.page.get_by_role("button", name="Whole board")
    back.tap()
    back.wait_for(state="detached")
    assert seen_width(desk) == whole


def test_wheel_and_keys_bring_the_board_nearer(seat: Sitting) -> None:
    desk = seat()
    table(desk)
    whole = seen_width(desk)
    x, y = middle(desk.page.locator("svg.board"))
    desk.page.mouse.move(x, y)
    desk.page.mouse.wheel(0, -200)
    desk.page.wait_for_function(
        "w => document.querySelector('svg.board').viewBox.baseVal.width < w", arg=whole
    )
    desk.page.keyboard.press("0")
    desk.page.wait_for_function(
        "w => document.querySelector('svg.board').viewBox.baseVal.width == w", arg=whole
    )
    for _ in range(8):
        desk.page.keyboard.press("+")
    assert seen_width(desk) < whole / 3
    number = desk.number
    desk.page.mouse.down()
    desk.page.mouse.move(x + 60, y + 40, steps=5)
    desk.page.mouse.up()
    assert desk.number == number
    for _ in desk.options():
        desk.page.keyboard.press("ArrowRight")
        expect(desk.page.locator(".table [data-thing]:focus")).to_be_in_viewport()
        box = desk.page.locator(".table [data-thing]:focus").bounding_box()
        ground = desk.page.locator("svg.board").bounding_box()
        assert box
        assert ground
        assert ground["x"] - 1 <= box["x"] + box["width"] / 2 <= ground["x"] + ground["width"] + 1
    desk.page.keyboard.press("Enter")
    desk.moved_on(number)
