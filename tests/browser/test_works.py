"""Armies and card files that follow their player from one device to another."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.test_look import serious
from tests.browser.test_people import account, play_brandub

Shoot = Callable[[Desk, str], None]
ARMY = "#/workshop/rag_narok/army"


def carried_over(ann: Desk, phone: Desk) -> None:
    """Sign the other device in by a link."""
    account(ann)
    ann.page.get_by_role("button", name="Make a link").click()
    phone.page.goto(ann.page.get_by_test_id("device-link").input_value())
    phone.page.get_by_role("button", name="Sign in here").click()
    expect(phone.page.get_by_role("textbox", name="Your name at the table")).to_have_value("Astrid")


def keeps_cards(ann: Desk, file: Path) -> None:
    """A card file of my own, under a name of its own."""
    page = ann.open("#/new/drakkar").unfold("new-origin").page
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a file to start from").click()
    text = Path(download.value.path()).read_text("utf-8")
    file.write_text(text.replace('name = "', 'name = "My '), encoding="utf-8")
    page.get_by_label("Your file with your own cards").set_input_files(file)
    page.get_by_label("Name of this file").fill("The printed deck")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Use The printed deck")).to_be_visible()


def keeps_army(ann: Desk) -> None:
    page = ann.open(ARMY).page
    page.get_by_label("Start from a ready-made one").select_option("acheron-200")
    expect(page.get_by_text("175 of 200 AP").first).to_be_visible()
    with page.expect_response("**/api/me/works") as kept:
        page.get_by_role("button", name="Keep it").click()
    assert kept.value.status == 201, kept.value.text()
    expect(page.get_by_role("status").filter(has_text="Kept")).to_be_visible()


def test_armies_and_card_files_are_found_on_another_device(
    seat: Sitting, tmp_path: Path, shoot: Shoot
) -> None:
    ann, phone = seat("Astrid"), seat("", size=(390, 844))
    play_brandub(ann)
    keeps_cards(ann, tmp_path / "mine.toml")
    keeps_army(ann)
    carried_over(ann, phone)
    works = phone.page.get_by_role("region", name="Armies and card files")
    expect(works.get_by_role("listitem")).to_have_count(2)
    works.scroll_into_view_if_needed()
    shoot(phone, "works-account-390")
    assert not serious(phone)
    phone.open("#/new/drakkar").unfold("new-origin")
    phone.page.get_by_role("button", name="Use The printed deck").click()
    shoot(phone, "works-new-390")
    phone.open(ARMY)
    phone.page.locator(".text li").get_by_role("button").first.click()
    expect(phone.page.locator("#head-name")).to_have_value("Walking dead")
    phone.open("#/new/rag_narok")
    expect(phone.page.locator("#option-first")).to_contain_text("Walking dead")

    account(ann)
    for size in ((1440, 900), (1024, 768)):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        mine = ann.page.get_by_role("region", name="Armies and card files")
        mine.scroll_into_view_if_needed()
        shoot(ann, f"works-account-{size[0]}")
    ann.page.get_by_role("button", name=re.compile("The printed deck$")).click()
    expect(mine.get_by_role("listitem")).to_have_count(1)


def test_who_wants_to_be_seen_is_named_on_the_front_page(seat: Sitting, shoot: Shoot) -> None:
    ann, bob = seat("Astrid"), seat("", size=(1024, 768), like={"language": "fr"})
    play_brandub(ann)
    account(ann)
    ann.page.get_by_role("switch", name="Show that I am here").check(force=True)
    ann.page.get_by_role("button", name="Save", exact=True).click()
    expect(ann.page.get_by_text("Saved")).to_be_visible()
    bob.open()
    here = bob.page.get_by_role("list", name="Qui est là")
    expect(here.get_by_role("link", name="Astrid")).to_be_visible(timeout=20_000)
    here.scroll_into_view_if_needed()
    shoot(bob, "here-1024-fr")
    assert not serious(bob)
    ann.open()
    ann.page.get_by_role("list", name="Who is here").scroll_into_view_if_needed()
    for width in (1440, 390):
        ann.page.set_viewport_size({"width": width, "height": 844})
        shoot(ann, f"here-{width}")
    here.get_by_role("link", name="Astrid").click()
    expect(bob.page.get_by_role("heading", name="Astrid")).to_be_visible()
