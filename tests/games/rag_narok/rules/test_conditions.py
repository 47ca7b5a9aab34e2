"""What ends a battle and what does not, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.ending import CloseTurn, is_wiped
from fimbul.games.rag_narok.rules.faith.communions import NextFinalCall
from fimbul.games.rag_narok.rules.faith.divination import Divination, Pray
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic.rituals import FinalIncantations
from fimbul.games.rag_narok.rules.shooting.harassment import Harass
from fimbul.games.rag_narok.rules.shooting.rapid_fire import FireRapidly
from fimbul.games.rag_narok.rules.shooting.volleys import Shoot
from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.kernel import Step
from tests.games.rag_narok.drawn import ask, battle, put, words


def test_an_army_in_reserve_or_hiding_is_not_beaten() -> None:
    # rule: turn.last-turn, ruling.regeneration-wiped
    def beaten(**changes: object) -> bool:
        state = battle(["1 griffin-duelist", "1 biopsist"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90))
        put(state, 2, (40, 40, 270))
        kill(state, 0)
        for name, value in changes.items():
            setattr(state.aside, name, value)
        return is_wiped(state, 0)

    assert beaten()
    assert not beaten(reserve=(1,))
    assert not beaten(hidden=((1, 1000, 1000),))


@pytest.mark.parametrize(
    "step",
    [
        Divination(), Pray(0), NextFinalCall(), CloseTurn(), FinalIncantations(), FireRapidly(),
        Shoot(0), Harass(0),
    ],
    ids=lambda step: type(step).__name__,
)  # fmt: skip
def test_a_battle_ends_where_its_last_enemy_falls(step: Step[RagNarok]) -> None:
    # rule: turn.last-turn
    for alive in (True, False):
        state = battle(["6 fianna", "1 oracle-of-danu shield-of-faith"], ["1 alahan-guard"])
        state.phase = getattr(step, "phase", None) or p.DIVINATION
        put(state, 0, (40, 10, 90))
        put(state, 1, (60, 10, 90))
        put(state, 2, (40, 45, 270))
        state.faith.conclaves = (Conclave("chorus-of-aegis", 6, (), 0),)
        if not alive:
            kill(state, 7)
        ask(state, step)
        assert (state.result is None) == alive
        if state.result is not None:
            assert state.result.because == "turn.last-turn"
            assert "Temporary Faith" not in words(state)  # nobody counts it any more


def test_nobody_has_reached_a_strip_before_the_battle() -> None:
    # rule: victory.points, ruling.pitched-aims
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (40, 75, 90))
    put(state, 1, (80, 40, 270))
    assert aims(state, 0) == 40
    state.phase = p.DEPLOYMENT
    assert aims(state, 0) == 0
