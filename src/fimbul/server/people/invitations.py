"""Invitations by name: an account is asked to a table, and may sit down there without its link."""

from __future__ import annotations

from collections.abc import Callable
from time import time

from fimbul.server.people.bonds import Bonds
from fimbul.server.store.base import Store, TableRow
from fimbul.server.store.ledger import invitation_line
from fimbul.server.wire.notices import InvitationCard
from fimbul.server.wire.table_card import TableCard

MOST_SHOWN = 50  # that are shown


class Invitations:
    def __init__(self, store: Store) -> None:
        self.store, self.bonds = store, Bonds(store)

    async def send(self, table: str, host: str, guest: str) -> None:
        """Once for each table; nothing happens where the guest has blocked the host."""
        if host == guest or await self.bonds.blockers_of(host, (guest,)):
            return
        sql = "insert into invitation values (?, ?, ?, ?) on conflict do nothing"
        line = (sql, (table, guest, host, int(time())))
        await self.store.note(invitation_line(table, guest), line)

    async def open(
        self, account: str, card: Callable[[TableRow], TableCard | None]
    ) -> tuple[InvitationCard, ...]:
        """Those to tables that still have a free seat, the latest first."""
        sql = (
            "select match, host, account.name, since from invitation "
            "join account on account.id = invitation.host where invitation.account = ? "
            f"order by since desc limit {MOST_SHOWN}"
        )
        found = await self.store.look_up(sql, account)
        rows = {row.id: row for row in await self.store.rows([match for match, *_ in found])}
        cards = []
        for match, host, name, since in found:
            row = rows.get(match)
            if row is None or row.standing.state != "waiting":
                continue
            if (shown := card(row)) is not None and any(s.kind == "empty" for s in row.seats):
                cards.append(InvitationCard(shown, host, name, since))
        return tuple(cards)

    async def is_invited(self, table: str, account: str) -> bool:
        if not account:
            return False
        sql = "select 1 from invitation where match = ? and account = ?"
        return bool(await self.store.look_up(sql, table, account))

    async def end(self, table: str, account: str) -> None:
        """Taken up, or declined."""
        gone = "delete from invitation where match = ? and account = ?"
        told = "delete from notice where match = ? and account = ? and kind = 'invitation'"
        await self.store.note((gone, (table, account)), (told, (table, account)))
