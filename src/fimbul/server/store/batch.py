"""Many choices at many tables in four statements, whatever their number.

Each statement that runs hands the interpreter to the event loop and has to win it back, which on
a busy server takes longer than the statement; so the rows travel as one JSON text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from fimbul.server.store.base import Change, Conflict
from fimbul.server.store.cleanup import NOW
from fimbul.server.store.rows import choice_values, kept_state_values, revision_values, text


def _rows(count: int) -> str:
    columns = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(count))
    return f"select {columns} from json_each(?)"


_MESSAGES = f"insert into message {_rows(4)}"
_CHOICES = f"insert into choice {_rows(9)}"
_KEPT = f"insert or replace into kept_state {_rows(6)}"
_REVISIONS = (
    f"update tables set revision = revision + 1, touched = {NOW}, quiet = coalesce(unseen, quiet) "
    "from (select json_extract(value, '$[0]') as name, json_extract(value, '$[1]') as known, "
    "json_extract(value, '$[2]') as unseen from json_each(?)) where id = name and revision = known"
)


def apply_together(connection: sqlite3.Connection, changes: Sequence[Change]) -> None:
    """All of them; Conflict or an IntegrityError if one collides, and then the caller takes all
    of it back and tries them one by one."""
    tables = [revision_values(change) for change in changes]
    if connection.execute(_REVISIONS, (text(tables),)).rowcount != len(changes):
        raise Conflict
    messages = [(change.table, *change.message) for change in changes if change.message]
    connection.execute(_MESSAGES, (text(messages),))
    choices = [choice_values(change.table, change.choice) for change in changes if change.choice]
    connection.execute(_CHOICES, (text(choices),))
    states = [kept_state_values(one.table, one.kept) for one in changes if one.kept]
    connection.execute(_KEPT, (text(states),))
