"""The page's types are those of the structs, and every message survives the wire."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fimbul.server import messages
from fimbul.server.openapi import openapi
from fimbul.server.typescript import typescript

WIRE = Path(__file__).parents[2] / "web/src/lib/wire.ts"


def test_the_pages_types_are_fresh() -> None:
    assert WIRE.read_text("utf-8") == typescript(), (
        "stale: python -m fimbul.server.typescript > web/src/lib/wire.ts"
    )


def test_every_message_has_its_interface() -> None:
    text = typescript()
    for kind in (*messages.Incoming.__args__, *messages.Outgoing.__args__):
        assert f"export interface {kind.__name__} {{\n  type: " in text
    assert "export interface Scene {\n  zones: Zone[];\n  plates?: Plate[];" in text
    assert "left: (number | null)[];" in text


def test_two_structs_of_one_name_would_be_noticed() -> None:
    from fimbul.server import typescript as generator

    class Scene(msgspec.Struct):
        other: int

    found: dict[str, msgspec.inspect.StructType] = {}
    generator._collect(msgspec.inspect.type_info(messages.Outgoing), found)
    with pytest.raises(AssertionError, match="two structs"):
        generator._collect(msgspec.inspect.type_info(Scene), found)


def test_the_description_names_every_code() -> None:
    from fimbul.server.endpoints import endpoints
    from fimbul.server.lobby import Lobby
    from fimbul.server.routes import Desk
    from fimbul.server.shelf import Shelf
    from tests.server.indoors import indoors
    from tests.wager import GAME

    async def body() -> None:
        house = indoors(GAME, 3).house
        lobby = Lobby(house)
        told = openapi(endpoints(Desk(house, lobby), Shelf(house, lobby)))
        assert told["openapi"] == "3.1.0"
        sit = told["paths"]["/api/tables/{table}/sit"]["post"]
        assert "table/full" in sit["responses"]["409"]["description"]
        assert "NewTable" in told["components"]["schemas"]
        ids = [do["operationId"] for path in told["paths"].values() for do in path.values()]
        assert len(ids) == len(set(ids))

    import asyncio

    asyncio.run(body())
