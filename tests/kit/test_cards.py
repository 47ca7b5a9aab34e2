"""Rows of somebody's own card file: read, or every mistake told."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from fimbul.kit.cards import ID, read_rows, repeated


class Rune(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    strength: int
    marks: tuple[str, ...] = ()


VALUES = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=2), max_size=2)
NAMES = st.sampled_from(["id", "strength", "marks", "colour"])
ROWS = st.lists(st.dictionaries(NAMES, VALUES) | VALUES, max_size=5)


def readable(row: Any) -> bool:
    try:
        msgspec.convert(row, Rune)
    except msgspec.ValidationError:
        return False
    return isinstance(row, dict)


@given(ROWS)
def test_what_can_be_read_is_read_and_the_rest_is_told(rows: list[Any]) -> None:
    found, problems = read_rows(rows, Rune, "rune")
    good = [msgspec.convert(row, Rune) for row in rows if readable(row)]
    assert found == good
    assert bool(problems) == (len(good) < len(rows))


def test_all_that_is_wrong_with_a_row_is_told() -> None:
    rows = [{"id": "fehu", "strength": "much", "marks": 3, "tone": 1}, {"marks": []}, "uruz"]
    found, problems = read_rows(rows, Rune, "runes: rune")
    assert found == []
    assert problems == [
        "runes: rune fehu: strength: must be a whole number, not text",
        "runes: rune fehu: marks: must be a list, not a whole number",
        "runes: rune fehu: tone: there is no such field (there is id, strength, marks)",
        "runes: rune 2: id: this field is missing",
        "runes: rune 2: strength: this field is missing",
        "runes: rune 3: fields and their values are needed",
    ]


def test_ids() -> None:
    assert list(repeated(["a", "b", "a", "a"], "rune")) == ["rune a is there 3 times"]
    assert [bool(ID.fullmatch(name)) for name in ("a-1", "A", "a--b", "")] == [True] + [False] * 3
