"""What players have put together, kept with their accounts: bounded in number and size."""

from __future__ import annotations

from time import time

from fimbul.server.ops.tokens import new_id
from fimbul.server.store.base import Store
from fimbul.server.wire.errors import NoSuchWork, TooManyWorks
from fimbul.server.wire.works import KeptWork, WorkShelf, WorkWish

MOST_WORKS = 100  # works of one account
ROOM = 500_000  # characters of all of them
_SAME = "account = ? and game = ? and workshop = ? and title = ?"
_OTHERS = f"from work where account = ? and not ({_SAME})"
_KEEP = f"""
insert into work
select cast(? as text), cast(? as text), cast(? as text), cast(? as text), cast(? as text),
    cast(? as text), cast(? as bigint)
where (select count(*) {_OTHERS}) < {MOST_WORKS}
and (select coalesce(sum(length(text)), 0) {_OTHERS}) + ? <= {ROOM}
on conflict (account, game, workshop, title) do update
    set text = excluded.text, saved = excluded.saved
returning id
"""


class Works:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def shelf(self, account: str) -> WorkShelf:
        sql = (
            "select id, game, workshop, title, saved, length(text) from work where account = ? "
            "order by saved desc, id"
        )
        works = tuple(KeptWork(*row) for row in await self.store.look_up(sql, account))
        return WorkShelf(works, ROOM - sum(one.size for one in works))

    async def keep(self, account: str, wish: WorkWish) -> None:
        """TooManyWorks if there is no room for it; then nothing has changed."""
        others = (account, account, wish.game, wish.workshop, wish.title)
        made = (new_id(), account, wish.game, wish.workshop, wish.title, wish.text, int(time()))
        (kept,) = await self.store.note((_KEEP, (*made, *others, *others, len(wish.text))))
        if not kept:
            raise TooManyWorks

    async def text(self, account: str, work: str) -> str:
        sql = "select text from work where id = ? and account = ?"
        rows = await self.store.look_up(sql, work, account)
        if not rows:
            raise NoSuchWork
        return str(rows[0][0])

    async def remove(self, account: str, work: str) -> None:
        sql = "delete from work where id = ? and account = ? returning id"
        (gone,) = await self.store.note((sql, (work, account)))
        if not gone:
            raise NoSuchWork
