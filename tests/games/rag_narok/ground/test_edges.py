"""No base ever hangs over the edge of the table, in whole battles of every scenario."""

from __future__ import annotations

import random

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army.army import READY
from fimbul.games.rag_narok.army.terms import PITCHED, SKIRMISH, STONES, Known
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.ground.field import on_table
from fimbul.games.rag_narok.measure.geometry import base
from fimbul.games.rag_narok.measure.tables import SCENARIOS
from fimbul.games.rag_narok.rules.set_up.deploy import Stand, read_spot
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import choose, step_of

CHANCE = (0.0, 0.3, 1.0)  # how much of a battle is left to chance


def hanging(state: RagNarok) -> list[int]:
    bases = state.roster.bases
    stands = [(n, place) for n, place in enumerate(state.places) if place is not None]
    return [n for n, place in stands if not on_table(state, base(place, bases[n]))]


def watch(scenario: Known, seed: int) -> None:
    """A battle between two ready armies, drawn by the seed, looked at after every choice."""
    dice = random.Random(seed)
    armies = [told for told in READY if READY[told].budget == SCENARIOS[scenario].budget]
    first, second = dice.choice(armies), dice.choice(armies)
    state = GAME.new(GAME.setup(scenario=scenario, first=first, second=second), seed)
    wild = CHANCE[seed % len(CHANCE)]
    while state.open:
        decision = dice.choice(state.open)
        wanted = dice.random() < wild
        thing = dice.choice(decision.options) if wanted else answer(state, decision)
        choose(state, decision.seat, thing)
        assert not hanging(state), (seed, thing)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", [SKIRMISH, PITCHED])
def test_nobody_hangs_over_the_edge(scenario: Known, seed: int) -> None:
    # rule: move.table-edge, setup.deploy
    watch(scenario, seed)


def test_nobody_hangs_over_the_edge_among_the_stones() -> None:  # rule: move.table-edge
    watch(STONES, 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 60))
@pytest.mark.parametrize("scenario", [SKIRMISH, PITCHED, STONES])
def test_nobody_ever_hangs_over_the_edge(scenario: Known, seed: int) -> None:
    # rule: move.table-edge
    watch(scenario, seed)


def test_who_is_deployed_aslant_at_the_edge_stands_on_the_table() -> None:
    """Ranks that are turned by 45 degrees are rounded a hundredth wider than their rectangle."""
    # rule: setup.deploy, move.table-edge
    state = GAME.new(GAME.setup(scenario=STONES, first="griffons-1000", second="griffons-1000"), 9)
    while not isinstance(step_of(state, state.open[0].seat), Stand):
        choose(state, state.open[0].seat, answer(state, state.open[0]))
    here = step_of(state, state.open[0].seat)
    assert isinstance(here, Stand)
    slanted = 0
    for turn in (-45, 45):
        for files in range(3, 8):
            step = Stand(here.seat, here.unit, files, 0, turn)
            for thing in step.options(state):
                twin = state.clone()
                step.run(twin, thing)
                assert not hanging(twin), (read_spot(state, step, thing), files)
                slanted += 1
    assert slanted
