"""Tokens that are good once and for a short time: links to another device, links by mail,
challenges."""

from __future__ import annotations

from time import time
from typing import Literal

from msgspec import Struct

from fimbul.server.ops.tokens import hashed, new_token
from fimbul.server.store.base import Store

# device, mail: one enters by a link; address: a mail address is confirmed; others: challenges
PassKind = Literal["device", "mail", "address", "register", "enter"]
LINK = 15 * 60  # seconds
CHALLENGE = 5 * 60  # seconds


class Pass(Struct, frozen=True):
    account: str  # empty: it is not known yet who enters
    mail: str = ""


class Passes:
    """Only hashes are stored. To spend one deletes it, in the same statement that finds it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def issue(self, kind: PassKind, account: str = "", mail: str = "") -> str:
        token = new_token()
        lasts = CHALLENGE if kind in ("register", "enter") else LINK
        values = (hashed(token), account, kind, mail, int(time()) + lasts)
        await self.store.note(
            ("delete from pass where until < ?", (int(time()),)),
            ("insert into pass values (?, ?, ?, ?, ?)", values),
        )
        return token

    async def spend(self, token: str, *kinds: PassKind) -> Pass | None:
        """What it was issued for; None if it was spent, is too old, or was never issued."""
        marks = ", ".join("?" * len(kinds))
        which = f"token = ? and kind in ({marks})"
        return await self._spend(which, hashed(token), *kinds)

    async def spend_for(self, account: str, token: str, kind: PassKind) -> Pass | None:
        """The same, but only one of that account: to try another leaves it as it is."""
        return await self._spend(
            "token = ? and kind = ? and account = ?", hashed(token), kind, account
        )

    async def _spend(self, which: str, *values: str) -> Pass | None:
        sql = f"delete from pass where {which} returning account, mail, until"
        (found,) = await self.store.note((sql, values))
        if not found or found[0][2] < time():
            return None
        return Pass(*found[0][:2])
