"""What is told from worker to worker, and who carries it.

A note is told at most once and may be lost: it only saves time. The store is the truth, and every
worker looks there now and then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec import Struct

from fimbul.server.store.base import Change
from fimbul.server.wire.messages import ChatLine
from fimbul.server.wire.outside import Called


class WorkerNote(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A note about one table. It goes from worker to worker only: what players may see they are
    told by their own worker."""

    table: str
    worker: str
    change: Change | None = None  # what was written down, without what can be read in the store
    chat: ChatLine | None = None
    present: tuple[int, ...] | None = None  # seats that are connected there
    calls: tuple[str, Called] | None = None  # a bot from elsewhere, and to which table
    asks: bool = False  # who else has this table in memory, and who is connected there


Heard = Callable[[WorkerNote], Awaitable[None]]


class Bus(Protocol):
    worker: str  # the name of this one, on every note

    def tell(self, note: WorkerNote) -> None:
        """Send it as soon as possible; nobody waits for that."""

    async def listen(self, table: str, heard: Heard) -> None:
        """Listen to the notes about that table from now on."""

    def ignore(self, table: str) -> None: ...

    async def close(self) -> None: ...


class NoBus:
    """One worker alone has nobody to tell. One with a name shares its tables all the same, and the
    others learn of them when they look into the store."""

    def __init__(self, worker: str = "") -> None:
        self.worker = worker

    def tell(self, note: WorkerNote) -> None: ...

    async def listen(self, table: str, heard: Heard) -> None: ...

    def ignore(self, table: str) -> None: ...

    async def close(self) -> None: ...
