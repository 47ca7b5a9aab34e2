"""Signing in by a provider in a real browser, which goes to another site and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sitting
from tests.browser.desk import Desk
from tests.browser.server import Server
from tests.browser.test_look import serious
from tests.browser.test_people import Named, account, play_brandub
from tests.server.loopback_provider import KNOWN_AS, SECRET, LoopbackProvider, provider_beside

Shoot = Callable[[Desk, str], None]


@pytest.fixture
def there() -> Iterator[LoopbackProvider]:
    with provider_beside() as provider:
        yield provider


@pytest.fixture
def club(tmp_path: Path, there: LoopbackProvider) -> Iterator[Any]:
    """A server that is known to the provider, and called by a name."""
    server = Server(tmp_path)
    words = ("--provider", there.issuer, "--provider-id", KNOWN_AS, "--provider-secret", SECRET)
    site = f"http://localhost:{server.port}"
    server.program += [*words, "--provider-name", "The club", "--address", site]
    server.start()
    yield Named(server)
    server.stop()


def test_a_provider_keeps_an_account_and_opens_it_on_another_device(
    seat: Sitting, club: Any, there: LoopbackProvider, shoot: Shoot
) -> None:
    ann, phone = seat("Astrid", server=club), seat("", server=club, size=(390, 844))
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    table = play_brandub(ann)
    account(ann)
    assert all(url.startswith((club.url, "data:", "blob:")) for url in asked)
    assert there.asked == []
    shoot(ann, "provider-account-1440")
    assert not serious(ann)
    ann.page.get_by_role("button", name="Keep it with The club").click()
    expect(ann.page.get_by_text("This account is kept.")).to_be_visible()
    expect(ann.page).to_have_url(f"{club.url}/#/me")

    phone.open("#/enter")
    shoot(phone, "provider-enter-390")
    assert not serious(phone)
    phone.page.get_by_role("button", name="Sign in with The club").click()
    expect(phone.page.get_by_role("textbox", name="Your name at the table")).to_have_value("Astrid")
    phone.page.goto(f"{club.url}/#/matches")
    expect(phone.page.locator(f'[data-table="{table}"]')).to_be_visible()

    account(ann)
    ann.page.get_by_role("button", name="Sign in by The club no more").click()
    expect(ann.page.get_by_role("button", name="Keep it with The club")).to_be_visible()


def test_a_no_at_the_provider_is_told_and_a_strangers_way_back_leads_nowhere(
    seat: Sitting, club: Any, there: LoopbackProvider, shoot: Shoot
) -> None:
    ann = seat("Astrid", server=club, size=(1024, 768), like={"language": "fr"})
    there.denies = True
    ann.open("#/enter")
    ann.page.get_by_role("button", name="Se connecter avec The club").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("pas été connecté")
    shoot(ann, "provider-back-1024-fr")
    ann.page.goto(f"{club.url}/api/enter/provider/back?state={'A' * 43}&code=stolen")
    expect(ann.page.get_by_role("alert")).to_contain_text("trop long")
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Se connecter avec The club")).to_be_visible()
