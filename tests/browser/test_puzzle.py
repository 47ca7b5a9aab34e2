"""The puzzle of the day: found on the front page, seen whole, tried, and its solution shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.test_look import serious

SIZES = {"desk": (1440, 900), "phone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_opened_tried_and_told(seat: Sitting, size: str) -> None:
    desk = seat(size=SIZES[size]).open()
    desk.page.get_by_test_id("puzzle-today").click()
    expect(desk.prompt).to_be_visible()
    board = desk.page.locator("[data-zone] svg.board, [data-zone=board]").first.bounding_box()
    assert board is not None
    assert board["height"] > 200, "the position is seen"
    assert serious(desk) == []
    desk.touch(desk.options()[0])
    undo = desk.page.get_by_role("button", name="Undo")
    expect(undo.first).to_be_enabled()
    desk.page.get_by_role("button", name="Show the solution").click()
    expect(desk.prompt).not_to_contain_text("Find it")
    expect(desk.page.get_by_role("button", name="Show the solution")).to_have_count(0)
