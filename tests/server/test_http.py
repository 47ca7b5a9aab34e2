"""The HTTP part and the edges of the socket: what is refused, and how."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

import fimbul
from fimbul.server.http import static as pages
from fimbul.server.http.tables import game_card
from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.rates import Rate
from fimbul.server.wire.bodies import GameCard
from fimbul.server.wire.messages import ChatLine
from fimbul.words import teller_of
from tests.server.harness import EASY, Tab, make_services, refused, run, serving
from tests.server.stores import asked_of

ME = {"kind": "me"}


def wish(**rest: Any) -> dict[str, Any]:
    return {"game": "brandub", "seats": [ME, {"kind": "friend"}], "name": "Ann", **rest}


def test_games_and_rulebooks(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            games = (await server.get("/api/games")).json()
            assert [game["id"] for game in games] == ["ragnarocks", "brandub", "wager"]  # one leads
            assert games[2]["options"]["properties"]["seats"]["default"] == 3
            book = (await server.get("/api/games/brandub/rulebook")).json()
            assert book["rules"][0]["id"] == "setup.board"
            art = await server.get("/api/games/wager/art.svg")
            assert art.headers["content-type"].startswith("image/svg+xml")
            assert (await server.get("/api/games/chess/rulebook")).status_code == 404

    run(body())


def test_what_is_wrong_with_a_table_is_told_in_the_language_that_is_asked_for(
    tmp_path: Path,
) -> None:
    options = {"colours": "pie", "powers": ["sol", "mani"]}
    bad = {"en": wish(game="ragnarocks", options=options), "fr": wish(options={"seats": 3})}
    bad["fr-FR"], bad["fr, en"] = bad["en"], wish(game="wager", options={"colour": 1})
    said = {
        "en": "colours: one opens and the other chooses only where nobody has a power",
        "fr-FR": "colours: l\u2019un ouvre et l\u2019autre choisit seulement si personne",
        "fr": "seats: on y joue à 2, et non à 3",
        "fr, en": "colour: cette option n\u2019existe pas",
    }

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for language, asked in bad.items():
                headers = {"accept-language": language}
                answer = await server.request("POST", "/api/tables", json=asked, headers=headers)
                assert answer.status_code == 422
                assert answer.json()["problems"][0].startswith(said[language])

    run(body())


UNLAID: list[tuple[object, int, str]] = [
    (wish(game="chess"), 404, "game/unknown"),
    (wish(options={"colour": 1}), 422, "setup/bad"),
    (wish(options={"seats": 3}), 422, "setup/bad"),
    (wish(seats=[ME, ME]), 422, "table/bad"),
    (wish(seats=[ME, {"kind": "bot", "bot": "mcts:600s"}]), 422, "table/bad"),
    (wish(seats=[ME]), 422, "setup/bad"),
    (wish(name="\u200b\u202e"), 422, "table/bad"),
    (wish(name="x" * 41), 400, "message/malformed"),
    (wish(clock={"kind": "match", "seconds": -1}), 400, "message/malformed"),
    (wish(game="wager", options={"seats": 3}), 422, "table/bad"),
    ([], 400, "message/malformed"),
]


@pytest.mark.parametrize("name", fimbul.game_names())
def test_every_game_has_a_card_for_the_front_page(tmp_path: Path, name: str) -> None:
    services = make_services(tmp_path / "db")
    card = game_card(services, teller_of(fimbul.game(name), "en"))
    read = msgspec.json.decode(msgspec.json.encode(card, enc_hook=str), type=GameCard)
    assert read.id == name
    assert read.title
    assert read.summary
    assert read.minutes
    asyncio.run(services.store.close())


def test_tables_that_cannot_be_laid(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path / "db") as server:
            for body, status, code in UNLAID:
                response = await server.post("/api/tables", body)
                assert (response.status_code, response.json()["code"]) == (status, code), body
                assert response.headers["content-type"] == "application/problem+json"
            assert (await server.get("/api/tables")).json() == {"tables": []}

    run(work())


def test_every_problem_at_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            bad = wish(seats=[ME, ME, {"kind": "bot", "bot": "no"}], name=" ")
            assert len((await server.post("/api/tables", bad)).json()["problems"]) == 3

    run(body())


def test_sitting_down(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            path = f"/api/tables/{place.table}/sit"
            assert (await server.post(path, {"name": "Eve"})).status_code == 403
            assert (await server.post(path, {"name": "Eve", "invite": "x"})).status_code == 403
            bob = await server.sit(place)
            assert bob.seat == 1
            full = await server.post(path, {"name": "Eve", "invite": place.invite})
            assert (full.status_code, full.json()["code"]) == (409, "table/full")
            public = await server.lay(public=True)
            await server.sit(public, invite="")

    run(body())


def test_a_table_that_everybody_left_before_it_began_is_over(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay(public=True)
            left = await server.post(f"/api/tables/{place.table}/leave", token=place.token)
            assert left.status_code == 200
            assert (await server.get("/api/tables")).json() == {"tables": []}
            watcher = await Tab.open(server, place.table)
            assert watcher.welcome is not None
            assert watcher.welcome.table.state == "over"
            assert watcher.over is None

    run(body())


def test_the_lobby_turns_its_pages(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for _ in range(5):
                await server.lay(public=True)
            await server.lay(public=False)
            seen: list[str] = []
            after = ""
            for _ in range(3):
                found = (await server.get(f"/api/tables?limit=2&after={after}")).json()
                seen += [card["id"] for card in found["tables"]]
                after = found.get("next", "")
            assert not after
            assert len(seen) == len(set(seen)) == 5
            assert (await server.get("/api/tables?limit=x")).status_code == 400

    run(body())


def test_one_bad_table_does_not_hide_the_others(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            good, gone, garbled = [(await server.lay(public=True)).table for _ in range(3)]
        chess = "replace(facts, 'brandub', 'chess')"
        asked_of(tmp_path / "db", f"update tables set facts = {chess} where id = '{gone}'")
        asked_of(tmp_path / "db", f"update tables set facts = '{{' where id = '{garbled}'")
        async with serving(tmp_path / "db") as server:
            cards = (await server.get("/api/tables")).json()["tables"]
            assert [card["id"] for card in cards] == [good]
            assert (await server.get(f"/api/tables/{gone}")).status_code == 404

    run(body())


def test_an_unknown_table_is_not_made(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            stranger = await Tab.open(server, "nowhere")
            assert refused(stranger.heard[0]).code == "table/unknown"
            for path in ("/api/tables/nowhere", "/api/replays/nowhere", "/api/matches/no/saga"):
                assert (await server.get(path)).status_code == 404
            assert await server.services.store.load("nowhere") is None

    run(body())


XSS = "<script>alert(1)</script>\u2028</script>"


def test_names_and_chat_are_text(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay(name=XSS[:40], public=True)
            bob = await server.tab(await server.sit(place, "Bob\u202e\x00<b>"))
            await bob.ask("chat", text=XSS)
            await bob.until(lambda: any(isinstance(m, ChatLine) for m in bob.heard))
            line = next(m for m in bob.heard if isinstance(m, ChatLine))
            assert line.text == "<script>alert(1)</script> </script>"
            assert line.name == "Bob<b>"
            cards = await server.get("/api/tables")
            assert cards.headers["content-type"] == "application/json"
            for path in ("/", "/api/tables", "/api/nothing", "/api/games/brandub/art.svg"):
                headers = (await server.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"

    run(body())


def test_clean() -> None:
    assert clean("  a\n\tb\u2029c\u202e\ud800 ") == "a b c"
    assert clean("👩\u200d🚀") == "👩\u200d🚀"


def test_chat_is_kept_for_those_who_come_later(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            ann = await server.tab(place)
            await ann.ask("chat", text="one", id="c1")
            await ann.ask("chat", text="one", id="c1")
            watcher = await server.spectator(place)
            await watcher.ask("chat", text="two", id="c1")
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(place)
            assert ann.welcome is not None
            lines = [(line.name, line.text) for line in ann.welcome.chat]
            assert lines == [("Ann", "one"), ("Spectator", "two")]
            assert refused(await ann.ask("chat", text="\u200b")).code == "table/not-now"
            long = await ann.ask("chat", text="x" * 501)
            assert refused(long).code == "message/malformed"

    run(body())


def test_a_foreign_page_is_refused(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            with pytest.raises(InvalidStatus) as no:
                await Tab.dial(server, place.table, origin="https://evil.example")
            assert no.value.response.status_code == 403
            own = f"http://127.0.0.1:{server.port}"
            tab = await Tab.dial(server, place.table, origin=own)
            await tab.send(type="hello", token=place.token)
            await tab.until(lambda: tab.welcome is not None)
            headers = {"Origin": "https://evil.example"}
            foreign = await server.request("POST", "/api/tables", json=wish(), headers=headers)
            assert foreign.json()["code"] == "origin/foreign"
            form = await server.request(
                "POST", "/api/tables", content="{}", headers={"Content-Type": "text/plain"}
            )
            assert form.status_code == 415

    run(body())


def test_too_many_tables_from_one_address_are_refused(tmp_path: Path) -> None:
    async def body() -> None:
        limits = msgspec.structs.replace(EASY, tables=Rate(0.1, 2))
        async with serving(tmp_path / "db", limits=limits) as server:
            codes = [(await server.post("/api/tables", wish())).status_code for _ in range(3)]
            assert codes == [201, 201, 429]
            late = await server.post("/api/tables", wish())
            assert int(late.headers["retry-after"]) >= 1

    run(body())


def test_health_and_metrics(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            assert (await server.get("/healthz")).json()["ok"] is True
            ann = await server.tab(await server.lay("brandub", "me", "random"))
            await ann.choose()
            await ann.choose("nonsense")
            text = (await server.get("/metrics")).text
            assert 'fimbul_choices_total{by="person",game="brandub"} 1.0' in text
            assert 'fimbul_refused_total{code="choice/illegal"} 1.0' in text
            assert 'fimbul_connections{kind="seat"} 1.0' in text

    run(body())


def test_the_page_travels_packed_to_whoever_unpacks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "const rune = 'ᚠ';" * 200
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1.js").write_text(text, "utf-8")
    monkeypatch.setattr(pages, "HERE", tmp_path)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            packed, plain = [
                await server.request("GET", "/assets/index-1.js", headers={"accept-encoding": wish})
                for wish in ("gzip, br", "identity")
            ]
        assert packed.text == plain.text == text
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(text) / 10
        assert "content-encoding" not in plain.headers
        for found in (packed, plain):
            assert found.headers["vary"] == "Accept-Encoding, Accept-Language"
            assert "immutable" in found.headers["cache-control"]
            assert found.headers["content-type"].startswith("text/javascript")

    run(body())


def test_rulebooks_and_drawings_travel_packed_too(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for path, kind in (("rulebook", "application/json"), ("art.svg", "image/svg+xml")):
                packed, plain = [
                    await server.request(
                        "GET", f"/api/games/brandub/{path}", headers={"accept-encoding": wish}
                    )
                    for wish in ("gzip", "identity")
                ]
                assert packed.content == plain.content
                assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
                assert packed.headers["content-type"].startswith(kind)
                assert "content-encoding" not in plain.headers

    run(body())


def test_files_outside_the_page_are_not_served(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/assets/../../app.py"):
                assert "make_app" not in (await server.get(path)).text
            front = await server.get("/")
            assert front.status_code == 200

    run(body())
