"""Deleting abandoned tables and old uploads. Finished matches stay, unless the host says else."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from fimbul.server.ops.rates import Patience

NOW = "cast(strftime('%s', 'now') as integer)"  # the moment of a change, as the store notes it
_STALE = f"""
select id from tables where
    (state = 'waiting' and touched <= {NOW} - ?) or
    (state = 'running' and touched <= {NOW} - ?) or
    (state = 'over' and json_extract(standing, '$.result') is null and touched <= {NOW} - ?) or
    (state = 'over' and ? > 0 and touched <= {NOW} - ?)
"""
_JOURNAL = ("seat", "choice", "taken_back", "message", "chat")
PARTS = (
    *_JOURNAL,
    "snapshot",
    "kept_state",
    "origin",
    "tale",
    "untold",
    "folded",
    "keeper",
    "place",
    "notice",
    "invitation",
)  # all but its own row


def clear(connection: sqlite3.Connection, patience: Patience, used: Collection[str]) -> int:
    """Delete every table and every uploaded record that has waited too long, but no table in
    use; returns how many."""
    ages = (patience.waiting, patience.running, patience.waiting, patience.over, patience.over)
    stale = [name for (name,) in connection.execute(_STALE, ages) if name not in used]
    for name in stale:
        delete(connection, name)
    old = connection.execute(f"delete from replay where touched <= {NOW} - ?", (patience.sent,))
    return len(stale) + old.rowcount


def delete(connection: sqlite3.Connection, name: str) -> None:
    """A table with all that belongs to it."""
    for part in PARTS:
        connection.execute(f"delete from {part} where match = ?", (name,))
    connection.execute("delete from tables where id = ?", (name,))
