"""Races and counts: the server's time within one row of decisions."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import pytest
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.games.drakkar import parts as p
from fimbul.kernel import IllegalChoice, Match, choose, timing_of
from fimbul.server.bots.pool import BotPool
from fimbul.server.services import Services
from fimbul.server.table.actions import RowDue
from fimbul.server.table.bots import CLOCK, Attendant
from fimbul.server.table.plan import Actor, By
from fimbul.server.table.table import Table
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import Choose, Clocks, Hurry, Update
from tests.server.indoors import Ear, PaperStore, ears, pick, stored

DRAKKAR = find_game("drakkar")


def table_with(bots: tuple[int, ...] = (), **options: str) -> Table:
    """A table of four with these options; everybody is there."""
    services = Services(store=PaperStore(), pool=BotPool("fimbul.bots", 1), find=find_game)
    row = stored(DRAKKAR, 4, bots=bots)
    facts = structs.replace(row.row.facts, options={"seats": 4, **options})
    table = Table(services, structs.replace(row, row=structs.replace(row.row, facts=facts)))
    ears(table)
    return table


def state_of(table: Table) -> Any:
    return table.now.running.state


def later(table: Table, seconds: float) -> None:
    """As if so much time had passed in this row."""
    table.now.timing.since -= seconds
    if table.now.timing.called is not None:
        table.now.timing.called -= seconds
    if table.now.timing.picked is not None:
        table.now.timing.picked -= seconds


async def shout(table: Table, by: By = "person") -> None:
    earl, state = state_of(table).earl, state_of(table)
    shouted = Choose("shout", state.number, table.now.running.part(earl), p.BY_ODIN)
    await table.act(Actor(earl, "shout", by=by), shouted)


def last(ear: Ear) -> Update:
    return next(told for told in reversed(ear.heard()) if isinstance(told, Update))


# rule: ruling.brawl-race, brawl.ready, brawl.signal
def test_taps_before_the_opening_are_refused_and_nobody_is_asked() -> None:
    async def body() -> None:
        table = table_with(brawl="race")
        heard = ears(table)
        await shout(table)
        assert table.now.timing.held
        assert all(last(ear).seen.decision is None for ear in heard.values())
        with pytest.raises(NotNow, match="too early"):
            await pick(table, 0, "deck:1")
        opens = table.now.timing.next_flag(table.now.timing.since)
        assert opens is not None
        assert 0.5 <= opens <= 2.0, "drawn from the seed"
        later(table, 2.0)
        await table.act(CLOCK, RowDue())
        assert all((last(heard[seat]).seen.decision is not None) for seat in range(4))
        await pick(table, 0, "deck:1")
        assert state_of(table).hands[0]

    asyncio.run(body())


async def opened(table: Table) -> None:
    await shout(table)
    later(table, 2.0)
    await table.act(CLOCK, RowDue())


# rule: ruling.brawl-race, brawl.first-takes, brawl.slower-elsewhere, ruling.brawl-record
def test_the_first_tap_takes_the_deck_and_a_late_one_is_no_stale_one() -> None:
    async def body() -> None:
        table = table_with(brawl="race")
        heard = ears(table)
        await opened(table)
        number = state_of(table).number
        await pick(table, 1, "deck:3")
        assert any("takes deck 3" in line.words for line in last(heard[0]).log), "all see it"
        early = Choose("late", number, 0, "deck:3")  # sent before the news came
        with pytest.raises(IllegalChoice, match="taken") as refused:
            await table.act(Actor(0, "late"), early)
        assert refused.value.rule == "brawl.slower-elsewhere"
        await table.act(Actor(0, "other"), Choose("other", number, 0, "deck:1"))
        await table.act(Actor(3, "third"), Choose("third", number, 0, "deck:4"))
        assert all(state_of(table).hands), "the last one takes the last deck"
        match = Match(DRAKKAR, table.now.running.setup, table.now.seed, mixed=True)
        for row in table.now.running.made:
            match.choose(row.seat, row.thing)
        assert match.state == state_of(table), "the journal alone gives the same match"

    asyncio.run(body())


# rule: ruling.brawl-race
def test_whoever_is_too_slow_gets_the_lowest_free_deck_by_finger_rank() -> None:
    async def body() -> None:
        table = table_with(brawl="race")
        await opened(table)
        ranks = list(state_of(table).ranks)
        await pick(table, ranks.index(3), "deck:2")
        later(table, 8.0)
        for _ in range(2):
            await table.act(CLOCK, RowDue())
        taken = [row.thing for row in table.now.running.made if row.by == "clock"]
        assert taken == ["deck:1", "deck:3"]
        slow = [row.seat for row in table.now.running.made if row.by == "clock"]
        assert slow == sorted(slow, key=ranks.__getitem__) == [ranks.index(0), ranks.index(1)]

    asyncio.run(body())


# rule: ruling.brawl-race
def test_the_earl_who_says_nothing_is_not_waited_for_for_ever() -> None:
    async def body() -> None:
        table = table_with(brawl="race")
        later(table, 30.0)
        await table.act(CLOCK, RowDue())
        assert table.now.running.made[0].by == "clock"
        assert table.now.timing.held

    asyncio.run(body())


# rule: ruling.brawl-apart
@pytest.mark.parametrize("by_clock", [False, True])
def test_while_a_player_is_away_all_point_in_secret(by_clock: bool) -> None:
    async def body() -> None:
        table = table_with(brawl="race")
        (line,) = table.audience.groups[2].listeners
        table.part(2, line)
        if by_clock:
            later(table, 30.0)
            await table.act(CLOCK, RowDue())
        else:
            await shout(table)
        assert table.now.running.made[0].thing == p.IN_SECRET, "and so it is written down"
        assert len(state_of(table).open) == 4
        assert not table.now.timing.held
        await pick(table, 0, "deck:1")
        assert not state_of(table).hands[0], "it is sealed"

    asyncio.run(body())


# rule: ruling.timeouts
def test_the_time_of_the_set_up_runs_for_every_decision() -> None:
    async def body() -> None:
        table = table_with(clock="15s")
        heard = ears(table)
        await pick(table, 0, "deck:2")
        clocks = last(heard[3]).clocks
        assert clocks is not None, "everybody sees what is left"
        assert clocks.running == (1, 2, 3)
        assert 14_000 < (clocks.left[1] or 0) <= 15_000
        later(table, 15.0)
        for _ in range(3):
            await table.act(CLOCK, RowDue())
        assert [row.by for row in table.now.running.made] == ["person", "clock", "clock", "clock"]
        assert any(state_of(table).hands), "the match goes on"

    asyncio.run(body())


# rule: ruling.timeouts
def test_a_game_of_two_keeps_the_time_of_its_set_up() -> None:
    realms = find_game("nine_realms")
    state = realms.new(realms.setup(clock="30s"), 4)
    for _ in range(12):
        timing = timing_of(state, state.open[0].seat)
        assert timing is not None
        assert timing.closes == 30_000
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert timing_of(realms.new(realms.setup(), 4), 0) is None


# rule: ruling.brawl-bots-in-race
def test_bots_tap_within_reach_of_a_human_hand() -> None:
    async def body() -> None:
        table = table_with(bots=(0, 1, 2, 3), brawl="race")
        attendant = Attendant(table)
        table.on_change = attendant.wake
        await shout(table, by="bot")
        began = monotonic()
        step = state_of(table).agenda[-1][0]
        while not all(state_of(table).hands):
            await asyncio.sleep(0.02)
            assert monotonic() - began < 12
        first = (step.opens + p.FIRST_TAP[0]) / 1000
        assert monotonic() - began >= first, "no bot is quicker than that"
        attendant.close()
        await table.services.pool.stop()

    asyncio.run(body())


# rule: ruling.brawl-bots-in-race
def test_a_bot_gives_people_time_to_look_before_it_shouts() -> None:
    state = DRAKKAR.new(DRAKKAR.setup(brawl="race"), 4)
    timing = timing_of(state, state.open[0].seat)
    assert timing is not None
    assert timing.reach[0] == 10_000 < timing.closes


# rule: play.late-discard, ruling.count-option
def test_nobody_is_offered_to_be_late() -> None:
    async def body() -> None:
        table = table_with(count="manual")
        heard = ears(table)
        await dealt(table)
        assert p.LATE in state_of(table).open[1].options, "time may pick it"
        seen = last(heard[state_of(table).open[1].seat]).seen
        assert seen.decision is not None
        assert p.LATE not in seen.decision.options
        assert len(seen.decision.options) == 20
        group = table.audience.groups[0]
        assert group.sight is not None
        assert group.sight.scene is not None
        assert p.LATE not in [thing.id for thing in group.sight.scene.things()]

    asyncio.run(body())


async def dealt(table: Table) -> None:
    """Past the Brawl and the quests, to the first trick."""
    while not state_of(table).trick:
        open_ = state_of(table).open[0]
        await pick(table, open_.seat, open_.options[open_.seat % len(open_.options)])


# rule: play.fearsome, play.count-five, ruling.count-option, play.late-discard
def test_whoever_plays_first_may_count_and_the_late_lose_a_card() -> None:
    async def body() -> None:
        table = table_with(count="manual")
        await dealt(table)
        heard = ears(table)
        await pick(table, 3, last_face(table, 3))
        await pick(table, 1, last_face(table, 1))
        assert [last(heard[seat]).hurry for seat in range(4)] == [False, False, False, True]
        with pytest.raises(NotNow, match="chose first"):
            await table.act(Actor(1, "me too"), Hurry("me too"))
        await table.act(Actor(3, "count"), Hurry("count"))
        with pytest.raises(NotNow, match="only once"):
            await table.act(Actor(3, "again"), Hurry("again"))
        shown = [told for told in heard[0].heard() if isinstance(told, Clocks)]
        assert shown[-1].running == tuple(d.seat for d in state_of(table).open)
        later(table, 4.9)
        assert table.now.timing.due(monotonic()) is None
        later(table, 0.2)
        for _ in range(2):
            await table.act(CLOCK, RowDue())
        late = [row for row in table.now.running.made if row.thing == p.LATE]
        assert [row.by for row in late] == ["clock", "clock"]
        assert {row.seat for row in late} == {0, 2}
        words = [line.words for line in table.now.running.lines(None)]
        assert sum("is late and discards" in line for line in words) == 2

    asyncio.run(body())


# rule: ruling.count-option
def test_the_count_can_start_by_itself_fifteen_seconds_after_the_first_card() -> None:
    async def body() -> None:
        table = table_with(count="auto")
        await dealt(table)
        heard = ears(table)
        assert table.now.timing.next_flag(monotonic()) is None
        await pick(table, 0, last_face(table))
        assert not last(heard[0]).hurry
        later(table, 15.0)
        await table.act(CLOCK, RowDue())
        assert isinstance(heard[2].heard()[-1], Clocks)
        assert table.now.timing.next_flag(monotonic()) == pytest.approx(5.0, abs=0.5)

    asyncio.run(body())


# rule: ruling.count-apart
def test_nobody_counts_while_a_player_is_away() -> None:
    async def body() -> None:
        table = table_with(count="manual")
        await dealt(table)
        await pick(table, 0, last_face(table))
        (line,) = table.audience.groups[2].listeners
        table.part(2, line)
        with pytest.raises(NotNow, match="away"):
            await table.act(Actor(0, "count"), Hurry("count"))
        assert table.now.timing.called is None
        ears(table)
        await table.act(Actor(0, "now"), Hurry("now"))
        assert table.now.timing.called is not None

    asyncio.run(body())


# rule: ruling.count-apart
def test_a_count_that_starts_by_itself_waits_for_all_to_be_back() -> None:
    async def body() -> None:
        table = table_with(count="auto")
        await dealt(table)
        await pick(table, 0, last_face(table))
        (line,) = table.audience.groups[2].listeners
        table.part(2, line)
        later(table, 15.0)
        await table.act(CLOCK, RowDue())
        assert table.now.timing.called is None
        assert table.now.timing.next_flag(monotonic()) == pytest.approx(15.0, abs=0.5), "once more"
        ears(table)
        later(table, 15.0)
        await table.act(CLOCK, RowDue())
        assert table.now.timing.called is not None

    asyncio.run(body())


def last_face(table: Table, seat: int = 0) -> str:
    """A card of that seat."""
    mine = next(open_ for open_ in state_of(table).open if open_.seat == seat)
    return str(mine.options[-1])


# rule: ruling.count-option
def test_without_the_option_nobody_counts() -> None:
    async def body() -> None:
        table = table_with()
        await dealt(table)
        await pick(table, 0, last_face(table))
        with pytest.raises(NotNow, match="count"):
            await table.act(Actor(0, "count"), Hurry("count"))
        assert table.now.timing.next_flag(monotonic()) is None

    asyncio.run(body())
