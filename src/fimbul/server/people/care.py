"""Looking after a server: reports with what was said, bans of accounts, and a trail of all that."""

from __future__ import annotations

from collections.abc import Iterable
from time import time
from typing import Literal

import msgspec

from fimbul.server.ops.tokens import new_id
from fimbul.server.people.accounts import Account
from fimbul.server.store.base import Store
from fimbul.server.store.ledger import Line
from fimbul.server.wire.care import AuditLine, CarePage, CareWish, ReportCard, ReportState
from fimbul.server.wire.errors import NoSuchReport
from fimbul.server.wire.messages import ChatLine

SHOWN = 100  # reports and lines of the trail
_REPORT = "id, match, about, name, sender, words, evidence, created, state"
_BANNED = "exists (select 1 from ban where ban.kind = 'account' and ban.what = report.about)"


class Care:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def report(
        self, sender: Account, about: Account, table: str, words: str, said: Iterable[ChatLine]
    ) -> str:
        """Keep what was reported as it is now, and who reported it."""
        evidence = msgspec.json.encode(tuple(said)).decode()
        values = (new_id(), table, about.id, about.name, sender.id, words, evidence, int(time()))
        sql = "insert into report values (?, ?, ?, ?, ?, ?, ?, ?, 'open')"
        await self.store.note((sql, values))
        return values[0]

    async def page(self, state: ReportState = "open") -> CarePage:
        """The latest first."""
        sql = f"select {_REPORT}, {_BANNED} from report where state = ? "
        rows = await self.store.look_up(f"{sql} order by created desc, id limit {SHOWN}", state)
        trail = "select created, doer, act, what, words from audit order by created desc, id"
        lines = await self.store.look_up(f"{trail} limit {SHOWN}")
        return CarePage(tuple(map(_card, rows)), tuple(AuditLine(*line) for line in lines))

    async def one(self, report: str) -> ReportCard:
        sql = f"select {_REPORT}, {_BANNED} from report where id = ?"
        rows = await self.store.look_up(sql, report)
        if not rows:
            raise NoSuchReport
        return _card(rows[0])

    async def close(self, doer: str, report: str, wish: CareWish) -> None:
        """Close a report, with what was done about it."""
        found = await self.one(report)
        closed = ("update report set state = 'closed' where id = ?", (report,))
        lines = ban_lines(found.about, wish.act)
        what = found.about if lines else report
        await self.store.note(closed, *lines, audit_line(doer, wish.act, what, wish.words))

    async def act(self, doer: str, account: str, wish: CareWish) -> None:
        lines = ban_lines(account, wish.act)
        await self.store.note(*lines, audit_line(doer, wish.act, account, wish.words))


def ban_lines(account: str, act: Literal["dismiss", "ban", "unban"]) -> tuple[Line, ...]:
    """An account that is shut out is turned away with its next message."""
    if act == "ban":
        sql = "insert into ban values ('account', cast(? as text)) on conflict do nothing"
        return ((sql, (account,)),)
    if act == "unban":
        return (("delete from ban where kind = 'account' and what = ?", (account,)),)
    return ()


def audit_line(doer: str, act: str, what: str, words: str) -> Line:
    values = (new_id(), int(time()), doer, act, what, words)
    return "insert into audit values (?, ?, ?, ?, ?, ?)", values


def _card(row: tuple[object, ...]) -> ReportCard:
    told: dict[str, object] = dict(zip(ReportCard.__struct_fields__, row, strict=True))
    told["evidence"] = msgspec.json.decode(str(told["evidence"]), type=tuple[ChatLine, ...])
    return msgspec.convert({**told, "banned": bool(told["banned"])}, ReportCard)
