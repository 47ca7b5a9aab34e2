"""Notices: whoever is not at the table is told that something waits there, once, and no more than
that. On both stores, by push, mail and webhook."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed

from fimbul.server.notices import due as due_rows
from fimbul.server.notices.channels import quiet_until
from fimbul.server.ops.outward import Outward
from fimbul.server.ops.postman import postman_of
from fimbul.server.services import Services
from fimbul.server.store.ledger import Summons, summons_lines
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.notices import QuietHours
from tests.server.harness import Tab, make_services, run
from tests.server.postbox import Letters, PushedBrowser, Receiver, mailing, receiving
from tests.server.stores import asked_of
from tests.server.test_crash import DURABLE, MOMENTS, armed_by, doomed
from tests.server.test_people import Browser, browsers

pytestmark = pytest.mark.usefixtures("each_store")
SITE = "https://play.example.org"
TABLE = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}], "name": "Astrid"}
AT_ONCE = Outward(
    after=0,
    every=0.02,
    contact="mailto:host@example.org",
    push_hosts=("127.0.0.1",),
    inside=("127.0.0.1",),
    site=SITE,
)


def services_at(path: Path, letters: Letters | None = None, **outward: Any) -> Services:
    postman = postman_of(letters.door, "table@example.org", SITE) if letters else None
    values = {name: getattr(AT_ONCE, name) for name in Outward.__struct_fields__}
    return dataclasses.replace(
        make_services(path / "db"), outward=Outward(**{**values, **outward}), postman=postman
    )


@asynccontextmanager
async def pair(
    path: Path, services: Services
) -> AsyncIterator[tuple[Any, Browser, Browser, TakenSeat]]:
    """Ann has laid a table, Bob sits down there; nobody looks at it."""
    async with browsers(path, 2, services=services) as (server, ann, bob):
        laid = TakenSeat(**await ann.post("/api/tables", TABLE, 201))
        yield server, ann, bob, laid


async def sits(bob: Browser, laid: TakenSeat) -> TakenSeat:
    wish = {"name": "Bob", "invite": laid.invite}
    return TakenSeat(**await bob.post(f"/api/tables/{laid.table}/sit", wish))


async def hook(who: Browser, receiver: Receiver, path: str = "/hook") -> dict[str, Any]:
    wish = {"kind": "webhook", "url": f"{receiver.url}{path}"}
    found: dict[str, Any] = await who.post("/api/me/notices", wish)
    return found


async def becomes(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(40):
        while not done():
            await asyncio.sleep(0.1)


def waiting(path: Path) -> list[tuple[Any, ...]]:
    return asked_of(path / "db", "select kind, state, tries from notice order by kind")


async def whole_turn(tab: Tab) -> None:
    await tab.my_turn()
    while tab.options:
        before = tab.revision
        await tab.choose()
        await tab.until_revision(before + 1)


# -- how they are sent ---------------------------------------------------------------------------


def test_a_push_is_opened_by_its_browser_alone_and_names_no_choice(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            chrome = PushedBrowser()
            subscription = chrome.subscription(f"{service.url}/push/ann")
            ways = await ann.get("/api/me/notices")
            assert len(ways["push_key"]) == 87
            await ann.post("/api/me/notices", {"kind": "push", "push": subscription})
            await sits(bob, laid)
            await service.until(1)
            (heard,) = service.heard
            assert heard.headers["content-encoding"] == "aes128gcm"
            assert heard.headers["authorization"].startswith("vapid ")
            assert ways["push_key"] in heard.headers["authorization"]
            assert laid.table.encode() not in heard.body
            assert b"Brandub" not in heard.body
            said = chrome.opened(heard.body)
            assert said["path"] == f"table/{laid.table}"
            assert said["title"] == "Your turn: Brandub"
            assert "Bob" in said["body"]

    run(body())


def test_a_browser_that_has_let_go_is_told_no_more(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            subscription = PushedBrowser().subscription(f"{service.url}/push/gone")
            await ann.post("/api/me/notices", {"kind": "push", "push": subscription})
            service.answers = [410]
            await sits(bob, laid)
            await service.until(1)
            await becomes(lambda: asked_of(tmp_path / "db", "select 1 from channel") == [])
            assert waiting(tmp_path) == []

    run(body())


def test_a_letter_is_plain_and_ends_by_one_click(tmp_path: Path) -> None:
    async def body() -> None:
        async with (
            mailing() as letters,
            pair(tmp_path, services_at(tmp_path, letters)) as (server, ann, bob, laid),
        ):
            await ann.post("/api/me/notices", {"kind": "mail"}, 409)  # no address yet
            account = (await ann.me())["id"]
            line = ("update account set mail = ? where id = ?", ("ann@example.org", account))
            await server.services.store.note(line)
            await ann.post("/api/me/notices", {"kind": "mail"})
            await sits(bob, laid)
            await letters.until(lambda: len(letters.taken) == 1)
            (letter,) = letters.taken
            assert letter["To"] == "ann@example.org"
            assert letter.get_content_type() == "text/plain"
            text = letter.get_payload(decode=True).decode()
            assert f"{SITE}/#/table/{laid.table}" in text
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            click = letter["List-Unsubscribe"].strip().strip("<>")  # long lines are folded
            assert click.startswith(f"{SITE}/api/notices/off/")
            stranger = Browser(server)
            path = click.removeprefix(SITE)
            seen = await stranger.http.get(path)  # a program that looks at every link
            assert seen.status_code == 303
            assert len((await ann.get("/api/me/notices"))["channels"]) == 1
            form = {"List-Unsubscribe": "One-Click"}
            for code in (path, "/api/notices/off/unknown"):
                answer = await stranger.http.post(code, data=form)
                assert (answer.status_code, answer.json()) == (200, {"off": True})
            await stranger.http.aclose()
            assert (await ann.get("/api/me/notices"))["channels"] == []

    run(body())


def test_a_webhook_is_told_as_chat_services_read_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            await hook(ann, service)
            await sits(bob, laid)
            await service.until(1)
            said = json.loads(service.heard[0].body)
            assert said["kind"] == "turn"
            assert said["url"] == f"{SITE}/#/table/{laid.table}"
            assert said["text"] == said["content"]
            assert service.heard[0].headers["fimbul-notice"] == said["id"]

    run(body())


def test_words_are_in_the_language_in_which_one_asked(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            ann.http.headers["Accept-Language"] = "fr"
            await hook(ann, service)
            await sits(bob, laid)
            await service.until(1)
            assert json.loads(service.heard[0].body)["title"] == "À vous de jouer\u202f: Brandub"

    run(body())


# -- whom they reach, and when -------------------------------------------------------------------


def test_nobody_who_looks_at_the_table_is_called(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            await hook(ann, service)
            tab = await ann.tab(laid.table, token=laid.token)
            place = await sits(bob, laid)
            other = await bob.tab(place.table, token=place.token)
            await whole_turn(tab)
            await whole_turn(other)
            await tab.my_turn()
            assert waiting(tmp_path) == []
            assert service.heard == []

    run(body())


def test_whoever_comes_back_in_time_is_not_called_any_more(tmp_path: Path) -> None:
    async def body() -> None:
        late = services_at(tmp_path, after=3600)
        async with receiving() as service, pair(tmp_path, late) as (_, ann, bob, laid):
            await hook(ann, service)
            await sits(bob, laid)
            assert waiting(tmp_path) == [("turn", "due", 0)]
            tab = await ann.tab(laid.table, token=laid.token)
            await whole_turn(tab)
        async with browsers(tmp_path, 1, services=services_at(tmp_path)):
            await becomes(lambda: waiting(tmp_path) == [])
            assert service.heard == []

    run(body())


def test_several_turns_in_a_row_are_one_notice_until_one_has_chosen(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            server, ann, bob, laid = sitting
            await hook(ann, service)
            place = await sits(bob, laid)
            await service.until(1)
            await becomes(lambda: waiting(tmp_path) == [("turn", "told", 0)])
            for line in summons_lines(laid.table, (Summons(laid.seat, "turn", 9),)):
                await server.services.store.note(line)
            assert waiting(tmp_path) == [("turn", "told", 0)]  # nobody has chosen since
            tab = await ann.tab(laid.table, token=laid.token)
            await whole_turn(tab)
            await tab.close()
            await whole_turn(await bob.tab(place.table, token=place.token))
            await service.until(2)
            kinds = [json.loads(one.body)["kind"] for one in service.heard]
            assert kinds == ["turn", "turn"]
            assert len({json.loads(one.body)["id"] for one in service.heard}) == 2

    run(body())


def test_the_end_of_a_match_is_told_to_whoever_is_away(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            ways = await hook(ann, service)
            channel = ways["channels"][0]["id"]
            await ann.post(f"/api/me/notices/{channel}", {"wants": ["over"]})
            place = await sits(bob, laid)
            tab = await bob.tab(place.table, token=place.token)
            await tab.ask("resign")
            await service.until(1)
            said = json.loads(service.heard[0].body)
            assert said["kind"] == "over"
            assert "won" not in str(said)

    run(body())


def test_quiet_hours_put_notices_off(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            await hook(ann, service)
            hours = {"begins": 0, "ends": 1439, "zone": "Europe/Oslo"}
            await ann.post("/api/me/quiet", {**hours, "zone": "Nowhere/At_All"}, 422)
            told = await ann.post("/api/me/quiet", hours)
            assert told["quiet"] == hours
            await sits(bob, laid)
            soon = "select 1 from notice where due > 0 and lease = 0 and state = 'due'"
            await becomes(lambda: len(asked_of(tmp_path / "db", soon)) == 1)
            await ann.post("/api/me/quiet", {**hours, "ends": 0})
            assert (await ann.get("/api/me/notices"))["quiet"] is None

    run(body())


NOON = 1_790_000_000 - 1_790_000_000 % 86_400 + 12 * 3600


@pytest.mark.parametrize(
    ("begins", "ends", "left"),
    [(660, 780, 3600), (780, 660, 0), (720, 721, 60), (721, 720, 0), (1380, 780, 3600), (0, 0, 0)],
)
def test_quiet_hours_may_go_over_midnight(begins: int, ends: int, left: int) -> None:
    until = quiet_until(QuietHours(begins, ends, "UTC"), NOON)
    assert until - NOON == left if left else until == 0


# -- kept whatever happens -----------------------------------------------------------------------


def test_a_server_that_died_between_choice_and_sending_sends_it_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with receiving() as service:
            late = services_at(tmp_path, every=3600)
            async with pair(tmp_path, late) as (_, ann, bob, laid):
                await hook(ann, service)
                await sits(bob, laid)
                assert waiting(tmp_path) == [("turn", "due", 0)]
            assert service.heard == []
            for _ in range(2):  # and the second time there is nothing left to send
                async with browsers(tmp_path, 1, services=services_at(tmp_path)):
                    await becomes(lambda: waiting(tmp_path) == [("turn", "told", 0)])
            assert len(service.heard) == 1

    run(body())


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_server_killed_around_a_choice_sends_its_notice_once_or_the_choice_never_was(
    tmp_path: Path, moment: str
) -> None:
    """The choice and the notice of it are one: both are there after the kill, or neither is."""

    async def body() -> None:
        data = tmp_path / "db"
        async with receiving() as service:
            async with pair(tmp_path, services_at(tmp_path, every=3600)) as (_, _, bob, laid):
                await sits(bob, laid)
                await hook(bob, service)
            async with doomed(data, moment) as (server, process):
                ann = await server.tab(laid)
                await ann.until(lambda: bool(ann.options))
                await ann.choose()  # which piece; it is her turn still
                await ann.until_count(1)
                await ann.ask("ping")  # whatever followed it lies behind the server
                armed_by(data).touch()
                with suppress(ConnectionError, ConnectionClosed):
                    await ann.choose()
                await process.wait()
            chosen = len(asked_of(data, "select * from choice where by = 'person'"))
            durable = chosen == 2  # other work of the store may have come first to `written`
            assert durable == (moment in DURABLE) or moment in ("writing", "written")
            assert waiting(tmp_path) == [("turn", "due", 0)] * durable
            async with browsers(tmp_path, 1, services=services_at(tmp_path)):
                await becomes(lambda: waiting(tmp_path) == [("turn", "told", 0)] * durable)
            assert len(service.heard) == durable

    run(body())


def test_two_workers_never_send_the_same_notice(tmp_path: Path) -> None:
    async def body() -> None:
        late = services_at(tmp_path, every=3600)
        async with receiving() as service, pair(tmp_path, late) as (server, ann, bob, laid):
            await hook(ann, service)
            await sits(bob, laid)
            workers = [due_rows.DueNotices(server.services.store) for _ in range(8)]
            taken = await asyncio.gather(*(one.take(0) for one in workers))
            assert sum(map(len, taken)) == 1
            (one,) = (notice for found in taken for notice in found)
            assert await workers[0].take(0) == []
            await server.services.store.note(("update notice set lease = 1", ()))  # it died
            (again,) = await workers[0].take(0)
            assert again.key == one.key
            stale = structs.replace(one, lease=one.lease - 1)
            await workers[1].sent(stale)  # whoever had it before has nothing to say any more
            assert waiting(tmp_path) == [("turn", "due", 0)]

    run(body())


def test_what_fails_is_tried_again_with_pauses_and_given_up_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_rows, "PAUSES", (0, 0))

    async def body() -> None:
        async with receiving() as service, pair(tmp_path, services_at(tmp_path)) as sitting:
            _, ann, bob, laid = sitting
            await hook(ann, service)
            service.answers = [500, 302, 503]
            await sits(bob, laid)
            await service.until(3)
            await becomes(lambda: waiting(tmp_path) == [])
            (way,) = (await ann.get("/api/me/notices"))["channels"]
            assert way["trouble"] == "it answers with an error"
            assert {one.path for one in service.heard} == {"/hook"}  # no redirect was followed
            assert len({json.loads(one.body)["id"] for one in service.heard}) == 1

    run(body())
