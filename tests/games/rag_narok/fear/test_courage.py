"""Courage and Fear: who must test, and what a failure does."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.fear import courage
from fimbul.games.rag_narok.rules.melee.fights import attack_value, defence_value, initiative
from fimbul.games.rag_narok.rules.melee.phase import face_defeat
from fimbul.games.rag_narok.rules.values import brave_df, fearless, fearsome_df
from fimbul.games.rag_narok.state import df, middle
from tests.games.rag_narok.charge.drawn import FOE, facing
from tests.games.rag_narok.drawn import ask, each, play, roll_next, words


@pytest.mark.parametrize(
    ("first", "die", "mood"),
    [
        # example: example.countercharge-cancelled, example.charger-routs
        ("8 griffin-conscript", 3, p.CONTROL),
        ("6 griffin-conscript", 3, p.ROUT),
        ("8 griffin-conscript", 1, p.ROUT),
        ("16 griffin-conscript", 3, p.FEAR),
    ],
)
def test_chargers_that_are_afraid(first: str, die: int, mood: int) -> None:
    # rule: countercharge.cancelled, countercharge.control-stays, fear.reaction
    # rule: countercharge.rout-flees, fear.charger-fails, fear.when-charging, fear.test
    state = facing(first, "4 wolfen-warrior", apart=14)
    state.units[0].orders, state.units[1].orders = (p.RECEIVE_CHARGE,), (p.COUNTER_CHARGE,)
    before = middle(state, 1)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    roll_next(state, die)
    play(state, "token:1-unit-0-1")
    assert state.units[0].mood == mood
    assert (middle(state, 1) == before) == (mood != p.FEAR)
    assert in_melee(state, 0) == (mood == p.FEAR)
    assert (each(state.units, "orders")[0] == ()) == (mood != p.FEAR)
    if mood == p.ROUT:
        assert "flees" in words(state)


def test_the_reaction_table() -> None:
    # example: example.reaction-table
    # rule: fear.reaction
    assert [courage.reaction(10, other, False) for other in (5, 10, 11)] == [
        p.FEAR,
        p.CONTROL,
        p.ROUT,
    ]
    assert [courage.reaction(10, other, True) for other in (5, 10, 11)] == [
        p.CONTROL,
        p.ROUT,
        p.ROUT,
    ]


@pytest.mark.parametrize(
    ("unit", "tests"),
    [
        # example: example.df-provost-thermowarriors, example.df-thermopriest-sons
        # example: example.mixed-compare-equal
        ("1 provost-of-uren, 5 thermo-warrior", False),
        ("2 son-of-uren, 1 thermo-priest-razorback", True),
        ("3 provost-of-uren, 3 thermo-warrior", True),
        ("6 morbid-puppet", False),
        ("6 griffin-duelist", True),
        ("6 wolfen-warrior", False),
    ],
)
def test_who_must_test(unit: str, tests: bool) -> None:
    # rule: fear.mixed-no-test, fear.mixed-test, fear.mixed-compare, fear.brave-fearsome
    # rule: ruling.mixed-unit-charging, df.by-size
    state = facing(unit, "4 wolfen-warrior")
    assert courage.must_test(state, 0, 1) == tests


def test_a_mixed_unit_reacts_with_all_its_df() -> None:
    # example: example.df-thermopriest-sons
    # rule: fear.mixed-total-df, fear.mixed-test, df.by-size
    state = facing("2 son-of-uren, 1 thermo-priest-razorback", "3 thermo-warrior")
    assert (brave_df(state, 0), fearsome_df(state, 0)) == (4, 2)
    assert (df(state, 0), df(state, 1)) == (6, 3)
    roll_next(state, 1)
    assert not courage.face_fear(state, 0, 1)
    assert state.units[0].mood == p.CONTROL  # its brave fighters alone, DF 4, would rout


def test_fear_once_resisted() -> None:
    # rule: fear.resisted, ruling.resisted-duration, fear.when-charged, fear.test
    state = facing("4 wolfen-warrior", "6 alahan-guard")
    ask(state, c.Charge(0, 0))
    roll_next(state, 2)
    play(state, FOE)
    assert state.units[1].resisted == 7
    assert not courage.must_test(state, 1, 0)
    other = facing("3 minotaur", "6 alahan-guard")
    other.units[1].resisted = 7
    assert courage.must_test(other, 1, 0)


def test_moods_only_get_worse() -> None:  # rule: state.control, state.rout, state.fear
    state = facing("6 alahan-guard", "6 morbid-puppet")
    state.units[0].orders = (p.MARCH,)
    courage.set_mood(state, 0, p.FEAR)
    assert list(state.units[0].orders) == [p.MARCH]
    assert (initiative(state, 0, 1), attack_value(state, 0, 1)) == (2, 2)
    assert defence_value(state, 0, 1) == 3
    courage.set_mood(state, 0, p.CONTROL)
    assert list(state.units[0].orders) == []
    courage.set_mood(state, 0, p.FEAR)
    assert state.units[0].mood == p.CONTROL
    assert initiative(state, 0, 1) == 3
    courage.set_mood(state, 0, p.ROUT)
    assert (initiative(state, 0, 1), defence_value(state, 0, 1)) == (2, 3)


def test_the_undead_know_no_fear() -> None:
    # rule: skill.undead-fearless, fear.defeat
    state = facing("6 morbid-puppet", "6 alahan-guard")
    assert fearless(state, 0)
    assert not fearless(state, 1)
    roll_next(state, 2)
    face_defeat(state, 1, 8, 3)
    assert state.units[1].mood == p.FEAR


def test_who_is_routed_by_a_defeat_and_free_runs_at_once() -> None:
    # rule: state.rout, fear.defeat, rout.in-melee-must-disengage
    state = facing("6 alahan-guard", "6 griffin-duelist")
    roll_next(state, 2)
    face_defeat(state, 1, 10, 7)
    assert state.units[1].mood == p.ROUT
    assert "flees" in words(state)
    held = facing("6 alahan-guard", "6 griffin-duelist", apart=0)
    before = middle(held, 1)
    roll_next(held, 2)
    face_defeat(held, 1, 10, 7)
    assert held.units[1].mood == p.ROUT
    assert middle(held, 1) == before
