"""Notices, other players and what is kept, in a real browser: and never a word to anybody else."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk

PAGES = ("", "me", "privacy", "matches", "rules", "about", "new", "enter", "puzzle")


def test_the_page_asks_this_server_and_nobody_else(seat: Sitting) -> None:
    """Every request that Chromium makes on the way through the rooms, and from a match."""
    ann = seat("Astrid")
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            asked.append(urlsplit(request.url).netloc)

    ann.page.context.on("request", note)
    ann.page.on("websocket", lambda one: asked.append(urlsplit(one.url).netloc))
    ann.play_now("brandub")
    expect(ann.may.first).to_be_attached(timeout=60_000)
    for page in PAGES:
        ann.page.goto(f"{ann.url}/#/{page}")
        expect(ann.page.locator("main")).to_be_visible()
    assert len(asked) > 20
    assert {*asked} == {urlsplit(ann.url).netloc}


def test_the_page_installs_and_its_worker_leaves_pages_alone(seat: Sitting) -> None:
    ann = seat("Astrid")
    ann.page.goto(ann.url)
    manifest = json.loads(ann.page.request.get(f"{ann.url}/manifest.webmanifest").text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert ann.page.request.get(f"{ann.url}/{icon['src']}").ok, icon
    link = ann.page.locator('link[rel="manifest"]')
    assert (link.get_attribute("href") or "").endswith("manifest.webmanifest")
    worker = ann.page.request.get(f"{ann.url}/sw.js").text()
    assert '"fetch"' not in worker
    state: Any = ann.page.evaluate(
        "navigator.serviceWorker.register('./sw.js').then(() => navigator.serviceWorker.ready)"
        ".then((one) => one.active !== null)"
    )
    assert state is True


def befriended(ann: Desk, bob: Desk) -> str:
    """Both have an account; whose page is Bob's."""
    for desk in (ann, bob):
        desk.play_now("brandub")
        expect(desk.page).to_have_url(re.compile("#/table/"))
    found: str = bob.page.evaluate(
        "fetch('/api/me').then((a) => a.json()).then((v) => v.account.id)"
    )
    return found


def test_a_player_is_followed_invited_and_sits_down_without_a_link(seat: Sitting) -> None:
    ann, bob = seat("Astrid"), seat("Bertil")
    player = befriended(ann, bob)
    ann.page.goto(f"{ann.url}/#/player/{player}")
    ann.page.get_by_role("button", name="Follow", exact=True).click()
    expect(ann.page.get_by_role("button", name="Follow no more")).to_be_visible()
    laid: str = ann.page.evaluate(
        "fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({game: 'brandub', name: 'Astrid',"
        " seats: [{kind: 'me'}, {kind: 'friend'}]})}).then((a) => a.json()).then((t) => t.table)"
    )
    ann.page.goto(f"{ann.url}/#/table/{laid}")
    ann.page.get_by_role("button", name="Invite Bertil").click()
    expect(ann.page.get_by_text("Bertil is invited.")).to_be_visible()
    bob.page.goto(f"{bob.url}/#/")
    bob.page.reload()
    invited = bob.page.get_by_role("region", name="You are invited")
    expect(invited.get_by_text("Astrid waits for you")).to_be_visible()
    invited.get_by_role("link", name="Sit down").click()
    expect(bob.page).to_have_url(re.compile(f"#/join/{laid}"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_player_is_told_by_an_address_and_left_alone_at_night(
    seat: Sitting, language: str
) -> None:
    ann = seat("Astrid", like={"language": language})
    ann.play_now("brandub")
    expect(ann.page).to_have_url(re.compile("#/table/"))
    ann.page.goto(f"{ann.url}/#/me")
    box = ann.page.locator('section[aria-labelledby="notices"]')
    box.locator('input[type="url"]').fill("https://chat.example.org/hook/x")
    box.locator("form").first.get_by_role("button").click()
    ways = box.get_by_test_id("channels").locator("li")
    expect(ways).to_contain_text("https://chat.example.org/hook/x")
    boxes = ways.get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    boxes.nth(3).uncheck()
    box.locator("form").nth(1).get_by_role("button").click()
    expect(box.get_by_role("status")).to_contain_text(re.compile("clock of|heure de"))
    ann.page.reload()
    expect(ways.get_by_role("checkbox").nth(3)).not_to_be_checked()
    ways.get_by_role("button").click()
    expect(ways).to_contain_text(re.compile("not told anywhere|prévient encore nulle part"))
