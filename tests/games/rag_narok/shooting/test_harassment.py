"""Harassment: shoot in the first phase, then march."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.dreams import redeal
from fimbul.games.rag_narok.rules.command.orders import can_activate
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.rules.shooting.harassment import Harass, Harassment
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice
from tests.games.rag_narok.drawn import ask, battle, options, play, put, set_each


def javelins(order: int) -> RagNarok:
    state = battle(["4 fianna"], ["7 morbid-puppet"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    state.phase, state.units[0].orders = p.FIRST_SHOOTING, (order,)
    return state


def test_harassers_shoot_first_and_march_later() -> None:  # rule: ruling.harassment
    state = javelins(p.MARCH)
    ask(state, Harass(0))
    assert options(state) == ("button:pass", "token:0-unit-0-1")
    play(state, "token:0-unit-0-1", "unit:1-unit-0")
    assert (state.units[0].shot, state.units[0].orders) == (1, (p.MARCH,))
    dream = state.clone()
    redeal(dream, 1, Dice(3))
    assert dream.units[0].orders == (p.MARCH,)  # everybody knows it now


def test_harassers_may_turn_a_quarter_first() -> None:
    # rule: shoot.quarter-turn-before, ruling.harassment
    state = javelins(p.MARCH)
    put(state, 1, (18, 10, 0))
    ask(state, Harass(0))
    play(state, "token:0-unit-0-1")
    assert "unit:1-unit-0" not in options(state)
    play(state, "turn:90", "unit:1-unit-0")
    assert (state.units[0].shot, state.units[0].orders) == (1, (p.MARCH,))


@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_tactics_roll_harasses_first(winner: int) -> None:
    # rule: ruling.harassment
    state = battle(["4 fianna"], ["4 fianna"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    state.phase, state.winner = p.FIRST_SHOOTING, winner
    set_each(state.units, "orders", [(p.MARCH,), (p.MARCH,)])
    ask(state, Harassment())
    assert state.open[0].seat == 1 - winner


def test_who_shot_before_the_march_only_marches() -> None:  # rule: ruling.harassment
    state = javelins(p.MARCH)
    state.units[0].orders = (p.MARCH, p.CHARGE)
    ask(state, Harass(0))
    play(state, "token:0-unit-0-1", "unit:1-unit-0")
    assert list(can_activate(state, 0)) == ["token:0-unit-0-1"]


@pytest.mark.parametrize("order", [p.IMMOBILE, p.RUN])
def test_other_orders_do_not_let_them_but_being_asked_tells_nothing(order: int) -> None:
    # rule: ruling.harassment, ruling.hidden-information
    state = javelins(order)
    ask(state, Harass(0))
    assert options(state) == ("button:pass",)


def test_harassment_does_not_help_to_disengage() -> None:
    # example: example.harassment-limit
    # rule: disengage.harassment-no-first-phase
    state = javelins(p.DISENGAGE)
    put(state, 1, (30, 12.6, 270))
    ask(state, Harass(0))
    assert not state.open
    put(state, 1, (30, 22, 270))  # later, free again, after a march
    state.units[0].moved = p.MARCHED
    assert sh.may_shoot(state, 0)
    state.phase = p.SECOND_SHOOTING
    ask(state, sh.Shoot(0))
    assert "unit:0-unit-0" in options(state)


def test_who_is_in_a_melee_does_not_harass() -> None:
    # rule: disengage.harassment-no-first-phase, ruling.harassment
    state = battle(["4 fianna"], ["1 melmoth", "7 morbid-puppet"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (37, 10, 180))
    put(state, 2, (30, 22, 270))
    state.phase, state.units[0].orders = p.FIRST_SHOOTING, (p.MARCH,)
    assert sh.has_shot(state, 0, 2)  # not all of them are held, but their Unit is
    ask(state, Harass(0))
    assert not state.open


def test_they_shoot_as_well_after_a_march() -> None:  # rule: ruling.harassment, shoot.modifiers
    state = javelins(p.MARCH)
    state.units[0].moved = p.MARCHED
    assert sh.modifiers(state, 0, 1, False) == []
    state.units[0].left = 1  # it disengaged: that is no March
    assert [one.text for one in sh.modifiers(state, 0, 1, False)] == ["Moved this turn"]
    other = battle(["3 griffin-fusilier"], ["7 morbid-puppet"])
    put(other, 0, (30, 10, 90))
    put(other, 1, (30, 22, 270))
    other.units[0].moved = p.MARCHED
    assert [one.text for one in sh.modifiers(other, 0, 1, False)] == ["Moved this turn"]
