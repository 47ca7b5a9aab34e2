"""The live socket as a page, from the description that the server gives of itself."""

from __future__ import annotations

from typing import Any

from fimbul.server.http.asyncapi import asyncapi

INTRODUCTION = """\
# The live socket

What the page and the server say to each other at a table: one WebSocket at `/live/{table}` for \
each tab, one frame of JSON for each message. A server describes it itself at `/api/asyncapi.json` \
(AsyncAPI 3), with every detail of what is listed here; both are made from the structs that the \
server reads and writes. Programs that only want to play are better served by \
[plain HTTP](bot-api.md)."""


def protocol() -> str:
    found = asyncapi()
    parts = [INTRODUCTION]
    for operation in found["operations"].values():
        parts.append(f"## {operation['summary']}")
        for message in operation["messages"]:
            name = message["$ref"].rpartition("/")[2]
            parts += _message(name, found["components"])
    return "\n\n".join(parts) + "\n"


def _message(name: str, components: dict[str, Any]) -> list[str]:
    told = components["messages"][name].get("summary", "")
    schema = components["schemas"][name]
    needed = schema.get("required", [])
    rows = [
        f"| `{field}` | {_kind(kind)} | {'' if field in needed else 'may be left out'} |"
        for field, kind in schema["properties"].items()
    ]
    table = "\n".join(["| Field | Holds | |", "|---|---|---|", *rows])
    return [part for part in (f"### {name}", told, table) if part]


def _kind(kind: dict[str, Any]) -> str:
    """What a field holds, in a word or two."""
    if "$ref" in kind:
        return f"`{kind['$ref'].rpartition('/')[2]}`"
    if any_of := kind.get("anyOf"):
        return " or ".join(_kind(one) for one in any_of)
    if listed := kind.get("enum"):
        return ", ".join(f"`{one}`" for one in listed)
    if kind.get("type") == "array":
        return f"a list of {_kind(kind.get('items') or {})}"
    words = {"integer": "a whole number", "string": "text", "boolean": "yes or no"}
    others = {"object": "an object", "null": "nothing", "number": "a number"}
    return (words | others).get(kind.get("type", ""), "anything")
