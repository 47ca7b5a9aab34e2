"""What waits to be sent to one socket."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from fimbul.server.wire.messages import BUSY

if TYPE_CHECKING:
    from fimbul.server.ops.crash_points import Fault, Moment
    from fimbul.server.ops.rates import Limits

Write = Callable[[Sequence[str]], bool]


def not_now(_texts: Sequence[str]) -> bool:
    """Never writes at once: for a server without the fast path."""
    return False


class Outbox:
    """What is to be sent to one reader. If it reads too slowly the box is given up.

    Whatever is put in during one turn of the event loop leaves together, at once if the reader
    keeps up (`write` says so). Otherwise the box is stuck until the socket's task has emptied it.
    """

    def __init__(
        self, limits: Limits, fault: Fault, write: Write = not_now, person: str = ""
    ) -> None:
        self.person = person
        self._limits, self._fault, self._write = limits, fault, write
        self._texts: deque[str] = deque()
        self._moments: list[Moment] = []
        self._size = 0
        self._stuck = asyncio.Event()
        self._later = asyncio.get_running_loop().call_soon
        self.given_up = 0  # the code to close with
        self.finished = False
        self.on_hang_up: Callable[[], None] = lambda: None

    def put(self, text: str, moment: Moment | None = None) -> None:
        if self.given_up or self.finished:
            return
        if not self._texts:
            self._later(self._let_go)
        self._size += len(text)
        self._texts.append(text)
        if moment is not None:
            self._moments.append(moment)
        if len(self._texts) > self._limits.queue or self._size > self._limits.backlog:
            self.hang_up(BUSY)

    def _let_go(self) -> None:
        if self._stuck.is_set() or not self._texts:
            return
        if self._write(self._texts):
            self._texts.clear()
            self._size = 0
            self._all_sent()
        else:
            self._stuck.set()

    def hang_up(self, code: int) -> None:
        """Nothing more is sent, and the socket's task closes it."""
        self.given_up = code
        self._texts.clear()
        self._stuck.set()
        self.on_hang_up()

    def finish(self) -> None:
        """What is in the box is the last that is sent."""
        self.finished = True
        self._stuck.set()

    async def texts(self) -> Iterator[str]:
        """Wait until the box is stuck; then whatever is in it, and what comes in while that is
        sent. Nothing, if the box has been given up."""
        await self._stuck.wait()
        return self._drained()

    def _drained(self) -> Iterator[str]:
        while self._texts:
            text = self._texts.popleft()
            self._size -= len(text)
            yield text
        self._all_sent()
        if not self.given_up and not self.finished:
            self._stuck.clear()

    def _all_sent(self) -> None:
        """What was in the box is on its way."""
        for moment in self._moments:
            self._fault(moment)
        self._moments.clear()
