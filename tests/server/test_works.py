"""Armies and card files that are kept with an account: found from every device, bounded, mine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fimbul.server.people import works
from tests.server.harness import run
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers, link_to

pytestmark = pytest.mark.usefixtures("each_store")
SHELF = "/api/me/works"


def cards(title: str = "Mine", text: str = "[[card]]", **rest: Any) -> dict[str, Any]:
    return {"game": "brandub", "workshop": "cards", "title": title, "text": text, **rest}


async def titles(browser: Browser) -> list[str]:
    return [one["title"] for one in (await browser.get(SHELF))["works"]]


def test_what_is_kept_is_found_from_another_device_and_replaced_by_its_title(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, phone):
            await ann.play()
            await ann.post(SHELF, cards(), 201)
            shelf = await ann.post(SHELF, cards(text="é" * 40), 201)
            assert [(one["title"], one["size"]) for one in shelf["works"]] == [("Mine", 40)]
            assert shelf["room"] == works.ROOM - 40
            await link_to(ann, phone)
            (work,) = (await phone.get(SHELF))["works"]
            assert (await phone.get(f"{SHELF}/{work['id']}"))["text"] == "é" * 40
            await phone.post(f"{SHELF}/{work['id']}/remove")
            assert await titles(ann) == []
            await ann.get(f"{SHELF}/{work['id']}", 404)

    run(body())


def test_nobody_reads_or_removes_what_another_keeps(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 3) as (_, ann, bob, nobody):
            await ann.play()
            await bob.play(name="Bob")
            work = (await ann.post(SHELF, cards(), 201))["works"][0]["id"]
            await bob.get(f"{SHELF}/{work}", 404)
            await bob.post(f"{SHELF}/{work}/remove", status=404)
            assert await titles(bob) == []
            await nobody.get(SHELF, 401)
            assert await titles(ann) == ["Mine"]

    run(body())


def test_there_is_room_for_so_many_and_so_much(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            await ann.play()
            mine = (await ann.me())["id"]
            row = "insert into work values (?, ?, 'brandub', 'cards', ?, 'x', 1)"
            lines = [(row, (f"w{n}", mine, f"t{n}")) for n in range(works.MOST_WORKS)]
            await server.services.store.note(*lines)
            assert (await ann.post(SHELF, cards("more"), 409))["code"] == "work/many"
            await ann.post(SHELF, cards("t5", "another text"), 201)  # in its own place
            await ann.post(f"{SHELF}/w0/remove")
            await ann.post(SHELF, cards("more"), 201)
            await server.services.store.note(("delete from work", ()))
            for n in range(works.ROOM // 50_000):
                await ann.post(SHELF, cards(f"large {n}", "x" * 50_000), 201)
            assert (await ann.post(SHELF, cards("more"), 409))["code"] == "work/many"
            await ann.post(SHELF, cards("large 1", "x" * 50_000), 201)

    run(body())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "no-such-game"}, "game/unknown"),
        ({"workshop": "smithy"}, "workshop/unknown"),
        ({"title": "\u2800"}, "message/malformed"),
        ({"title": "x" * 121}, "message/malformed"),
        ({"text": ""}, "message/malformed"),
        ({"text": "a\0b"}, "message/malformed"),
        ({"text": "x" * 50_001}, "message/malformed"),
    ],
)
def test_what_cannot_be_kept_is_told(tmp_path: Path, wrong: dict[str, str], code: str) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            await ann.play()
            answer = await ann.http.post(SHELF, json=cards(**wrong))
            assert answer.json()["code"] == code, answer.text
            assert await titles(ann) == []

    run(body())


def test_what_is_kept_is_exported_deleted_and_taken_along(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, guest):
            await ann.play()
            await ann.post(SHELF, cards("both", "hers"), 201)
            await guest.play(name="Guest")
            await guest.post(SHELF, cards("both", "the guest's"), 201)
            await guest.post(SHELF, cards("only"), 201)
            await link_to(ann, guest, bring=True)
            data = await ann.get("/api/me/data")
            kept = {one["title"]: one["text"] for one in data["works"]}
            assert kept == {"both": "hers", "only": "[[card]]"}
            await ann.post("/api/me/delete")
            assert asked_of(tmp_path / "db", "select * from work") == []

    run(body())
