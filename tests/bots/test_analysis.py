"""An analysis names lines that can be played, and says what they are worth."""

from __future__ import annotations

import pytest

from fimbul.bots import Budget, analyse, outlook
from fimbul.kernel import choose
from tests.bots.tables import BRANDUB, TABLES, brandub, moments

FEW = Budget(iterations=30)


@pytest.mark.parametrize("table", TABLES)
def test_lines_can_be_played_and_have_values(table: str) -> None:
    game = TABLES[table]
    for state, seat in moments(game, seed=6, most=6):
        found = analyse(outlook(game, state, seat), FEW, seed=2)
        assert found.seat == seat
        assert found.lines
        assert found.value == found.lines[0].value
        firsts = [line.picks[0] for line in found.lines]
        assert set(firsts) <= set(outlook(game, state, seat).decision.options)
        assert all(-1 <= line.value <= 1 for line in found.lines)
        assert analyse(outlook(game, state, seat), FEW, seed=2) == found


def test_a_win_at_hand_is_seen_to_its_end() -> None:
    state = brandub(1, king="a4", guards="d5 d6", raiders="b7 c6 f1 g3")
    found = analyse(outlook(BRANDUB, state, 1), Budget(iterations=200))
    assert found.value == 1
    for pick in found.lines[0].picks:
        choose(state, 1, pick)
    assert state.result
    assert state.result.places == (2, 1)


def test_a_hopeless_budget_still_gives_an_answer() -> None:
    state = TABLES["ragnarocks"].new(seed=1)
    seat = state.open[0].seat
    found = analyse(outlook(TABLES["ragnarocks"], state, seat), Budget(seconds=0.001))
    assert found.lines[0].picks[0] in state.open[0].options
