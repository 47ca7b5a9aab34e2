"""The other pages and the comforts: forms, replay, files, settings, lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import fimbul
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk, whim
from tests.browser.known import BOT, PEOPLE, begun, until

SHORT = {"stones": "2", "stall_limit": "2"}


def finished(desk: Desk) -> Desk:
    desk.new_table("ragnarocks", ["me", "bot random"], **SHORT)
    desk.play_out(whim(2))
    return desk


def test_problems_stand_beside_their_fields(seat: Sitting) -> None:
    desk = seat().new_table("ragnarocks", ["me", "bot random"], position="nonsense", stones="-1")
    problems = desk.page.locator(".field-line:has(#option-position) .problem")
    expect(problems.first).to_be_visible()
    desk.errors.clear()  # the refused request is told on the console


def test_open_tables_are_listed_and_joined(seat: Sitting) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.open("#/new/brandub")
    host.page.get_by_label("Anyone: listed on the front page").check()
    host.page.get_by_role("button", name="Open the table").click()
    table = host.page.get_by_test_id("invite")
    expect(table).to_be_visible()
    guest.open()
    guest.page.get_by_role("link", name="Join").first.click()
    guest.page.get_by_role("button", name="Sit down").click()
    assert host.my_turn()
    guest.open()
    expect(guest.page.get_by_role("link", name="Continue")).to_be_visible()


def test_replay_steps_and_goes_on_from_a_position(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    desk = finished(seat())
    page = desk.page
    page.get_by_role("link", name="Replay").click()
    at = page.locator(".replay .at")
    expect(at).to_be_visible()
    turns, end = re.findall(r"\d+", at.inner_text()), desk.places()
    assert turns[0] == turns[1], "it begins at the end"
    page.keyboard.press("Home")
    for _ in range(int(turns[1])):
        page.keyboard.press("ArrowRight")
    expect(at).to_have_text(re.compile(rf"{turns[1]}\D+{turns[1]}"))
    assert desk.places() == end
    page.get_by_label("Choice by choice").check()
    expect(at).to_have_text(re.compile("^Choice "))
    last = at.inner_text().split(" of ")[1]
    expect(at).to_have_text(f"Choice {last} of {last}")
    page.keyboard.press("Home")
    expect(at).to_have_text(f"Choice 0 of {last}")
    expect(page.locator(".table")).to_have_attribute("data-number", "1")
    for step in range(1, int(last) + 1):
        page.keyboard.press("ArrowRight")
        expect(at).to_have_text(f"Choice {step} of {last}")
    expect(page.locator('.prompt[data-state] [data-testid="prompt"]')).to_contain_text(
        re.compile("won|first place")
    )
    assert desk.places() == end
    page.get_by_label("Seen by").select_option("0")
    shoot(desk, "replay-ragnarocks")
    page.keyboard.press("Home")
    expect(at).to_have_text(f"Choice 0 of {last}")
    page.get_by_role("button", name="Play from here").click()
    assert desk.my_turn()


def test_records_and_pictures_can_be_kept(seat: Sitting, tmp_path: Path) -> None:
    desk = finished(seat())
    page = desk.page
    page.get_by_role("button", name="More").click()
    with page.expect_download() as picture:
        page.get_by_role("button", name="Save the position as SVG").click()
    drawn = ElementTree.parse(picture.value.path()).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}path"))) > 86
    assert not list(drawn.iter("{http://www.w3.org/2000/svg}use"))
    page.get_by_role("button", name="More").click()
    with page.expect_download() as record:
        page.get_by_role("button", name="Save the record").click()
    saga = tmp_path / "match.saga"
    record.value.save_as(saga)
    assert saga.read_text().startswith("[")
    desk.open()
    page.locator("input[type=file]").set_input_files(saga)
    expect(page.locator(".replay .at")).to_be_visible()


def test_a_list_of_options_plays_too(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    assert desk.my_turn()
    desk.page.get_by_role("button", name="List of your choices").click()
    listed = desk.page.locator(".options li button")
    assert listed.count() == len(desk.options())
    number = desk.number
    listed.first.click()
    desk.moved_on(number)


COVERED = """() => {
  const box = document.querySelector(".toast.hint").getBoundingClientRect();
  const beside = (one) => one.left >= box.right || one.right <= box.left;
  const under = (one) => !beside(one) && one.top < box.bottom && one.bottom > box.top;
  const offered = [...document.querySelectorAll(".table .may")];
  return offered.filter((one) => under(one.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize("game", ["brandub", "ragnarocks"])
def test_a_hint_points_at_an_option_and_covers_none(
    seat: Sitting, shoot: Callable[[Desk, str], None], game: str
) -> None:
    desk = seat().play_now(game)
    assert desk.my_turn()
    desk.page.get_by_role("button", name="Hint").click()
    expect(desk.page.locator(".hinted.may")).to_have_count(1)
    shoot(desk, f"hint-{game}")
    assert desk.page.evaluate(COVERED) == 0
    worth = desk.page.get_by_test_id("advice").locator("li .num").all_inner_texts()
    values = [int(re.sub(r"\D", "", one)) for one in worth]
    assert values == sorted(values, reverse=True)


HELD = """() => {
  const boxOf = (what) => document.querySelector(what)?.getBoundingClientRect();
  const [box, dock] = [boxOf(".toast.hint"), boxOf(".dock")];
  if (dock && dock.left < box.right && dock.top < box.bottom) return false;
  return Math.min(box.left, box.top, innerWidth - box.right, innerHeight - box.bottom) >= 0;
}"""
ASKED = {
    "nine_realms": "cunning.one-card",
    "drakkar": "play.choose-card",
    "ragnarok_star": "program.numbers",
}


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("game", ASKED)
def test_a_hint_lies_whole_beside_what_is_asked(
    seat: Sitting, game: str, size: tuple[int, int]
) -> None:
    """Over no card or action, on a phone too, and under no dock: long lines are cut short."""
    desk, people = seat(size=size), 2 if game == "nine_realms" else 3
    match = until(begun(game, 5, **({} if people == 2 else {"seats": 3})), 0, ASKED[game])
    desk.table_of(match, [PEOPLE[0], *[BOT] * (people - 1)])
    assert desk.my_turn()
    desk.page.get_by_role("button", name="Hint", exact=True).click()
    expect(desk.page.get_by_test_id("advice")).to_be_visible()
    assert desk.page.evaluate(COVERED) == 0
    assert desk.page.evaluate(HELD)


def test_confirming_moves_takes_two_touches(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    page = desk.page
    assert desk.my_turn()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm my choices").check(force=True)
    page.keyboard.press("Escape")
    number, piece = desk.number, desk.options()[0]
    desk.thing(piece).click()
    expect(desk.prompt).to_contain_text("Choose raider")
    assert desk.number == number
    page.get_by_role("button", name="Confirm", exact=True).click()
    desk.moved_on(number)


def test_settings_stay(seat: Sitting) -> None:
    desk = seat().open()
    page = desk.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").last.select_option("light")
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Prenez place.")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_title_and_the_icon_tell_whose_turn_it_is(seat: Sitting) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    host.new_table("brandub", ["me", "friend"])
    guest.sit(host.link("invite"), "Leif")
    assert host.my_turn()
    expect(host.page).to_have_title("● Your turn · Brandub")
    expect(host.page.locator("#favicon")).to_have_attribute("href", "./favicon-turn.svg")
    expect(guest.page).to_have_title("Brandub · Fimbul")
    expect(guest.page.locator("#favicon")).to_have_attribute("href", "./favicon.svg")


def test_the_rulebook_is_searched(seat: Sitting) -> None:
    desk = seat().play_now("brandub")
    page = desk.page
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_label("Search the rulebook").fill("king throne")
    expect(page.locator("article").first).to_contain_text("king")
    page.get_by_label("Search the rulebook").fill("zeppelin")
    expect(page.get_by_text("No rule contains these words.")).to_be_visible()


def test_the_rulebook_has_contents_and_shows_no_ids(seat: Sitting) -> None:
    """Chapters are a touch or a key away; what rules are called in the code is told to nobody."""
    page = seat().open("#/rules/nine_realms").page
    contents = page.get_by_role("navigation", name="Contents")
    chapters = contents.get_by_role("button")
    expect(chapters.last).to_be_visible()
    name = chapters.last.inner_text()
    chapters.last.focus()
    page.keyboard.press("Enter")
    head = page.locator("[data-chapter]").last
    expect(head).to_be_focused()
    expect(head).to_be_in_viewport()
    assert head.inner_text().lower() == name.lower()
    shown = page.locator(".rules").inner_text()
    ids = fimbul.game("nine_realms").rulebook.ids
    assert not [rule for rule in ids if rule in shown]
