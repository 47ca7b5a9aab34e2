"""What the values of an option are called at the table: a study tells names, never ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from fimbul.games import find

UNCHOSEN = {"draft", "random", "none", ""}  # what an option lists besides its values


def listed_values(game: str, option: str) -> tuple[Any, ...]:
    """Every value that the setup lists for it."""
    lists = (part["enum"] for part in _parts(_field(game, option)) if "enum" in part)
    return tuple(value for value in next(lists, ()) if value not in UNCHOSEN)


def value_title(game: str, option: str, value: Any) -> str:
    """As the page where a table is laid has it; what has no label there is told as it stands."""
    told = value if type(value) is str else msgspec.json.encode(value).decode()
    return _labels(game, option).get(told, told)


@cache
def _labels(game: str, option: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for part in _parts(_field(game, option)):
        found = {**part.get("labels", {}), **found}
    return found


@cache
def _field(game: str, option: str) -> Any:
    kind = find(game).setup_type
    schema = msgspec.json.schema(kind)
    return schema["$defs"][kind.__name__]["properties"].get(option, {})


def _parts(spec: Any) -> Iterator[dict[str, Any]]:
    """A schema and every schema within it, from the outside in."""
    if isinstance(spec, dict):
        yield spec
        for part in spec.values():
            yield from _parts(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from _parts(part)
