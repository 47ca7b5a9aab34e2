"""What the page says where rules have changed, and what a host may do there."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.server import Server
from tests.recorded.course import HERE

UPLOAD = """async (text) => {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  const answer = await fetch("./api/sagas", { method: "POST", headers, body: text });
  return (await answer.json()).replay;
}"""
WORDS = {
    "en": ("Played by rules 1", "The rules of this game have been corrected", "Go on"),
    "fr": ("Jouée selon les règles 1", "Les règles de ce jeu ont été corrigées", "Continuer"),
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("game", ["rag_narok", "drakkar"])
def test_a_match_of_other_rules_is_shown_and_says_so(
    seat: Sitting, game: str, language: str
) -> None:
    desk = seat(like={"language": language}).open()
    saga = (HERE / game / "rules-1" / "plain.saga").read_text("utf-8")
    page = desk.open(f"#/replay/{desk.page.evaluate(UPLOAD, saga)}").page
    expect(page.locator(".note[role=note]")).to_contain_text(WORDS[language][0])
    expect(page.locator("[data-thing]").first).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("[data-thing]").first).to_be_visible()
    assert not desk.errors


@pytest.mark.parametrize("language", WORDS)
def test_players_are_asked_when_the_rules_have_changed(
    seat: Sitting, own_server: Server, language: str
) -> None:
    _, asked, go_on = WORDS[language]
    desk = seat(server=own_server, like={"language": language}).open().play_now("brandub")
    expect(desk.may.first).to_be_visible()
    own_server.kill()
    begun_before(own_server.folder / "fimbul.db")
    own_server.start()
    desk.page.reload()
    desk.errors.clear()  # that the line was lost meanwhile
    expect(desk.page.get_by_text(asked)).to_be_visible()
    expect(desk.may).to_have_count(0)
    desk.page.get_by_role("button", name=go_on, exact=True).click()
    expect(desk.may.first).to_be_visible()


def begun_before(path: Path) -> None:
    """As if all its tables had been laid under other rules."""
    with sqlite3.connect(path) as file:
        file.execute("update tables set facts = json_set(facts, '$.rules', '0')")


def test_a_host_mutes_and_a_guest_is_silent(seat: Sitting) -> None:
    host = seat().open().new_table("brandub", ["me", "friend"])
    guest = seat("Bodil").sit(host.link("invite"), "Bodil")
    expect(host.page.locator("[data-thing]").first).to_be_visible()
    host.page.get_by_role("button", name="More").click()
    host.page.get_by_role("button", name="The others here").click()
    row = host.page.locator("dialog li", has_text="Bodil")
    row.get_by_role("button", name="Mute").click()
    expect(row.get_by_role("button", name="Let them chat")).to_be_visible()
    assert not guest.errors
