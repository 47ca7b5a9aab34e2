"""A table whose choices take long holds up nobody else, and is told the same in the same order."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import sleep

import pytest
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Scene, State
from fimbul.server.table import workplace
from tests.server.indoors import ears, indoors, pick

BRANDUB = find_game("brandub")
NEVER, ALWAYS = 1e9, -1.0  # seconds after which work is slow


async def told(monkeypatch: pytest.MonkeyPatch, slow: float) -> list[list[str]]:
    """What everybody hears of the first choices."""
    monkeypatch.setattr(workplace, "SLOW", slow)
    table = indoors(BRANDUB, 2)
    heard = ears(table)
    for _ in range(8):
        decision = table.now.running.state.open[0]
        await pick(table, decision.seat, decision.options[0])
    table.services.thread.shutdown()
    return [ear.texts for ear in heard.values()]


def test_slow_work_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = (asyncio.run(told(monkeypatch, how)) for how in (NEVER, ALWAYS))
    assert fast == slow


def test_slow_work_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is known to be slow it is done in a thread, while the event loop goes on."""
    threads: list[str] = []

    def show(state: State, seat: int | None) -> Scene:
        threads.append(threading.current_thread().name)
        sleep(0.02)
        return BRANDUB.show(state, seat)

    async def body() -> None:
        game = replace(BRANDUB, show=show)
        table = indoors(BRANDUB, 2)
        table.now = structs.replace(table.now, game=game)
        ears(table)
        ticks = 0
        for number in range(3):  # it seems slow, it is slow, it is done elsewhere
            decision = table.now.running.state.open[0]
            choosing = asyncio.create_task(pick(table, decision.seat, decision.options[0]))
            threads.clear()
            while not choosing.done():
                await asyncio.sleep(0.001)
                ticks += number == 2
            await choosing
        assert set(threads) == {"fimbul-table_0"}
        assert ticks > 10, "the loop has gone round while the table was drawn"
        table.services.thread.shutdown()

    monkeypatch.setattr(workplace, "SLOW", ALWAYS)
    asyncio.run(body())


def test_a_large_table_is_worked_out_elsewhere_from_the_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That it is large was seen when somebody came; nobody was held up to find out."""
    threads: list[str] = []

    def show(state: State, seat: int | None) -> Scene:
        threads.append(threading.current_thread().name)
        return BRANDUB.show(state, seat)

    async def body() -> None:
        table = indoors(BRANDUB, 2)
        table.now = structs.replace(table.now, game=replace(BRANDUB, show=show))
        ears(table)
        threads.clear()
        decision = table.now.running.state.open[0]
        await pick(table, decision.seat, decision.options[0])
        assert set(threads) == {"fimbul-table_0"}
        table.services.thread.shutdown()

    monkeypatch.setattr(workplace, "WARY", ALWAYS)
    asyncio.run(body())


def test_work_that_only_had_to_wait_stays_on_the_loop() -> None:
    """A busy machine makes everything slow; a thread would not help."""

    async def body() -> None:
        with ThreadPoolExecutor(1) as thread:
            place = workplace.Workplace(thread)
            names = {await place.do(waited) for _ in range(5)}
        assert names == {"MainThread"}

    def waited() -> str:
        sleep(2 * workplace.SLOW)
        return threading.current_thread().name

    asyncio.run(body())
