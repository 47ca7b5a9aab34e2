"""The live socket: one for each tab. It says hello, and from then on hears what it may hear."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import NoReturn, cast

import msgspec
from msgspec import Struct
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from fimbul.kernel import FimbulError, IllegalChoice, mistyped
from fimbul.server.live.fast_socket import FAST
from fimbul.server.live.outbox import Outbox, not_now
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets, Limits
from fimbul.server.ops.tokens import is_same
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.cookie import token_of
from fimbul.server.people.places import owner_of
from fimbul.server.services import Services
from fimbul.server.table.actions import why
from fimbul.server.table.bots import hint
from fimbul.server.table.customs import customs_of
from fimbul.server.table.lobby import Lobby, Proof
from fimbul.server.table.plan import Actor
from fimbul.server.table.situation import Situation, seat_of
from fimbul.server.table.table import Table
from fimbul.server.wire.errors import (
    Blocked,
    Malformed,
    NotInvited,
    NotNow,
    NotYourSeat,
    ShutOut,
    SignedOff,
    TooFast,
    TooLarge,
)
from fimbul.server.wire.messages import (
    LATE,
    OLD,
    POLICY,
    SUBPROTOCOLS,
    Done,
    Hello,
    Hint,
    Incoming,
    Outgoing,
    Ping,
    Pong,
    Refused,
    Say,
    Why,
    read,
    write,
)
from fimbul.words import Teller, teller_of

ANNOYING = 100  # messages too fast in a row until a socket is closed
POSSIBLE = 60  # options in a refusal
GOODBYE = 1.0  # seconds

log = logging.getLogger("fimbul.server.live.socket")


class _Named(Struct):
    id: str = ""


class LiveRates:
    """What each address has done on all its sockets lately: another socket allows nobody more."""

    def __init__(self, limits: Limits) -> None:
        self.messages, self.chat = Buckets(limits.messages), Buckets(limits.chat)
        self.hints = Buckets(limits.hints)


class Live:
    """One socket at one table."""

    def __init__(
        self, services: Services, lobby: Lobby, socket: WebSocket, spent: LiveRates
    ) -> None:
        self.services, self.lobby, self.socket = services, lobby, socket
        fast = (socket.scope.get("extensions") or {}).get(FAST)
        self.person = address(socket)
        put = fast["put"] if fast else not_now
        self.box = Outbox(services.limits, services.fault, put, self.person)
        self.spent = spent
        self.annoying = 0
        self.teller: Teller | None = None  # until it has said hello
        self.advice: asyncio.Task[None] | None = None
        self.task: asyncio.Task[None] | None = None
        self.hearing = False
        self.accounts = Accounts(services.store)
        self.player = ""  # the account that owns the seat, or watches
        self.claimed: int | None = None  # the seat, if an account and no token opened it
        self.nonce = secrets.token_hex(4)  # spectators share no counter for their messages

    async def run(self, name: str) -> None:
        """Until the socket closes, or is closed because it reads too slowly."""
        await self.socket.accept(self._spoken)
        self.box.on_hang_up = self._stop_hearing
        sender = asyncio.create_task(self._send())
        self.task = asyncio.create_task(self._converse(name))  # woken without all layers above us
        try:
            await self.task
        except FimbulError as refused:
            self.tell(self._refusal("", refused))
            self.box.finish()
            await sender
            await self._close(LATE if isinstance(refused, NotNow) else POLICY)
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            if self.advice is not None:
                self.advice.cancel()
        if self.box.given_up:
            self.services.metrics.dropped.inc()
            await self._close(self.box.given_up)

    def _stop_hearing(self) -> None:
        """Only while it waits: what is being written down is never interrupted."""
        if self.hearing and self.task is not None:
            self.task.cancel()

    @property
    def _spoken(self) -> str | None:
        """The newest that both know."""
        theirs = self.socket.scope.get("subprotocols", ())
        return next((ours for ours in SUBPROTOCOLS if ours in theirs), None)

    def tell(self, message: Outgoing) -> None:
        said = message if self.teller is None else self.teller.told(message)
        self.box.put(write(said))

    # -- sending --------------------------------------------------------------------------

    async def _send(self) -> None:
        """What could not be written at once, in order, until the box is finished or given up."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while not self.box.given_up:
                for text in await self.box.texts():
                    await self.socket.send_text(text)
                if self.box.finished:
                    return

    async def _close(self, code: int) -> None:
        """Say goodbye, but do not wait long for a client that does not read."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(self.socket.close(code), GOODBYE)

    # -- hearing --------------------------------------------------------------------------

    async def _hear(self) -> Incoming:
        """The next message; Malformed or TooLarge if it is none."""
        frame = await self._frame()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1005))
        text = frame.get("text")
        if text is None:
            raise Malformed("messages are text, not bytes")
        most = self.services.limits.frame
        if len(text) > most or len(text.encode()) > most:
            raise TooLarge(f"a message has at most {most} bytes")
        try:
            return cast("Incoming", read(text))
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
            _refuse_unread(text, wrong)

    async def _frame(self) -> Message:
        self.hearing = True
        try:
            return await self.socket.receive()
        except asyncio.CancelledError:
            if not self.box.given_up or self.task is None:
                raise
            self.task.uncancel()
            raise WebSocketDisconnect(self.box.given_up) from None
        finally:
            self.hearing = False

    async def _hello(self, name: str) -> tuple[Table, int | None]:
        """Who is it? Until that is answered, nothing is told."""
        try:
            async with asyncio.timeout(self.services.limits.hello):
                hello = await self._hear()
        except TimeoutError:
            raise NotNow("a socket begins with hello") from None
        if not isinstance(hello, Hello):
            raise Malformed("a socket begins with hello")
        table = await self.lobby.table(name)
        if hello.mine and seat_of(table.now, hello.token) is None:
            await self._claim(table)  # also where a word that was kept opens nothing any more
        async with table.lock:
            viewer = _viewer(table.now, hello) if self.claimed is None else self.claimed
            whole = self._spoken == OLD
            table.join(viewer, self.box, hello.revision, hello.language, whole=whole)
            self.teller = teller_of(table.game, hello.language)
        self.player = await self._owner(table, viewer)
        return table, viewer

    async def _claim(self, table: Table) -> None:
        """A seat by the account that owns it, if it owns one here."""
        account = await self.accounts.of(token_of(self.socket))
        if account is not None:
            with suppress(NotYourSeat):  # then it may still watch
                self.claimed = await self.lobby.seat_by(table, Proof(account=account.id))

    async def _owner(self, table: Table, seat: int | None) -> str:
        if seat is not None:
            return await owner_of(self.services.store, table.id, seat)
        account = await self.accounts.of(token_of(self.socket))
        return account.id if account else ""

    async def _check_claim(self, table: Table) -> None:
        """Whoever has signed out everywhere, or lost the seat, is not heard any more."""
        if self.claimed is None:
            return
        account = await self.accounts.of(token_of(self.socket))
        owned = await self.lobby.owned(table.id, account.id) if account else ()
        if self.claimed not in owned:
            raise SignedOff

    async def _converse(self, name: str) -> None:
        table, seat = await self._hello(name)
        gauge = self.services.metrics.connections.labels("spectator" if seat is None else "seat")
        gauge.inc()
        try:
            while not self.box.given_up:
                await self._answer(table, seat)
        finally:
            gauge.dec()
            table.part(seat, self.box)

    async def _answer(self, table: Table, seat: int | None) -> None:
        message_id = ""
        try:
            message = await self._hear()
            message_id = "" if isinstance(message, Hello) else message.id
            self._check_ban(table, seat)
            await self._check_claim(table)
            self.spent.messages.take(self.person)
            self.annoying = 0
            await self._do(table, seat, message)
        except (ShutOut, SignedOff):
            raise  # there is no more to be said here
        except FimbulError as refused:
            message_id = message_id or getattr(refused, "message_id", "")
            self.tell(self._refusal(message_id, refused))
            self._patience(refused)

    def _check_ban(self, table: Table, seat: int | None) -> None:
        client = self.socket.client
        name = "" if seat is None else table.now.seats[seat].name
        self.services.check_ban(client.host if client else "", name, self.player)

    def _patience(self, refused: FimbulError) -> None:
        if isinstance(refused, TooFast):
            self.annoying += 1
            if self.annoying > ANNOYING:
                self.box.hang_up(POLICY)

    async def _do(self, table: Table, seat: int | None, message: Incoming) -> None:
        match message:
            case Ping(id=name):
                self.tell(Pong(name))
            case Say(id=name, text=text):
                self.spent.chat.take(self.person)
                known = name if seat is not None else self.nonce + name
                if await self.lobby.bonds.blocked_at(table.id, self.player):
                    raise Blocked
                await table.say(seat, known, text, player=self.player)
                self.tell(Done(name, 0))  # words move nothing
            case Hello():
                raise Malformed("hello was said already")
            case _ if seat is None:
                raise NotYourSeat("spectators cannot play")
            case Why(id=name, thing=thing):
                await table.catch_up()
                self.tell(why(table.now, seat, name, thing))
            case Hint(id=name):
                self.spent.hints.take(self.person)
                self._advise(table, seat, name)
            case _:
                await table.act(Actor(seat, message.id, to=self.box), message)

    def _advise(self, table: Table, seat: int, name: str) -> None:
        """A bot thinks in the background; the socket goes on hearing."""
        if self.advice is not None and not self.advice.done():
            raise TooFast
        if not customs_of(table.now).hints:
            raise NotNow("at this table nobody asks a bot")

        async def advise() -> None:
            await table.catch_up()
            await table.confess(seat, name)
            self.tell(await hint(table, seat, name, self.person))

        self.advice = asyncio.create_task(advise())

    def _refusal(self, name: str, refused: FimbulError) -> Refused:
        self.services.metrics.refused.labels(refused.code).inc()
        if isinstance(refused, IllegalChoice):
            possible = refused.possible[:POSSIBLE]
            return Refused(name, refused.code, refused.reason, refused.rule, possible)
        return Refused(name, refused.code, refused.words)


def _viewer(now: Situation, hello: Hello) -> int | None:
    """A seat by its token, or a spectator: by the watch code, or anybody if the table is public."""
    if hello.token:
        seat = seat_of(now, hello.token)
        if seat is None:
            raise NotYourSeat
        return seat
    if not now.facts.public and not is_same(now.facts.watch, hello.watch):
        raise NotInvited
    return None


def _refuse_unread(text: str, wrong: Exception) -> NoReturn:
    """Malformed, with the id of the message if that much can be read."""
    refused = Malformed(_in_words(wrong))
    try:
        refused.message_id = msgspec.json.decode(text, type=_Named).id[:40]
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        refused.message_id = ""
    raise refused from None


def _in_words(wrong: Exception) -> str:
    if isinstance(wrong, msgspec.MsgspecError):
        return mistyped(wrong)
    return "this cannot be read"
