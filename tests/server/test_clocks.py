"""Clocks: the server's, in its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.server.match.clocks import Ticking
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.actions import ClockDue
from fimbul.server.table.bots import CLOCK
from fimbul.server.table.plan import Actor
from fimbul.server.table.situation import set_clocks
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import Done, Undo
from fimbul.server.wire.table_card import DecisionClock, MatchClock, NoClock
from tests.broken.games import with_steps
from tests.server.harness import run, serving
from tests.server.indoors import PaperStore, indoors, pick
from tests.wager import GAME as WAGER
from tests.wager.rules import Bid
from tests.wager.state import Wager

BRANDUB = find_game("brandub")


def test_a_match_clock_runs_for_whoever_is_waited_for() -> None:
    clocks = Ticking(MatchClock(60, 5), [True, True])
    clocks.restore((), (0,), 100.0)
    assert clocks.left(110.0) == (50_000, 60_000)
    clocks.chosen(0, (0,), 110.0)  # the turn goes on: no increment yet
    assert clocks.left(115.0) == (45_000, 60_000)
    clocks.chosen(0, (1,), 115.0)
    assert clocks.left(125.0) == (50_000, 50_000)
    assert clocks.next_flag(125.0) == 50.0
    assert clocks.out(125.0) is None
    assert clocks.out(175.0) == 1
    assert clocks.left(999.0) == (50_000, 0)


def test_a_decision_clock_begins_anew_with_each_decision() -> None:
    clocks = Ticking(DecisionClock(10), [True, True, False])
    clocks.restore((), (0, 1), 0.0)
    clocks.chosen(0, (1,), 4.0)
    assert clocks.left(4.0) == (6_000, 6_000, None)
    clocks.chosen(1, (0, 1), 5.0)
    assert clocks.left(5.0) == (10_000, 10_000, None)
    clocks.chosen(0, (0, 1), 8.0)
    assert clocks.left(8.0) == (10_000, 7_000, None)


def test_what_would_be_left_does_not_touch_the_clock() -> None:
    clocks = Ticking(MatchClock(60, 5), [True, True])
    clocks.restore((), (0,), 0.0)
    assert clocks.if_chosen(0, (1,), 10.0) == (55_000, 60_000)
    assert clocks.left(10.0) == (50_000, 60_000)
    assert Ticking(NoClock(), [True]).if_chosen(0, (), 1.0) == ()


def test_bots_have_no_clock() -> None:
    clocks = Ticking(MatchClock(60), [True, False])
    clocks.restore((), (1,), 0.0)
    assert not clocks.runs
    assert clocks.left(1000.0) == (60_000, None)


def test_taking_back_gives_the_time_back() -> None:
    async def body() -> None:
        table = indoors(BRANDUB, 2, clock=MatchClock(60))
        await pick(table, 0, table.now.running.state.open[0].options[0])
        before = table.now.running.made[-1].left
        await asyncio.sleep(0.05)
        await pick(table, 0, table.now.running.state.open[0].options[0])
        assert table.now.running.made[-1].left != before
        await table.act(Actor(0, "u"), Undo("u"))
        assert table.now.clocks.left(0.0)[1] == 60_000
        shown = table.now.clocks.shown(asyncio.get_running_loop().time())
        assert shown is not None
        assert shown.running == (0,)
        assert shown.left[0] is not None
        assert before[0] is not None
        assert before[0] - shown.left[0] < 40

    asyncio.run(body())


def test_time_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    async def body() -> None:
        clock = {"kind": "match", "seconds": 60, "increment": 0}
        async with serving(tmp_path / "db") as server:
            place = await server.lay(clock=clock)
            await server.sit(place)
            ann = await server.tab(place)
            await ann.is_ready()
            await ann.choose()
            await ann.until(lambda: ann.seen.count == 1)
            assert ann.seen.clocks is not None
            left = ann.seen.clocks.left[0]
        await asyncio.sleep(0.5)
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(place)
            assert ann.seen.clocks is not None
            again = ann.seen.clocks.left[0]
            assert left is not None
            assert again is not None
            assert abs(left - again) < 300

    run(body())


def test_time_out_chooses_the_default_and_journals_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay(clock={"kind": "decision", "seconds": 1})
            await server.sit(place)
            ann = await server.tab(place)
            await ann.is_ready()
            first = ann.options[0]
            await ann.until(lambda: ann.seen.count == 1)
            found = await server.services.store.load(place.table)
            assert found is not None
            assert (found.choices[0].thing, found.choices[0].by) == (first, "clock")
            assert ann.seen.undo == "ask", "a clock's choice is not freely taken back"

    run(body())


class Timid(Bid, frozen=True):
    """Whoever does not answer bids its last card."""

    def default(self, state: Wager, options: Sequence[str]) -> str:
        return options[-1]


def test_a_game_says_what_is_chosen_for_the_absent() -> None:
    async def body() -> None:
        game = with_steps({Bid: Timid})
        table = indoors(WAGER, 3, clock=DecisionClock(1))
        match = RunningMatch(game, game.setup(seats=3), 7)
        table.now = structs.replace(table.now, match=match)
        set_clocks(table.now)
        last = table.now.running.state.open[0].options[-1]
        await asyncio.sleep(1.05)
        await table.act(CLOCK, ClockDue())
        made = table.now.running.made[0]
        assert (made.seat, made.thing, made.by) == (0, last, "clock")

    asyncio.run(body())


def test_time_out_loses_where_the_table_says_so(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair(clock={"kind": "decision", "seconds": 1}, timeout="loss")
            await bob.until(lambda: bob.over is not None)
            await ann.until(lambda: ann.over is not None)
            assert bob.over is not None
            result = bob.over.result
            assert (result.kind, result.seat, result.places) == ("timeout", 0, (2, 1))

    run(body())


def test_a_choice_on_its_way_to_the_disk_is_in_time() -> None:
    """The flag falls while the choice is being written down: it waits, looks again, and goes."""

    async def body() -> None:
        table = indoors(BRANDUB, 2, clock=DecisionClock(1), timeout="loss")
        store = table.services.store
        assert isinstance(store, PaperStore)
        store.delay = 0.3
        await asyncio.sleep(0.9)
        thing = table.now.running.state.open[0].options[0]
        choosing = asyncio.create_task(pick(table, 0, thing))
        await asyncio.sleep(0.15)
        assert table.now.clocks.out(asyncio.get_running_loop().time()) == 0
        with pytest.raises(NotNow):
            await table.act(CLOCK, ClockDue())
        await choosing
        assert table.now.standing.state == "running"

    asyncio.run(body())


def test_a_choice_in_time_stops_the_flag(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair(clock={"kind": "decision", "seconds": 1}, timeout="loss")
            await ann.until(lambda: bool(ann.options))
            await asyncio.sleep(0.6)
            assert isinstance(await ann.choose(), Done)
            await asyncio.sleep(0.6)
            assert ann.over is None
            assert bob.over is None

    run(body())
