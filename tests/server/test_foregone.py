"""Who is asked for form's sake alone is answered for, and nobody else can tell."""

from __future__ import annotations

import asyncio

import pytest

from fimbul.kernel import Dice, default_of, is_foregone
from fimbul.server.table import bots
from fimbul.server.table.bots import Attendant
from fimbul.server.table.table import Table
from tests.server.indoors import pick
from tests.server.test_fading import star_table


async def until_foregone(table: Table, luck: int) -> int:
    """Play on by chance until somebody has nothing to decide; its seat."""
    dice = Dice(luck)
    while True:
        state = table.now.running.state
        for decision in state.open:
            if is_foregone(state, decision.seat):
                return decision.seat
        decision = state.open[dice.roll(len(state.open))]
        await pick(table, decision.seat, decision.options[dice.roll(len(decision.options))])


# rule: ruling.guest-window
def test_a_question_without_a_choice_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "GLANCE", (0.02, 0.03))

    async def body() -> None:
        table = star_table()
        seat = await until_foregone(table, 1)
        match = table.now.running
        asked, wanted, made = match.state.number, default_of(match.state, seat), len(match.made)
        attendant = Attendant(table)
        table.on_change = attendant.wake
        attendant.wake()
        assert (match.state.number, len(match.made)) == (asked, made), "not at once"
        while len(match.made) == made:
            await asyncio.sleep(0.01)
        row = match.made[made]
        assert (row.seat, row.thing, row.by) == (seat, wanted, "form")
        mine = match.undo_of(seat)
        assert mine[0].by == "person", "what is taken back is what the player chose"
        attendant.close()

    asyncio.run(asyncio.wait_for(body(), 20))


def test_a_player_may_be_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "GLANCE", (0.05, 0.06))

    async def body() -> None:
        table = star_table()
        seat = await until_foregone(table, 1)
        attendant = Attendant(table)
        attendant.wake()
        decision = next(one for one in table.now.running.state.open if one.seat == seat)
        made = len(table.now.running.made)
        await pick(table, seat, decision.options[-1])
        await asyncio.sleep(0.15)
        assert [row.by for row in table.now.running.made[made:]][:1] == ["person"]
        assert table.now.running.made[made].thing == decision.options[-1]
        attendant.close()

    asyncio.run(asyncio.wait_for(body(), 20))
