"""Narrow screens, both themes, and what a checker of accessibility says."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from fimbul import game_names
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk, whim
from tests.browser.server import PAGE

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def front(desk: Desk) -> None:
    desk.open()
    expect(desk.page.locator(".stave").first).to_be_visible()


def new_table(desk: Desk) -> None:
    desk.open("#/new/ragnarocks").unfold()
    expect(desk.page.locator("#option-stones")).to_be_visible()


def table(desk: Desk) -> None:
    desk.play_now("ragnarocks")
    assert desk.my_turn()


def realms(desk: Desk) -> None:
    desk.play_now("nine_realms")
    assert desk.my_turn()


def ships(desk: Desk) -> None:
    """In the first trick, with a hand of cards that have two faces."""
    desk.play_now("drakkar")
    while not desk.page.locator("[data-other]").count():
        assert desk.my_turn()
        desk.take(desk.options()[0])
        desk.page.locator('.prompt[data-state="mine"]').wait_for()


def replay(desk: Desk) -> None:
    desk.new_table("ragnarocks", ["me", "bot random"], stones="1", stall_limit="1")
    desk.play_out(whim(1))
    desk.page.get_by_role("link", name="Replay").click()
    expect(desk.page.locator(".replay .at")).to_be_visible()


def workshop(desk: Desk) -> None:
    """With an army that is wrong in some ways."""
    desk.open("#/workshop/rag_narok/army")
    desk.page.get_by_label("Start from a ready-made one").select_option("acheron-200")
    expect(desk.page.get_by_test_id("points")).to_have_text("175 of 200 AP")
    desk.page.locator("#head-people").select_option("lions")
    expect(desk.page.get_by_test_id("problems").get_by_role("link").first).to_be_visible()


PAGES: dict[str, Callable[[Desk], None]] = {
    "front": front,
    "new-table": new_table,
    "table": table,
    "realms": realms,
    "ships": ships,
    "replay": replay,
    "workshop": workshop,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_hard_to_use(
    seat: Sitting, shoot: Callable[[Desk, str], None], name: str, theme: str, size: str
) -> None:
    """No serious violation that axe knows of, and nothing to scroll sideways."""
    desk = seat(color_scheme=theme, size=SIZES[size])
    PAGES[name](desk)
    shoot(desk, f"{name}-{theme}-{size}")
    wide = desk.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= SIZES[size][0]
    assert serious(desk) == []


def opened(path: str, shown: str = "main h1") -> Callable[[Desk], None]:
    """A page that needs nothing but its address."""

    def go(desk: Desk) -> None:
        expect(desk.open(path).page.locator(shown).first).to_be_visible()

    return go


def begun(game: str) -> Callable[[Desk], None]:
    def go(desk: Desk) -> None:
        desk.play_now(game)
        assert desk.my_turn()

    return go


def puzzle(desk: Desk) -> None:
    desk.open("#/puzzle").page.locator("main a[href*='#/puzzle/']").first.click()
    expect(desk.may.first).to_be_visible()


def waiting(desk: Desk) -> None:
    """With its links, and a code to photograph."""
    desk.new_table("brandub", ["me", "friend"])
    expect(desk.page.get_by_test_id("invite")).to_be_visible()


def join(desk: Desk) -> None:
    waiting(desk)
    link = desk.link("invite")
    desk.open().page.evaluate("() => localStorage.removeItem('fimbul.places')")
    desk.page.goto(link)
    expect(desk.page.get_by_role("button", name="Sit down")).to_be_visible()


def ended(desk: Desk) -> None:
    desk.new_table("ragnarocks", ["me", "bot random"], stones="1", stall_limit="1")
    desk.play_out(whim(1))
    expect(desk.page.get_by_test_id("end")).to_be_visible()


def settings(desk: Desk) -> None:
    desk.open().page.get_by_role("button", name="Settings").click()
    expect(desk.page.get_by_label("Language")).to_be_visible()


def account(desk: Desk) -> None:
    """Made silently at the first match."""
    desk.play_now("brandub")
    assert desk.my_turn()
    desk.open("#/me")
    expect(desk.page.get_by_role("button", name="Delete", exact=False).first).to_be_visible()


def primer(desk: Desk) -> None:
    desk.open("#/rules/ragnarocks").page.get_by_role("button", name="How to play").click()
    expect(desk.page.locator("dialog .pages section")).to_have_count(4)


OTHER_PAGES: dict[str, Callable[[Desk], None]] = {
    "matches": opened("#/matches"),
    "puzzles": opened("#/puzzle"),
    "puzzle": puzzle,
    "books": opened("#/rules"),
    "rules": opened("#/rules/brandub", "article"),
    "about": opened("#/about"),
    "settings": settings,
    "account": account,
    "enter": opened("#/enter"),
    "lesson": opened("#/learn/brandub", ".board [data-thing]"),
    "primer": primer,
    "waiting": waiting,
    "join": join,
    "ended": ended,
    "stage": begun("ragnarok_star"),
    "squares": begun("brandub"),
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", OTHER_PAGES)
def test_no_other_page_is_hard_to_use(
    seat: Sitting, shoot: Callable[[Desk, str], None], name: str, theme: str
) -> None:
    """The same, of one page in windows of both sizes."""
    desk = seat(color_scheme=theme)
    OTHER_PAGES[name](desk)
    for size, (width, height) in SIZES.items():
        desk.page.set_viewport_size({"width": width, "height": height})
        shoot(desk, f"{name}-{theme}-{size}")
        assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert serious(desk) == []


CUT = """() => {
  const [held, boxOf] = [document.querySelector(".held"), (one) => one.getBoundingClientRect()];
  const [edge, cards] = [boxOf(held), [...held.querySelectorAll("[data-thing]")].map(boxOf)];
  const cut = (one) => one.left < edge.left || one.right > edge.right || one.bottom > edge.bottom;
  return [cards.length, cards.filter(cut).length];
}"""


def test_nothing_of_a_hand_is_cut_off(seat: Sitting) -> None:
    """Heroes to choose from, and the hand beside them: all of it lies on the page."""
    desk = seat()
    realms(desk)
    assert desk.page.evaluate(CUT) == [8, 0]


def serious(desk: Desk) -> list[str]:
    desk.page.evaluate(AXE.read_text())
    found: dict[str, Any] = desk.page.evaluate("() => axe.run()")
    return [
        f"{one['id']}: {node['html'][:200]} {json.dumps(node['any'])[:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_a_tap_shows_and_a_second_takes(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"], has_touch=True, is_mobile=True)
    table(desk)
    viking, number = desk.thing(desk.options()[0]), desk.number
    viking.tap()
    expect(desk.prompt).to_contain_text("Choose viking")
    assert desk.number == number
    viking.tap()
    desk.moved_on(number)


def test_a_wide_board_is_turned_on_a_narrow_screen(seat: Sitting) -> None:
    desk = seat(size=SIZES["phone"])
    table(desk)
    box = desk.page.locator("svg.board").bounding_box()
    assert box
    assert box["height"] > box["width"]
    desk.page.set_viewport_size({"width": 1440, "height": 900})
    expect(desk.page.locator(".drawer")).to_be_visible()
    box = desk.page.locator("svg.board").evaluate("one => one.viewBox.baseVal.width")
    assert box > desk.page.locator("svg.board").evaluate("one => one.viewBox.baseVal.height")


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1920])
def test_every_width_holds_the_table(seat: Sitting, width: int) -> None:
    desk = seat(size=(width, 1000))
    table(desk)
    assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for option in desk.options():
        expect(desk.thing(option)).to_be_in_viewport()


def test_moves_do_not_shift_the_board(seat: Sitting) -> None:
    desk = seat()
    table(desk)
    before = desk.page.locator("svg.board").bounding_box()
    desk.may.first.hover()
    assert desk.page.locator("svg.board").bounding_box() == before
    desk.touch(desk.options()[0])
    assert desk.page.locator("svg.board").bounding_box() == before


def test_scripts_stay_small() -> None:
    """What is fetched before anything is shown; other rooms follow when somebody goes there."""
    named = re.findall(r'assets/[^"]+[.]js', (PAGE / "index.html").read_text())
    assert named
    assert sum(len(gzip.compress((PAGE / name).read_bytes())) for name in named) < 130_000


def test_the_page_knows_no_game() -> None:
    sources = [path for path in WEB.glob("src/**/*") if path.suffix in (".ts", ".svelte", ".css")]
    names = re.compile("|".join(game_names()), re.IGNORECASE)
    assert [path.name for path in sources if names.search(path.read_text())] == []
