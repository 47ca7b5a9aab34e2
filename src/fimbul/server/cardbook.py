"""The tables of cards in a rulebook, in words: which are printed so, and which we made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fimbul.kernel import Rulebook
from fimbul.server.bodies import Part

MARK = "reconstructed"
QUIET = frozenset({"id", "name", MARK, "basis", "back", "banner"})


def parts_of(book: Rulebook) -> Iterator[Part]:
    """Every row of a table that says whether its rows are reconstructed."""
    for table, rows in book.tables.items():
        if isinstance(rows, list) and any(MARK in row for row in rows):
            for number, row in enumerate(rows, start=1):
                yield _part(table, number, row)


def _part(table: str, number: int, row: Mapping[str, Any]) -> Part:
    name = str(row.get("name") or " / ".join(_names(row)) or row.get("id", number))
    facts = ", ".join(_facts(row))
    return Part(
        f"{table}.{row.get('id', number)}",
        table.replace("_", " "),
        name,
        facts,
        bool(row.get(MARK)),
    )


def _names(row: Mapping[str, Any]) -> Iterator[str]:
    """A card with two faces has two names."""
    for value in row.values():
        if isinstance(value, dict) and "name" in value:
            yield str(value["name"])


def _facts(row: Mapping[str, Any]) -> Iterator[str]:
    for key, value in row.items():
        if isinstance(value, dict):
            inner = ", ".join(_facts(value))
            if inner:
                yield f"{value.get('name', key)} ({inner})"
        elif key not in QUIET and value not in ("", 0, False, []):
            yield f"{key} {_said(value)}".replace("_", " ")


def _said(value: object) -> str:
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
