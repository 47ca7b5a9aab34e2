"""How each account wants to be told, and of what; and when it wants to be left alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from time import time
from typing import get_args
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from fimbul.kernel import of_field
from fimbul.server.notices.courier import read_address
from fimbul.server.ops.outward import Outward
from fimbul.server.ops.tokens import new_token
from fimbul.server.people.accounts import Account
from fimbul.server.store.base import Store
from fimbul.server.store.ledger import Line
from fimbul.server.wire.errors import (
    BadAddress,
    BadTable,
    NoMail,
    NoSuchChannel,
    TooManyChannels,
)
from fimbul.server.wire.notices import (
    ChannelCard,
    ChannelKind,
    NewChannel,
    NoticeKind,
    QuietHours,
    Subscription,
)

MOST_CHANNELS = 10  # channels of one account
KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
_CHANNEL = "id, account, kind, target, wants, language, created, trouble"


class Channel(Struct, frozen=True):
    id: str  # random: whoever knows it may turn the channel off, and nothing else
    account: str
    kind: ChannelKind
    target: str
    wants: str
    language: str
    created: int
    trouble: str

    @property
    def card(self) -> ChannelCard:
        host = "" if self.kind == "mail" else urlsplit(_url(self)).hostname or ""
        place = self.target if self.kind == "webhook" else host
        return ChannelCard(
            self.id, self.kind, place, read_wants(self.wants), self.created, self.trouble
        )


def _url(channel: Channel) -> str:
    if channel.kind == "push":
        return msgspec.json.decode(channel.target, type=Subscription).endpoint
    return channel.target


def read_wants(text: str) -> tuple[NoticeKind, ...]:
    return tuple(kind for kind in KINDS if kind in text.split())


def written_wants(wants: Iterable[NoticeKind]) -> str:
    """With spaces around each, so that a statement finds them."""
    return f" {' '.join(kind for kind in KINDS if kind in set(wants))} "


class Channels:
    def __init__(self, store: Store, outward: Outward) -> None:
        self.store, self.outward = store, outward

    async def of(self, account: str) -> tuple[Channel, ...]:
        sql = f"select {_CHANNEL} from channel where account = ? order by created, id"
        return tuple(Channel(*row) for row in await self.store.look_up(sql, account))

    async def add(self, account: Account, wish: NewChannel, language: str) -> None:
        """One more way to be told. A browser that asks for it twice is told once; where somebody
        else signs in with it, it is theirs from then on."""
        target = self._target(account, wish)
        known = await self.of(account.id)
        if any(one.kind == wish.kind and one.target == target for one in known):
            return
        if len(known) >= MOST_CHANNELS:
            raise TooManyChannels
        values = (new_token(), account.id, wish.kind, target, written_wants(wish.wants), language)
        await self.store.note(
            ("delete from channel where kind = 'push' and kind = ? and target = ?", values[2:4]),
            ("insert into channel values (?, ?, ?, ?, ?, ?, ?, '')", (*values, int(time()))),
        )

    def _target(self, account: Account, wish: NewChannel) -> str:
        if wish.kind == "mail":
            if not account.mail:
                raise NoMail
            return ""
        if wish.kind == "webhook":
            read_address(wish.url, self.outward.inside)
            return wish.url
        if wish.push is None or not self.outward.contact:
            raise BadAddress("this server sends no push notices")
        url = read_address(wish.push.endpoint, self.outward.push_hosts)
        if not self.outward.pushes(url.hostname or ""):
            raise BadAddress("that is no push service that this server knows")
        return msgspec.json.encode(wish.push).decode()

    async def change(self, account: str, channel: str, wants: Iterable[NoticeKind]) -> None:
        sql = "update channel set wants = ?, trouble = '' where id = ? and account = ? returning id"
        (found,) = await self.store.note((sql, (written_wants(wants), channel, account)))
        if not found:
            raise NoSuchChannel

    async def remove(self, account: str, channel: str) -> None:
        sql = "delete from channel where id = ? and account = ? returning id"
        found, _ = await self.store.note((sql, (channel, account)), _emptied(channel))
        if not found:
            raise NoSuchChannel

    async def turn_off(self, code: str) -> None:
        """Turn a channel off by the code in an email. The answer does not tell whether the code was
        valid."""
        await self.store.note(*_removed(code))

    # -- quiet hours ------------------------------------------------------------------------

    async def quiet(self, account: str) -> QuietHours | None:
        sql = "select begins, ends, zone from quiet where account = ?"
        rows = await self.store.look_up(sql, account)
        return QuietHours(*rows[0]) if rows else None

    async def keep_quiet(self, account: str, hours: QuietHours) -> None:
        if zone_of(hours.zone) is None:
            raise BadTable([of_field("zone", "this server does not know that time zone")])
        lines: list[Line] = [("delete from quiet where account = ?", (account,))]
        if hours.begins != hours.ends:
            values = (account, hours.begins, hours.ends, hours.zone)
            lines.append(("insert into quiet values (?, ?, ?, ?)", values))
        await self.store.note(*lines)


def zone_of(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def quiet_until(hours: QuietHours, now: float) -> int:
    """When the quiet hours end that are now; 0 outside of quiet hours."""
    zone = zone_of(hours.zone)
    if zone is None or hours.begins == hours.ends:
        return 0
    here = datetime.fromtimestamp(now, zone)
    minute = here.hour * 60 + here.minute
    length = (hours.ends - hours.begins) % 1440
    if (minute - hours.begins) % 1440 >= length:
        return 0
    ends = here.replace(hour=hours.ends // 60, minute=hours.ends % 60, second=0, microsecond=0)
    if hours.ends <= minute:
        ends += timedelta(days=1)
    return int(ends.astimezone(UTC).timestamp())


def _removed(channel: str) -> Iterator[Line]:
    yield "delete from channel where id = ?", (channel,)
    yield _emptied(channel)


def _emptied(channel: str) -> Line:
    return "delete from notice where channel = ?", (channel,)
