"""Deleting abandoned tables. Finished matches stay: they can be replayed."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from msgspec import Struct

NOW = "cast(strftime('%s', 'now') as integer)"  # the moment of a change, as the store notes it
_STALE = f"""
select id from tables where
    (state = 'waiting' and touched <= {NOW} - ?) or
    (state = 'running' and touched <= {NOW} - ?) or
    (state = 'over' and json_extract(standing, '$.result') is null and touched <= {NOW} - ?)
"""
_PARTS = ("seat", "choice", "taken_back", "message", "snapshot", "chat")


class Patience(Struct, frozen=True):
    """Seconds without any change after which a table is deleted."""

    waiting: float  # nobody has come to play; or everybody has left before the beginning
    running: float  # the match was left in the middle


def clear(connection: sqlite3.Connection, patience: Patience, used: Collection[str]) -> int:
    """Delete every table that has waited too long, but none in use; returns how many."""
    ages = (patience.waiting, patience.running, patience.waiting)
    stale = [name for (name,) in connection.execute(_STALE, ages) if name not in used]
    for name in stale:
        for part in _PARTS:
            connection.execute(f"delete from {part} where match = ?", (name,))
        connection.execute("delete from tables where id = ?", (name,))
    return len(stale)
