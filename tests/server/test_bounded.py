"""Whatever may be said to a server has an end: each list, text and number of each message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from fimbul.server.wire.messages import Incoming
from tests.server.harness import run, serving

JSON = "application/json"
ENDS = {  # what bounds a value of each type
    "array": ({"maxItems"}, {"prefixItems"}),
    "string": ({"maxLength"}, {"pattern"}, {"enum"}, {"const"}),
    "integer": ({"minimum", "maximum"}, {"minimum", "exclusiveMaximum"}, {"enum"}),
    "number": ({"minimum", "maximum"}, {"enum"}),
}
READ_BY_OTHERS = (  # free tables: a game's set-up (tests/games/test_bounds.py), and a passkey
    *("NewTable.options", "PlayNow.options", "SitDown.options", "NewTournament.options"),
    *("NewPasskey.credential", "Assertion.credential"),
)


def endless(shape: Any, known: dict[str, Any], place: str) -> Iterator[str]:
    """Where that shape has no end; those named twice are looked at twice, none holds itself."""
    if reference := shape.get("$ref"):
        name = reference.rpartition("/")[2]
        yield from endless(known[name], known, name)
        return
    kind = shape.get("type")
    if kind in ENDS and not any(one <= shape.keys() for one in ENDS[kind]):
        yield place
    for name, inner in shape.get("properties", {}).items():
        yield from endless(inner, known, f"{place}.{name}")
    free = kind == "object" and "properties" not in shape and "maxProperties" not in shape
    if free and place not in READ_BY_OTHERS:
        yield place
    more = [shape[name] for name in ("items", "additionalProperties") if name in shape]
    within = [*more, *(one for name in ("anyOf", "prefixItems") for one in shape.get(name, ()))]
    for inner in within:
        if isinstance(inner, dict):
            yield from endless(inner, known, place)


def test_no_message_on_the_socket_is_without_an_end() -> None:
    (shape,), known = msgspec.json.schema_components([Incoming], ref_template="{name}")
    assert list(endless(shape, known, "")) == []
    assert list(endless({"type": "array", "items": {"type": "string"}}, {}, "x")) == ["x", "x"]


def test_no_request_is_without_an_end(tmp_path: Path) -> None:
    async def body() -> Any:
        async with serving(tmp_path / "db") as server:
            return (await server.get("/api/openapi.json")).json()

    told = run(body())
    known, asked = told["components"]["schemas"], 0
    for path, doings in told["paths"].items():
        for doing in doings.values():
            content = doing.get("requestBody", {}).get("content", {})
            if JSON in content:
                asked += 1
                found = list(endless(content[JSON]["schema"], known, path))
                assert not found, f"{path}: these have no end"
    assert asked > 20
