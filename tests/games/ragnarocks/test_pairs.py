"""Every power against every other: random matches end, lose nothing, and keep their word.

What the conformance suite asks of every game is asked here of every pair of powers, all in one
walk through the match: at each step what is cheap, at a few steps the rest.
"""

from __future__ import annotations

from itertools import combinations

import pytest

import fimbul
from fimbul.conformance.sagas import check_turns
from fimbul.conformance.suite import PROPERTIES, name_of
from fimbul.conformance.table import (
    check_decision,
    check_result,
    check_rules_of_events,
    check_scene,
)
from fimbul.conformance.tales import DrawnTale, Property
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.notation.turns import at_turn_start
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Choice, Dice
from tests.games.ragnarocks import table as t

PAIRS = list(combinations(POWERS, 2))
FEW, MANY = 2, 20  # matches of each pair, every day and in the long run
LOOKS = 60  # one step in so many is looked at closely
WRITTEN = 20  # so many choices from the start of some turn are written and read
KNOWN = GAME.rulebook.ids


def setup_of(pair: tuple[str, str], seed: int) -> fimbul.Setup:
    """Sides change from one match to the next."""
    return GAME.setup(powers=pair if seed % 2 else pair[::-1])


def match_of(pair: tuple[str, str], seed: int) -> fimbul.Match[Ragnarocks]:
    """A random match; whatever must hold on the way does."""
    setup = setup_of(pair, seed)
    match, dice = fimbul.Match(GAME, setup, seed), Dice(seed)
    box, bound = GAME.box(setup), GAME.bound(setup)
    begun = [(match.state.clone(), 0)]
    while match.state.asked:
        (decision,) = match.state.asked
        check_decision(decision, match.state.seats, KNOWN)
        if match.state.turns > begun[-1][0].turns and at_turn_start(match.state):
            begun.append((match.state.clone(), len(match.choices)))
        if not dice.roll(LOOKS):
            look_closely(match.state, dice)
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
        assert GAME.count(match.state) == box, f"after {match.choices[-1]}"
        assert len(match.choices) <= bound
    check_end(match.state)
    start, at = begun[dice.roll(len(begun))]
    check_turns(GAME, start, match.choices[at : at + WRITTEN])
    return match


def check_end(state: Ragnarocks) -> None:
    assert state.result is not None
    assert not state.agenda
    check_result(state.result, state.seats, KNOWN)
    check_rules_of_events(state, KNOWN)
    look_closely(state, Dice(1))


def look_closely(state: Ragnarocks, dice: Dice) -> None:
    """It is stored, cloned and shown as it should be, and both twins play on alike."""
    again, twin, before = fimbul.decode(GAME, fimbul.encode(state)), state.clone(), str(state)
    assert again == twin == state
    check_rules_of_events(state, KNOWN)
    for seat in (0, 1, None):
        scene = GAME.scene(state, seat)
        check_scene(scene, state.seats, KNOWN)
        mine = [
            thing for decision in state.asked if decision.seat == seat for thing in decision.options
        ]
        assert set(mine) <= {thing.id for thing in scene.things()}
    for decision in state.asked:
        pick = decision.options[dice.roll(len(decision.options))]
        for other in (again, twin):
            fimbul.choose(other, decision.seat, pick)
        assert again == twin, f"after {pick} the stored match goes another way"
    assert str(state) == before, "nothing done to a twin shows"


def check_broken_off(start: Ragnarocks, choices: list[Choice]) -> None:
    state, done = start.clone(), 0
    for count, text in list(t.NOTATION.write(start, choices)):
        taken = choices[done : done + count]
        if done + count == len(choices):
            assert list(t.NOTATION.read(state, text)) == taken, text
        for seat, thing in taken:
            fimbul.choose(state, seat, thing)
        done += count
    assert done == len(choices)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_pair_of_powers(pair: tuple[str, str]) -> None:
    first = len(PAIRS) * MANY + FEW * PAIRS.index(pair)
    for seed in range(FEW):
        match_of(pair, first + seed)


@pytest.mark.parametrize("power", POWERS)
def test_a_turn_with_a_power_may_break_off_anywhere(power: str) -> None:
    others = list(POWERS)
    rival = others[(others.index(power) + 12) % len(others)]
    match = match_of((power, rival), others.index(power))
    start = GAME.new(match.setup, match.seed)
    for count in range(0, len(match.choices), 13):
        check_broken_off(start, match.choices[:count])


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_pair_of_powers_often(pair: tuple[str, str]) -> None:
    for seed in range(MANY):
        match = match_of(pair, MANY * PAIRS.index(pair) + seed)
        if seed < FEW:
            assert fimbul.read_saga(fimbul.write_saga(match.record())) == match.record()


@pytest.mark.slow
@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_every_power_keeps_its_word(check: Property) -> None:
    """The whole of the conformance suite, for each power with some other."""
    names = list(POWERS)
    for number, pair in enumerate(zip(names[::2], names[1::2], strict=True)):
        check(GAME, DrawnTale(setup_of(pair, number), number, whim=number, words="a3-d3/d7"))
