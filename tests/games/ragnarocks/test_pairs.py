"""Every power against every other: random matches end, lose nothing, and can be written down."""

from __future__ import annotations

from itertools import combinations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Choice, Dice
from tests.games.ragnarocks import table as t

PAIRS = list(combinations(p.TITLES, 2))
MANY = 20
STRIDE = 6  # every day a sixth of the pairs, so that each power meets several others


def match_of(pair: tuple[str, str], seed: int) -> fimbul.Match[Ragnarocks]:
    """A random match, sides changed from one to the next; nothing is lost on the way."""
    setup = GAME.setup(powers=pair if seed % 2 else pair[::-1])
    match, dice = fimbul.Match(GAME, setup, seed), Dice(seed)
    box, bound = GAME.box(setup), GAME.bound(setup)
    while match.state.asked:
        (decision,) = match.state.asked
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
        assert GAME.count(match.state) == box, f"{pair}, seed {seed}: after {match.choices[-1]}"
        assert len(match.choices) <= bound
    assert match.state.result is not None, f"{pair}, seed {seed}"
    assert not list(match.state.problems())
    return match


def check_written(match: fimbul.Match[Ragnarocks]) -> None:
    """The whole match as turns, and as a turn that breaks off anywhere."""
    text = fimbul.write_saga(match.record())
    assert fimbul.read_saga(text) == match.record()
    start = GAME.new(match.setup, match.seed)
    for count in range(0, len(match.choices), 13):
        check_broken_off(start, match.choices[:count])


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


@pytest.mark.parametrize("pair", PAIRS[::STRIDE], ids="-".join)
def test_a_pair_of_powers(pair: tuple[str, str]) -> None:
    match_of(pair, PAIRS.index(pair))


@pytest.mark.parametrize("power", p.TITLES)
def test_a_match_with_a_power_is_written_and_read(power: str) -> None:
    others = list(p.TITLES)
    rival = others[(others.index(power) + 12) % len(others)]
    check_written(match_of((power, rival), others.index(power)))


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_pair_of_powers_often(pair: tuple[str, str]) -> None:
    for seed in range(MANY):
        match = match_of(pair, seed)
        assert fimbul.read_saga(fimbul.write_saga(match.record())) == match.record()
