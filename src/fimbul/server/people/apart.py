"""Who is not to meet whom: the one place where pairing asks that."""

from __future__ import annotations

from collections.abc import Collection

from fimbul.server.store.base import Store


async def kept_apart(store: Store, accounts: Collection[str]) -> frozenset[frozenset[str]]:
    """Those of these accounts of whom one has blocked the other."""
    if not accounts:
        return frozenset()
    marks = ", ".join("?" * len(accounts))
    sql = f"select account, other from bond where kind = 'block' and account in ({marks})"
    rows = await store.look_up(sql, *accounts)
    return frozenset(frozenset((account, other)) for account, other in rows)
