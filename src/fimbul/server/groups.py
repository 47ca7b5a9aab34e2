"""Who is connected to a table, grouped by what they may see."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from fimbul.server.messages import Outgoing, Sight, write

if TYPE_CHECKING:
    from fimbul.server.faults import Fault, Moment
    from fimbul.server.limits import Limits

POLICY, BUSY, LATE = 1008, 1013, 4408  # codes of a closed socket


class Line(Protocol):
    """Whoever can be told something."""

    def put(self, text: str, moment: Moment | None = None) -> None: ...

    def hang_up(self, code: int) -> None: ...


class Outbox:
    """What waits to be sent to one reader. If it reads too slowly the box is given up."""

    def __init__(self, limits: Limits, fault: Fault) -> None:
        self._limits, self._fault = limits, fault
        self._texts: deque[tuple[str, Moment | None]] = deque()
        self._moments: list[Moment] = []
        self._size = 0
        self._filled = asyncio.Event()
        self.given_up = 0  # the code to close with
        self.finished = False
        self.on_hang_up: Callable[[], None] = lambda: None

    def put(self, text: str, moment: Moment | None = None) -> None:
        if self.given_up or self.finished:
            return
        self._size += len(text)
        self._texts.append((text, moment))
        if len(self._texts) > self._limits.queue or self._size > self._limits.backlog:
            self.hang_up(BUSY)
        self._filled.set()

    def hang_up(self, code: int) -> None:
        """Nothing more is sent, and whoever holds the socket closes it."""
        self.given_up = code
        self._texts.clear()
        self._filled.set()
        self.on_hang_up()

    def finish(self) -> None:
        """What is in the box is the last that is sent."""
        self.finished = True
        self._filled.set()

    async def texts(self) -> Iterator[tuple[str, bool]]:
        """Wait until there is something: texts, and whether another follows at once. Empty when
        the box has been given up."""
        await self._filled.wait()
        return self._drained()

    def _drained(self) -> Iterator[tuple[str, bool]]:
        while self._texts:
            text, moment = self._texts.popleft()
            self._size -= len(text)
            if moment is not None:
                self._moments.append(moment)
            yield text, bool(self._texts)
        if not self.given_up and not self.finished:
            self._filled.clear()

    def all_sent(self) -> None:
        """What was taken from the box is on its way."""
        for moment in self._moments:
            self._fault(moment)
        self._moments.clear()


class Group(Struct):
    """Everybody who sees the same: one seat's tabs, or all spectators. `sight` is what they see."""

    viewer: int | None
    lines: set[Line]
    sight: Sight | None = None

    def tell(self, message: Outgoing, moment: Moment | None = None) -> None:
        text = write(message)
        for line in self.lines:
            line.put(text, moment)
