"""Clocks know when the server stood still: nobody loses time for the server's own pause."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from fimbul.server.match.clocks import Ticking
from fimbul.server.ops.server_time import BEAT, PAUSE, ServerTime
from fimbul.server.store.base import Change
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.table import bots
from fimbul.server.wire.errors import StoreDown
from fimbul.server.wire.messages import Clocks, Done
from fimbul.server.wire.table_card import MatchClock
from tests.server.harness import make_services, outside, run, serving
from tests.server.process import served

SHORT: dict[str, Any] = {"clock": {"kind": "decision", "seconds": 3}, "timeout": "loss"}


class Wall:
    """A clock on the wall, for tests to turn."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_time_runs_as_long_as_the_heart_beats() -> None:
    wall = Wall()
    clock = ServerTime(wall)
    clock.beat()
    for _ in range(40):
        wall.now += BEAT
        assert clock.beat() == 0.0
    assert clock() == wall.now


def test_a_pause_is_nobodys_time() -> None:
    wall = Wall()
    clock = ServerTime(wall)
    clock.beat()
    clocks = Ticking(MatchClock(60), [True, True])
    clocks.restore((), (0,), clock())
    wall.now += 100  # a flag is looked at before the heart beats again: it must not fall
    assert clocks.left(clock()) == (60_000, 60_000)
    assert clock.beat() == 100
    wall.now += PAUSE
    assert clocks.left(clock()) == (60_000 - int(PAUSE * 1000), 60_000)


def test_time_never_runs_backwards() -> None:
    wall = Wall()
    clock = ServerTime(wall)
    clock.beat()
    wall.now += PAUSE
    first = clock()
    wall.now += 5
    assert clock() >= first
    clock.beat()
    assert clock() >= first


def test_a_server_without_a_heart_tells_the_systems_time() -> None:
    wall = Wall()
    clock = ServerTime(wall)
    wall.now += 1000
    assert clock() == wall.now


def test_no_flag_falls_while_the_process_is_stopped(tmp_path: Path) -> None:
    """SIGSTOP, as a debugger, a snapshot or a starving machine would do it."""

    async def body(url: str) -> None:
        async with outside(url) as server:
            ann, bob = await server.pair(**SHORT)
            await bob.until(lambda: bob.update is not None)
            process.running.send_signal(signal.SIGSTOP)
            await asyncio.sleep(5)
            choosing = asyncio.create_task(ann.choose())  # it waits in the socket
            process.running.send_signal(signal.SIGCONT)
            assert isinstance(await choosing, Done)
            await bob.until_count(1)
            assert bob.over is None
            told = [m for m in bob.heard if isinstance(m, Clocks)]
            assert told, "the pages are told where the clocks really stand"

    with served(tmp_path) as process:
        run(body(process.url()))
    assert "the server stood still" in process.said


def test_no_flag_falls_while_the_loop_is_held_up(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            clock = {"kind": "decision", "seconds": 1}
            ann, _ = await server.pair(clock=clock, timeout="loss")
            await asyncio.sleep(0.4)
            time.sleep(1.5)  # something holds the event loop, and all that it would have heard
            await asyncio.sleep(0.2)
            assert isinstance(await ann.choose(), Done)
            assert ann.over is None

    run(body())


class Shut(SqliteStore):
    """A store whose disk is away for a while."""

    down = False

    async def apply(self, change: Change) -> None:
        if self.down:
            raise StoreDown
        await super().apply(change)


def test_a_flag_that_could_not_be_written_down_falls_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "AGAIN", 0.05)

    async def body() -> None:
        store = Shut(tmp_path / "db")
        async with serving(tmp_path / "db", make_services(tmp_path, store=store)) as server:
            clock = {"kind": "decision", "seconds": 1}
            ann, bob = await server.pair(clock=clock, timeout="loss")
            store.down = True
            await asyncio.sleep(1.5)
            assert ann.over is None
            store.down = False
            await bob.until(lambda: bob.over is not None)
            assert bob.over is not None
            assert (bob.over.result.kind, bob.over.result.seat) == ("timeout", 0)

    run(body())
