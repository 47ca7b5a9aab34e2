"""The properties of every game, with both armies at each other's throats from the first turn.

Random players seldom meet on a table of 80 x 60 cm; here they cannot help it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import Formation, form_up, loosen
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Game
from tests.games.rag_narok.promises import PROMISES, steps_met

TURNS, FEW = 3, 4


def deal_close(setup: RagSetup, seed: int) -> RagNarok:
    """Each Unit faces an enemy, in contact or a few centimetres away."""
    state = lay_out(setup.texts(), seed)
    state.south, state.winner = 0, 0
    for pair in range(2):
        apart = state.roll(4) * 3 * CM
        for seat, heading in ((0, 90), (1, 270)):
            unit = state.roster.of(seat)[pair]
            for member in state.units[unit].ranks:
                state.fighters[member].fate = p.STANDING
            y = 4000 + (seat * 2 - 1) * (apart // 2 + 250)
            form_up(state, unit, Formation(4, 0), (4500 + pair * 1800, y, heading))
    for unit in range(4):
        if in_melee(state, unit):
            loosen(state, unit)
    state.then(*[Turn()] * TURNS, Score())
    return state


CLOSE: Game[RagNarok] = replace(GAME, deal=deal_close)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_close_battle_keeps_its_word(check: Property) -> None:
    hold(check, CLOSE, FEW)


def test_close_battles_are_fought() -> None:
    assert steps_met(CLOSE, 24) >= {
        "Split", "Strike", "Suffer", "Ward", "Push", "Regroup", "React", "Charge", "NextCombat",
        "Commit", "Disengage",
    }  # fmt: skip
