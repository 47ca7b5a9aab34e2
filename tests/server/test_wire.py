"""The page's types are those of the structs, and every message survives the wire."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fimbul.server.http.openapi import openapi
from fimbul.server.wire import messages
from fimbul.server.wire.typescript import typescript

WIRE = Path(__file__).parents[2] / "web/src/wire/types.ts"


def test_the_pages_types_are_fresh() -> None:
    assert WIRE.read_text("utf-8") == typescript(), (
        "stale: python -m fimbul.server.wire.typescript > web/src/wire/types.ts"
    )


def test_every_message_has_its_interface() -> None:
    text = typescript()
    for kind in (*messages.Incoming.__args__, *messages.Outgoing.__args__):
        assert f"export interface {kind.__name__} {{\n  type: " in text
    assert "export interface Scene {\n  zones: Zone[];\n  plates?: Plate[];" in text
    assert "left: (number | null)[];" in text


def test_two_structs_of_one_name_would_be_noticed() -> None:
    from fimbul.server.wire import typescript as generator

    class Scene(msgspec.Struct):
        other: int

    found: dict[str, msgspec.inspect.StructType] = {}
    generator._collect(msgspec.inspect.type_info(messages.Outgoing), found)
    with pytest.raises(AssertionError, match="two structs"):
        generator._collect(msgspec.inspect.type_info(Scene), found)


def test_the_description_names_every_code() -> None:
    from fimbul.server.http.bot_endpoints import BotHandlers
    from fimbul.server.http.endpoints import endpoints
    from fimbul.server.http.history import HistoryHandlers
    from fimbul.server.http.lessons import LessonHandlers
    from fimbul.server.http.people import PeopleHandlers
    from fimbul.server.http.puzzles import PuzzleHandlers
    from fimbul.server.http.replays import ReplayHandlers
    from fimbul.server.http.tables import TableHandlers
    from fimbul.server.table.lobby import Lobby
    from tests.server.indoors import indoors
    from tests.wager import GAME

    async def body() -> None:
        services = indoors(GAME, 3).services
        lobby = Lobby(services)
        tables, replays = TableHandlers(services, lobby), ReplayHandlers(services, lobby)
        alone = PuzzleHandlers(services), LessonHandlers(services)
        people = PeopleHandlers(lobby), HistoryHandlers(services)
        bots = BotHandlers(services, lobby)
        told = openapi(endpoints(tables, replays, *alone, bots, *people))
        assert told["openapi"] == "3.1.0"
        sit = told["paths"]["/api/tables/{table}/sit"]["post"]
        assert "table/full" in sit["responses"]["409"]["description"]
        assert "NewTable" in told["components"]["schemas"]
        ids = [do["operationId"] for path in told["paths"].values() for do in path.values()]
        assert len(ids) == len(set(ids))

    import asyncio

    asyncio.run(body())
