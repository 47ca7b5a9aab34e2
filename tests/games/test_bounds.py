"""What a stranger may send as a setup: every mistake is cheap, and no number is without an end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from msgspec import structs

import fimbul
from fimbul.kernel.play.errors import LONGEST, MOST_PROBLEMS

FIELDS = [
    pytest.param(name, field.name, id=f"{name}-{field.name}")
    for name in fimbul.game_names()
    for field in structs.fields(fimbul.game(name).setup_type)
]
ROWS = 20_000


def told(name: str, options: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(fimbul.BadSetup) as refused:
        fimbul.game(name).setup(**options)
    return refused.value.problems


def steps(name: str, options: dict[str, Any]) -> int:
    """How many calls of Python it takes to refuse that: time would depend on the machine."""
    import sys

    count = 0

    def seen(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        told(name, options)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_no_number_is_without_an_end(name: str, field: str) -> None:
    assert told(name, {field: 2**31})


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_thousands_of_mistakes_are_not_looked_for(name: str, field: str) -> None:
    row = f"[[{field.removesuffix('s')}]]\n"
    floods: tuple[Any, ...] = (
        [{}] * ROWS,
        [[]] * ROWS,
        row * 4000,
        {str(n): {} for n in range(ROWS)},
    )
    for many in floods:
        problems = told(name, {field: many})
        assert len(problems) <= MOST_PROBLEMS + 1
        assert all(len(problem) < LONGEST + 100 for problem in problems)
        assert steps(name, {field: many}) < 30_000


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_rows_within_tables_are_counted_before_they_are_read(name: str, field: str) -> None:
    tables: dict[str, Any] = {table: [{}] * ROWS for table in ("card", "hero", "spell")}
    assert steps(name, {field: tables}) < 3_000


def test_rows_that_a_file_writes_without_headings_are_counted_too() -> None:
    text = "card = [" + "{}," * 2_000 + "]\n[[hero]]\n"
    assert told("nine_realms", {"cards": text}) == (
        "cards: holds 2003 rows; no box holds over 500",
    )


@pytest.mark.parametrize(("name", "field"), FIELDS)
@pytest.mark.parametrize("line", ["x = " + "9" * 5000, ".".join("a" * 30_000) + " = 1"])
def test_no_line_of_a_file_takes_long(name: str, field: str, line: str) -> None:
    """A name of 30,000 parts took seven seconds."""
    assert steps(name, {field: f"[[card]]\n{line}"}) < 2_000_000


ODD: tuple[Any, ...] = (
    *(5, "x", None, 1.5, float("nan"), [], {}, [5], ["x"], [None], [[]], [{}], {"a": 1}),
    *([{"id": 5}], [{"id": []}], [{"id": {}}], [{"deeds": 5}], [{"id": "x"}] * 2, [{1: 2}]),
)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_rows_that_are_none_are_mistakes_and_no_accidents(name: str, field: str) -> None:
    tables = {form.table for form in fimbul.game(name).rulebook.part_forms}
    for odd in [*ODD, *({table: odd} for table in tables for odd in ODD)]:
        with suppress(fimbul.BadSetup):
            fimbul.game(name).setup(**{field: odd})


@pytest.mark.parametrize("name", fimbul.game_names())
def test_unknown_options_are_told_as_far_as_one_reads(name: str) -> None:
    problems = told(name, {f"nonsense{n}": 1 for n in range(5000)})
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].startswith("and more")
    assert len(told(name, {"x" * 60_000: 1})[0]) < LONGEST + 100
