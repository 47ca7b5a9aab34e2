"""Conditions of Courage, Fear and the Toga, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.rules.charge.approach import face
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import counter_charge
from fimbul.games.rag_narok.rules.fear.courage import must_test, set_mood
from fimbul.games.rag_narok.rules.fear.toga import host, is_shaken_by
from fimbul.games.rag_narok.rules.values import fearless, is_undead, may_order, passes_fear
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of
from tests.games.rag_narok.drawn import battle, put, roll_next, words
from tests.games.rag_narok.spellbook import named


def test_only_undead_count_for_the_toga() -> None:  # rule: toga.df
    state = battle(["1 great-skull", "4 gravekeeper", "3 morbid-puppet"], ["8 alahan-guard"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (50, 30, 90))
    put(state, 2, (30, 30, 90))
    put(state, 3, (40, 55, 270))
    assert all(near(state, 0, member, 2500) for member in state.units[1].ranks)
    assert host(state, 0) == 2 + 3


def test_one_undead_makes_its_unit_one_of_undead() -> None:
    # rule: order.undead, artefact.black-diamond-undead-orders, skill.undead-fearless
    mixed, living = "1 melmoth, 3 gravekeeper", "3 gravekeeper"
    state = battle([mixed, living, "1 ejhin-de-vanth"], ["8 alahan-guard"])
    ejhin, melmoth = (fighter(state, named(state, who)) for who in ("ejhin-de-vanth", "melmoth"))
    assert (is_undead(state, 0), is_undead(state, 1)) == (True, False)
    assert not may_order(state, ejhin, 0)
    assert may_order(state, ejhin, 1)
    assert may_order(state, melmoth, 0)
    assert not fearless(state, 0)  # the living among them still fear


def terrible(skull: tuple[float, float, int]) -> RagNarok:
    """A line of Duelists, an enemy half right before them, and the Great Skull whose Toga howls."""
    dead = ["1 great-skull", "3 alahan-guard", "10 morbid-puppet"]
    state = battle(["8 griffin-duelist"], dead)
    put(state, 0, (30, 15, 90), files=8)
    put(state, 1, skull)
    put(state, 2, (42, 27, 225), files=3)
    put(state, 3, (40, 52, 270), files=5)
    state.magic.toga = ((8, *place_of(state, 8)),)
    roll_next(state, 1)
    return state


def test_terror_breaks_who_pivots_into_it() -> None:
    # rule: toga.entering, countercharge.procedure
    this = Assault(2, 0, True, answer=p.COUNTER_CHARGE)
    state = terrible((23, 49.5, 270))
    calm = state.clone()
    calm.magic.toga = ()
    assert face(calm, Assault(0, 2, True))
    assert counter_charge(calm, this).answer == p.COUNTER_CHARGE
    assert counter_charge(state.clone(), this).answer == -1
    assert not face(state, Assault(0, 2, True))
    assert "against the Toga's 12, failed" in words(state)
    assert (state.units[0].mood, state.units[0].left) == (p.ROUT, 1)  # it ran at once


def test_a_war_cry_drowns_the_toga() -> None:  # rule: toga.courage-12
    state = battle(["6 orc-warrior"], ["1 great-skull"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 40, 270))
    assert is_shaken_by(state, 0)
    state.units[0].roar = 3
    assert not is_shaken_by(state, 0)
    state.units[0].roar, state.units[0].resisted = 0, 11
    assert is_shaken_by(state, 0)
    state.units[0].resisted = 12
    assert not is_shaken_by(state, 0)


def test_the_diamond_passes_no_fear_to_undead_nor_to_those_it_leads() -> None:
    # rule: artefact.black-diamond-no-fear
    led = "1 gravekeeper leader black-diamond, 3 gravekeeper"
    state = battle(
        [led, "3 gravekeeper", "6 morbid-puppet", "1 melmoth black-diamond"], ["3 alahan-guard"]
    )
    assert [passes_fear(state, 0, unit) for unit in range(3)] == [False, True, False]
    melmoth = named(state, "melmoth")
    assert all(passes_fear(state, melmoth, unit) for unit in range(4))


def test_war_cries_and_resistance_spare_a_test() -> None:
    # rule: ruling.war-cry-brave, fear.resisted
    state = battle(["6 orc-warrior"], ["3 wolfen-warrior"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    assert must_test(state, 0, 1)
    state.units[0].resisted = 7
    assert not must_test(state, 0, 1)
    state.units[0].resisted, state.units[0].roar = 0, 3
    assert not must_test(state, 0, 1)


def test_control_and_rout_cost_the_orders_fear_does_not() -> None:
    # rule: state.fear, state.control, state.rout
    for mood, kept in ((p.FEAR, (p.MARCH,)), (p.CONTROL, ()), (p.ROUT, ())):
        state = battle(["6 orc-warrior"], ["3 wolfen-warrior"])
        put(state, 0, (40, 20, 90))
        state.units[0].orders = (p.MARCH,)
        set_mood(state, 0, mood)
        assert state.units[0].orders == kept
        set_mood(state, 0, p.FEAR)
        assert state.units[0].mood == mood  # never a better one
