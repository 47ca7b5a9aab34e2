"""The properties of every game, with a Tank, Boilers and passengers on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import PITCHED, Known
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.harm import inflict
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, Game, choose
from tests.games.rag_narok.drawn import put, set_those, words
from tests.games.rag_narok.promises import PROMISES
from tests.games.rag_narok.spellbook import give, named

COLUMN = """Column
people dwarves
budget 600
commander elghir

Tank
1 dwarf-armoured-tank

Elghir
1 elghir with shield-of-faith
2 thermo-warrior with pressure-regulator, compressor

Magnus
1 magnus-the-mystic with primal-bolt, veil-of-soot
1 clairvoyant-familiar

Riders
4 razorback-rider with accelerator, caduceus
"""
FOES = """Watch
people griffons
budget 600
commander abel

Blades
1 abel
4 griffin-duelist

Guns
1 griffin-bombard
"""
SPOTS = {0: (60, 36), 1: (67, 36), 2: (54, 36), 3: (60, 26), 4: (60, 52), 5: (80, 60)}
TURNS, FEW = 3, 2


def deal_column(setup: RagSetup, seed: int) -> RagNarok:
    """The column stands around its Tank, which may be a wreck soon; its enemies are near."""
    state = lay_out(setup.texts(), seed, PITCHED)
    state.south, state.winner = 0, 0
    for unit, (x, y) in SPOTS.items():
        put(state, unit, (x, y, 270 if unit > 3 else 90))
    give(state, named(state, "magnus-the-mystic"), air=5, earth=4, fire=5)
    inflict(state, 0, state.roll(2) * 5)
    set_those(state.fighters, "struck", ())
    state.events.clear()
    state.then(*[Turn()] * TURNS, Score())
    return state


class Steam(RagSetup, frozen=True, kw_only=True):
    scenario: Known = PITCHED
    first: str = COLUMN
    second: str = FOES


STEAM: Game[RagNarok] = replace(GAME, setup_type=Steam, deal=deal_column)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_column_keeps_its_word(check: Property) -> None:
    # rule: machine.transport
    hold(check, STEAM, FEW)


def test_columns_board_and_get_off() -> None:  # rule: machine.transport
    told, seen = "", set()
    for seed in range(8):
        state, dice = STEAM.new(seed=seed), Dice(seed)
        while state.open:
            decision = state.open[dice.roll(len(state.open))]
            wanted = [o for o in decision.options if o.startswith("board:")]
            options = wanted or decision.options
            seen.add(type(state.agenda[-1][0]).__name__)
            choose(state, decision.seat, options[dice.roll(len(options))])
            assert list(state.problems()) == []
            told += words(state)
    assert {"Alight", "Pressure", "Regulate", "Announce", "Unite"} <= seen
    for word in (" board", " get"):
        assert word in told, word
