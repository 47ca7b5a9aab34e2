"""Finished matches put away: their journals folded, an hour after the end.

A match that is played has a row for each choice and one for the message that brought it. Until then
a page that has lost an answer may ask for it again, and is known by its message; later nobody asks.
Whoever loads the table finds the journal as it was.
"""

from __future__ import annotations

from time import time

from fimbul.server.store.base import Store
from fimbul.server.store.journal import packed
from fimbul.server.store.rows import CHOICE

LEFT_ALONE_FOR = 3600.0  # seconds after the end
AT_ONCE = 100  # matches that are looked up together
_DUE = "select match from folded where journal is null and since <= ? order by since, match limit ?"


async def put_away(store: Store, rest: float = LEFT_ALONE_FOR) -> int:
    """All that is due; how many matches. Two workers may do it at once: it is the same."""
    count, before = 0, int(time() - rest)
    while names := await store.look_up(_DUE, before, AT_ONCE):
        for (name,) in names:
            await _fold(store, name)
        count += len(names)
    return count


async def _fold(store: Store, match: str) -> None:
    sql = f"select {CHOICE} from choice where match = ? order by revision, part"
    rows = await store.look_up(sql, match)
    folded = "update folded set choices = ?, journal = ? where match = ? and journal is null"
    await store.note(
        (folded, (len(rows), packed(rows), match)),
        ("delete from choice where match = ?", (match,)),
        ("delete from message where match = ?", (match,)),
    )
