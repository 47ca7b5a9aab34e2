"""Who is here, by name: those alone who want to be seen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic, time

from fimbul.server.ops.tokens import hashed
from fimbul.server.store.base import Store
from fimbul.server.wire.hall import PlayerHere

LASTS = 30.0  # seconds for which somebody is here without being seen again
KNOWN = 5.0  # seconds for which an answer is good
MOST_NAMES = 60  # names in the list
AT_ONCE = 500  # browsers in one statement
_NAMED = f"""
select account.id, account.name, account.tone, account.emblem from visible
join account on account.id = visible.account
where visible.until > ? and not exists
    (select 1 from ban where ban.kind = 'account' and ban.what = account.id)
order by account.name, account.id limit {MOST_NAMES}
"""


class Visible:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._found: tuple[PlayerHere, ...] = ()
        self._until = 0.0

    async def names(self) -> tuple[PlayerHere, ...]:
        """Whoever is here and wants that to be known, by name."""
        if monotonic() >= self._until:
            rows = await self.store.look_up(_NAMED, time())
            self._found, self._until = tuple(PlayerHere(*row) for row in rows), monotonic() + KNOWN
        return self._found

    async def note(self, browsers: Sequence[str]) -> None:
        """These browsers are here. Of those who do not want to be seen, nothing is written."""
        for first in range(0, len(browsers), AT_ONCE):
            tokens = [hashed(token) for token in browsers[first : first + AT_ONCE]]
            marks = ", ".join("?" * len(tokens))
            sql = (
                "select distinct visible.account from session join visible "
                f"on visible.account = session.account where session.token in ({marks})"
            )
            found = [str(account) for (account,) in await self.store.look_up(sql, *tokens)]
            if found:
                marks = ", ".join("?" * len(found))
                line = f"update visible set until = ? where account in ({marks})"
                await self.store.note((line, (time() + LASTS, *found)))
            await asyncio.sleep(0)
