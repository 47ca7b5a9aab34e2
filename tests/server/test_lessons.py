"""Lessons over HTTP."""

from __future__ import annotations

from pathlib import Path

import msgspec

import fimbul
from fimbul.kernel import find_lesson
from fimbul.server.wire.learning import LessonCard, LessonScene, PrimerCard
from tests.server.harness import run, serving

GAME = fimbul.game("brandub")
PATH = "/api/games/brandub/lesson"


def test_a_lesson_is_laid_task_by_task(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            found = msgspec.json.decode((await server.get(PATH)).content, type=LessonCard)
            lesson = find_lesson(GAME)
            assert [task.goal for task in found.tasks] == [task.goal for task in lesson.task]
            asked = await server.get(f"{PATH}/scene?task=2&picks=0")
            scene = msgspec.json.decode(asked.content, type=LessonScene)
            assert scene.seen.decision is not None
            assert lesson.task[2].touch[0] in scene.seen.decision.options
            assert [event.words for event in scene.seen.events] == []
            told = await server.get(f"{PATH}/scene?task=1")
            events = msgspec.json.decode(told.content, type=LessonScene).seen.events
            assert [event.words for event in events] == ["d1 to b1"]
            why = await server.get(f"{PATH}/why?task=3&picks=0&thing=cell:a1")
            assert why.json()["sentence"]
            cards = {card["id"]: card["lesson"] for card in (await server.get("/api/games")).json()}
            assert cards["brandub"] is True

    run(body())


def test_a_primer_is_told_and_drawn(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            path = "/api/games/brandub/primer"
            card = msgspec.json.decode((await server.get(path)).content, type=PrimerCard)
            assert [panel.about for panel in card.panels] == ["aim", "turn", "end", "score"]
            for panel in card.panels:
                picture = await server.get(f"{path}/{panel.about}/picture.svg?theme=light")
                assert picture.text.startswith("<svg")
            for odd in ("luck/picture.svg", "aim/picture.svg?theme=blue"):
                answer = await server.get(f"{path}/{odd}")
                assert (answer.status_code, answer.json()["code"]) == (400, "message/malformed")

    run(body())


def test_chapters_are_told_and_drawn_in_the_readers_language(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            path = "/api/games/brandub/rulebook"
            french = {"accept-language": "fr"}
            book = (await server.request("GET", path, headers=french)).json()
            first, *_ = book["chapters"]
            assert first["title"] == "Le plateau et les deux camps"
            assert first["picture"]
            assert first["caption"].startswith("Au début")
            told = {cited for chapter in book["chapters"] for cited in chapter["entries"]}
            assert told.isdisjoint(book["folded"])
            whole = {one["id"] for one in (*book["rules"], *book["rulings"])}
            assert told | set(book["folded"]) == whole
            picture = await server.get(f"{path}/1/picture.svg?theme=light&language=fr")
            assert picture.text.startswith("<svg")
            for odd in ("0/picture.svg", "99/picture.svg", "x/picture.svg"):
                answer = await server.get(f"{path}/{odd}")
                assert (answer.status_code, answer.json()["code"]) == (400, "message/malformed")

    run(body())


def test_what_is_no_lesson_is_refused(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            for query in ("task=99", "task=-1", "task=x", "task=0&picks=1", "picks=99999"):
                answer = await server.get(f"{PATH}/scene?{query}")
                assert (answer.status_code, answer.json()["code"]) == (400, "message/malformed")
            lost = await server.get("/api/games/chess/lesson")
            assert (lost.status_code, lost.json()["code"]) == (404, "game/unknown")

    run(body())
