"""Whole matches by mouse, by keyboard and with a friend."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk, focus_path, homing, whim

FEW_STONES = {"stones": "8", "stall_limit": "3"}


def test_brandub_by_mouse_against_a_bot(seat: Sitting, shoot: Callable[[Desk, str], None]) -> None:
    desk = seat().new_table("brandub", ["bot random", "me"])
    assert desk.my_turn()
    shoot(desk, "table-brandub")
    assert desk.play_out(homing(3)) >= 4
    expect(desk.page.get_by_role("button", name="Rematch")).to_be_visible()
    shoot(desk, "over-brandub")


def test_ragnarocks_by_mouse_against_a_bot(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = seat().new_table("ragnarocks", ["me", "bot random"], **FEW_STONES)
    assert desk.play_out(whim(5)) >= 9
    shoot(desk, "over-ragnarocks")
    expect(desk.page.locator(".log li")).not_to_have_count(0)


def test_play_now_is_one_click(seat: Sitting) -> None:
    desk = seat().play_now("ragnarocks")
    assert desk.my_turn()
    assert "#/table/" in desk.page.url


def test_rematch_seats_the_same_players_again(seat: Sitting) -> None:
    desk = seat().new_table("ragnarocks", ["me", "bot random"], stones="3", stall_limit="3")
    desk.play_out(whim(1))
    old = desk.page.url
    desk.page.get_by_role("button", name="Rematch").click()
    expect(desk.page).not_to_have_url(old)
    assert desk.my_turn()


def test_the_menu_offers_what_is_possible_here(seat: Sitting) -> None:
    """A draw to people only; whoever leaves can be replaced by the link; a rematch is announced."""
    alone = seat().new_table("brandub", ["me", "bot random"])
    assert alone.my_turn()
    alone.page.get_by_role("button", name="More").click()
    expect(alone.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(alone.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    expect(alone.page.get_by_role("button", name="Leave the table")).to_have_count(0)
    host = seat("Astrid").new_table("brandub", ["me", "friend"])
    link = host.link("invite")
    guest = seat("Bodil").sit(link, "Bodil")
    guest.page.get_by_role("button", name="More").click()
    guest.page.get_by_role("button", name="Leave the table").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(guest.page.locator(".stave").first).to_be_visible()
    host.page.get_by_role("button", name="More").click()
    host.page.get_by_role("button", name="Links to share").click()
    assert host.link("invite") == link
    host.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    other = seat("Canute").sit(link, "Canute")
    other.page.get_by_role("button", name="More").click()
    other.page.get_by_role("button", name="Offer a draw").click()
    host.page.get_by_role("button", name="Agree").click()
    expect(host.prompt).to_contain_text("A draw by agreement")
    old = host.page.url
    host.page.get_by_role("button", name="Rematch").click()
    other.page.get_by_role("button", name="Join the rematch").click()
    expect(host.page).not_to_have_url(old)
    expect(other.page).to_have_url(host.page.url)
    expect(host.prompt).to_be_visible()


def test_keyboard_alone_plays_a_whole_match(seat: Sitting) -> None:
    desk = seat().open("#/new/ragnarocks")
    page, keys = desk.page, desk.page.keyboard
    steps = focus_path(page, most=90)
    next(step for step in steps if "More options" in step)
    keys.press("Enter")
    next(step for step in steps if step.startswith("option-stones "))
    keys.type("2")
    next(step for step in steps if step.startswith("seat-1 "))
    keys.type("Bot: Thrall")
    next(step for step in steps if "Open the table" in step)
    keys.press("Enter")
    while desk.my_turn():
        number = desk.number
        keys.press("ArrowRight")
        keys.press("ArrowRight")
        expect(page.locator(".table [data-thing]:focus")).to_have_count(1)
        keys.press("Enter")
        desk.moved_on(number)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_keys_walk_where_they_point_and_go_back(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    page, keys = desk.page, desk.page.keyboard
    assert desk.my_turn()
    names = []
    for key in ("Right", "Down", "Down", "Down", "Left", "Up"):
        keys.press(f"Arrow{key}")
        names.append(page.locator(".table [data-thing]:focus").get_attribute("aria-label") or "")
    assert [name[-2:] for name in names] == ["d7", "d6", "d2", "d1", "b4", "d6"]
    keys.press("r")
    expect(page.locator("article.cited")).to_contain_text("Raiders first")
    number = desk.number
    keys.press("Enter")
    desk.moved_on(number)
    expect(page.locator(".is-selected")).to_have_count(1)
    keys.press("Escape")
    expect(page.locator(f'.table[data-number="{number}"]')).to_be_visible()


def test_a_friend_comes_by_the_link(seat: Sitting) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    assert "invite" not in guest.page.url
    assert guest.page.url.rstrip("/").endswith(host.page.url.rpartition("/")[2])
    for mover in (host, guest, host, guest):
        assert mover.my_turn()
        mover.touch(mover.options()[0])
        mover.touch(mover.options()[0])
    assert host.my_turn()
    assert host.places() == guest.places()
    expect(guest.prompt).to_have_text("Astrid must choose.")


def test_chat_is_text_and_nothing_else(seat: Sitting) -> None:
    host, guest = seat("<b>Astrid</b>"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "<img src=x onerror=alert(1)>")
    words = "<script>alert('x')</script> & <i>hello</i>"
    for desk in (host, guest):
        desk.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_label("Say something").fill(words)
    host.page.keyboard.press("Enter")
    line = guest.page.locator(".chat li").first
    expect(line).to_contain_text(words)
    expect(line).to_contain_text("<b>Astrid</b>")
    expect(host.page.locator(".seat .name").first).to_have_text("<img src=x onerror=alert(1)>")
    assert guest.page.locator(".chat script, .chat i, .chat b b").count() == 0
    assert host.page.locator(".seat img").count() == 0


def test_undo_is_free_until_answered_then_needs_consent(seat: Sitting) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    assert host.my_turn()
    before = host.places()
    host.touch(host.options()[0])
    host.page.get_by_role("button", name="Undo").click()
    expect(host.page.locator('.table[data-number="1"]')).to_be_visible()
    for mover in (host, host, guest):
        assert mover.my_turn()
        mover.touch(mover.options()[0])
    host.page.get_by_role("button", name="Ask to undo").click()
    expect(guest.page.get_by_text("Astrid asks to take back")).to_be_visible()
    guest.page.get_by_role("button", name="Agree").click()
    assert host.my_turn()
    expect(host.page.get_by_text("Agreed.")).to_be_visible()
    assert host.places() == before


def test_a_resigned_match_is_over_for_both(seat: Sitting) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    host.page.get_by_role("button", name="More").click()
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(guest.prompt).to_have_text("Astrid resigned. You won.")
    expect(host.prompt).to_have_text("You resigned. Leif won.")
    assert guest.options() == []


@pytest.mark.slow
def test_ragnarocks_with_all_stones_against_a_thinking_bot(seat: Sitting) -> None:
    desk = seat().new_table("ragnarocks", ["me", "bot mcts:200ms"])
    assert desk.play_out(whim(8)) > 20
