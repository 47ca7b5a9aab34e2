"""Work that would hold the event loop up: done beside it, one piece at a time, by turns.

A thread shares the interpreter with the loop, which is asked back every millisecond (run.py). What
cannot begin in time is refused, so nobody waits for long behind a crowd.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from fimbul.server.ops.in_turn import InTurn
from fimbul.server.wire.errors import TooBusy

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 10.0  # seconds in line


class Errands:
    """For each person in turn, whoever brings many waits behind whoever brings one."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._thread = ThreadPoolExecutor(1, "fimbul-errand")
        self._line: InTurn[asyncio.Future[None]] = InTurn()
        self._patience = patience
        self._busy = False

    async def do(self, person: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What that work comes to; TooBusy if it cannot begin soon."""
        later = partial(work, *args, **named)
        async with ErrandTurn(self, person):
            return await asyncio.get_running_loop().run_in_executor(self._thread, later)

    async def begin(self, person: str) -> None:
        if self._busy:
            turn = asyncio.get_running_loop().create_future()
            self._line.put(turn, person)
            await self._come(turn)
        self._busy = True

    async def _come(self, turn: asyncio.Future[None]) -> None:
        try:
            await asyncio.wait_for(turn, self._patience)
        except TimeoutError:
            raise TooBusy from None

    def end(self) -> None:
        self._busy = False
        while self._line:
            turn = self._line.take()
            if not turn.done():
                self._busy = True  # nobody comes in between
                turn.set_result(None)
                return

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class ErrandTurn:
    """The time in which nobody else is served; also for work that is done in another process."""

    def __init__(self, errands: Errands, person: str) -> None:
        self._errands, self._person = errands, person

    async def __aenter__(self) -> None:
        await self._errands.begin(self._person)

    async def __aexit__(self, *wrong: Any) -> None:
        self._errands.end()
