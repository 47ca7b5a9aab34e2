"""Ragnarocks with equal chances: a colour is chosen, the last runestones are seen in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import fimbul
from fimbul.games.ragnarocks.parts import PLAY
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.known import BOT, begun
from tests.browser.test_look import SIZES, serious

ME = {"kind": "me"}
OPEN = "9/10/2r8/6r4/10/3r1o3/3i1i2/2o4/6/2i2 i {}"


def opened() -> fimbul.Match[Any]:
    """The first turn of both colours is played, and the second seat must choose."""
    match = begun("ragnarocks", 5, colours="pie", ivory=0)
    for turn in ("a3-d3/d7", "j7-g7/g3"):
        assert match.game.notation
        for choice in match.game.notation.read(match.state, turn):
            match.choose(*choice)
    return match


@pytest.mark.parametrize("size", SIZES)
def test_a_colour_is_chosen(seat: Sitting, shoot: Callable[[Desk, str], None], size: str) -> None:
    # rule: ruling.pie
    desk = seat(size=SIZES[size])
    desk.table_of(opened(), [BOT, ME])
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text("Choose your colour: ivory has the next turn")
    ivory, red = (desk.page.locator(f'.btn[data-thing="{one}"]') for one in PLAY)
    expect(ivory).to_be_in_viewport()
    expect(red).to_be_in_viewport()
    shoot(desk, f"colour-{size}")
    assert serious(desk) == []
    red.click()
    expect(desk.page.get_by_text("has chosen to play red").first).to_be_attached()
    assert desk.my_turn()
    assert all(option.startswith("viking:red") for option in desk.options())


@pytest.mark.parametrize("size", SIZES)
def test_the_last_stones_are_seen(
    seat: Sitting, shoot: Callable[[Desk, str], None], size: str
) -> None:
    # rule: ruling.supply
    desk = seat(size=SIZES[size])
    desk.table_of(begun("ragnarocks", 5, position=OPEN.format(4), ivory=0), [ME, BOT])
    assert desk.my_turn()
    expect(desk.prompt).to_contain_text("4 runestones left")
    expect(desk.page.locator('[data-thing="stock:runestones"].is-few .worth')).to_have_text("4")
    shoot(desk, f"few-{size}")
    assert serious(desk) == []


def test_the_number_of_stones_is_chosen_in_words(seat: Sitting) -> None:
    page = seat().open("#/new/ragnarocks").unfold().page
    printed = page.get_by_role("button", name="40, as printed")
    endless = page.get_by_role("button", name="No limit (house rule)")
    expect(printed).to_have_attribute("aria-pressed", "true")
    endless.click()
    expect(page.locator("#option-stones")).to_have_value("0")
    expect(endless).to_have_attribute("aria-pressed", "true")
    expect(printed).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Stones without end")).to_have_attribute(
        "aria-pressed", "true"
    )
    colours = page.locator("#option-colours")
    colours.select_option("One opens, the other chooses (pie rule)")
    printed.click()
    expect(page.get_by_role("button", name="Equal chances")).to_have_attribute(
        "aria-pressed", "true"
    )
