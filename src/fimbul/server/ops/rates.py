"""Limits: how much is too much, and the buckets that count it."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Annotated

from msgspec import Meta, Struct

from fimbul.server.wire.errors import TooFast

DAY = 86_400.0  # seconds


class Rate(Struct, frozen=True):
    """So many a second on average, and so many in a burst."""

    each_second: float
    burst: float

    def __str__(self) -> str:
        return f"{self.each_second:g}/{self.burst:g}"


class Patience(Struct, frozen=True):
    """Seconds without any change after which a table is deleted."""

    waiting: float  # nobody has come to play; or everybody has left before the beginning
    running: float  # the match was left in the middle
    over: float = 0.0  # the match was played; 0: it is kept for ever
    sent: float = 30 * DAY  # a record that somebody uploaded, to be looked at


class Limits(Struct, frozen=True, kw_only=True):
    messages: Annotated[Rate, Meta(description="Messages on sockets, per address.")] = Rate(
        100, 300
    )
    chat: Annotated[Rate, Meta(description="Chat lines, per address.")] = Rate(1, 10)
    hints: Annotated[Rate, Meta(description="Hints, per address.")] = Rate(1, 8)
    studies: Annotated[
        Rate, Meta(description="Requests to judge a finished match, per address.")
    ] = Rate(2, 60)
    tables: Annotated[Rate, Meta(description="New tables and uploads, per address.")] = Rate(
        0.5, 20
    )
    seats: Annotated[Rate, Meta(description="Requests to take or leave a seat, per address.")] = (
        Rate(1, 30)
    )
    works: Annotated[Rate, Meta(description="Workshop drafts to judge, per address.")] = Rate(5, 60)
    mine: Annotated[Rate, Meta(description="Requests about one's own tables, per address.")] = Rate(
        10, 200
    )
    lobby: Annotated[Rate, Meta(description="Looks at the lobby, per address.")] = Rate(10, 200)
    programs: Annotated[Rate, Meta(description="Requests of bots from elsewhere, per token.")] = (
        Rate(20, 100)
    )
    accounts: Annotated[
        Rate, Meta(description="Requests about one's account, per address and per account.")
    ] = Rate(5, 100)
    entries: Annotated[Rate, Meta(description="Attempts to enter an account, per address.")] = Rate(
        0.2, 20
    )
    mails: Annotated[Rate, Meta(description="Links by mail, per address and per mailbox.")] = Rate(
        0.005, 4
    )
    invitations: Annotated[
        Rate, Meta(description="Invitations by name, per address and per account.")
    ] = Rate(0.02, 20)
    reports: Annotated[Rate, Meta(description="Reports, per address and per account.")] = Rate(
        0.005, 10
    )
    frame: Annotated[int, Meta(description="Bytes in one message.", gt=0)] = 16 * 1024
    body: Annotated[int, Meta(description="Bytes in one request.", gt=0)] = 64 * 1024
    saga: Annotated[int, Meta(description="Bytes in an uploaded record.", gt=0)] = 128 * 1024
    queue: Annotated[
        int, Meta(description="Messages queued for a slow reader before it is disconnected.", gt=0)
    ] = 256
    backlog: Annotated[
        int, Meta(description="Bytes queued for a slow reader before it is disconnected.", gt=0)
    ] = 2 * 1024 * 1024
    sockets: Annotated[int, Meta(description="Open sockets in all.", gt=0)] = 10_000
    sockets_each: Annotated[int, Meta(description="Open sockets, per address.", gt=0)] = 200
    hello: Annotated[float, Meta(description="Seconds a new socket has to say hello.", gt=0)] = 10.0
    idle: Annotated[
        float,
        Meta(description="Seconds until an unused table is unloaded from memory.", gt=0),
    ] = 300.0
    cleanup: Annotated[
        float, Meta(description="Seconds between two searches for tables to delete.", gt=0)
    ] = 3600.0
    tables_listed: Annotated[int, Meta(description="Tables on one page of the lobby.", gt=0)] = 100
    forget: Patience = Patience(waiting=DAY, running=60 * DAY)


class Bucket:
    """Fills with time, empties with use."""

    def __init__(self, rate: Rate) -> None:
        self.rate, self.level, self.at = rate, rate.burst, monotonic()

    def take(self) -> None:
        """One use, or TooFast."""
        now = monotonic()
        self.level = min(self.rate.burst, self.level + (now - self.at) * self.rate.each_second)
        self.at = now
        if self.level < 1:
            raise TooFast((1 - self.level) / self.rate.each_second)
        self.level -= 1


class Buckets:
    """A bucket for each address; those unused for longest are forgotten first."""

    MOST = 10_000

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self.rate)
        self._by_address.move_to_end(address)
        if len(self._by_address) > self.MOST:
            self._by_address.popitem(last=False)
        bucket.take()
