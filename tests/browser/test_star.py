"""RagnaRok Star at the real page: programs side by side, by mouse, by keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

SIGHT = """() => [
  document.querySelector('.prompt')?.dataset.state,
  document.querySelector('[data-testid=prompt]')?.textContent,
  document.querySelector('.table')?.dataset.number,
  ...[...document.querySelectorAll('.table [data-thing].may')].map(one => one.dataset.thing),
].join(' ')"""
BACK = "button:take-back"
DIVALKYRIE = "2"  # the third expansion in the list


def sight(desk: Desk) -> str:
    return str(desk.page.evaluate(SIGHT))


def press(desk: Desk, thing: str) -> None:
    """Take it, wherever it lies under others, and wait until something has changed."""
    before = sight(desk)
    desk.thing(thing).evaluate("one => one.scrollIntoView({ block: 'center' })")
    desk.thing(thing).click(force=True)
    changed(desk, before)


def changed(desk: Desk, before: str) -> None:
    """The page's policy forbids to evaluate text, so the looking is done from here."""
    for _ in range(600):
        if sight(desk) != before:
            return
        desk.page.wait_for_timeout(20)
    raise AssertionError(f"nothing has changed: {before}")


def is_mine(desk: Desk) -> bool:
    return desk.page.locator('.prompt[data-state="mine"]').count() > 0


def is_over(desk: Desk) -> bool:
    return desk.page.locator('.prompt[data-state="over"]').count() > 0


def forward(desk: Desk) -> list[str]:
    """What can be touched but for taking something back."""
    return [thing for thing in desk.options() if thing != BACK]


def open_table(desk: Desk, seats: list[str], expansions: str = DIVALKYRIE) -> Desk:
    """Like `new_table`, with a list to choose the expansions from, and a third seat."""
    page = desk.open("#/new/ragnarok_star").page
    page.locator("#option-expansions").select_option(expansions)
    for number, wish in enumerate(seats):
        if page.locator(f"#seat-{number}").count() == 0:
            page.locator(".seats .btn").click()
        page.locator(f"#seat-{number}").select_option(wish)
    page.get_by_role("button", name="Open the table").click()
    return desk


def write(desk: Desk, dice: Random) -> None:
    """A whole program, down to done."""
    while (options := forward(desk)) != ["button:done"]:
        press(desk, dice.choice(options))
    press(desk, "button:done")


def friends(seat: Sitting) -> tuple[Desk, Desk]:
    """Two people in two browsers and a bot, at the table of the Divalkyrie."""
    host, guest = seat("Astrid"), seat("Leif")
    open_table(host, ["me", "friend", "bot random"])
    guest.sit(host.link("invite"), "Leif")
    for desk in (host, guest):
        assert desk.my_turn()
        press(desk, desk.options()[0])
    return host, guest


def test_two_people_program_side_by_side(seat: Sitting, shoot: Callable[[Desk, str], None]) -> None:
    host, guest = friends(seat)
    assert host.my_turn()
    press(host, "act:sail")
    press(host, "island:kiss")
    press(host, BACK)
    expect(host.thing("act:sail").locator(".badge")).to_have_count(0)
    write(host, Random(4))
    shoot(host, "star-programmed")
    assert guest.my_turn()
    expect(guest.page.locator('[data-thing^="plan:0"]')).to_have_count(0)
    write(guest, Random(5))
    for desk in (host, guest):
        expect(desk.page.locator('[data-thing^="plan:0"]')).to_have_count(6)
        expect(desk.page.locator('[data-thing^="plan:2"]')).to_have_count(6)


def test_programming_by_keyboard_alone(seat: Sitting) -> None:
    desk = open_table(seat(), ["me", "bot random"])
    assert desk.my_turn()
    keys, focused = desk.page.keyboard, desk.page.locator(".table [data-thing]:focus")
    dice = Random(2)
    while not desk.page.locator('[data-thing^="plan:"]').count():
        assert desk.my_turn()
        for _ in range(1 + dice.randrange(4)):
            keys.press("ArrowRight")
        while focused.get_attribute("data-thing") == BACK:
            keys.press("ArrowRight")
        before = sight(desk)
        keys.press("Enter")
        changed(desk, before)
    expect(desk.page.locator('[data-thing^="plan:0"]')).to_have_count(6)


def test_a_phone_holds_the_table(seat: Sitting, shoot: Callable[[Desk, str], None]) -> None:
    desk = open_table(seat(size=(390, 844)), ["me", "bot random"])
    assert desk.my_turn()
    press(desk, desk.options()[0])
    cell = desk.thing("act:sail").bounding_box()
    assert cell is not None
    assert cell["width"] >= 44, "large enough for a finger"
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing runs off the side"
    write(desk, Random(3))
    shoot(desk, "star-phone")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_whole_match_of_three_by_mouse(seat: Sitting) -> None:
    """Two browsers and a bot, all seven rounds with the Divalkyrie."""
    host, guest = friends(seat)
    dice = Random(7)
    for _ in range(2000):
        if is_over(host) and is_over(guest):
            break
        for desk in (host, guest):
            if is_mine(desk) and (options := forward(desk)):
                press(desk, dice.choice(options))
        host.page.wait_for_timeout(20)
    for desk in (host, guest):
        expect(desk.page.get_by_role("button", name="Rematch")).to_be_visible()
