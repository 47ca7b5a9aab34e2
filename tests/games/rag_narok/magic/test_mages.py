"""Armies with magicians: whole matches keep their word, and what everybody sees of the magic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.magic.mana import FillPools
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, Game, choose
from tests.games.rag_narok.drawn import put
from tests.games.rag_narok.promises import PROMISES, steps_met
from tests.games.rag_narok.spellbook import cast, chant, duel, give, id_of, named

ACHERON = """Questors
people acheron
budget 200
commander questor-of-acheron

Host
1 questor-of-acheron leader with dark-lash, bone-mending, primal-bolt, weight-of-the-grave
6 morbid-puppet

Skulls
1 skull-warrior with horns-of-damnation
1 skull-warrior
"""
LIONS = """Mages
people lions
budget 200
commander alahan-guard

Guard
1 alahan-guard leader
3 alahan-guard
1 alahan-mage with column-of-light, healing-light, wall-of-earth
1 familiar-of-light

Circle
2 alahan-mage with primal-bolt
"""
TURNS, FEW = 3, 2


class MageSetup(RagSetup, frozen=True, kw_only=True):
    first: str = ACHERON
    second: str = LIONS


def deal_mages(setup: MageSetup, seed: int) -> RagNarok:
    """Magicians of both sides in sight of each other."""
    state = lay_out(setup.texts(), seed)
    state.south, state.winner = 0, 0
    apart = 10 + state.roll(3) * 5
    for seat, heading in ((0, 90), (1, 270)):
        for pair, unit in enumerate(state.roster.of(seat)):
            x = 63 - pair * 13 if seat else 50 + pair * 13  # Independents stand at the right
            put(state, unit, (x, 15 + seat * apart, heading), files=4)
    state.then(FillPools(), *[Turn()] * TURNS, Score())
    return state


MAGES: Game[RagNarok] = replace(GAME, setup_type=MageSetup, deal=deal_mages)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_battle_of_magicians_keeps_its_word(check: Property) -> None:
    hold(check, MAGES, FEW)


def test_magic_is_used() -> None:
    assert steps_met(MAGES, 14) >= {
        "Fill", "Chant", "AimSpell", "Invest", "Empower", "AbsorbSpell", "CounterSpell",
        "CounterGems", "StartRitual", "GatherCouncil", "Regain",
    }  # fmt: skip


def test_a_match_with_bought_magicians_is_played_to_its_end() -> None:
    setup = GAME.setup(first=ACHERON, second=LIONS)
    state, dice = GAME.new(setup, seed=3), Dice(3)
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert state.result is not None


# -- what is shown ---------------------------------------------------------------------------


def test_gems_lie_open() -> None:  # rule: ruling.gems-are-open
    state = duel(["1 tork primal-bolt"], ["1 alahan-mage"])
    give(state, 0, earth=3, fire=1)
    give(state, 1, light=2)
    for seat in (0, 1, None):
        things = {thing.id: thing for thing in GAME.scene(state, seat).things()}
        assert things["gem:0-unit-0-1-earth"].badge == "3"
        assert things["gem:0-unit-0-1-fire"].badge == "1"
        assert things["gem:1-unit-0-1-light"].badge == "2"
    assert "gem:0-unit-0-1-air" not in things


def test_spells_are_cards_with_their_words() -> None:
    state = duel(["1 tork primal-bolt"], ["1 alahan-mage"])
    give(state, 0, earth=3)
    scene = GAME.scene(chant(state, 0), 0)
    card = next(thing for thing in scene.things() if thing.id == "spell:primal-bolt")
    assert (card.label, card.art) == ("Primal Bolt", "spell")
    assert "Wound roll of STR 6." in card.tip


def test_an_area_is_shown_before_it_is_chosen() -> None:
    state = duel(["1 magnus-the-mystic tornado"], ["4 alahan-guard"])
    give(state, 0, air=3)
    cast(state, 0, "tornado")
    target = id_of(state, named(state, "alahan-guard"))
    previews = {preview.thing: preview for preview in GAME.scene(state, 0).previews}
    assert set(previews) >= set(state.open[0].options)
    (mark,) = previews[target].marks
    across = [x for x, _ in mark.points]
    assert max(across) - min(across) in range(88, 112)  # 9 cm, turned a little
    others = {preview.thing for preview in GAME.scene(state, 1).previews}
    assert not others & set(state.open[0].options)
