"""Blazing Eruption: who burns, how hard it is, and who is spared."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.shooting import eruption as e
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import fighter
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    happen,
    options,
    play,
    put,
    roll_next,
    words,
)


def test_the_eruption_burns_by_distance_alone() -> None:
    # example: example.eruption-distances
    # rule: ability.eruption-bands, ability.eruption-no-modifiers, ruling.eruption-fractions
    foes = ["1 morbid-puppet"] * 4
    state = battle(["1 fire-elemental", "1 griffin-duelist"], foes)
    state.phase = p.SECOND_SHOOTING
    put(state, 0, (68, 20, 90))
    half = fighter(state, 0).card.base[1] / 200 + 1.25
    for unit, gap in zip((2, 3, 4, 5), (2, 8, 12, 15.1), strict=True):
        put(state, unit, (68, 20 + half + gap, 270))
    put(state, 1, (68, 20 - half - 5, 90))
    assert e.burnt(state, 0) == {1: 4, 2: 4, 3: 7, 4: 10}  # friend and foe, in a melee or not
    put(state, 1, (68, 20 - half - 5.01, 90))
    assert e.burnt(state, 0)[1] == 7
    ask(state, sh.Shoot(0))
    assert options(state) == ("eruption:0-unit-0-1", "button:pass")
    roll_next(state, 6, 3, 4, 6, 1, 2, 5)
    play(state, "eruption:0-unit-0-1")
    assert "Blazing Eruption: 6, 3, 4, 6, 1 and 2, 2 of 4 hit" in words(state)
    assert not e.eruptions(state, 0)  # once a turn
    refresh(state)
    assert e.eruptions(state, 0)


@pytest.mark.parametrize("state_of", ["mood", "shaken"])
def test_who_may_not_shoot_does_not_erupt(state_of: str) -> None:
    # rule: state.rout, state.disorganised, ruling.eruption-fractions
    state = battle(["1 fire-elemental"], ["1 alahan-guard"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (40, 38, 270))
    assert e.eruptions(state, 0)
    setattr(state.units[0], state_of, p.ROUT if state_of == "mood" else 1)
    assert not e.eruptions(state, 0)


@pytest.mark.parametrize(("die", "hits"), [(3, 0), (4, 1)])
def test_the_eruption_has_no_aim_and_its_own_strength(die: int, hits: int) -> None:
    # rule: ability.eruption-no-modifiers, ruling.eruption-fractions
    state = battle(["1 fire-elemental"], ["1 morbid-puppet"])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 25, 270))
    roll_next(state, die, 4)
    e.erupt(state, 0)
    happen(state)
    assert f"{hits} of 1 hit" in words(state)
    assert ("STR 8 against" in words(state)) == bool(hits)


def test_the_eruption_reaches_low_flight_and_no_higher() -> None:
    # rule: ability.eruption-bands, flight.shoot-adjacent-level
    state = battle(["1 fire-elemental"], ["3 morbid-angel"])
    put(state, 0, (68, 20, 90))
    for level, burnt in ((p.LOW, 3), (p.HIGH, 0)):
        fly(state, 1, (68, 26, 270), level)
        assert len(e.burnt(state, 0)) == burnt


def test_a_familiar_that_vanishes_with_its_magician_burns_no_more() -> None:
    # rule: ability.eruption-bands, familiar.reaction
    magic = "4 thermo-warrior, 1 magnus-the-mystic, 1 clairvoyant-familiar"
    state = battle(["1 fire-elemental"], [magic])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 27, 270))
    magnus, familiar = state.units[1].ranks[-2:]
    state.fighters[magnus].hurt = fighter(state, magnus).card.wounds - 1
    gone = 0
    for seed in range(300):
        trial = state.clone()
        trial.seed = seed
        e.erupt(trial, 0)
        happen(trial)
        gone += trial.fighters[familiar].fate == p.FLED
    assert gone
