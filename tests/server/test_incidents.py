"""What has gone wrong in other houses about who somebody is: a test for each, named by what it
proves. The numbers are those of the list of incidents; others of that list are proved where their
subject is, and say so too."""

from __future__ import annotations

import ast
import asyncio
import json
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import fimbul.server
from fimbul.server.notices.courier import Courier, NotDelivered
from fimbul.server.people.cookie import COOKIE
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import BadAddress
from tests.server.harness import Server, Tab, refused, run, serving
from tests.server.postbox import receiving
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers

pytestmark = pytest.mark.usefixtures("each_store")
SEATS = [{"kind": "me"}, {"kind": "friend"}]
LAID = {"game": "brandub", "name": "Astrid", "seats": SEATS}
DOORS = ("leave", "rematch")
SOURCES = Path(fimbul.server.__file__).parent


async def laid(ann: Browser, bob: Browser) -> tuple[TakenSeat, TakenSeat]:
    mine = TakenSeat(**await ann.post("/api/tables", LAID, 201))
    wish = {"name": "Bob", "invite": mine.invite}
    return mine, TakenSeat(**await bob.post(f"/api/tables/{mine.table}/sit", wish))


class Written(logging.Handler):
    """All that is logged, with all that is said beside the words."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.dumps(vars(record), default=str) + record.getMessage())


@pytest.fixture
def written() -> Iterator[Written]:
    handler, root = Written(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler
    root.setLevel(level)
    root.removeHandler(handler)


# -- for another seat (T18) ----------------------------------------------------------------------


def test_an_account_does_nothing_for_a_seat_that_another_account_owns(tmp_path: Path) -> None:
    """T18: signed in, seated at the same table, and still nobody else."""

    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, cyd):
            mine, yours = await laid(ann, bob)
            await cyd.play(name="Cyd")
            for door in DOORS:
                await cyd.post(f"/api/tables/{mine.table}/{door}", status=403)
            stranger = await cyd.tab(mine.table, mine=True, watch=mine.watch)
            assert stranger.welcome is None or stranger.welcome.seat is None
            guest = await bob.tab(mine.table, token=yours.token)
            assert guest.welcome is not None
            thing = {"number": 1, "part": 0, "thing": "piece:raider-1", "seat": 0}
            await guest.ask("choose", **thing)
            assert refused(await guest.ask("undo", seat=0)).code == "table/not-now"
            seats = asked_of(tmp_path / "db", "select seat, account from place order by seat")
            assert [seat for seat, _ in seats][:2] == [0, 0]  # Cyd's own table, and this one
            assert asked_of(tmp_path / "db", "select * from choice where seat = 1") == []
            (place,) = await bob.post(
                "/api/mine", {"places": [{"table": mine.table, "token": mine.token}]}
            )
            assert place["seat"] == mine.seat  # whoever holds the word of a seat may use it

    run(body())


# -- the words that open seats (T20) -------------------------------------------------------------


def test_whoever_leaves_and_comes_back_has_another_token_and_the_old_one_is_dead(
    tmp_path: Path,
) -> None:
    """T20: at every door that a token opens."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            mine, old = await laid(ann, bob)
            await bob.post(f"/api/tables/{mine.table}/leave", token=old.token)
            wish = {"name": "Bob", "invite": mine.invite}
            new = TakenSeat(**await bob.post(f"/api/tables/{mine.table}/sit", wish))
            assert new.seat == old.seat
            assert new.token != old.token
            tab = await Tab.open(server, mine.table, token=old.token)
            assert refused(tab.heard[0]).code == "seat/not-yours"
            assert tab.closed == 1008
            for door in DOORS:
                await bob.post(f"/api/tables/{mine.table}/{door}", status=403, token=old.token)
            asked = {"places": [{"table": mine.table, "token": old.token}]}
            stranger = Browser(server)
            assert await stranger.post("/api/mine", asked) == []
            await stranger.http.aclose()
            assert (await Tab.open(server, mine.table, token=new.token)).welcome is not None

    run(body())


def test_no_refusal_and_no_line_of_the_log_repeats_a_token(
    tmp_path: Path, written: Written
) -> None:
    """T20: neither one that is good nor one that was tried."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            mine, yours = await laid(ann, bob)
            tried = "tried-" + "k" * 26
            told = {mine.token, yours.token, ann.cookie, bob.cookie}  # each once, to its owner
            server.egress.clear()
            for token in (tried, mine.token):
                await Tab.open(server, mine.table, token=token, mine=True)
                for door in DOORS:
                    path = f"/api/tables/{mine.table}/{door}"
                    await bob.http.post(path, headers={"Authorization": f"Bearer {token}"})
                answer = await bob.http.post("/api/enter/link", json={"code": token})
                server.egress += [answer.text, str(answer.headers)]
            stranger = Browser(server)
            stranger.http.cookies.set(COOKIE, tried)
            await stranger.get("/api/me/data", 401)
            await stranger.http.aclose()
            said = "\n".join([*server.egress, *written.lines])
            assert written.lines
            for token in (*told, tried):
                assert token not in said

    run(body())


def test_no_address_that_is_asked_for_holds_a_token(tmp_path: Path) -> None:
    """T20: addresses stand in logs of proxies and in histories of browsers. What a link holds comes
    behind the #, which no browser sends."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            paths = (await server.get("/api/openapi.json")).json()["paths"]
            named = {
                one["name"]
                for path in paths.values()
                for way in path.values()
                for one in way.get("parameters", ())
                if one["in"] in ("path", "query")
            }
            assert "table" in named
            for word in ("token", "key", "invite", "watch", "secret", "cookie"):
                assert word not in named
            place = await server.lay()
            refusal = await server.get(f"/api/tables/{place.table}?token={place.token}")
            assert place.token not in refusal.text
            sneaked = f"/api/tables/{place.table}/leave?token={place.token}"
            assert (await server.post(sneaked)).status_code == 403

    run(body())


def test_no_token_is_compared_letter_by_letter() -> None:
    """T20: how long it takes to say no would tell how much of it was right. Tokens are looked up by
    their hash, or compared by `is_same`, which takes as long for any."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                assert not compares_words(node), f"{path.name}:{node.lineno}"


def compares_words(node: ast.Compare) -> bool:
    """Whether one of them opens something, and the other is not written there."""
    sides = (node.left, *node.comparators)
    names = {getattr(one, "attr", getattr(one, "id", "")) for one in sides}
    plain = any(isinstance(one, ast.Constant) for one in sides)
    return not plain and bool(names & {"token", "invite", "watch", "secret", "held", "cookie"})


# -- from another page (T35) ---------------------------------------------------------------------


def test_no_other_page_opens_a_socket_with_a_players_cookie(tmp_path: Path) -> None:
    """T35: a browser sends its cookies with every socket, whoever's page opens it."""

    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            place = await ann.play()
            headers = {"Cookie": f"{COOKIE}={ann.cookie}"}
            for origin in (
                "https://evil.example",
                "null",
                f"http://localhost.evil.example:{server.port}",
                f"http://localhost:{server.port + 1}",
                f"https://evil.example/http://localhost:{server.port}",
            ):
                with pytest.raises(InvalidStatus) as no:
                    await Tab.dial(server, place.table, origin=origin, additional_headers=headers)
                assert no.value.response.status_code == 403

    run(body())


def test_no_other_page_does_anything_by_a_players_cookie(tmp_path: Path) -> None:
    """T35: every endpoint that changes something, as the description lists them."""

    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.play()
            paths = (await ann.get("/api/openapi.json"))["paths"]
            posted = [path for path, ways in paths.items() if "post" in ways]
            assert len(posted) > 30
            before = everything(tmp_path)
            for path in posted:
                filled = re.sub(r"\{[^}]*\}", "x", path)
                for origin in ("https://evil.example", "null"):
                    answer = await ann.http.post(filled, json={}, headers={"Origin": origin})
                    assert (answer.status_code, answer.json()["code"]) == (403, "origin/foreign")
            assert everything(tmp_path) == before

    run(body())


def everything(path: Path) -> list[Any]:
    tables = ("account", "session", "place", "channel", "bond", "report")
    return [asked_of(path / "db", f"select * from {table}") for table in tables]


# -- addresses that players name (T38) -----------------------------------------------------------


@pytest.mark.parametrize(
    "leads", [["10.0.0.7"], ["93.184.216.34", "127.0.0.1"], ["::ffff:127.0.0.1"], ["fd00::1"]]
)
def test_a_name_that_leads_inside_is_not_called(
    monkeypatch: pytest.MonkeyPatch, leads: list[str]
) -> None:
    """T38: whatever the name is; one inner address among outer ones is enough."""

    async def body() -> None:
        async with receiving() as hook:

            def found(*_: object, **__: object) -> list[Any]:
                return [(socket.AF_INET, 1, 6, "", (one, hook.port)) for one in leads]

            monkeypatch.setattr(socket, "getaddrinfo", found)
            with pytest.raises(BadAddress, match="inside"):
                await Courier().post(f"https://hooks.example:{hook.port}/", b"{}", {})
            assert hook.heard == []

    run(body())


def test_a_name_is_looked_up_once_and_what_was_checked_is_what_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T38: a name that leads outside when it is checked and inside a moment later."""
    asked: list[str] = []

    def found(host: str, port: int, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        where = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, 1, 6, "", (where, port))]

    called: list[str] = []

    async def connected(host: str, *_: object, **__: object) -> Any:
        called.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(NotDelivered):
        run(Courier().post("https://hooks.example/", b"{}", {}))
    assert (asked, called) == (["hooks.example"], ["93.184.216.34"])


# -- on the next message (T44) -------------------------------------------------------------------


def test_who_signs_out_everywhere_is_out_with_the_next_message_of_every_browser(
    tmp_path: Path,
) -> None:
    """T44: also through a socket that is open, where the account alone opened the seat."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, phone):
            place = await ann.play()
            code = (await ann.post("/api/me/link", status=201))["code"]
            await phone.post("/api/enter/link", {"code": code})
            tab = await phone.tab(place.table, mine=True)
            assert tab.welcome is not None
            assert tab.welcome.seat == place.seat
            await ann.post("/api/me/out-everywhere")
            assert await phone.me() is None
            await tab.send(type="chat", id="c", text="still here")
            await tab.until(lambda: tab.closed is not None)
            assert asked_of(tmp_path / "db", "select * from chat") == []
            assert isinstance(server, Server)

    run(body())


def test_a_player_who_has_left_says_nothing_more_for_the_seat(tmp_path: Path) -> None:
    """T44: neither by the socket that was open nor by a new one."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            mine, yours = await laid(ann, bob)
            tab = await bob.tab(mine.table, token=yours.token)
            await bob.post(f"/api/tables/{mine.table}/leave", token=yours.token)
            await tab.until(lambda: tab.closed is not None)
            again = await bob.tab(mine.table, token=yours.token)
            assert again.closed == 1008

    run(body())
