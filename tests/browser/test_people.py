"""Accounts in a real browser: kept by a passkey, met again on other devices, left and revoked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.server import Server


class Named:
    """The shared server by a name: no browser makes a passkey for an address."""

    def __init__(self, server: Server) -> None:
        self.url = f"http://localhost:{server.port}"


@pytest.fixture
def named(services: Server) -> Any:
    return Named(services)


class Authenticator:
    """A device that makes and keeps passkeys, as the browser's own tools pretend one."""

    def __init__(self, desk: Desk) -> None:
        self.cdp: CDPSession = desk.page.context.new_cdp_session(desk.page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = made["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def take(self, other: Authenticator) -> None:
        """As a passkey that is carried from one device to another."""
        for key in other.passkeys():
            self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": key})


def play_brandub(desk: Desk) -> str:
    desk.play_now("brandub")
    expect(desk.page).to_have_url(re.compile("#/table/"))
    return desk.page.url.rpartition("/")[2]


def account(desk: Desk) -> None:
    desk.page.goto(f"{desk.url}/#/me")
    expect(desk.page.get_by_role("heading", name="My account")).to_be_visible()


def test_a_passkey_keeps_an_account_and_a_lost_one_is_revoked(seat: Sitting, named: Any) -> None:
    ann = seat("Astrid", server=named)
    device = Authenticator(ann)
    table = play_brandub(ann)
    account(ann)
    ann.page.get_by_label("Name of this device").fill("Laptop")
    ann.page.get_by_role("button", name="Keep it").click()
    expect(ann.page.get_by_text("This account is kept.")).to_be_visible()
    expect(ann.page.get_by_text("Laptop")).to_be_visible()
    assert len(device.passkeys()) == 1

    phone = seat("", server=named)
    carried = Authenticator(phone)
    carried.take(device)
    account(phone)
    phone.page.get_by_role("button", name="Sign in by passkey").click()
    expect(phone.page.get_by_text("This account is kept.")).to_be_visible()
    expect(phone.page.get_by_role("textbox", name="Your name at the table")).to_have_value("Astrid")
    phone.page.goto(f"{phone.url}/#/matches")
    phone.page.locator(f'[data-table="{table}"]').get_by_role("link").first.click()
    expect(phone.may.first).to_be_attached(timeout=60_000)

    account(ann)
    ann.page.get_by_role("button", name="Remove the passkey Laptop").click()
    expect(ann.page.get_by_text("The passkey opens nothing any more.")).to_be_visible()
    ann.page.get_by_role("button", name="Sign out everywhere").click()
    expect(ann.page.get_by_text("You have no account here yet")).to_be_visible()
    account(phone)
    phone.page.reload()
    phone.page.get_by_role("button", name="Sign in by passkey").click()
    expect(phone.page.get_by_text("That did not work")).to_be_visible()
    phone.errors.clear()  # the browser logs each refusal that a script meets


def test_a_link_brings_another_device_in_once(seat: Sitting, named: Any) -> None:
    ann, phone, thief = (seat(name, server=named) for name in ("Astrid", "", ""))
    play_brandub(ann)
    account(ann)
    ann.page.get_by_role("button", name="Make a link").click()
    link = ann.page.get_by_test_id("device-link").input_value()
    for desk in (phone, thief):
        desk.page.goto(link)
        desk.page.get_by_role("button", name="Sign in here").click()
        if desk is phone:
            expect(desk.page.get_by_role("textbox", name="Your name at the table")).to_have_value(
                "Astrid"
            )
            assert link.rpartition("/")[2] not in desk.page.url
    expect(thief.page.get_by_text("that link was used before")).to_be_visible()
    thief.errors.clear()  # the browser logs each refusal that a script meets


SCRIPT = "<script>hacked=1</script>"
HOSTILE = ("<img src=x onerror=hacked=1>", "</script>\u2028" + SCRIPT)


def test_what_people_write_is_never_a_part_of_the_page(seat: Sitting) -> None:
    """T34: names, chat, titles and reports are shown letter by letter, wherever they stand."""
    ann, bob = seat(HOSTILE[0]), seat("Bob")
    ann.new_table("brandub", ["me", "friend"])
    bob.sit(ann.link("invite"), HOSTILE[1])
    assert ann.my_turn()
    for desk in (ann, bob):
        desk.page.get_by_role("tab", name="Chat").click()
        desk.page.get_by_label("Say something").fill(f"{HOSTILE[0]} {HOSTILE[1]} {{{{7*7}}}}")
        desk.page.get_by_role("button", name="Send").click()
    for desk in (ann, bob):
        expect(desk.page.locator(".chat li")).to_have_count(2)
        expect(desk.page.locator(".chat")).to_contain_text(f"{HOSTILE[0]} </script> {SCRIPT}")
        expect(desk.page.locator(".chat img, .chat script")).to_have_count(0)
    for path in ("", "#/matches", "#/me", "#/care"):
        for desk in (ann, bob):
            desk.open(path)
            expect(desk.page.get_by_role("main")).to_be_visible()
            desk.page.wait_for_load_state("networkidle")
            assert desk.page.evaluate("typeof hacked") == "undefined"
            assert desk.page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
    ann.errors.clear()  # the browser logs each refusal that a script meets
    bob.errors.clear()
