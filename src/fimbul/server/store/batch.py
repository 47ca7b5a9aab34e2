"""Many choices at many tables in three statements, whatever their number.

Each statement that runs hands the interpreter to the event loop and has to win it back, which on
a busy server takes longer than the statement; so the rows travel as one JSON text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from fimbul.server.store.base import Change, ChoiceRow, Conflict
from fimbul.server.store.cleanup import NOW


def _rows(count: int) -> str:
    columns = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(count))
    return f"select {columns} from json_each(?)"


UNJUDGED = 2  # in the column `fixed`, besides 0 and 1
_MESSAGES = f"insert into message {_rows(4)}"
_CHOICES = f"insert into choice {_rows(9)}"
_REVISIONS = (
    f"update tables set revision = revision + 1, touched = {NOW} from "
    "(select json_extract(value, '$[0]') as name, json_extract(value, '$[1]') as known "
    "from json_each(?)) where id = name and revision = known"
)


def is_plain(change: Change) -> bool:
    """Whether it is a choice and nothing else, as nearly all are."""
    more = change.back or change.seats or change.quiet or change.standing or change.snapshot
    return change.choice is not None and not more


def apply_together(connection: sqlite3.Connection, changes: Sequence[Change]) -> None:
    """All of them; Conflict or an IntegrityError if one collides, and then the caller takes all
    of it back and tries them one by one."""
    tables = [(change.table, change.revision) for change in changes]
    if connection.execute(_REVISIONS, (_json(tables),)).rowcount != len(changes):
        raise Conflict
    messages = [(change.table, *change.message) for change in changes if change.message]
    connection.execute(_MESSAGES, (_json(messages),))
    choices = [choice_values(change.table, change.choice) for change in changes if change.choice]
    connection.execute(_CHOICES, (_json(choices),))


def choice_values(table: str, choice: ChoiceRow) -> tuple[str | int | bool, ...]:
    """A line of the journal as its columns."""
    return (
        table,
        choice.number,
        choice.seat,
        choice.part,
        choice.revision,
        choice.thing,
        choice.by,
        UNJUDGED if choice.fixed is None else choice.fixed,
        _json(choice.left),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
