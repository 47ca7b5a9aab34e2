"""Who follows, blocks or mutes whom. Friends are two who follow each other."""

from __future__ import annotations

from collections.abc import Collection
from time import time
from typing import get_args

from fimbul.server.store.base import Store
from fimbul.server.wire.bonds import Bonded, BondKind, BondList

KINDS: tuple[BondKind, ...] = get_args(BondKind)
MOST_BONDS = 500  # of one account


class Bonds:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, account: str) -> BondList:
        """All whom somebody follows, blocks or mutes, by name."""
        sql = (
            "select other, account.name, tone, emblem, kind, exists (select 1 from bond as back "
            "where back.account = bond.other and back.other = bond.account "
            "and back.kind = 'follow') from bond join account on account.id = bond.other "
            "where bond.account = ? order by account.name, other"
        )
        rows = await self.store.look_up(sql, account)
        people = {
            other: Bonded(other, name, tone, emblem) for other, name, tone, emblem, *_ in rows
        }
        found: dict[BondKind, list[Bonded]] = {kind: [] for kind in KINDS}
        friends = []
        for other, _, _, _, kind, back in rows:
            found[kind].append(people[other])
            if kind == "follow" and back:
                friends.append(other)
        return BondList(
            tuple(found["follow"]), tuple(found["block"]), tuple(found["mute"]), tuple(friends)
        )

    async def tie(self, account: str, other: str, kind: BondKind, *, on: bool) -> None:
        """Whoever blocks somebody follows them no more, and is followed no more."""
        if account == other:
            return
        gone = "delete from bond where account = ? and other = ? and kind = ?"
        if not on:
            await self.store.note((gone, (account, other, kind)))
            return
        made = (
            "insert into bond select cast(? as text), cast(? as text), cast(? as text), "
            "cast(? as bigint) where (select count(*) from bond where account = ?) < ? "
            "on conflict do nothing"
        )
        line = (made, (account, other, kind, int(time()), account, MOST_BONDS))
        ends = ((gone, (account, other, "follow")), (gone, (other, account, "follow")))
        asked = "delete from invitation where account = ? and host = ?"
        apart = (*ends, (asked, (account, other))) if kind == "block" else ()
        await self.store.note(line, *apart)

    async def blockers_of(self, account: str, among: Collection[str]) -> frozenset[str]:
        """Who of these has blocked that account: they are not brought together."""
        names = [one for one in among if one and one != account]
        if not account or not names:
            return frozenset()
        marks = ", ".join("?" * len(names))
        sql = (
            f"select account from bond where other = ? and kind = 'block' and account in ({marks})"
        )
        return frozenset(one for (one,) in await self.store.look_up(sql, account, *names))

    async def blocked_at(self, table: str, account: str) -> bool:
        """Whether somebody who sits at that table has blocked that account."""
        if not account:
            return False
        sql = (
            "select 1 from place join bond on bond.account = place.account "
            "where place.match = ? and bond.other = ? and bond.kind = 'block' limit 1"
        )
        return bool(await self.store.look_up(sql, table, account))
