"""What goes wrong at real tables: reloads, second tabs, onlookers, power cuts, wrong touches."""

from __future__ import annotations

import signal
from time import monotonic

from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.server import Server


def test_a_reload_in_mid_turn_loses_nothing(seat: Sitting) -> None:
    desk = seat().new_table("ragnarocks", ["me", "bot random"])
    assert desk.my_turn()
    desk.touch(desk.options()[0])
    number, options, places = desk.number, desk.options(), desk.places()
    desk.page.reload()
    assert desk.my_turn()
    assert (desk.number, desk.options(), desk.places()) == (number, options, places)
    desk.touch(desk.options()[0])


def test_a_killed_server_comes_back_with_everything(seat: Sitting, own_server: Server) -> None:
    host, guest = seat("Astrid", own_server), seat("Leif", own_server)
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    assert host.my_turn()
    host.touch(host.options()[0])
    host.touch(host.options()[0])
    assert guest.my_turn()
    guest.touch(guest.options()[0])
    number, places = guest.number, guest.places()
    own_server.kill()
    expect(guest.page.get_by_text("Connection lost")).to_be_visible()
    guest.thing(guest.options()[0]).click()  # kept, and sent when the table is back
    expect(guest.page.get_by_text("Your choices are kept")).to_be_visible()
    own_server.start()
    guest.moved_on(number)
    assert host.my_turn()
    assert host.places() == guest.places() != places
    host.errors.clear()  # the browser itself tells of the sockets that failed
    guest.errors.clear()


def test_a_server_that_has_fallen_silent_is_noticed_within_twelve_seconds(
    seat: Sitting, own_server: Server
) -> None:
    """Its machine hangs: nothing is closed, nothing comes any more."""
    desk = seat("Astrid", own_server).play_now("brandub")
    assert desk.my_turn()
    assert own_server.process
    own_server.process.send_signal(signal.SIGSTOP)
    began = monotonic()
    try:
        expect(desk.page.get_by_text("Connection lost")).to_be_visible(timeout=20_000)
        assert monotonic() - began < 12 + 3, "twelve seconds, and what a busy machine adds"
        hint = desk.page.get_by_role("button", name="Hint")
        hint.click()  # is lost, as a choice would not be
    finally:
        own_server.process.send_signal(signal.SIGCONT)
    expect(desk.page.get_by_text("Connection lost")).not_to_be_visible(timeout=30_000)
    expect(hint).to_be_enabled()  # and can be asked for again
    desk.touch(desk.options()[0])
    desk.errors.clear()  # the browser itself tells of the sockets that failed


def test_a_second_tab_sees_all_and_cannot_choose_twice(seat: Sitting) -> None:
    first = seat().new_table("brandub", ["me", "bot random"])
    assert first.my_turn()
    second = Desk(first.page.context.new_page(), first.url)
    second.page.goto(first.page.url)
    assert second.my_turn()
    number, (one, other) = first.number, first.options()[:2]
    first.thing(one).click()
    second.thing(other).click()  # too late: somebody at this seat has chosen
    for desk in (first, second):
        desk.moved_on(number)
        expect(desk.page.locator(".table")).to_have_attribute("data-number", str(int(number) + 1))
    assert second.options() == first.options()
    expect(second.page.locator(".note")).to_be_visible()
    assert second.errors == []


def test_an_onlooker_sees_everything_and_touches_nothing(seat: Sitting) -> None:
    host, guest, onlooker = seat("Astrid"), seat("Leif"), seat("Sigrun")
    host.new_table("brandub", ["me", "friend"])
    watch = host.link("watch")
    guest.sit(host.link("invite"), "Leif")
    onlooker.page.goto(watch)
    expect(onlooker.page.get_by_text("You are watching")).to_be_visible()
    assert host.my_turn()
    assert onlooker.options() == []
    onlooker.thing(host.options()[0]).click()
    number = host.number
    assert onlooker.number == number
    host.touch(host.options()[0])
    host.touch(host.options()[0])
    onlooker.page.locator(f'.table[data-number="{host.number}"]').wait_for()
    assert onlooker.places() == host.places()
    assert onlooker.page.get_by_role("button", name="Undo").count() == 0


def test_a_wrong_touch_is_answered_beside_the_thing(seat: Sitting) -> None:
    desk = seat().new_table("brandub", ["me", "bot random"])
    assert desk.my_turn()
    desk.thing("piece:king-13").dblclick()  # the first touch has said what it is
    note = desk.page.locator(".note")
    expect(note).to_contain_text("Choose one of your own pieces first.")
    note.get_by_role("button", name="Raiders first, then in turn").click()
    expect(desk.page.locator("article.cited h4")).to_have_text("Raiders first, then in turn")
    desk.thing("cell:a1").click()
    desk.page.keyboard.press("Escape")
    expect(note).to_have_count(0)


def test_nobody_gets_in_without_the_code(seat: Sitting) -> None:
    host, stranger = seat("Astrid"), seat("Loki")
    host.new_table("brandub", ["me", "friend"])
    expect(host.page.get_by_test_id("invite")).to_be_visible()
    table = host.page.url.rpartition("/")[2]
    stranger.open(f"#/join/{table}/wrong-code")
    stranger.page.get_by_role("button", name="Sit down").click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("private")
    stranger.open(f"#/table/{table}")
    expect(stranger.page.get_by_role("alert")).to_contain_text("did not let you in")
    stranger.errors.clear()  # the refused request is told on the console


def test_a_table_that_is_not_there(seat: Sitting) -> None:
    desk = seat().open("#/table/nowhere")
    expect(desk.page.get_by_role("alert")).to_contain_text("no such table")
    desk.errors.clear()
