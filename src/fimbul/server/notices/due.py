"""Notices that wait to be sent. Whoever takes one has it for a while; if nothing is heard of it by
then, somebody else takes it."""

from __future__ import annotations

from time import time
from typing import Any

from msgspec import Struct

from fimbul.server.notices.channels import Channel
from fimbul.server.store.base import Store
from fimbul.server.store.ledger import Line
from fimbul.server.wire.notices import NoticeKind

LEASE = 60  # seconds: longer than anything may take
PAUSES = (30, 120, 600, 3600, 6 * 3600)  # seconds until it is tried again
TAKEN_AT_ONCE = 20  # taken at once
_COLUMNS = "notice.kind, notice.match, seat, number, tries"
_CHANNEL = "id, account, kind, target, wants, language, created, trouble"
_DUE = f"""
select {_COLUMNS}, {", ".join(f"channel.{one}" for one in _CHANNEL.split(", "))}
from notice join channel on channel.id = notice.channel
where notice.state = 'due' and notice.due <= ? and notice.lease <= ?
order by notice.due, notice.channel limit {TAKEN_AT_ONCE}
"""
_THIS = "where channel = ? and kind = ? and match = ?"


class Due(Struct, frozen=True):
    """A notice that somebody has taken, until a moment."""

    kind: NoticeKind
    match: str
    seat: int  # -1: of nobody who sits there
    number: int
    tries: int
    channel: Channel
    lease: int

    @property
    def key(self) -> str:
        """Tells notices apart, and a second try from none."""
        return f"{self.channel.id[:12]}-{self.match}-{self.kind}-{self.number}"


class DueNotices:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def take(self, after: float) -> list[Due]:
        """Take those that have waited long enough and that nobody else has taken."""
        now = int(time())
        rows = await self.store.look_up(_DUE, now - int(after), now)
        return [one for row in rows if (one := await self._taken(row, now + LEASE)) is not None]

    async def _taken(self, row: tuple[Any, ...], lease: int) -> Due | None:
        kind, match, seat, number, tries, *rest = row
        found = Due(kind, match, seat, number, tries, Channel(*rest), lease)
        which = f"{_THIS} and state = 'due' and lease <= ?"
        sql = f"update notice set lease = ? {which} returning channel"
        values = (lease, *_this(found), lease - LEASE)
        (mine,) = await self.store.note((sql, values))
        return found if mine else None

    async def drop(self, one: Due) -> None:
        """The notice is no longer true: delete it."""
        await self.store.note(_gone(one))

    async def put_off(self, one: Due, until: int) -> None:
        sql = f"update notice set due = ?, lease = 0 {_THIS} and lease = ?"
        await self.store.note((sql, (until, *_this(one), one.lease)))

    async def sent(self, one: Due) -> None:
        """That it is somebody's turn is remembered until they have chosen: they are told once."""
        told = f"update notice set state = 'told', lease = 0 {_THIS} and lease = ?"
        line = (told, (*_this(one), one.lease)) if one.kind == "turn" else _gone(one)
        await self.store.note(line, ("update channel set trouble = '' where id = ?", _id(one)))

    async def failed(self, one: Due, why: str) -> bool:
        """Tried again after a pause; given up after the last one, and whether it is."""
        if one.tries < len(PAUSES):
            sql = f"update notice set due = ?, tries = tries + 1, lease = 0 {_THIS} and lease = ?"
            due = int(time()) + PAUSES[one.tries]
            await self.store.note((sql, (due, *_this(one), one.lease)))
            return False
        await self.give_up(one, why)
        return True

    async def give_up(self, one: Due, why: str) -> None:
        trouble = "update channel set trouble = ? where id = ?"
        await self.store.note(_gone(one), (trouble, (why, one.channel.id)))

    async def forget(self, one: Due) -> None:
        """The channel leads nowhere any more."""
        await self.store.note(
            ("delete from channel where id = ?", _id(one)),
            ("delete from notice where channel = ?", _id(one)),
        )


def _id(one: Due) -> tuple[str]:
    return (one.channel.id,)


def _this(one: Due) -> tuple[str, str, str]:
    return one.channel.id, one.kind, one.match


def _gone(one: Due) -> Line:
    return f"delete from notice {_THIS} and lease = ?", (*_this(one), one.lease)
