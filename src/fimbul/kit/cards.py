"""Cards as somebody's own file writes them, a row each: every mistake is told, all at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect, structs

from fimbul.kernel import mistyped, of_field, phrase

R = TypeVar("R", bound=Struct)
SEVERAL = 3  # rows
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read_rows(rows: Iterable[Any], row_type: type[R], what: str) -> tuple[list[R], list[str]]:
    """The rows that can be read, and a sentence for every field that keeps another from it.

    A row is called by its id where it has one, else by its number. Where none can be read, it is
    another kind of file or table, and only the mistakes of its first row are told.
    """
    found: list[R] = []
    unread: list[list[str]] = []
    for number, row in enumerate(rows, start=1):
        wrong = list(_row_problems(row, row_type))
        if not wrong:
            found.append(msgspec.convert(row, row_type))
        else:
            called = _called(row, number)
            unread.append(
                [phrase(WRONG, what=what, card=called, problem=problem) for problem in wrong]
            )
    if not found and len(unread) > SEVERAL:
        none = phrase("{what}: no row can be read ({count})", what=what, count=len(unread))
        return [], [*unread[0], none]
    return found, [problem for problems in unread for problem in problems]


WRONG = "{what} {card}: {problem}"


def _called(row: Any, number: int) -> str:
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) and name else str(number)


def _row_problems(row: Any, row_type: type[Struct]) -> Iterator[str]:
    if not isinstance(row, dict) or not all(isinstance(name, str) for name in row):
        yield "fields and their values are needed"
        return
    fields = structs.fields(row_type)
    hints = {field.name: field.type for field in fields}
    for name, value in row.items():
        if problem := _field_problem(hints, name, value):
            yield of_field(name, problem)
    for field in fields:
        if field.required and field.name not in row:
            yield of_field(field.name, "this field is missing")


def _field_problem(hints: dict[str, Any], name: str, value: Any) -> str:
    """What is wrong with one field; nothing, if it is well-formed."""
    if name not in hints:
        return phrase("there is no such field (there is {fields})", fields=", ".join(hints))
    info = inspect.type_info(hints[name])
    if isinstance(info, inspect.LiteralType) and value not in info.values:
        *values, last = map(str, info.values)
        either = phrase("{first} or {last}", first=", ".join(values), last=last) if values else last
        return phrase("must be {values}, not {value}", values=either, value=repr(value))
    try:
        msgspec.convert(value, hints[name])
    except msgspec.ValidationError as wrong:
        return mistyped(wrong)
    return ""


def repeated(ids: Iterable[str], what: str) -> Iterator[str]:
    """A sentence for every id that more than one card has."""
    for name, count in Counter(ids).items():
        if count > 1:
            yield phrase("{what} {card} is there {count} times", what=what, card=name, count=count)
