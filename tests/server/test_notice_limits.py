"""Whom one may invite and have told, how often, and that nobody learns more by it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from msgspec import structs

from fimbul.server.ops.rates import Rate
from fimbul.server.wire.bodies import TakenSeat
from tests.server.harness import EASY, run
from tests.server.postbox import PushedBrowser, receiving
from tests.server.stores import asked_of
from tests.server.test_notices import SITE, TABLE, becomes, hook, pair, services_at, sits
from tests.server.test_people import browsers

pytestmark = pytest.mark.usefixtures("each_store")

# -- invitations ---------------------------------------------------------------------------------


def test_an_invitation_by_name_opens_the_table_and_tells_no_code(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            await bob.play()
            await hook(bob, service)
            guest = (await bob.me())["id"]
            path = f"/api/tables/{laid.table}/invite"
            await bob.post(path, {"player": guest}, 403)  # only who sits there
            for _ in range(2):
                await ann.post(path, {"player": guest}, 201)
            await service.until(1)
            said = service.heard[0].body.decode()
            assert f"{SITE}/#/join/{laid.table}" in said
            assert laid.invite not in said
            (asked,) = (await bob.get("/api/me/invitations"))["invitations"]
            assert (asked["name"], asked["table"]["id"]) == ("Astrid", laid.table)
            wish = {"name": "Bob"}
            taken = TakenSeat(**await bob.post(f"/api/tables/{laid.table}/sit", wish))
            assert taken.table == laid.table
            assert (await bob.get("/api/me/invitations"))["invitations"] == []
            assert len(service.heard) == 1

    run(body())


def test_an_invitation_is_for_one_account_alone(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, thief):
            laid = TakenSeat(**await ann.post("/api/tables", TABLE, 201))
            await bob.play()
            await thief.play()
            wish = {"player": (await bob.me())["id"]}
            await ann.post(f"/api/tables/{laid.table}/invite", wish, 201)
            await thief.post(f"/api/tables/{laid.table}/sit", {"name": "Thief"}, 403)
            await bob.post(f"/api/me/invitations/{laid.table}/decline")
            await bob.post(f"/api/tables/{laid.table}/sit", {"name": "Bob"}, 403)

    run(body())


# -- limits, and whom one may name ---------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://[64:ff9b::7f00:1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://10.1.2.3/",
        "https://0.0.0.0/",
        "https://localhost/",
        "https://router.local/",
        "https://name:word@example.org/",
        "ftp://example.org/",
        "https://",
        "nonsense",
    ],
)
def test_no_webhook_leads_inside(tmp_path: Path, url: str) -> None:
    """T38: the server must not be made to knock at doors that only it can reach."""

    async def body() -> None:
        services = services_at(tmp_path, inside=())
        async with browsers(tmp_path, 1, services=services) as (_, ann):
            await ann.play()
            await ann.post("/api/me/notices", {"kind": "webhook", "url": url}, 422)

    run(body())


def test_only_known_push_services_are_asked(tmp_path: Path) -> None:
    async def body() -> None:
        services = services_at(tmp_path, push_hosts=())
        async with browsers(tmp_path, 1, services=services) as (_, ann):
            await ann.play()
            for host, status in (
                ("https://evil.example/x", 422),
                ("https://fcm.googleapis.com.evil.example/x", 422),
                ("https://web.push.apple.com/x", 200),
                ("https://fcm.googleapis.com/fcm/send/x", 200),
            ):
                wish = {"kind": "push", "push": PushedBrowser().subscription(host)}
                await ann.post("/api/me/notices", wish, status)

    run(body())


def test_channels_and_invitations_are_counted_by_account(tmp_path: Path) -> None:
    few = structs.replace(EASY, invitations=Rate(0.0001, 2))

    async def body() -> None:
        async with (
            receiving() as service,
            browsers(
                tmp_path, 2, services=dataclasses.replace(services_at(tmp_path), limits=few)
            ) as (_, ann, bob),
        ):
            laid = TakenSeat(**await ann.post("/api/tables", TABLE, 201))
            await bob.play()
            for n in range(10):
                await hook(ann, service, f"/{n}")
            url = {"kind": "webhook", "url": f"{service.url}/more"}
            await ann.post("/api/me/notices", url, 409)
            wish = {"player": (await bob.me())["id"]}
            for status in (201, 201, 429):
                await ann.post(f"/api/tables/{laid.table}/invite", wish, status)

    run(body())


def test_no_other_account_changes_how_i_am_told(tmp_path: Path) -> None:
    async def body() -> None:
        async with (
            receiving() as service,
            browsers(tmp_path, 2, services=services_at(tmp_path)) as (_, ann, thief),
        ):
            await ann.play()
            await thief.play()
            channel = (await hook(ann, service))["channels"][0]["id"]
            await thief.post(f"/api/me/notices/{channel}", {"wants": []}, 404)
            await thief.post(f"/api/me/notices/{channel}/remove", status=404)
            assert len((await ann.get("/api/me/notices"))["channels"]) == 1
            await ann.post("/api/me/delete")
            assert asked_of(tmp_path / "db", "select * from channel") == []

    run(body())


@pytest.mark.parametrize("game", ["wager", "brandub", "ragnarocks"])
def test_a_notice_is_the_same_whatever_was_chosen_or_dealt(tmp_path: Path, game: str) -> None:
    """Non-interference: two matches that differ in all that lies on the table tell the same."""
    bodies: list[set[str]] = []

    async def body(at: int) -> None:
        async with (
            receiving() as service,
            browsers(tmp_path, 2, services=services_at(tmp_path)) as (server, ann, bob),
        ):
            laid = TakenSeat(**await ann.post("/api/tables", {**TABLE, "game": game}, 201))
            await hook(ann, service)
            place = await sits(bob, laid)
            tab = await bob.tab(place.table, token=place.token)
            if tab.options:
                await tab.choose(tab.options[at])
            await tab.ask("resign")
            await becomes(lambda: any(b'"over"' in one.body for one in service.heard))
            sent = [one.body.decode() for one in service.heard]
            for secret in (laid.token, laid.invite, laid.watch, place.token, ann.cookie):
                assert secret not in "".join(sent)
            last = [one for one in sent if '"over"' in one]
            bodies.append({one.replace(laid.table, "TABLE").split(',"kind"')[1] for one in last})
            del server

    for at in (0, -1):
        run(body(at))
    assert bodies[0] == bodies[1]
