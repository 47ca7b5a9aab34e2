"""What is printed and what we made up, on every page that tells of a game; an owner's own cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import fimbul
from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.known import begun, until
from tests.browser.test_cards import Party


def test_the_front_page_says_what_is_made_up(seat: Sitting) -> None:
    page = seat().open().page
    for name in fimbul.game_names():
        origin = fimbul.game(name).rulebook.provenance
        assert origin is not None
        told = page.locator(f'[data-game="{name}"] .origin')
        expect(told).to_have_count(1 if origin.short else 0)
        if origin.short:
            expect(told).to_have_text(origin.short)


@pytest.mark.parametrize("name", fimbul.game_names())
def test_rulebook_and_new_table_say_where_it_comes_from(
    seat: Sitting, shoot: Callable[[Desk, str], None], name: str
) -> None:
    book = fimbul.game(name).rulebook
    assert book.provenance is not None
    desk = seat()
    for route in (f"#/rules/{name}", f"#/new/{name}"):
        page = desk.open(route).page
        if "new" in route:
            desk.unfold("new-origin")
        told = page.locator("div.origin")
        expect(told).to_contain_text(book.provenance.given)
        expect(told).to_contain_text(book.provenance.made)
        links = told.get_by_role("link", name="Download a file to start from")
        expect(links).to_have_count(int(bool(book.provenance.options)))
    shoot(desk, f"origin-{name}")
    articles = desk.open(f"#/rules/{name}").page.locator("article")
    expect(articles).to_have_count(len(book.rules) + len(book.rulings) + len(book.parts))
    made = sum(rule.reconstructed for rule in book.rules.values())
    made += sum(part.reconstructed for part in book.parts)
    expect(desk.page.locator("article .mark")).to_have_count(made)
    assert not desk.errors


def test_one_file_brings_all_the_cards_of_an_owner(seat: Sitting, tmp_path: Path) -> None:
    """Downloaded on the page, changed, chosen once: both options take their tables from it."""
    desk = seat().open("#/new/drakkar")
    page, file = desk.unfold("new-origin").page, tmp_path / "mine.toml"
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a file to start from").click()
    text = Path(download.value.path()).read_text("utf-8")
    changed = text.replace('name = "', 'name = "My ').replace('name = "My Staraya ', 'name = "My ')
    chooser = page.get_by_label("Your file with your own cards")
    other = tmp_path / "other.toml"
    other.write_text("nothing of the kind", encoding="utf-8")
    chooser.set_input_files(other)
    expect(page.get_by_text("There are no cards for this game in that file.")).to_be_visible()
    file.write_text(changed, encoding="utf-8")
    chooser.set_input_files(file)
    for number in (1, 2):
        page.locator(f"#seat-{number}").select_option("bot random")
    page.get_by_role("button", name="In your own time").click()
    page.get_by_role("button", name="Open the table").click()
    expect(desk.prompt).to_contain_text("Point at the deck")
    shown = page.locator('[data-zone^="spread"]').all_inner_texts()
    assert all("My " in spread for spread in shown), shown


# rule: ruling.live-table
def test_a_live_table_races_and_another_clock_does_not(seat: Sitting) -> None:
    """As the form shows it before anything is sent."""
    page = seat().open("#/new/drakkar").unfold().page
    live, turns = (
        page.get_by_role("button", name="By Odin!"),
        page.get_by_role("button", name="In your own time"),
    )
    expect(live).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#option-brawl option:checked")).to_have_text("A race of fingers")
    page.locator("#clock").select_option("decision")
    page.get_by_label("Seconds for each decision").fill("86400")
    expect(turns).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#option-brawl option:checked")).to_have_text("In secret, wave by wave")
    live.click()
    expect(live).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#option-count option:checked")).to_have_text(
        "Whoever played first may count"
    )


# rule: team.offer, ruling.offer-turns
def test_a_player_without_a_ship_offers_help(
    seat: Sitting, shoot: Callable[[Desk, str], None]
) -> None:
    offering = until(begun("drakkar", 28, seats=4), 0, "team.offer")
    buyer = next(o for o in offering.state.open[0].options if o.startswith("seat:"))
    party = Party(seat, 3).lay(offering, bots=1)
    helper, seeker = party.desks[0], party.desks[int(buyer.removeprefix("seat:"))]
    assert helper.my_turn()
    expect(helper.prompt).to_contain_text("Offer your Vikings and Beer")
    helper.thing(buyer).hover()
    expect(helper.page.get_by_text("seeks help for")).to_be_visible()
    shoot(helper, "offer-help")
    for thing in (buyer, "pool:goat", "button:offer-this"):
        assert helper.my_turn()
        helper.take(thing)
    assert seeker.my_turn()
    expect(seeker.prompt).to_contain_text("would help you fulfil the quest for 1 goat")
    seeker.take("button:accept")
    expect(helper.page.get_by_role("tabpanel", name="Log")).to_contain_text(
        re.compile("fulfils .+ and takes")
    )
