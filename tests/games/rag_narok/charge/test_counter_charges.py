"""Counter-charges: who may, what they pay, and when they are announced."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.rules.charge import approach
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.state import middle
from fimbul.kernel import default_of
from tests.games.rag_narok.charge.drawn import FOE, facing
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, roll_next, words


def test_who_is_held_in_a_melee_does_not_counter_charge() -> None:
    # rule: ruling.counter-charge-held, order.in-melee
    state = battle(["6 alahan-guard", "6 alahan-guard"], ["6 griffin-duelist"])
    put(state, 2, (60, 40, 270), files=6)
    put(state, 0, (60, 30, 90), files=3)
    put(state, 1, (67, 36.5, 90), files=3)
    f.loosen(state, 2)
    state.units[2].orders = (p.COUNTER_CHARGE, p.RECEIVE_CHARGE)
    assert in_melee(state, 2)
    ask(state, c.Charge(0, 0))
    play(state, "unit:1-unit-0")
    assert options(state) == ("token:1-unit-0-2", "button:no-reaction")


def test_a_counter_charge_pays_for_walls() -> None:  # rule: countercharge.procedure, move.feat
    state = facing("6 alahan-guard", "6 alahan-guard")
    put(state, 0, (55, 21.5, 90), files=3)
    put(state, 1, (55, 34.5, 270), files=3)
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert state.units[1].paces < 800  # 8 cm and the wall are more than 10


def test_a_counter_charge_with_impact() -> None:
    # rule: machine.impact, countercharge.procedure
    state = battle(["3 alahan-guard"], ["1 brontops"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 10 + 1.25 + 14 + 2.5, 270))
    state.units[1].orders, state.units[0].resisted = (p.COUNTER_CHARGE,), 20
    ask(state, c.Charge(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert state.units[1].paces > 0
    assert f"Impact of STR {-(-state.units[1].paces // 200)}" in words(state)


def test_who_does_not_answer_in_time_does_not_react() -> None:
    # rule: ruling.stalemate, countercharge.before-measuring
    state = facing("6 griffin-duelist", "6 alahan-guard")
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert options(state) == ("token:1-unit-0-1", c.NONE)
    assert default_of(state, 1) == c.NONE


def test_who_counter_charges_closes_up_as_well() -> None:
    # rule: countercharge.procedure, charge.closing-up
    state = facing("1 alderan", "7 centaur", apart=10)
    put(state, 1, (68, 30, 270), files=7)
    c.assault(state, Assault(0, 1, True, answer=p.COUNTER_CHARGE))
    held = len([n for n in state.units[1].ranks if n in contacts(state)])
    assert held == 7  # the ends of the line come round


def test_counter_charges() -> None:
    # example: example.counter-charge-window
    # rule: countercharge.procedure, countercharge.before-measuring, countercharge.courage-timing
    # rule: ruling.measuring
    state = facing("6 alahan-guard", "6 skorize", apart=19)
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert "Courage" not in words(state)
    assert "cm" not in words(state)
    roll_next(state, 4)
    play(state, "token:1-unit-0-1")
    told = words(state)
    order = [told.index(part) for part in ("reveals Counter-Charge", "Courage", "moves")]
    assert order == sorted(order)
    assert in_melee(state, 0)
    assert each(state.units, "charging") == [1, 1]
    assert each(state.units, "charged_by") == [(), ()]


def test_who_engages_and_is_met_by_a_counter_charge_counts_as_charging() -> None:
    # rule: countercharge.procedure, machine.impact
    state = battle(["1 dwarf-armoured-tank"], ["1 dwarf-armoured-tank"])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 35, 270))
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.Engage(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert each(state.units, "charging") == [1, 1]
    assert each(state.units, "charged_by") == [(), ()]
    told = words(state)
    assert "Unit 0 strikes with an Impact of STR" in told
    assert told.count("Impact of STR") == 2


def test_a_counter_charge_goes_no_farther_than_the_ground_allows() -> None:
    # rule: countercharge.procedure, move.feat
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=9)
    this = Assault(0, 1, True, answer=p.COUNTER_CHARGE)
    before = middle(state, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(approach, "cost", lambda state, unit, heading, way: way + p.FEAT)
        patch.setattr(c, "distances", lambda *_: [0, 500])
        c.counter_charge(state, this)
    assert before[1] - middle(state, 1)[1] == 500  # 9 cm and a wall are more than its MOV


def test_a_counter_charge_needs_the_attacker_in_its_arc() -> None:
    # rule: countercharge.procedure
    state = facing("6 alahan-guard", "6 griffin-duelist")
    put(state, 1, (68, 35, 90), files=3)
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert options(state) == ("button:no-reaction",)
