"""Numbers of a stored battle that are larger than any table: geometry calculates in 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from fimbul.games.rag_narok.state.facts import all_facts

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok

LARGEST = 1 << 30  # no place, distance or count comes near it
ANY = frozenset({"seed", "events", "number"})  # not measured on the table


def sizes(state: RagNarok) -> Iterator[str]:  # rule: ruling.fixed-point
    for name, value, _ in all_facts(state):
        if name not in ANY and not _is_small(value):
            yield f"{name}: a number that cannot be"


def _is_small(value: object) -> bool:
    """Whether no number in it is too large."""
    if isinstance(value, int):
        return -LARGEST < value < LARGEST
    if isinstance(value, (list, tuple)):
        return all(map(_is_small, value))
    if isinstance(value, dict):
        return all(map(_is_small, value.values()))
    if isinstance(value, Struct):
        return all(_is_small(getattr(value, name)) for name in value.__struct_fields__)
    return True
