"""A workshop at the real page: an army is built by mouse, found wrong, mended, and played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

ARMY = "#/workshop/rag_narok/army"


def add(page: Page, ware: str, many: int = 1) -> None:
    for _ in range(many):
        page.locator(f'[data-ware="{ware}"]').click()


def problems(page: Page) -> Locator:
    return page.get_by_test_id("problems")


def points(page: Page) -> Locator:
    return page.get_by_test_id("points")


def blades(page: Page) -> None:
    """Abel and six Duelists in a Unit of their own."""
    page.locator("#head-name").fill("Night watch")
    page.locator("#head-people").select_option("griffons")
    page.locator("#head-budget").select_option("200")
    section = page.locator('[data-section="0"]')
    section.get_by_label("Name", exact=True).fill("Blades")
    add(page, "abel")
    add(page, "griffin-duelist", 2)
    count = section.locator('[data-taken="griffin-duelist"]').get_by_role("spinbutton")
    count.fill("6")
    count.blur()
    page.locator("#head-commander").select_option("abel")
    expect(points(page)).to_have_text("126 of 200 AP")
    expect(problems(page)).to_contain_text("Everything is in order")


def test_an_army_is_built_by_mouse_mended_and_played(
    seat: Sitting, shoot: Callable[[Desk, str], None], tmp_path: Path
) -> None:
    desk = seat().open("#/new/rag_narok")
    page = desk.page
    page.get_by_role("link", name="Build one").first.click()
    expect(page.locator("[data-ware]").first).to_be_visible()
    blades(page)
    page.get_by_role("button", name="Another Unit").click()
    add(page, "griffin-fusilier")
    page.get_by_role("checkbox", name="Leader").last.check()
    expect(points(page)).to_have_text("149 of 200 AP")
    add(page, "griffin-conscript")
    told = problems(page).get_by_role("listitem")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Unit 2: a Unit costs at least 50 AP")
    rule = told.get_by_role("link", name="Size of a Unit")
    expect(rule).to_have_attribute("href", "#/rules/rag_narok/unit.min-max")
    play = page.get_by_role("button", name="Use it as: First army")
    expect(play).to_be_disabled()
    shoot(desk, "workshop-wrong")
    page.get_by_role("button", name="One Griffin Conscript fewer").click()
    add(page, "griffin-fusilier", 3)
    expect(problems(page)).to_contain_text("Everything is in order")
    expect(points(page)).to_have_text("194 of 200 AP")
    page.get_by_role("button", name="Keep it").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "army.txt")
    assert "3 griffin-fusilier" in (tmp_path / "army.txt").read_text()
    play.click()
    expect(page.locator("#option-first")).to_be_visible()
    chosen = page.locator("#option-first").evaluate("one => one.selectedOptions[0].text")
    assert chosen == "Night watch", "it is among those saved, and chosen"
    page.locator("#seat-1").select_option("bot random")
    page.get_by_role("button", name="Open the table").click()
    expect(desk.prompt).to_be_visible()
    assert desk.my_turn()
    expect(page.locator(".table")).to_contain_text("Blades")


def test_a_text_is_read_or_refused_line_by_line(seat: Sitting) -> None:
    desk = seat().open(ARMY)
    page = desk.page
    page.get_by_label("Start from a ready-made one").select_option("acheron-200")
    expect(points(page)).to_have_text("175 of 200 AP")
    text = page.get_by_role("textbox", name="As text, to share")
    good = text.input_value()
    text.fill(good.replace("budget 200", "budget many").replace("acheron", "achaeans", 1))
    page.get_by_role("button", name="Load this text").click()
    for words in ("line 3: a budget is a number", "there is no people 'achaeans'"):
        expect(page.locator(".text")).to_contain_text(words)
    desk.errors.clear()  # the refused request is told on the console
    text.fill(good.replace("Walking dead", "Restless dead"))
    page.get_by_role("button", name="Load this text").click()
    expect(page.locator("#head-name")).to_have_value("Restless dead")
    page.reload()  # what is on the bench stays there
    expect(page.locator("#head-name")).to_have_value("Restless dead")


def test_a_workshop_is_used_by_keyboard(seat: Sitting) -> None:
    page = seat().open(ARMY).page
    page.locator('[data-ware="alderan"]').focus()
    page.keyboard.press("Enter")
    taken = page.locator("[data-taken=alderan]")
    expect(taken).to_be_visible()
    taken.get_by_role("button", name="One more Alderan").focus()
    page.keyboard.press("Enter")
    expect(problems(page)).to_contain_text("Characters are unique")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    expect(problems(page)).not_to_contain_text("Characters are unique")


def test_a_guest_brings_an_army_and_agrees(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    host, guest = seat("Astrid"), seat("Leif")
    page = host.open("#/new/rag_narok").page
    page.locator("#seat-1").select_option("friend")
    expect(page.get_by_text("whoever takes that seat may bring another")).to_be_visible()
    page.get_by_role("button", name="Pitched battle").click()
    host.unfold()
    page.get_by_text("Shadows", exact=False).first.click()
    expect(page.get_by_text("Everybody who sits down must agree to it")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_test_id("invite")).to_be_visible()
    guest.page.goto(host.link("invite"))
    down = guest.page.get_by_role("button", name="Sit down")
    expect(down).to_be_disabled()
    scenario = guest.page.locator(".terms > div", has_text="Scenario")
    expect(scenario.get_by_role("definition")).to_have_text("Pitched battle")
    expect(guest.page.locator("#option-second")).to_have_value("acheron-600")
    expect(guest.page.locator("#option-first")).to_have_count(0)
    guest.page.locator("#option-second").select_option("griffons-600")
    guest.page.get_by_text("Shadows: on. I agree").click()
    shoot(guest, "join-brings")
    down.click()
    expect(guest.prompt).to_be_visible()
    expect(guest.page.get_by_text("Army of the Temple").first).to_be_visible()
    expect(guest.page.get_by_text("Host of the Ram")).to_have_count(0)
