"""The descriptions of the socket and of the bot API are those of what is really said."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fimbul.games import find
from fimbul.kernel import Dice
from fimbul.server.http.asyncapi import asyncapi
from fimbul.server.table.lines import table_line
from fimbul.words import teller_of
from tests.server.company import HIDING, fewest
from tests.server.harness import run, serving
from tests.server.indoors import indoors
from tests.server.test_bot_api import looked, program
from tests.server.test_secrets import dreamt
from tests.server.test_secrets_of_games import wandered

DOCS = Path(__file__).parents[2] / "docs/build/bot-api.md"


def validator(document: dict[str, Any], name: str) -> Draft202012Validator:
    found = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def pointed(document: Any, reference: str) -> Any:
    for part in reference.removeprefix("#/").split("/"):
        document = document[part]
    return document


def references(part: Any) -> list[str]:
    if isinstance(part, dict):
        mine = [part["$ref"]] if "$ref" in part else []
        return mine + [ref for value in part.values() for ref in references(value)]
    return [ref for one in part for ref in references(one)] if isinstance(part, list) else []


def test_what_is_said_on_the_socket_is_as_described(tmp_path: Path) -> None:
    async def body() -> list[str]:
        async with serving(tmp_path / "db") as server:
            served = (await server.get("/api/asyncapi.json")).json()
            assert served == json.loads(json.dumps(asyncapi()))
            host, guest = await server.pair()
            await host.choose()
            await host.choose()
            await host.ask("chat", text="Hello.")
            await guest.ask("why", thing="cell:d4")
            await guest.ask("ping")
            await guest.ask("choose", number=99, part=0, thing="nothing")
            await guest.ask("resign")
            await host.until(lambda: host.over is not None)
            return [*host.texts, *guest.texts]

    document = asyncapi()
    names = {
        schema["properties"]["type"]["enum"][
            0
        ]: name  # of what goes either way, what the server says
        for name, schema in document["components"]["schemas"].items()
        if "enum" in schema.get("properties", {}).get("type", {})
    }
    heard = [json.loads(text) for text in run(body())]
    assert len({message["type"] for message in heard}) >= 8
    for message in heard:
        validator(document, names[message["type"]]).validate(message)


def test_every_reference_of_the_socket_leads_somewhere() -> None:
    document = asyncapi()
    found = references(document)
    assert len(found) > 50
    for reference in found:
        assert pointed(document, reference)


def test_a_line_of_the_bot_api_is_as_described(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            document = (await server.get("/api/openapi.json")).json()
            line = await looked(server, await program(server), "?scene=whole")
            validator(document, "TableLine").validate(line)
            stream = document["paths"]["/api/bot/tables/{table}/stream"]["get"]
            assert stream["security"] == [{"bot": ["play"]}, {"seat": []}]
            assert "application/x-ndjson" in stream["responses"]["200"]["content"]
            fields = set(re.findall(r"`(\w+)`", DOCS.read_text("utf-8")))
            assert line.keys() - {"type", "table", "game", "title", "rule", "scene"} <= fields

    run(body())


@pytest.mark.parametrize("game", HIDING)
def test_worlds_that_look_alike_are_told_alike_to_programs(game: str) -> None:
    async def body() -> None:
        rules = find(game)
        table, chance, dice = indoors(rules, fewest(game)), Random(game), Dice(3)
        for _ in range(5):
            await wandered(table, chance, 7)
            if table.now.standing.state == "over":
                return
            for seat in range(len(table.now.seats)):
                twin = dreamt(table, seat, dice)
                here, there = (
                    table_line(one.now, seat, teller_of(rules, "en"), whole=True)
                    for one in (table, twin)
                )
                assert here == there

    asyncio.run(body())
