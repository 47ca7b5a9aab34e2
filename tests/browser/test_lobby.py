"""Around the table: my matches, waiting and joining, the front page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.test_look import serious

CLOCK = "10 minutes each, plus 5 seconds after every turn"
SHARE = "navigator.share = async (what) => { window.shared = what; }"


def timed(desk: Desk, *, listed: bool = False, game: str = "brandub") -> Desk:
    """A table with a clock, and its host waiting there."""
    desk.open(f"#/new/{game}")
    desk.page.locator("#clock").select_option("match")
    if listed:
        desk.page.get_by_label("Anyone: listed on the front page").check()
    desk.page.get_by_role("button", name="Open the table").click()
    expect(desk.page.get_by_test_id("invite")).to_be_visible()
    return desk


def test_both_know_the_terms_and_the_clock_waits_for_a_word(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    host, guest = seat("Astrid"), seat("Leif", size=(390, 844), has_touch=True)
    host.page.add_init_script(SHARE)
    timed(host)
    expect(host.page.locator(".terms")).to_contain_text(CLOCK)
    expect(host.page.get_by_role("main")).not_to_contain_text("fingerprint is")
    invite = host.link("invite")
    host.page.get_by_role("button", name="Share").first.click()
    assert host.page.evaluate("window.shared") == {"title": "Brandub", "url": invite}
    host.page.get_by_role("button", name="QR code").first.click()
    expect(host.page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    shoot(host, "waiting")
    guest.page.goto(invite)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Astrid invites you to Brandub")
    expect(guest.page.locator(".terms")).to_contain_text(CLOCK)
    assert not serious(guest)
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_role("status").first).to_contain_text("Waiting for Astrid")
    expect(guest.prompt).to_have_count(0)
    expect(host.page).to_have_title(re.compile("^● Everybody is here"))
    shoot(host, "ready")
    host.page.get_by_role("button", name="I am ready").click()
    assert host.my_turn()
    expect(guest.prompt).to_be_visible()
    expect(host.page.locator(".seat .clock").first).to_contain_text(re.compile(r"9:5\d|10:00"))


def test_my_matches_follow_the_table_and_are_put_away(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    assert host.my_turn()
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    host.open()
    line = host.page.locator("li.line[data-stage]")
    expect(line).to_contain_text("against Leif · turn 1")
    expect(line.get_by_role("link", name="Continue")).to_have_text("Your turn")
    line.get_by_role("link", name="Continue").click()
    assert host.my_turn()
    for _ in "from", "to":
        host.touch(host.options()[0])
    host.open()
    expect(line.get_by_role("link", name="Continue")).to_have_text("Leif to move")
    assert guest.my_turn()
    for _ in "from", "to":
        guest.touch(guest.options()[0])
    expect(line.get_by_role("link", name="Continue")).to_have_text("Your turn", timeout=20_000)
    assert not any(re.search("/api/tables/.", url) for url in asked), "one question for all"
    shoot(host, "front")
    guest.page.get_by_role("button", name="More").click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(line).to_contain_text("won, Leif resigned", timeout=20_000)
    expect(line.get_by_role("link", name="Replay")).to_be_visible()
    line.get_by_role("button", name="Put Brandub, against Leif away").click()
    expect(line).to_have_count(0)
    host.page.get_by_role("link", name="all 1").click()
    away = host.page.get_by_role("region", name="Put away")
    away.get_by_role("button", name="Bring back").click()
    expect(away).to_have_count(0)
    assert not serious(host)
    host.open()
    expect(line).to_have_count(1)


def test_the_front_page_has_one_lead_and_my_own_tables_are_mine(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    host = timed(seat("Astrid"), listed=True)
    table = host.page.url.rpartition("/")[2]
    host.open()
    staves = host.page.locator(".stave")
    expect(staves.first).to_have_attribute("data-game", "ragnarocks")
    expect(staves.nth(1)).to_have_attribute("data-game", "brandub")  # played last
    own = host.page.locator(f'.list a[href="#/table/{table}"]')
    expect(own.filter(has_text="Your table")).to_be_visible()
    assert host.page.locator(f'a[href="#/join/{table}"]').count() == 0
    phone = seat("Bodil", size=(390, 844), has_touch=True).play_now("brandub")
    phone.open()
    mine = phone.page.get_by_role("region", name="My matches")
    expect(mine.locator("li.line")).to_have_count(1)
    box = mine.bounding_box()
    assert box is not None
    assert box["y"] < 400
    shoot(phone, "front-phone")


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080)])
def test_the_front_page_shows_all_its_parts_at_once(seat: Sitting, size: tuple[int, int]) -> None:
    """Games, a rival, open tables, the puzzle of the day and my matches, without scrolling."""
    desk = seat(size=size).open()
    page = desk.page
    parts = [page.get_by_role("heading", name=name) for name in ("Open tables", "My matches")]
    rival, puzzle = page.get_by_role("button", name="Find me a rival"), page.locator(".today")
    for part in (page.locator(".stave").last, rival, puzzle, *parts):
        expect(part).to_be_in_viewport(ratio=1)


def test_open_tables_have_french_titles_on_a_french_page(seat: Sitting) -> None:
    timed(seat("Astrid"), listed=True, game="drakkar")
    guest = seat("Bodil", like={"language": "fr"}).open()
    expect(guest.page.locator(".open li.line").first).to_contain_text("Drakkar, le jeu de cartes")


def test_my_history_calls_bots_what_the_table_calls_them(seat: Sitting) -> None:
    desk = seat(like={"level": "thrall"}).play_now("brandub")
    assert desk.my_turn()
    desk.open("#/matches")
    expect(desk.page.get_by_test_id("history").locator("li").first).to_contain_text("Bot Thrall")


def test_the_dice_of_a_record_are_checked_in_the_browser(seat: Sitting, tmp_path: Path) -> None:
    desk = seat().new_table("brandub", ["me", "bot random"])
    assert desk.my_turn()
    page = desk.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="More").click()
    with page.expect_download() as record:
        page.get_by_role("button", name="Save the record").click()
    saga = tmp_path / "match.saga"
    record.value.save_as(saga)
    desk.open()
    page.get_by_role("link", name="Check the dice of a match").click()
    page.locator("#about-dice input[type=file]").set_input_files(saga)
    told = page.get_by_role("status")
    expect(told).to_contain_text("The secret is the one that was promised")
    secret = re.search(r'Secret "([0-9a-f]+)"', saga.read_text())
    assert secret is not None
    saga.write_text(saga.read_text().replace(secret[1], "00" + secret[1][2:]))
    page.locator("#about-dice input[type=file]").set_input_files(saga)
    expect(told).to_contain_text("NOT the one that was promised")


def test_a_page_that_nobody_touches_asks_seldom(seat: Sitting) -> None:
    """Whoever has an account and a match: what is found out must not be found out again at once."""
    ann = seat("Astrid").play_now("brandub")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    for path in ("", "#/matches"):
        ann.open(path)
        expect(ann.page.locator("li.line[data-stage]").first).to_be_visible()
        ann.page.wait_for_timeout(2_000)
        own = [url for url in asked if "/api/" in url]
        assert max(Counter(own).values()) <= 3, own
        asked.clear()
