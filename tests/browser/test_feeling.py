"""How it feels: nothing is told before it is shown, and a free choice is simply made anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.known import BOT, begun, until
from tests.browser.test_star import programmed

SHOWN = """() => ({
  at: Number(document.querySelector("[data-beat]")?.dataset.beat ?? 0),
  last: Number(document.querySelector("[data-beat]")?.dataset.beats ?? 0),
  state: document.querySelector(".prompt").dataset.state,
  may: document.querySelectorAll(".table .may").length,
  log: document.querySelectorAll(".log li").length,
})"""


def test_nothing_is_told_before_the_beat_that_shows_it(seat: Sitting) -> None:
    """The log grows beat by beat, nothing is asked before the end, and one key skips it all."""
    for key in ("", "Space", "tap"):
        desk = seat(reduced_motion="no-preference", size=(1920, 1080))
        desk.table_of(programmed(), [{"kind": "me"}, BOT])
        assert desk.my_turn()
        before = desk.page.evaluate(SHOWN)["log"]
        desk.thing("button:done").click()
        seen: list[dict[str, Any]] = []
        while not (seen and seen[-1]["at"] == seen[-1]["last"] > 0):
            seen.append(desk.page.evaluate(SHOWN))
            if key and seen[-1]["at"] > 1:
                skip(desk, key)
                break
            desk.page.wait_for_timeout(60)
        held = [one for one in seen if 0 < one["at"] < one["last"]]
        assert held
        assert all(one["state"] == "waiting" and not one["may"] for one in held)
        expect(desk.page.locator('.prompt[data-state="waiting"]')).to_have_count(0)
        after = desk.page.evaluate(SHOWN)
        assert after["at"] == after["last"]
        logs = [one["log"] for one in held]
        assert logs == sorted(logs)
        assert before <= logs[0] < after["log"], "what is not shown yet is not told"


def skip(desk: Desk, key: str) -> None:
    if key == "tap":
        desk.page.get_by_role("button", name="Skip").click()
    else:
        desk.page.keyboard.press(key)


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_another_own_piece_is_picked_by_touching_it(
    seat: Sitting, shoot: Callable[[Desk, str], None], way: str
) -> None:
    """From the stone's throw back to another viking, in one touch; the picked one lets go."""
    desk = seat(has_touch=True, like={"oneTap": True}) if way == "touch" else seat()
    match = until(begun("ragnarocks", 3, board="sym54"), 0, "select.own-nomad")
    desk.table_of(match, [{"kind": "me"}, BOT])
    assert desk.my_turn()
    first, second = desk.options()[:2]
    start = desk.number
    desk.touch(first)
    desk.touch(desk.options()[0])  # it has walked, and now throws a stone
    again = desk.thing(second)
    if way == "mouse":
        again.click()
    elif way == "touch":
        again.tap()
    else:
        desk.page.keyboard.press("ArrowRight")
        again.focus()
        desk.page.keyboard.press("Enter")
    expect(desk.page.locator(f'.is-selected[data-thing="{second}"]')).to_be_visible()
    assert desk.number == str(int(start) + 1)
    assert desk.page.locator(".note").count() == 0, "nobody is told that it cannot be"
    shoot(desk, f"again-{way}")
    desk.thing(second).click()
    expect(desk.page.locator(f'.table[data-number="{start}"]')).to_be_visible()
    assert first in desk.options()


def test_the_end_is_a_panel_with_the_score_and_a_rematch_of_another_level(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = seat(like={"level": "thrall"}).play_now("ragnarocks")
    page, end = desk.page, desk.page.get_by_test_id("end")
    assert "Bot Thrall" in page.locator("main").inner_text(), "Play now knows the level I like"
    assert desk.my_turn()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(end.get_by_role("heading", name="You lost")).to_be_visible()
    expect(end).to_contain_text("You resigned. Bot Thrall won.")
    expect(end.locator("ol > li")).to_have_count(2)
    shoot(desk, "end-resigned")
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    page.get_by_role("button", name="How it ended").click()
    end.get_by_label("Bot").select_option("karl")
    end.get_by_label("Your side").select_option("0")
    end.get_by_role("button", name="Rematch").click()
    expect(page.locator("main")).to_contain_text("Bot Karl")
    assert desk.my_turn()
    desk.open()
    chosen = page.locator("[data-game=brandub]").get_by_label("Level of the bots")
    expect(chosen).to_have_value("karl")


def test_people_meet_again_by_name_and_say_what_they_allow(seat: Sitting) -> None:
    """No hint between people unless allowed; then the rival sees that one was asked for."""
    for allow in ("", "hints"):
        host, guest = seat("Astrid"), seat("Leif")
        host.new_table("brandub", ["me", "friend"], allow=allow)
        link = host.link("invite")
        guest.page.goto(link)
        said = "Hints are allowed" if allow else "No hints"
        expect(guest.page.locator("main")).to_contain_text(said)
        guest.sit(link, "Leif")
        assert host.my_turn()
        hint = host.page.get_by_role("button", name="Hint", exact=True)
        if not allow:
            expect(hint).to_have_count(0)
            continue
        hint.click()
        expect(host.page.get_by_test_id("advice")).to_be_visible()
        expect(guest.page.locator(".toasts")).to_contain_text("Astrid asked for a hint.")
        guest.page.get_by_role("button", name="More").click()
        guest.page.get_by_role("button", name="Resign").click()
        guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(guest.page.get_by_test_id("end")).to_contain_text("You resigned. Astrid won.")
        host.page.get_by_role("button", name="Rematch").click()
        expect(host.page.locator("main h1")).to_have_text("Waiting for Leif.")
        expect(guest.page.get_by_test_id("end")).to_contain_text("Astrid would like a rematch.")
        guest.page.get_by_role("button", name="Join the rematch").click()
        expect(guest.page.get_by_test_id("end")).to_have_count(0)  # the old table is left
        assert guest.my_turn()
