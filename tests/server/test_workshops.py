"""Workshops over HTTP: the catalogue, and what is wrong with a draft, all of it at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fimbul.games import find, names
from fimbul.kit.workshop import Catalogue, Draft, Judged, Section, Taken
from fimbul.server.bots.pool import BotPool
from fimbul.server.services import Services
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.table.consent import options_schema
from fimbul.server.wire.bodies import Work
from tests.server.harness import EASY, LEVELS, Server, run, serving

ARMY = "/api/games/rag_narok/workshops/army"
HEADS = {"name": "Patrol", "people": "griffons", "budget": "200", "commander": "abel"}


def armoury(path: Path) -> Services:
    return Services(
        store=SqliteStore(path),
        pool=BotPool("tests.server.bots", 1),
        find=find,
        names=lambda: ("rag_narok",),
        levels=LEVELS,
        rival="random",
        limits=EASY,
    )


def plain(work: Work) -> Any:
    return msgspec.to_builtins(work)


def test_every_field_that_names_a_workshop_has_it() -> None:
    for name in names():
        game = find(name)
        fields = options_schema(game.setup_type).get("properties", {})
        named = {part["workshop"] for part in fields.values() if "workshop" in part}
        assert named == game.workshops.keys()


def test_a_draft_is_judged_mended_and_played(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            told = msgspec.json.decode((await server.get(ARMY)).content, type=Catalogue)
            assert told.section == "Unit"
            draft = Draft(HEADS, (Section("Blades", (Taken("griffin-duelist", 6),)),))
            wrong = await judged(server, Work(draft))
            assert [problem.rule for problem in wrong.problems] == ["army.commander"]
            blades = Section("Blades", (Taken("abel"), Taken("griffin-duelist", 6)))
            right = await judged(server, Work(Draft(HEADS, (blades,))))
            assert (right.points, right.limit, right.problems) == (126, 200, ())
            assert await judged(server, Work(text=right.text)) == right
            asked = {"game": "rag_narok", "name": "Astrid", "options": {"first": right.text}}
            assert (await server.post("/api/play", asked)).status_code == 201

    run(body())


async def judged(server: Server, work: Work) -> Judged:
    answer = await server.post(ARMY, plain(work))
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Judged)


def test_what_cannot_be_read_is_refused_with_every_reason(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            refused = await server.post(ARMY, {"text": "Patrol\nbudget many\n"})
            assert refused.status_code == 422
            assert len(refused.json()["problems"]) > 2
            strange = await server.post(ARMY, {"draft": {"sections": [{"title": 3}]}})
            assert strange.status_code == 400
            nowhere = await server.get("/api/games/rag_narok/workshops/fleet")
            assert (nowhere.status_code, nowhere.json()["code"]) == (404, "workshop/unknown")

    run(body())


def test_all_of_it_is_told_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path, armoury(tmp_path / "db")) as server:
            server.http.headers["Accept-Language"] = "fr"
            told = msgspec.json.decode((await server.get(ARMY)).content, type=Catalogue)
            assert (told.section, told.unit) == ("Unit\u00e9", "PA")
            draft = Draft(HEADS, (Section("Lames", (Taken("griffin-duelist", 6),)),))
            wrong = await judged(server, Work(draft))
            absent = "Abel n\u2019est pas dans l\u2019arm\u00e9e pour la commander"
            assert [problem.text for problem in wrong.problems] == [absent]
            refused = (await server.post(ARMY, {"text": "Patrol\nbudget many\n"})).json()
            assert refused["message"] == "la partie ne peut pas \u00eatre mise en place"
            assert any("un budget est un nombre de PA" in one for one in refused["problems"])
            asked = {"game": "rag_narok", "name": "Astrid", "options": {"first": "x", "nix": 1}}
            problems = (await server.post("/api/play", asked)).json()["problems"]
            assert any(one.startswith("nix: cette option n\u2019existe pas") for one in problems)
            nowhere = await server.get("/api/nothing")
            assert nowhere.json()["message"] == "il n\u2019y a rien ici"

    run(body())
