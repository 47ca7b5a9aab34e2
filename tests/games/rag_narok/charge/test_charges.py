"""Charges: named, carried out, failed, blind."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.measure.geometry import clash, squared
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.closing import close_up
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.melee.fights import attack_value, defence_value, initiative
from fimbul.games.rag_narok.rules.movement.activation import Announce, Resolve
from fimbul.games.rag_narok.state import middle, place_of, shapes
from tests.games.rag_narok.charge.drawn import FOE, facing
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)


def test_a_charge_touches_and_closes_up() -> None:
    # rule: charge.procedure, charge.closing-up, ruling.closing-up-algorithm, formation.loose
    # rule: charge.penalty
    state = facing("6 alahan-guard", "6 griffin-duelist")
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == (FOE,)
    play(state, FOE)
    assert in_melee(state, 0)
    assert each(state.units, "files") == [0, 0]
    assert (state.units[0].charging, state.units[1].charged_by, state.units[1].met) == (1, (0,), 1)
    touched = contacts(state)
    assert len([n for n in state.units[0].ranks if n in touched]) == 6
    assert is_chain(state, {n: place_of(state, n) for n in state.units[0].ranks})
    assert initiative(state, 1, 0) == 3
    assert attack_value(state, 1, 0) == 3
    assert defence_value(state, 1, 0) == 2
    assert initiative(state, 0, 1) == 3


def test_closing_up_goes_half_the_move_at_most() -> None:
    # rule: charge.closing-up, ruling.closing-up-algorithm
    state = battle(["5 alahan-guard"], ["1 griffin-duelist"])
    put(state, 0, (68, 20, 90), files=5)
    put(state, 1, (72, 22.5, 270))
    before = {n: place_of(state, n) for n in state.units[0].ranks}
    f.loosen(state, 0)
    close_up(state, 0, 1)
    after = {n: place_of(state, n) for n in state.units[0].ranks}
    moved = [n for n in before if before[n] != after[n]]
    assert moved
    for n in moved:
        assert squared(before[n][:2], after[n][:2]) <= 500**2


def test_the_nearest_closes_up_first() -> None:
    # rule: charge.closing-up, ruling.closing-up-algorithm
    state = battle(["2 alahan-guard"], ["1 griffin-duelist"])
    for member, at in enumerate([(64.4, 19.9, 0), (64.4, 22.5, 0), (70, 22.5, 180)]):
        stand(state, member, at)
    assert not contacts(state)
    close_up(state, 0, 1)
    assert place_of(state, 1) == (6750, 2250, 0)  # straight ahead, before the other chooses
    assert in_melee(state, 0)


def test_a_charge_weighs_only_against_the_charger() -> None:  # rule: charge.penalty
    state = battle(["3 alahan-guard"], ["3 griffin-duelist", "3 griffin-duelist"])
    before = initiative(state, 0, 1)
    state.units[0].charged_by = (1,)
    assert initiative(state, 0, 1) == before - 1
    assert initiative(state, 0, 2) == before


def test_a_charge_that_falls_short() -> None:
    # rule: charge.failed, charge.no-contact-disorganised
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=25)
    put(state, 0, (68, 12, 90), files=3)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert not in_melee(state, 0)
    assert state.units[0].shaken == 1
    assert middle(state, 0) == (6800, 2200)


def test_who_charges_turns_to_the_exact_bearing_of_its_target() -> None:
    # rule: charge.procedure, ruling.headings
    state = battle(["1 abel"], ["6 alahan-guard"])
    put(state, 0, (60, 15, 90))
    put(state, 1, (67, 30, 270), files=3)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert state.units[0].facing == 65  # 15 up and 7 aside
    assert in_melee(state, 0)


def test_blind_charges() -> None:
    # example: example.blind-charge, example.blind-must-go
    # rule: charge.no-visible-target-cancel, charge.blind-is-engagement
    # rule: charge.no-contact-disorganised, charge.blind-must-charge, order.cancel
    # rule: ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard")
    for x in (5800, 6800, 7800):
        state.magic.conjured += ((NUMBER["veil-of-mist"], x, 2500, 90, 1),)
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == ("button:cancel", "button:charge-ahead")
    roll_next(state, 2)
    play(state, "button:cancel")
    assert "4 + 2 = 6 against 8, failed" in words(state)
    assert in_melee(state, 0)
    assert (state.units[1].charged_by, state.units[0].charging, state.units[1].met) == ((), 0, 1)
    other = facing("6 griffin-duelist", "6 alahan-guard")
    put(other, 1, (10, 50, 270), files=3)
    state = other
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == ("button:cancel", "button:charge-ahead")
    roll_next(state, 3)
    play(state, "button:cancel")
    assert "4 + 3 = 7 against 8, failed" in words(state)
    assert (middle(state, 0), state.units[0].shaken) == ((6800, 3500), 1)


def test_an_order_is_cancelled_once_at_most() -> None:
    # rule: charge.no-visible-target-cancel, charge.blind-must-charge, order.cancel
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 1, (10, 50, 270), files=3)
    ask(state, Announce(0, 0, p.CHARGE))
    roll_next(state, 3)
    play(state, "button:cancel")
    assert not state.open  # it has tried: now it charges
    assert state.units[0].shaken == 1
    other = facing("6 griffin-duelist", "6 alahan-guard")
    put(other, 1, (10, 50, 270), files=3)
    other.units[0].revealed = p.CHARGE
    ask(other, Announce(0, 0, p.CHARGE))
    roll_next(other, 4)
    play(other, "button:carry-out", "button:cancel")
    assert other.units[0].revealed == p.IMMOBILE
    assert not other.units[0].shaken


def test_who_is_met_by_a_blind_charge_may_react() -> None:
    # rule: charge.blind-is-engagement, ruling.rush, countercharge.procedure
    state = facing("6 griffin-duelist", "6 alahan-guard", apart=16)
    state.units[1].orders = (p.COUNTER_CHARGE,)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert "engages Unit 0" in state.open[0].prompt
    before = middle(state, 1)
    play(state, "token:1-unit-0-1")
    assert in_melee(state, 0)
    assert middle(state, 1)[1] == before[1] - 1000
    assert each(state.units, "charging") == [
        1,
        1,
    ]  # a Counter-Charge makes a charge of it on both sides
    brave = facing("6 griffin-conscript", "4 wolfen-warrior")
    roll_next(brave, 3)
    ask(brave, c.BlindCharge(0, 0))
    play(brave, "button:charge-ahead")
    assert brave.units[0].mood == p.ROUT


@pytest.mark.parametrize(("aside", "met"), [(2.4, True), (2.6, False)])
def test_a_blind_charge_engages_whom_it_passes_in_contact(aside: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, contact.distance, ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40 + 7.5 + aside, 32, 270), files=3)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert in_melee(state, 0) == met
    assert bool(state.units[1].met) == met
    assert bool(state.units[0].shaken) != met
    assert state.units[1].charged_by == ()


@pytest.mark.parametrize(("apart", "met"), [(20, True), (20.1, False)])
def test_a_blind_charge_must_touch_whom_it_has_before_it(apart: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard", apart)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert (in_melee(state, 0), bool(state.units[1].met), bool(state.units[0].shaken)) == (
        met,
        met,
        not met,
    )


def test_a_blind_charge_pays_for_walls() -> None:
    # rule: ruling.blind-charge-distance, move.feat, charge.no-contact-disorganised
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 0, (55, 20, 90), files=3)
    put(state, 1, (55, 20 + 2.5 + 18 + 2.5, 270), files=3)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert not in_melee(state, 0)  # 18 cm and a wall are more than 20
    assert state.units[0].shaken == 1
    clear = facing("6 griffin-duelist", "6 alahan-guard", apart=18)
    ask(clear, c.BlindCharge(0, 0))
    play(clear, "button:charge-ahead")
    assert in_melee(clear, 0)


def test_nobody_ends_a_charge_on_a_wall() -> None:
    # rule: ruling.path-blocking, contact.distance
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 0, (55, 20, 90), files=3)
    put(state, 1, (55, 30.5 + 2.5, 270), files=3)  # right behind the wall
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert in_melee(state, 0)
    wall = next(ground for ground in state.terms.grounds if ground.kind == "wall")
    assert not any(clash(shape, wall.shape) for shape in shapes(state, 0))
