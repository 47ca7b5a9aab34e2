"""Accounts: made silently, entered again from elsewhere, left, and taken along or wiped out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from fimbul.server.ops.rates import Rate
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.cookie import COOKIE
from fimbul.server.store.ledger import Owner
from fimbul.server.wire.bodies import TakenSeat
from tests.server.harness import EASY, SLOW, Server, Tab, refused, run, serving
from tests.server.stores import asked_of

pytestmark = pytest.mark.usefixtures("each_store")
PLAY = {"game": "brandub", "name": "Astrid"}


class Browser:
    """One browser: its own cookies, and what it asks."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=f"http://localhost:{server.port}", timeout=SLOW)

    @property
    def cookie(self) -> str:
        return self.http.cookies.get(COOKIE) or ""

    async def post(self, path: str, body: Any = None, status: int = 200, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        sent = {} if body is None else {"json": body}
        answer = await self.http.post(path, headers=headers, **sent)
        self.server.egress += [answer.text]
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        self.server.egress += [answer.text]
        assert answer.status_code == status, answer.text
        return answer.json()

    async def me(self) -> Any:
        return (await self.get("/api/me"))["account"]

    async def play(self, **rest: Any) -> TakenSeat:
        return TakenSeat(**await self.post("/api/play", {**PLAY, **rest}, 201))

    async def tab(self, table: str, **hello: Any) -> Tab:
        """A socket with this browser's cookies."""
        headers = {"Cookie": f"{COOKIE}={self.cookie}"}
        tab = await Tab.dial(self.server, table, additional_headers=headers)
        await tab.send(type="hello", **hello)
        await tab.until(lambda: tab.welcome is not None or tab.closed is not None)
        return tab


@asynccontextmanager
async def browsers(path: Path, count: int, **rest: Any) -> AsyncIterator[tuple[Any, ...]]:
    async with serving(path / "db", **rest) as server:
        found = [Browser(server) for _ in range(count)]
        yield (server, *found)
        for one in found:
            await one.http.aclose()


async def link_to(first: Browser, second: Browser, *, bring: bool = False) -> None:
    code = (await first.post("/api/me/link", status=201))["code"]
    await second.post("/api/enter/link", {"code": code, "bring": bring})


def test_whoever_sits_down_has_an_account_and_was_asked_nothing(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            assert await ann.me() is None
            assert not ann.cookie
            answer = await ann.http.post("/api/play", json=PLAY)
            said = answer.headers["set-cookie"].lower()
            assert "httponly" in said
            assert "samesite=strict" in said
            assert (await ann.me())["name"] == "Astrid"
            first = (await ann.me())["id"]
            await ann.play()
            assert (await ann.me())["id"] == first
            stored = str(asked_of(tmp_path / "db", "select * from session"))
            assert ann.cookie not in stored

    run(body())


def test_who_is_refused_a_seat_leaves_no_account_behind(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.post("/api/play", {"game": "brandub", "name": "​"}, 422)
            assert not ann.cookie
            assert asked_of(tmp_path / "db", "select * from account") == []

    run(body())


def test_a_lost_answer_costs_neither_the_seat_nor_the_account(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, lost, again):
            key = "k" * 32
            place = await lost.play(key=key)
            assert (await again.play(key=key)).table == place.table
            mine = await again.post("/api/mine", {"places": [{"table": place.table, "token": ""}]})
            assert [one["seat"] for one in mine] == [place.seat]

    run(body())


def test_a_seat_is_found_again_on_another_device(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, phone, stranger):
            place = await ann.play()
            await link_to(ann, phone)
            tab = await phone.tab(place.table, mine=True)
            assert tab.welcome is not None
            assert tab.welcome.seat == place.seat
            await tab.choose()
            (mine,) = await phone.post(
                "/api/mine", {"places": [{"table": place.table, "token": ""}]}
            )
            assert mine["seat"] == place.seat
            await stranger.play()
            for who in (stranger, Browser(phone.server)):
                told = await who.tab(place.table, mine=True)
                assert told.closed == 1008
                assert refused(told.heard[0]).code == "table/not-invited"
                assert place.token not in str(told.heard)
            await stranger.post(f"/api/tables/{place.table}/leave", status=403)
            await phone.post(f"/api/tables/{place.table}/leave")

    run(body())


def test_old_tokens_go_on_working_beside_accounts(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            place = await ann.play()
            tab = await server.tab(place)  # without any cookie
            assert tab.welcome is not None
            assert tab.welcome.seat == place.seat
            await ann.post("/api/me/out-everywhere")
            await tab.choose()
            assert tab.closed is None

    run(body())


def test_a_link_signs_in_once_and_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, phone, thief):
            await ann.play()
            code = (await ann.post("/api/me/link", status=201))["code"]
            assert (await phone.http.get("/api/enter/link")).status_code == 404
            await phone.post("/api/enter/link", {"code": code})
            assert (await phone.me())["id"] == (await ann.me())["id"]
            assert (await ann.me())["devices"] == 2
            refusal = await thief.post("/api/enter/link", {"code": code}, 410)
            assert code not in str(refusal)
            late = (await ann.post("/api/me/link", status=201))["code"]
            monkeypatch.setattr("fimbul.server.people.passes.LINK", -1)
            old = (await ann.post("/api/me/link", status=201))["code"]
            await thief.post("/api/enter/link", {"code": old}, 410)
            await ann.post("/api/me/out-everywhere")
            await thief.post("/api/enter/link", {"code": late}, 410)
            assert thief.cookie == ""

    run(body())


def test_signing_out_everywhere_acts_on_the_next_message(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, phone):
            place = await ann.play()
            await link_to(ann, phone)
            tab = await phone.tab(place.table, mine=True)
            old = phone.cookie
            assert (await ann.post("/api/me/out-everywhere"))["devices"] == 2
            await tab.send(type="ping", id="p1")
            await tab.until(lambda: tab.closed is not None)
            assert tab.closed == 1008
            phone.http.cookies.set(COOKIE, old)
            assert await phone.me() is None
            await phone.post("/api/me/link", status=401)
            assert await ann.me() is None

    run(body())


def test_what_a_guest_has_played_comes_along_only_if_they_say_so(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, phone, tablet):
            await ann.play()
            alone, taken = await phone.play(), await tablet.play()
            await link_to(ann, phone)
            await link_to(ann, tablet, bring=True)
            places = [{"table": one.table, "token": ""} for one in (alone, taken)]
            found = await ann.post("/api/mine", {"places": places})
            assert [one["table"]["id"] for one in found] == [taken.table]

    run(body())


def test_name_colour_and_emblem_are_chosen(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            likeness = {"name": " Sigrid ", "tone": "ice", "emblem": "raven"}
            await ann.post("/api/me", likeness, 401)
            await ann.play()
            me = (await ann.post("/api/me", likeness))["account"]
            assert (me["name"], me["tone"], me["emblem"]) == ("Sigrid", "ice", "raven")
            await ann.post("/api/me", {**likeness, "name": "​"}, 422)
            await ann.post("/api/me", {**likeness, "emblem": "<script>"}, 400)

    run(body())


def test_all_that_is_mine_can_be_taken_along_and_wiped_out(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            place = await ann.play()
            data = await ann.get("/api/me/data")
            assert data["account"]["name"] == "Astrid"
            assert [one["match"] for one in data["matches"]] == [place.table]
            assert ann.cookie not in str(data)
            sent = await ann.http.get("/api/me/data", headers={"Accept-Encoding": "gzip"})
            assert sent.headers["Content-Encoding"] == "gzip"
            assert sent.headers["Cache-Control"] == "private, no-store"
            assert 'filename="fimbul.json"' in sent.headers["Content-Disposition"]
            old = ann.cookie
            await ann.post("/api/me/delete")
            for table in ("account", "session", "passkey", "pass", "place"):
                assert asked_of(tmp_path / "db", f"select * from {table}") == []
            ann.http.cookies.set(COOKIE, old)
            await ann.get("/api/me/data", 401)

    run(body())


def test_guests_whom_nobody_remembers_are_forgotten(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            await ann.play()
            accounts = Accounts(server.services.store)
            assert await accounts.forget_unused(1) == 0
            store = server.services.store
            await store.note(("update account set seen = 5", ()))
            found = await accounts.by_id((await ann.me())["id"])  # whoever comes is seen again
            assert found is not None
            assert found.seen > 5
            await store.note(("update account set seen = 5, mail = ?", ("a@example.org",)))
            assert await accounts.forget_unused(1) == 0
            await store.note(("update account set mail = ?", ("",)))
            assert await accounts.forget_unused(1) == 1
            assert asked_of(tmp_path / "db", "select * from place") == []

    run(body())


def test_no_other_site_and_no_get_changes_an_account(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.play()
            foreign = {"Origin": "https://evil.example"}
            for path in ("out", "out-everywhere", "delete", "link", "passkeys/new"):
                answer = await ann.http.post(f"/api/me/{path}", headers=foreign)
                assert answer.status_code == 403, path
                assert (await ann.http.get(f"/api/me/{path}")).status_code == 404, path
            assert await ann.me() is not None

    run(body())


# -- history ------------------------------------------------------------------------------------


async def resigned(who: Browser, place: TakenSeat) -> None:
    tab = await who.tab(place.table, token=place.token)
    await tab.ask("resign")
    await tab.close()


def test_all_matches_are_found_again_with_rival_result_and_length(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            table = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            laid = TakenSeat(**await ann.post("/api/tables", {**table, "name": "Ann"}, 201))
            sit = {"name": "Bob", "invite": laid.invite}
            place = TakenSeat(**await bob.post(f"/api/tables/{laid.table}/sit", sit))
            await ann.play(game="ragnarocks")
            await resigned(bob, place)
            going, over = (await ann.get("/api/me/matches"))["matches"]
            if going["game"] != "ragnarocks":  # both may have begun in one second
                going, over = over, going
            assert (going["state"], going["rivals"][0]["bot"]) == ("running", True)
            assert (over["outcome"], over["turns"], over["table"]) == ("won", 1, laid.table)
            assert over["rivals"] == [{"id": (await bob.me())["id"], "name": "Bob"}]
            (lost,) = (await bob.get("/api/me/matches"))["matches"]
            assert lost["outcome"] == "lost"
            for asked, count in (("game=brandub", 1), ("outcome=won", 1), ("outcome=drawn", 0)):
                found = (await ann.get(f"/api/me/matches?{asked}"))["matches"]
                assert len(found) == count, asked
            card = await bob.get(f"/api/players/{(await ann.me())['id']}")
            assert card["tallies"] == [{"game": "brandub", "won": 1, "lost": 0, "drawn": 0}]
            assert laid.table not in str(card)
            assert laid.token not in str(card)

    run(body())


def test_history_goes_on_page_by_page(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            first = await ann.play()
            account = (await ann.me())["id"]
            (row,) = await server.services.store.rows([first.table])
            made = [structs.replace(row, id=f"t{n:03d}") for n in range(64)]
            for one in made:
                await server.services.store.create(one, (), (Owner(0, account, "brandub"),))
            seen: list[str] = []
            after: str | None = ""
            while after is not None:
                page = await ann.get(f"/api/me/matches?after={after}")
                seen += [line["table"] for line in page["matches"]]
                after = page.get("next")
            assert sorted(seen) == sorted([first.table, *(one.id for one in made)])

    run(body())


def test_who_leaves_before_the_match_has_never_played_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            table = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            laid = TakenSeat(**await ann.post("/api/tables", {**table, "name": "Ann"}, 201))
            await ann.post(f"/api/tables/{laid.table}/leave", token=laid.token)
            assert (await ann.get("/api/me/matches"))["matches"] == []

    run(body())


# -- limits -------------------------------------------------------------------------------------


def test_attempts_to_enter_are_counted_by_address_and_wishes_by_account(tmp_path: Path) -> None:
    few = structs.replace(EASY, entries=Rate(0.0001, 2), accounts=Rate(0.0001, 3))

    async def body() -> None:
        async with browsers(tmp_path, 1, limits=few) as (_, ann):
            await ann.play()
            for status in (410, 410, 429):
                await ann.post("/api/enter/link", {"code": "x"}, status)
            for status in (201, 201, 201, 429):
                await ann.post("/api/me/link", status=status)

    run(body())
