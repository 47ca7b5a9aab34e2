"""Sergeants on the march: quick ways to the answer give the answer of the long way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.bots import bot, outlook
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import SKIRMISH, STONES, Known
from fimbul.games.rag_narok.bots.footwork import LIKELY, wheel
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.stands import PACES, StandAim, aim_of
from fimbul.games.rag_narok.ground.field import Way, turn
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.geometry import moved, turn_between
from fimbul.games.rag_narok.rules.movement.marches import Wheel
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import choose, step_of

ARMIES = {"first": "griffons-1000", "second": "acheron-1000"}
BUDGET, OVERRUN = 0.1, 0.01  # seconds of the processor


def battles(scenario: Known, seed: int) -> Iterator[RagNarok]:
    """Every decision of a battle of two sergeants."""
    options = ARMIES if scenario == STONES else {}
    state = GAME.new(GAME.setup(scenario=scenario, **options), seed)
    while state.open:
        yield state
        choose(state, state.open[0].seat, answer(state, state.open[0]))


@cache
def wheels() -> tuple[RagNarok, ...]:
    """Units about to wheel, in the open and among scenery."""
    tables = [(SKIRMISH, seed) for seed in range(16)] + [(STONES, 1)]
    return tuple(
        state.clone()
        for scenario, seed in tables
        for state in battles(scenario, seed)
        if is_wheeling(state)
    )


def is_wheeling(state: RagNarok) -> bool:
    """Whether a Unit is asked to turn before it moves, and somebody is left to go for."""
    step = step_of(state, state.open[0].seat)
    return isinstance(step, Wheel) and aim_of(state, step.unit) is not None


def amiss(aim: StandAim, unit: int, degrees: int, most: int) -> int:
    """How much is amiss at best after a turn, looking at every end of it."""
    twin, spare = aim.road.state.clone(), 0 if degrees else max(p.TURNS)
    turn(twin, unit, degrees)
    heading = twin.units[unit].facing
    ways = distances(twin, unit, heading, most, Way())
    return min(aim.miss(heading, far, spare) for far in (*ways[::PACES], ways[-1]))


def test_a_sergeant_wheels_as_if_he_had_looked_at_every_end_of_every_turn() -> None:
    hindered = 0
    for state in wheels():
        decision = state.open[0]
        step: Any = step_of(state, decision.seat)
        aim = aim_of(state, step.unit)
        assert aim is not None
        most = allowance(state, step.unit, step.order)
        towards = turn_between(
            state.units[step.unit].facing, aim.road.way(aim.road.block.at[:2])[1]
        )
        turns = [int(thing.removeprefix("turn:")) for thing in decision.options]
        near = sorted(turns, key=lambda degrees: abs(degrees - towards))
        found = {degrees: amiss(aim, step.unit, degrees, most) for degrees in near[:LIKELY]}
        if min(found.values()) > aim.hope(most):
            found |= {degrees: amiss(aim, step.unit, degrees, most) for degrees in near[LIKELY:]}
            hindered += 1
        best = min(found, key=found.__getitem__)
        assert wheel(state, step, decision.options) == f"turn:{best}"
    assert 20 <= hindered <= len(wheels()) - 20


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_straight_move_comes_closer_than_the_closest(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(wheels()))
    step: Any = step_of(state, state.open[0].seat)
    aim = aim_of(state, step.unit)
    assert aim is not None
    heading, most = data.draw(st.integers(0, 359)), data.draw(st.integers(0, 4000))
    closest = aim.closest(heading, most)
    gaps = [
        aim.road.gap(moved(aim.road.block.at, heading, far)[:2])
        for far in {*range(0, most + 1, 50), most, data.draw(st.integers(0, most))}
    ]
    assert closest <= min(gaps) <= closest + 50


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_amiss_is_told_early_only_where_it_does_not_matter(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(wheels()))
    step: Any = step_of(state, state.open[0].seat)
    aim = aim_of(state, step.unit)
    assert aim is not None
    move = data.draw(st.tuples(st.integers(0, 359), st.integers(0, 3000), st.integers(0, 45)))
    whole = aim.miss(*move)
    bar = data.draw(st.integers(0, 2 * whole + 1))
    found = aim.miss(*move, bar)
    assert found == whole if whole < bar else bar <= found <= whole


@pytest.mark.parametrize("scenario", [SKIRMISH, STONES])
def test_a_commander_answers_within_his_budget(scenario: Known) -> None:
    """In the largest battles too; what is late by its own doing is late every time."""
    player, times = bot(f"engine:{BUDGET}cpu", 1), list[float]()
    for number, state in enumerate(battles(scenario, 5)):
        seat = state.open[0].seat
        if number % (40 if scenario == STONES else 20) or len(state.open[0].options) == 1:
            continue
        found = outlook(GAME, state, seat)
        for _ in range(3):
            started = thread_time()
            player.pick(found)
            times.append(thread_time() - started)
            if times[-1] <= BUDGET + OVERRUN:
                break
        assert times[-1] <= BUDGET + OVERRUN, type(step_of(state, seat)).__name__
    assert len(times) >= 5
    assert max(times) > BUDGET / 2, "nothing was thought about"
