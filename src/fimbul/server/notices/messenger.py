"""Looks for notices that are due, finds out whether they are still true, and sends them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import time

import msgspec

from fimbul.kernel import FimbulError
from fimbul.server.notices.channels import Channels, quiet_until
from fimbul.server.notices.courier import Courier, NotDelivered
from fimbul.server.notices.due import Due, DueNotices
from fimbul.server.notices.push import WebPush
from fimbul.server.notices.texts import Notice, letter, told
from fimbul.server.ops.postman import NotPosted
from fimbul.server.people.accounts import Accounts
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.situation import Situation
from fimbul.server.table.summons import is_waited_for
from fimbul.server.wire.errors import BadAddress, NoSuchTable, StoreDown
from fimbul.server.wire.notices import Subscription
from fimbul.words import teller_of, voice_of

HEARD = 0.3  # seconds for other workers to say who is connected there
GONE = (404, 410)  # a push service says so of a browser that has let go
OFF = "/api/notices/off/"
log = logging.getLogger("fimbul.server.notices")


class Messenger:
    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.outward = services.outward
        self.due, self.accounts = DueNotices(services.store), Accounts(services.store)
        self.channels = Channels(services.store, self.outward)
        self.courier = Courier(self.outward.inside)
        allowed = (*self.outward.inside, *self.outward.push_hosts)
        self.push = WebPush(services.store, Courier(allowed), self.outward.contact)

    async def run(self) -> None:
        """For as long as the server runs; what goes wrong with one notice keeps no other back."""
        while True:
            with suppress(StoreDown):
                await asyncio.gather(*map(self._deal, await self.due.take(self.outward.after)))
            await asyncio.sleep(self.outward.every)

    async def _deal(self, one: Due) -> None:
        try:
            notice = await self._notice(one)
            if notice is None:
                await self.due.drop(one)
            elif until := await self._quiet(one):
                await self.due.put_off(one, until)
            else:
                await self._send(one, notice)
                await self._count(one, "sent")
                await self.due.sent(one)
        except (BadAddress, NotDelivered, NotPosted) as wrong:
            why = wrong.words if isinstance(wrong, FimbulError) else wrong.why
            await self._count(one, "given up" if await self.due.failed(one, why) else "failed")
        except ChannelGone:
            await self.due.forget(one)

    async def _count(self, one: Due, outcome: str) -> None:
        """Neither an address nor a name is logged or counted."""
        self.services.metrics.notices.labels(one.channel.kind, one.kind, outcome).inc()
        if outcome != "sent":
            log.info("a notice was not sent", extra={"way": one.channel.kind, "kind": one.kind})

    async def _quiet(self, one: Due) -> int:
        hours = await self.channels.quiet(one.channel.account)
        return 0 if hours is None else quiet_until(hours, time())

    # -- whether it is still true ----------------------------------------------------------

    async def _notice(self, one: Due) -> Notice | None:
        """The notice in words; None if nobody needs to be told any more."""
        fresh = self.lobby.loaded(one.match) is None
        try:
            table = await self.lobby.table(one.match)
        except (NoSuchTable, FimbulError):
            return None
        if fresh and self.services.shared:
            await asyncio.sleep(HEARD)
        now = table.now
        if not await self._holds(one, now):
            return None
        voice = teller_of(table.game, one.channel.language)
        others = tuple(
            seat.name for n, seat in enumerate(now.seats) if n != one.seat and seat.kind != "empty"
        )
        title = (table.game.id, table.game.title)
        door = "join" if one.kind == "invitation" and one.seat < 0 else "table"
        return told(voice, one.key, one.kind, title, (f"{door}/{one.match}", others))

    async def _holds(self, one: Due, now: Situation) -> bool:
        if one.kind == "turn":
            return is_waited_for(now, one.seat)
        if one.kind == "over":
            return one.seat not in now.present
        if one.kind == "invitation" and one.seat < 0:
            sql = "select 1 from invitation where match = ? and account = ?"
            there = await self.services.store.look_up(sql, one.match, one.channel.account)
            return bool(there) and bool(now.free)
        if one.kind == "round":
            return now.standing.state != "over" and one.seat not in now.present
        return one.seat < 0 or one.seat not in now.present

    # -- sending ---------------------------------------------------------------------------

    async def _send(self, one: Due, notice: Notice) -> None:
        if one.channel.kind == "push":
            await self._push(one, notice)
        elif one.channel.kind == "mail":
            await self._mail(one, notice)
        else:
            await self._call(one, notice)

    async def _push(self, one: Due, notice: Notice) -> None:
        subscription = msgspec.json.decode(one.channel.target, type=Subscription)
        text = {"title": notice.title, "body": notice.text, "path": notice.path, "tag": notice.path}
        body = msgspec.json.encode(text, enc_hook=str)
        status = await self.push.send(subscription, body, f"{one.kind} {one.match}")
        if status in GONE:
            raise ChannelGone
        _check(status)

    async def _mail(self, one: Due, notice: Notice) -> None:
        postman = self.services.postman
        account = await self.accounts.by_id(one.channel.account)
        if postman is None or account is None or not account.mail:
            raise ChannelGone
        code, voice = one.channel.id, voice_of(one.channel.language)
        off = self.outward.link(f"off/{code}")
        click = f"{self.outward.site.rstrip('/')}{OFF}{code}"
        more = {
            "List-Unsubscribe": f"<{click}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Message-ID": f"<{notice.id}@{postman.name}>",
            "Auto-Submitted": "auto-generated",
        }
        text = letter(voice, notice, self.outward.link(notice.path), off)
        await postman.post(account.mail, notice.title, text, more)

    async def _call(self, one: Due, notice: Notice) -> None:
        """Under the names by which chat services look for a text, besides our own."""
        link = self.outward.link(notice.path)
        line = f"{notice.title}. {notice.text} {link}"
        body = {
            "id": notice.id,
            "kind": notice.kind,
            "game": notice.game,
            "title": notice.title,
            "url": link,
            "text": line,
            "content": line,
        }
        headers = {"Content-Type": "application/json", "Fimbul-Notice": notice.id}
        target = one.channel.target
        _check(await self.courier.post(target, msgspec.json.encode(body, enc_hook=str), headers))


class ChannelGone(Exception):
    """Nobody is told in that way any more."""


def _check(status: int) -> None:
    if not 200 <= status < 300:
        raise NotDelivered("it answers with an error")
