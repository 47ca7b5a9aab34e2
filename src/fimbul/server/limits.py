"""How much is too much."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from msgspec import Struct

from fimbul.server.errors import TooFast
from fimbul.server.tidying import Patience

DAY = 86_400.0  # seconds


class Rate(Struct, frozen=True):
    """So many a second on average, and so many at once."""

    each_second: float
    burst: float


class Limits(Struct, frozen=True, kw_only=True):
    messages: Rate = Rate(20, 60)  # by socket
    chat: Rate = Rate(0.5, 5)  # by socket
    hints: Rate = Rate(0.5, 4)  # by socket
    studies: Rate = Rate(2, 60)  # requests that have a match judged, by address
    tables: Rate = Rate(0.5, 20)  # new tables and uploads by address
    seats: Rate = Rate(1, 30)  # sitting down, and what else carries a secret, by address
    works: Rate = Rate(5, 60)  # drafts that are judged, by address
    frame: int = 16 * 1024  # bytes of one message
    body: int = 64 * 1024  # bytes of one request
    saga: int = 128 * 1024  # bytes of an uploaded record
    queue: int = 256  # messages that wait for a slow reader
    backlog: int = 2 * 1024 * 1024  # bytes that wait for a slow reader
    sockets: int = 10_000
    hello: float = 10.0  # seconds to say it
    idle: float = 300.0  # seconds until a table that nobody looks at leaves the memory
    forget: Patience = Patience(waiting=DAY, running=60 * DAY)
    tidy: float = 3600.0  # seconds between two looks for tables to be forgotten
    tables_listed: int = 100  # on one page


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
