"""Accounts that are opened by a provider of identities, and browsers that are on their way there
and back."""

from __future__ import annotations

from time import time

from msgspec import Struct

from fimbul.server.ops.tokens import hashed, new_token
from fimbul.server.store.base import Conflict, Store
from fimbul.server.store.ledger import Line

LASTS = 10 * 60  # seconds for which somebody may be with the provider


class Crossing(Struct, frozen=True):
    """Who has left for the provider, from which browser: empty, if nobody was signed in."""

    account: str
    session: str  # the hash of its token


class Identities:
    def __init__(self, store: Store) -> None:
        self.store = store

    # -- there and back -------------------------------------------------------------------

    async def depart(self, crossing: Crossing) -> str:
        """A secret for the browser's cookie: of it only a hash is stored, and it is good once."""
        secret, now = new_token(), int(time())
        values = (hashed(secret), crossing.account, crossing.session, now + LASTS)
        await self.store.note(
            ("delete from crossing where until < ?", (now,)),
            ("insert into crossing values (?, ?, ?, ?)", values),
        )
        return secret

    async def arrive(self, secret: str) -> Crossing | None:
        """Who comes back; None if they did before, or have been away for too long."""
        sql = "delete from crossing where token = ? returning account, session, until"
        (found,) = await self.store.note((sql, (hashed(secret),)))
        if not found or found[0][2] < time():
            return None
        return Crossing(*found[0][:2])

    # -- whose they are -------------------------------------------------------------------

    async def owner(self, issuer: str, subject: str) -> str:
        """The account that this identity opens; nothing, if it opens none."""
        sql = "select account from identity where issuer = ? and subject = ?"
        rows = await self.store.look_up(sql, issuer, subject)
        return str(rows[0][0]) if rows else ""

    async def keep(self, issuer: str, subject: str, account: str) -> bool:
        """False if the account has an identity already, or the identity another account."""
        try:
            await self.store.note(kept(issuer, subject, account))
        except Conflict:
            return False
        return True

    async def remove(self, account: str) -> None:
        """It opens nothing from now on."""
        await self.store.note(("delete from identity where account = ?", (account,)))


def kept(issuer: str, subject: str, account: str) -> Line:
    return "insert into identity values (?, ?, ?, ?)", (issuer, subject, account, int(time()))
