"""How much is too much."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Annotated

from msgspec import Meta, Struct

from fimbul.server.store.cleanup import Patience
from fimbul.server.wire.errors import TooFast

DAY = 86_400.0  # seconds


class Rate(Struct, frozen=True):
    """So many a second on average, and so many at once."""

    each_second: float
    burst: float

    def __str__(self) -> str:
        return f"{self.each_second:g}/{self.burst:g}"


class Limits(Struct, frozen=True, kw_only=True):
    messages: Annotated[Rate, Meta(description="Messages of one socket.")] = Rate(20, 60)
    chat: Annotated[Rate, Meta(description="Lines of chat from one socket.")] = Rate(0.5, 5)
    hints: Annotated[Rate, Meta(description="Hints for one socket.")] = Rate(0.5, 4)
    studies: Annotated[
        Rate, Meta(description="Requests of one address that have a match judged.")
    ] = Rate(2, 60)
    tables: Annotated[Rate, Meta(description="New tables and uploads of one address.")] = Rate(
        0.5, 20
    )
    seats: Annotated[
        Rate, Meta(description="Sitting down, and what else carries a secret, of one address.")
    ] = Rate(1, 30)
    works: Annotated[Rate, Meta(description="Drafts of one address that are judged.")] = Rate(5, 60)
    frame: Annotated[int, Meta(description="Bytes of one message.", gt=0)] = 16 * 1024
    body: Annotated[int, Meta(description="Bytes of one request.", gt=0)] = 64 * 1024
    saga: Annotated[int, Meta(description="Bytes of an uploaded record.", gt=0)] = 128 * 1024
    queue: Annotated[int, Meta(description="Messages that wait for a slow reader.", gt=0)] = 256
    backlog: Annotated[int, Meta(description="Bytes that wait for a slow reader.", gt=0)] = (
        2 * 1024 * 1024
    )
    sockets: Annotated[int, Meta(description="Sockets open at once.", gt=0)] = 10_000
    hello: Annotated[float, Meta(description="Seconds a new socket has to say hello.", gt=0)] = 10.0
    idle: Annotated[
        float,
        Meta(description="Seconds until a table that nobody looks at leaves the memory.", gt=0),
    ] = 300.0
    tidy: Annotated[
        float, Meta(description="Seconds between two looks for tables to be forgotten.", gt=0)
    ] = 3600.0
    tables_listed: Annotated[int, Meta(description="Tables on one page of the list.", gt=0)] = 100
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
        bucket = self._by_address.setdefault(address, Bucket(self.rate))
        self._by_address.move_to_end(address)
        if len(self._by_address) > self.MOST:
            self._by_address.popitem(last=False)
        bucket.take()
