"""Each player brings what is his own, and agrees to what needs everybody's word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from fimbul.games import find, names
from fimbul.server.store.base import Seat
from fimbul.server.table.cards import card_of
from fimbul.server.table.consent import agreed, fields, own
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.bodies import TakenSeat
from tests.server.harness import Server, run, serving
from tests.server.test_workshops import armoury

RAG = find("rag_narok")
PATROL = """Patrol
people griffons
budget 200
commander abel

Blades
1 abel
6 griffin-duelist
"""
HEAVY = {"scenario": "pitched-battle", "first": "griffons-600", "second": "acheron-600"}


async def sit(server: Server, place: TakenSeat, **more: Any) -> httpx.Response:
    body = {"name": "Bob", "invite": place.invite, **more}
    return await server.post(f"/api/tables/{place.table}/sit", body)


def test_the_schema_says_whose_an_option_is() -> None:  # rule: army.shadows-agreement
    assert [own(RAG, seat) for seat in (0, 1)] == [["first"], ["second"]]
    assert agreed(RAG, {}) == agreed(RAG, {"shadows": False}) == []
    assert agreed(RAG, {"shadows": True}) == ["shadows"]


@pytest.mark.parametrize("name", names())
def test_whatever_needs_agreement_has_a_default_to_fall_back_on(name: str) -> None:
    game = find(name)
    _, most = game.rulebook.about["players"]
    for field in fields(game).values():
        assert field.get("seat", 0) in range(most)
        assert "default" in field or not field.get("agreed")
    plain = {key: field["default"] for key, field in fields(game).items() if "default" in field}
    assert agreed(game, plain) == []


def test_whoever_sits_down_brings_his_own_army(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok")
            card = (await server.get(f"/api/tables/{place.table}")).json()
            assert card["brings"] == {"second": "acheron-200"}
            assert "agree" not in card
            assert (await sit(server, place, options={"second": PATROL})).status_code == 200
            lobby = Lobby(server.services)
            table = await lobby.table(place.table)
            assert table.now.options["second"] == PATROL
            assert table.now.options["first"] == "griffons-200"
            state: Any = table.now.running.state
            assert state.roster.armies[1].name == "Patrol"
            after = (await server.get(f"/api/tables/{place.table}")).json()
            assert "brings" not in after

    run(body())


def test_nobody_chooses_for_another_or_brings_what_does_not_fit(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok", options=HEAVY)
            card = (await server.get(f"/api/tables/{place.table}")).json()
            assert card["plays"] == {"scenario": "pitched-battle"}
            assert card["brings"] == {"second": "acheron-600"}
            theirs = await sit(server, place, options={"first": "acheron-600"})
            assert theirs.status_code == 422
            assert theirs.json()["problems"] == ["first: that is not for this seat to choose"]
            small = await sit(server, place, options={"second": PATROL})
            assert small.status_code == 422
            assert any("600" in problem for problem in small.json()["problems"])
            assert (await sit(server, place, options={"second": "dwarves-600"})).status_code == 200

    run(body())


def test_shadows_fight_only_with_everybodys_word(tmp_path: Path) -> None:
    # rule: army.shadows-agreement
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok", options={"shadows": True})
            card = (await server.get(f"/api/tables/{place.table}")).json()
            assert card["agree"] == {"shadows": True}
            silent = await sit(server, place)
            assert silent.status_code == 422
            assert silent.json()["problems"] == [
                "shadows: everybody at the table must agree to that"
            ]
            assert (await sit(server, place, agrees=["shadows"])).status_code == 200

    run(body())


def test_what_was_brought_outlives_a_restart_and_a_leaving(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok")
            bob = (await sit(server, place, options={"second": PATROL})).json()
            left = await server.post(f"/api/tables/{place.table}/leave", {}, bob["token"])
            assert left.status_code == 200
            assert (await sit(server, place)).status_code == 409  # his Orders are nobody else's
            assert (await sit(server, place, key=bob["token"])).status_code == 200
            again = await Lobby(server.services).table(place.table)  # from the journal
            assert again.now.options["second"] == PATROL

    run(body())


def test_who_leaves_before_the_match_takes_his_army_along(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok", "friend", "me")
            lobby = Lobby(server.services)
            table = await lobby.table(place.table)
            assert card_of(table.now).brings == {"first": "griffons-200"}
            for seat, first in ((Seat(brings={"first": PATROL}), PATROL), (Seat(), "griffons-200")):
                now = structs.replace(table.now, seats=(seat, *table.now.seats[1:]))
                assert now.options["first"] == first

    run(body())


def test_a_rematch_keeps_what_was_brought_and_agreed_to(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            place = await server.lay("rag_narok", options={"shadows": True})
            brought = {"options": {"second": PATROL}, "agrees": ["shadows"]}
            bob = (await sit(server, place, **brought)).json()
            ann = await server.tab(place)
            await ann.ask("resign")
            path = f"/api/tables/{place.table}/rematch"
            mine = (await server.post(path, token=place.token)).json()
            await ann.until(lambda: any(news.table.rematch for news in ann.cards()))
            assert (await server.post(path, token=bob["token"])).status_code == 201
            table = await Lobby(server.services).table(mine["table"])
            assert table.now.standing.state == "running"
            assert (table.now.options["second"], table.now.options["shadows"]) == (PATROL, True)

    run(body())
