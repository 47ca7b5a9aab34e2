"""The end of a turn, and victory."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import STONES
from fimbul.games.rag_narok.rules.ending import EndPhase, Score, scores
from fimbul.games.rag_narok.state import remove
from tests.games.rag_narok.charge.drawn import melee
from tests.games.rag_narok.drawn import ask, battle, each, put, roll_next, words
from tests.games.rag_narok.movement.drawn import march


def test_rally_and_tidy_up() -> None:
    # rule: state.rally, state.disorganised, end.sequence, state.fear, state.control
    state = march()
    state.units[0].mood, state.units[0].shaken = p.ROUT, 1
    state.units[0].orders, state.units[0].revealed = (p.RECEIVE_CHARGE,), p.MARCH
    state.units[1].mood = p.CONTROL
    roll_next(state, 3, 2)
    ask(state, EndPhase())
    assert (each(state.units, "mood"), state.units[0].shaken) == ([p.CALM, p.CALM], 0)
    assert (each(state.units, "orders")[0], state.units[0].revealed) == ((), -1)
    state.units[0].mood = p.ROUT
    put(state, 1, (68, 30, 270), files=3)
    roll_next(state, 3)
    ask(state, EndPhase())
    assert state.units[0].mood == p.ROUT
    assert "against 8, failed" in words(state)
    held = melee("6 alahan-guard", "6 morbid-puppet")
    held.units[0].mood = p.ROUT
    ask(held, EndPhase())
    assert "rally" not in words(held)  # nobody rallies in a melee


@pytest.mark.parametrize(
    ("dead", "places"), [((), (1, 1)), ((0, 1), (2, 1)), ((6,), (1, 1)), ((6, 7), (1, 2))]
)
def test_victory(dead: tuple[int, ...], places: tuple[int, int]) -> None:
    # rule: victory.points, turn.last-turn, ruling.stalemate
    state = march()
    for member in dead:
        remove(state, member, p.DEAD)
    ask(state, Score())
    assert state.result is not None
    assert state.result.places == places
    assert state.result.because == "victory.points"


def test_half_the_points_of_routed_units_count() -> None:  # rule: victory.points
    state = march()
    state.units[0].mood = p.ROUT
    assert scores(state) == (0, 33)


def test_half_points_are_rounded_up() -> None:  # rule: test.rounding, victory.points
    state = battle(["5 griffin-duelist"], ["7 morbid-puppet"])
    put(state, 0, (40, 20, 90))
    state.units[0].mood = p.ROUT
    assert scores(state) == (0, 28)
    state.scenario = STONES
    assert scores(state) == (0, 14)
