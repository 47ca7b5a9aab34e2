"""Signing in by a provider that the operator has named: who comes back is who left, nobody is let
in by a stranger's hand, and nothing is kept but who somebody is."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from joserfc.jwk import ECKey
from msgspec import structs
from starlette.responses import Response

from fimbul.server.http.provider import _hand
from fimbul.server.ops.provider import BadProvider, Provider, provider_of
from fimbul.server.people.cookie import COOKIE
from fimbul.server.settings import Settings
from tests.server.engines import free_port
from tests.server.harness import Server, make_services, run, serving
from tests.server.loopback_provider import KNOWN_AS, SECRET, LoopbackProvider, path_of, providing
from tests.server.stores import asked_of
from tests.server.test_people import Browser

pytestmark = pytest.mark.usefixtures("each_store")
LEAVE, BACK = "/api/enter/provider", "/api/enter/provider/back"


class Traveller(Browser):
    """A browser that goes to the provider and back."""

    async def leave(self) -> str:
        return str((await self.post(LEAVE))["address"])

    async def authorized(self, address: str) -> str:
        """Where the provider sends it."""
        async with httpx.AsyncClient() as away:
            answer = await away.get(address)
        assert answer.status_code == 302
        return path_of(answer.headers["location"])

    async def arrive(self, path: str) -> str:
        """The word with which the page is opened."""
        answer = await self.http.get(path)
        self.server.egress += [answer.text, str(answer.headers)]
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).rpartition("/#/back/")[2]

    async def go(self) -> str:
        return await self.arrive(await self.authorized(await self.leave()))


@asynccontextmanager
async def provided(
    path: Path, count: int = 1, **rest: Any
) -> AsyncIterator[tuple[LoopbackProvider, Any]]:
    port = free_port()
    async with providing() as there:
        named = provider_of(there.issuer, KNOWN_AS, SECRET, "Home", f"http://localhost:{port}")
        services = dataclasses.replace(make_services(path / "db", **rest), provider=named)
        settings = Settings(port=port, host="localhost")
        async with serving(path / "db", services, settings=settings) as server:
            found = [Traveller(server) for _ in range(count)]
            yield there, found[0] if count == 1 else found
            for one in found:
                await one.http.aclose()


def test_an_identity_opens_the_same_account_from_everywhere(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (there, (ann, phone)):
            assert (await ann.get("/api/me"))["ways"]["provider"] == "Home"
            assert await ann.go() == "in"
            mine = await ann.me()
            assert mine["kept"]
            assert mine["provider"]
            assert mine["name"] == "Newcomer"
            assert await phone.go() == "in"
            assert (await phone.me())["id"] == mine["id"]
            assert await phone.go() == "in"  # whoever is in already stays in
            there.who = "bjorn-2"
            await phone.post("/api/me/out")
            assert await phone.go() == "in"
            assert (await phone.me())["id"] != mine["id"]

    run(body())


def test_a_guest_keeps_the_account_they_have(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (_, (ann, phone)):
            place = await ann.play()
            before = await ann.me()
            assert not before["kept"] if "kept" in before else True
            assert await ann.go() == "in"
            after = await ann.me()
            assert (after["id"], after["kept"]) == (before["id"], True)
            guest = await phone.play()
            assert await phone.go() == "in"  # and what the guest has played comes along
            assert (await phone.me())["id"] == before["id"]
            tables = {one["table"] for one in (await phone.get("/api/me/matches"))["matches"]}
            assert tables == {place.table, guest.table}

    run(body())


def test_an_identity_is_taken_back(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (_, (ann, phone)):
            await ann.go()
            first = (await ann.me())["id"]
            assert not (await ann.post("/api/me/provider/remove")).get("provider", False)
            await phone.go()
            assert (await phone.me())["id"] != first

    run(body())


def test_two_accounts_that_are_kept_are_not_made_one(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (there, (ann, bob)):
            await ann.go()
            there.who = "bjorn-2"
            await bob.go()
            mine = (await bob.me())["id"]
            there.who = "astrid-71"
            assert await bob.go() == "taken"
            assert (await bob.me())["id"] == mine
            there.who = "somebody-else"
            assert await bob.go() == "other"  # one identity opens an account

    run(body())


def test_nothing_is_kept_but_who_somebody_is(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            await ann.go()
            rows = asked_of(tmp_path / "db", "select issuer, subject from identity")
            assert rows == [(there.issuer, "astrid-71")]
            assert asked_of(tmp_path / "db", "select * from crossing") == []
            data = await ann.get("/api/me/data")
            assert data["identities"][0]["subject"] == "astrid-71"
            kept = str(data) + str(ann.server.egress)
            for word in (*there.tokens, SECRET, "private.example"):
                assert word not in kept
            await ann.post("/api/me/delete")
            assert asked_of(tmp_path / "db", "select * from identity") == []

    run(body())


def test_the_provider_is_asked_only_when_somebody_wants_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            await ann.play()
            for path in ("/", "/api/me", "/api/privacy", "/api/hall"):
                await ann.http.get(path)
            assert there.asked == []
            address = await ann.leave()
            assert there.asked == ["/.well-known/openid-configuration"]
            assert address.startswith(f"{there.issuer}/authorize?")
            told = (await ann.get("/api/privacy"))["told"]
            assert any("Home" in line for line in told)

    run(body())


def test_oidc_a_wrong_state_opens_nothing_and_ends_nothing(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (_, ann):
            path = await ann.authorized(await ann.leave())
            wrong = httpx.URL(path).copy_set_param("state", "A" * 43)
            assert await ann.arrive(str(wrong)) == "old"
            assert await ann.arrive(BACK) == "old"
            assert await ann.me() is None
            assert await ann.arrive(path) == "in"  # a stranger's try took nothing away

    run(body())


@pytest.mark.parametrize(
    "wrong",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"iss": "https://evil.example"},
        {"aud": "another-server"},
        {"aud": [KNOWN_AS, "another"], "azp": "another"},
        {"exp": 1_000_000_000},
        {"sub": ""},
        {"sub": 7},
    ],
    ids=lambda wrong: "-".join(f"{name}={value}"[:20] for name, value in wrong.items()),
)
def test_oidc_a_token_that_is_not_ours_opens_nothing(tmp_path: Path, wrong: Any) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            there.tells = wrong
            assert await ann.go() == "refused"
            assert await ann.me() is None
            there.tells = {}
            assert await ann.go() == "in"

    run(body())


def test_oidc_a_signature_by_another_key_opens_nothing(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            there.signs_with = ECKey.generate_key("P-256", {"kid": "one"})
            assert await ann.go() == "refused"
            assert await ann.me() is None

    run(body())


def test_oidc_another_issuer_is_not_believed(tmp_path: Path) -> None:
    """Neither where it says so of itself nor where the browser brings its name."""

    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            there.says = {"issuer": "https://evil.example"}
            assert (await ann.post(LEAVE, status=502))["code"] == "account/bad-identity"
            there.says = {"token_endpoint": "http://evil.example/token"}
            assert (await ann.post(LEAVE, status=502))["code"] == "account/bad-identity"
            there.says = {}
            path = await ann.authorized(await ann.leave())
            mixed = httpx.URL(path).copy_set_param("iss", "https://evil.example")
            assert await ann.arrive(str(mixed)) == "refused"
            assert "/token" not in there.asked

    run(body())


def test_oidc_a_code_is_good_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (there, (ann, thief)):
            path = await ann.authorized(await ann.leave())
            cookies = dict(ann.http.cookies)
            assert await ann.arrive(path) == "in"
            thief.http.cookies.update(cookies)
            assert await thief.arrive(path) == "old"  # even with the browser's own cookie
            assert await thief.me() is None
            stolen = httpx.URL(path).params["code"]
            fresh = httpx.URL(await thief.authorized(await thief.leave()))
            assert await thief.arrive(str(fresh.copy_set_param("code", stolen))) == "refused"
            assert there.asked.count("/token") == 2

    run(body())


def test_oidc_a_code_for_one_browser_is_worth_nothing_in_another(tmp_path: Path) -> None:
    """The provider would take it, but not with the other browser's verifier."""

    async def body() -> None:
        async with provided(tmp_path, 2) as (_, (ann, thief)):
            code = httpx.URL(await ann.authorized(await ann.leave())).params["code"]
            fresh = httpx.URL(await thief.authorized(await thief.leave()))
            assert await thief.arrive(str(fresh.copy_set_param("code", code))) == "refused"
            assert await thief.me() is None

    run(body())


def test_oidc_login_csrf_nobody_is_signed_in_by_a_link_of_somebody_else(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 2) as (there, (victim, mallory)):
            there.who = "mallory"
            link = await mallory.authorized(await mallory.leave())
            await victim.play()
            mine = (await victim.me())["id"]
            assert await victim.arrive(link) == "old"
            await victim.leave()  # even while they are on their own way
            assert await victim.arrive(link) == "old"
            assert (await victim.me())["id"] == mine
            headers = {"Origin": "https://evil.example"}
            answer = await victim.http.post(LEAVE, headers=headers)
            assert answer.json()["code"] == "origin/foreign"

    run(body())


def test_whoever_signs_out_on_the_way_is_not_signed_in_again(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path, 1) as (_, ann):
            await ann.play()
            path = await ann.authorized(await ann.leave())
            await ann.post("/api/me/out")
            assert await ann.arrive(path) == "old"
            await ann.play()
            path = await ann.authorized(await ann.leave())
            await ann.post("/api/me/out-everywhere")
            assert await ann.arrive(path) == "old"

    run(body())


def test_a_provider_that_is_down_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            place = await ann.play()
            path = await ann.authorized(await ann.leave())
            there.down = True
            said = await ann.post(LEAVE, status=503)
            assert said["code"] == "account/provider-down"
            assert said["retry"] > 0
            there.down = False
            path = await ann.authorized(await ann.leave())
            there.down = True
            assert await ann.arrive(path) == "down"
            there.down = False
            assert await ann.go() == "in"
            mine = (await ann.get("/api/me/matches"))["matches"]
            assert [one["table"] for one in mine] == [place.table]

    run(body())


def test_a_no_at_the_provider_is_a_no(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (there, ann):
            there.denies = True
            assert await ann.go() == "refused"
            assert await ann.me() is None

    run(body())


def test_where_no_provider_is_named_there_is_none(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = Browser(server)
            assert "provider" not in (await ann.get("/api/me"))["ways"]
            assert (await ann.post(LEAVE, status=409))["code"] == "account/no-provider"
            await ann.get(BACK, 409)
            await ann.http.aclose()

    run(body())


def test_under_another_name_nobody_leaves_for_where_they_cannot_come_back(tmp_path: Path) -> None:
    async def body() -> None:
        async with provided(tmp_path) as (_, ann):
            server: Server = ann.server
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as other:
                assert "provider" not in (await other.get("/api/me")).json()["ways"]
                assert (await other.post(LEAVE)).status_code == 409

    run(body())


def test_no_other_host_can_have_set_the_cookie() -> None:
    """Lax, for with Strict it would not come back from the provider."""
    named = Provider("https://id.example", "us", "", "Id", "https://play.example")
    response = Response()
    _hand(response, named, "secret")
    said = response.headers["set-cookie"].lower()
    assert said.startswith("__host-fimbul-crossing=secret;")
    for word in ("secure", "httponly", "samesite=lax", "path=/"):
        assert word in said
    assert "domain" not in said
    assert COOKIE != "fimbul-crossing"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"issuer": "http://id.example"}, "--provider takes"),
        ({"issuer": "ftp://id.example"}, "--provider takes"),
        ({"known_as": ""}, "--provider-id"),
        ({"site": ""}, "--address"),
    ],
)
def test_settings_of_a_provider_that_do_not_fit_are_told(wrong: dict[str, str], says: str) -> None:
    right = Provider("https://id.example", "us", "", "Id", "https://play.example")
    given = structs.asdict(right) | wrong
    with pytest.raises(BadProvider, match=says):
        provider_of(**given)
    assert provider_of(**{**given, "issuer": ""}) is None
