"""Where a table works things out: on the event loop, or in a thread once that has proved slow."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from time import monotonic, thread_time
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
SLOW = 0.004  # seconds of a processor: what takes longer would hold up other tables
WARY = 0.0007  # seconds of a processor to show a table to one who comes: then all of it is slow
WATCHED = 8  # times that work is watched closely after it may have been slow


class Workplace:
    """Of one table. What is worked out here follows from values alone, so it can be done anywhere;
    the table's lock keeps the order.

    Work that seems slow is watched with the clock of the processor, which tells it from work that
    had to wait on a busy machine; that clock costs too much to be read every time.
    """

    def __init__(self, thread: Executor) -> None:
        self._thread = thread
        self._watched: Counter[Callable[..., Any]] = Counter()
        self._slow: set[Callable[..., Any]] = set()
        self._wary = False

    def shown(self, spent: float) -> None:
        """How long it took to show the table to somebody. A large one need not prove slow by a
        choice that holds everybody up."""
        self._wary = self._wary or spent > WARY

    async def away(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Work that is known to be long: never on the event loop."""
        later = partial(work, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._thread, later)

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        if self._wary or work in self._slow:
            return await self.away(work, *args, **named)
        watched = self._watched[work]
        clock = thread_time if watched else monotonic
        began = clock()
        result = work(*args, **named)
        if clock() - began > SLOW:
            self._watched[work] = WATCHED
            if watched:
                self._slow.add(work)
        elif watched:
            self._watched[work] -= 1
        return result
