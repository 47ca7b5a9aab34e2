"""Whole battles in the air keep every promise that others keep."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import RagNarok, standing
from fimbul.kernel import Dice, Game, choose
from tests.games.rag_narok.drawn import put, words
from tests.games.rag_narok.promises import PROMISES

WINGS = """Winged host
people acheron
budget 200
commander melmoth

Host
1 melmoth
2 morbid-puppet

Angels
4 morbid-angel
"""
TURNS, FEW = 3, 3


def deal_aloft(setup: RagSetup, seed: int) -> RagNarok:
    """Two winged hosts a few centimetres apart, Angels on any level."""
    state = lay_out(setup.texts(), seed)
    state.south, state.winner = 0, 0
    for unit in range(4):
        seat, pair = divmod(unit, 2)
        put(state, unit, (30 + pair * 20, 27 + seat * 7, 270 if seat else 90))
        if a.can_fly(state, unit):
            for _ in range(state.roll(3)):
                a.rise(state, unit)
        state.units[unit].facing = 270 if seat else 90
    state.events.clear()
    state.then(*[Turn()] * TURNS, Score())
    return state


class Winged(RagSetup, frozen=True, kw_only=True):
    first: str = WINGS
    second: str = WINGS


ALOFT: Game[RagNarok] = replace(GAME, setup_type=Winged, deal=deal_aloft)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_battle_in_the_air_keeps_its_word(check: Property) -> None:
    hold(check, ALOFT, FEW)


def test_battles_in_the_air_are_fought() -> None:
    seen: set[str] = set()
    told = ""
    for seed in range(60):
        state, dice = ALOFT.new(seed=seed), Dice(seed)
        while state.open:
            seen.add(type(state.agenda[-1][0]).__name__)
            decision = state.open[dice.roll(len(state.open))]
            pick = decision.options[dice.roll(len(decision.options))]
            level = "level:up" if state.turn % 2 else "level:down"
            choose(state, decision.seat, level if level in decision.options else pick)
            told += words(state)
        assert standing(state, 0) or standing(state, 1)
    assert seen >= {"ChooseLevel", "Soar", "Glide", "Face", "Charge", "Split", "Push", "Activate"}
    for word in (" dive", " rise", " land", " descend", " fly", " not reach"):
        assert word in told, word
    assert Activate.phase == p.MOVEMENT
