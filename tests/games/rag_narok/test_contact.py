"""Charges, engagements, reactions, Courage and Fear."""

from __future__ import annotations

from math import hypot

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import WIDEST, contacts, in_melee
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import bearing, clash, squared, turn_between
from fimbul.games.rag_narok.rules.charge import approach
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.closing import close_up
from fimbul.games.rag_narok.rules.charge.meeting import meet
from fimbul.games.rag_narok.rules.fear import courage
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.melee.fights import attack_value, defence_value, initiative
from fimbul.games.rag_narok.rules.melee.phase import face_defeat
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce, Resolve
from fimbul.games.rag_narok.rules.values import brave_df, fearless, fearsome_df
from fimbul.games.rag_narok.state import RagNarok, df, middle, place_of, shapes
from fimbul.kernel import default_of
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, stand, words

FOE = "unit:1-unit-0"


def facing(first: str, second: str, apart: float = 15) -> RagNarok:
    """Two Units face each other, three files wide, so far apart."""
    state = battle([first], [second])
    put(state, 0, (68, 15, 90), files=3)
    put(state, 1, (68, 15 + 5 + apart, 270), files=3)
    return state


def test_a_charge_touches_and_closes_up() -> None:
    # rule: charge.procedure, charge.closing-up, ruling.closing-up-algorithm, formation.loose
    # rule: charge.penalty
    state = facing("6 alahan-guard", "6 griffin-duelist")
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == (FOE,)
    play(state, FOE)
    assert in_melee(state, 0)
    assert state.files == [0, 0]
    assert (state.charging[0], state.charged_by[1], state.met[1]) == (1, (0,), 1)
    touched = contacts(state)
    assert len([n for n in state.ranks[0] if n in touched]) == 6
    assert is_chain(state, {n: place_of(state, n) for n in state.ranks[0]})
    assert initiative(state, 1, 0) == 3
    assert attack_value(state, 1, 0) == 3
    assert defence_value(state, 1, 0) == 2
    assert initiative(state, 0, 1) == 3


def test_closing_up_goes_half_the_move_at_most() -> None:
    # rule: charge.closing-up, ruling.closing-up-algorithm
    state = battle(["5 alahan-guard"], ["1 griffin-duelist"])
    put(state, 0, (68, 20, 90), files=5)
    put(state, 1, (72, 22.5, 270))
    before = {n: place_of(state, n) for n in state.ranks[0]}
    f.loosen(state, 0)
    close_up(state, 0, 1)
    after = {n: place_of(state, n) for n in state.ranks[0]}
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
    state.charged_by[0] = (1,)
    assert initiative(state, 0, 1) == before - 1
    assert initiative(state, 0, 2) == before


def test_a_charge_that_falls_short() -> None:
    # rule: charge.failed, charge.no-contact-disorganised
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=25)
    put(state, 0, (68, 12, 90), files=3)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert not in_melee(state, 0)
    assert state.shaken[0] == 1
    assert middle(state, 0) == (6800, 2200)


def test_who_charges_turns_to_the_exact_bearing_of_its_target() -> None:
    # rule: charge.procedure, ruling.headings
    state = battle(["1 abel"], ["6 alahan-guard"])
    put(state, 0, (60, 15, 90))
    put(state, 1, (67, 30, 270), files=3)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert state.facing[0] == 65  # 15 up and 7 aside
    assert in_melee(state, 0)


def test_blind_charges() -> None:
    # example: example.blind-charge, example.blind-must-go
    # rule: charge.no-visible-target-cancel, charge.blind-is-engagement
    # rule: charge.no-contact-disorganised, charge.blind-must-charge, order.cancel
    # rule: ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard")
    for x in (5800, 6800, 7800):
        state.conjured.append((NUMBER["veil-of-mist"], x, 2500, 90, 1))
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == ("button:cancel", "button:charge-ahead")
    roll_next(state, 2)
    play(state, "button:cancel")
    assert "4 + 2 = 6 against 8, failed" in words(state)
    assert in_melee(state, 0)
    assert (state.charged_by[1], state.charging[0], state.met[1]) == ((), 0, 1)
    other = facing("6 griffin-duelist", "6 alahan-guard")
    put(other, 1, (10, 50, 270), files=3)
    state = other
    ask(state, Resolve(0, 0, p.CHARGE))
    assert options(state) == ("button:cancel", "button:charge-ahead")
    roll_next(state, 3)
    play(state, "button:cancel")
    assert "4 + 3 = 7 against 8, failed" in words(state)
    assert (middle(state, 0), state.shaken[0]) == ((6800, 3500), 1)


def test_an_order_is_cancelled_once_at_most() -> None:
    # rule: charge.no-visible-target-cancel, charge.blind-must-charge, order.cancel
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 1, (10, 50, 270), files=3)
    ask(state, Announce(0, 0, p.CHARGE))
    roll_next(state, 3)
    play(state, "button:cancel")
    assert not state.open  # it has tried: now it charges
    assert state.shaken[0] == 1
    other = facing("6 griffin-duelist", "6 alahan-guard")
    put(other, 1, (10, 50, 270), files=3)
    other.revealed[0] = p.CHARGE
    ask(other, Announce(0, 0, p.CHARGE))
    roll_next(other, 4)
    play(other, "button:carry-out", "button:cancel")
    assert other.revealed[0] == p.IMMOBILE
    assert not other.shaken[0]


def test_who_is_met_by_a_blind_charge_may_react() -> None:
    # rule: charge.blind-is-engagement, ruling.rush, countercharge.procedure
    state = facing("6 griffin-duelist", "6 alahan-guard", apart=16)
    state.orders[1] = (p.COUNTER_CHARGE,)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert "engages Unit 0" in state.open[0].prompt
    before = middle(state, 1)
    play(state, "token:1-unit-0-1")
    assert in_melee(state, 0)
    assert middle(state, 1)[1] == before[1] - 1000
    assert state.charging == [1, 1]  # a Counter-Charge makes a charge of it on both sides
    brave = facing("6 griffin-conscript", "4 wolfen-warrior")
    roll_next(brave, 3)
    ask(brave, c.BlindCharge(0, 0))
    play(brave, "button:charge-ahead")
    assert brave.moods[0] == p.ROUT


@pytest.mark.parametrize(("aside", "met"), [(2.4, True), (2.6, False)])
def test_a_blind_charge_engages_whom_it_passes_in_contact(aside: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, contact.distance, ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40 + 7.5 + aside, 32, 270), files=3)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert in_melee(state, 0) == met
    assert bool(state.met[1]) == met
    assert bool(state.shaken[0]) != met
    assert state.charged_by[1] == ()


@pytest.mark.parametrize(("apart", "met"), [(20, True), (20.1, False)])
def test_a_blind_charge_must_touch_whom_it_has_before_it(apart: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, ruling.blind-charge-distance
    state = facing("6 griffin-duelist", "6 alahan-guard", apart)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert (in_melee(state, 0), bool(state.met[1]), bool(state.shaken[0])) == (met, met, not met)


def test_a_blind_charge_pays_for_walls() -> None:
    # rule: ruling.blind-charge-distance, move.feat, charge.no-contact-disorganised
    state = facing("6 griffin-duelist", "6 alahan-guard")
    put(state, 0, (55, 20, 90), files=3)
    put(state, 1, (55, 20 + 2.5 + 18 + 2.5, 270), files=3)
    ask(state, c.BlindCharge(0, 0))
    play(state, "button:charge-ahead")
    assert not in_melee(state, 0)  # 18 cm and a wall are more than 20
    assert state.shaken[0] == 1
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


def test_who_is_held_in_a_melee_does_not_counter_charge() -> None:
    # rule: ruling.counter-charge-held, order.in-melee
    state = battle(["6 alahan-guard", "6 alahan-guard"], ["6 griffin-duelist"])
    put(state, 2, (60, 40, 270), files=6)
    put(state, 0, (60, 30, 90), files=3)
    put(state, 1, (67, 36.5, 90), files=3)
    f.loosen(state, 2)
    state.orders[2] = (p.COUNTER_CHARGE, p.RECEIVE_CHARGE)
    assert in_melee(state, 2)
    ask(state, c.Charge(0, 0))
    play(state, "unit:1-unit-0")
    assert options(state) == ("token:1-unit-0-2", "button:no-reaction")


def test_a_counter_charge_pays_for_walls() -> None:  # rule: countercharge.procedure, move.feat
    state = facing("6 alahan-guard", "6 alahan-guard")
    put(state, 0, (55, 21.5, 90), files=3)
    put(state, 1, (55, 34.5, 270), files=3)
    state.orders[1] = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert state.paces[1] < 800  # 8 cm and the wall are more than 10


def test_a_counter_charge_with_impact() -> None:
    # rule: machine.impact, countercharge.procedure
    state = battle(["3 alahan-guard"], ["1 brontops"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 10 + 1.25 + 14 + 2.5, 270))
    state.orders[1], state.resisted[0] = (p.COUNTER_CHARGE,), 20
    ask(state, c.Charge(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert state.paces[1] > 0
    assert f"Impact of STR {-(-state.paces[1] // 200)}" in words(state)


def test_who_does_not_answer_in_time_does_not_react() -> None:
    # rule: ruling.stalemate, countercharge.before-measuring
    state = facing("6 griffin-duelist", "6 alahan-guard")
    state.orders[1] = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert options(state) == ("token:1-unit-0-1", c.NONE)
    assert default_of(state, 1) == c.NONE


def test_who_counter_charges_closes_up_as_well() -> None:
    # rule: countercharge.procedure, charge.closing-up
    state = facing("1 alderan", "7 centaur", apart=10)
    put(state, 1, (68, 30, 270), files=7)
    c.assault(state, Assault(0, 1, True, answer=p.COUNTER_CHARGE))
    held = len([n for n in state.ranks[1] if n in contacts(state)])
    assert held == 7  # the ends of the line come round


@pytest.mark.parametrize("order", [c.Charge, c.Engage])
def test_an_attack_goes_at_the_nearest_where_the_middle_is_a_gap(
    order: type[c.Charge | c.Engage],
) -> None:
    # rule: charge.procedure, engage.procedure, ruling.headings
    state = battle(["1 alderan"], ["2 alahan-guard"])
    put(state, 0, (67, 12, 90))
    stand(state, 1, (62, 20, 270))
    stand(state, 2, (74, 20, 270))  # their own losses have torn them apart
    ask(state, order(0, 0))
    play(state, FOE)
    assert in_melee(state, 0)
    assert contacts(state)[0] == (1,)


@pytest.mark.parametrize(("x", "heading"), [(46, 273), (52, 270)])
def test_an_attack_goes_at_whom_it_can_come_to(x: int, heading: int) -> None:
    # rule: charge.procedure, ruling.headings
    state = battle(["1 abel, 6 griffin-duelist"], ["7 morbid-puppet"])
    state.scenery = "tower 40 21"  # which leaves no room behind them to turn far
    put(state, 0, (38, 13.2, 270), files=5)
    put(state, 1, (x, 5, 90), files=7)
    this = Assault(0, 1, True)
    middle_way = turn_between(270, bearing(middle(state, 0), middle(state, 1)))
    assert approach.way_after(state, this, middle_way) is None
    ask(state, c.Charge(0, 0))
    roll_next(state, 5)  # Courage
    play(state, FOE)
    assert in_melee(state, 0)
    assert state.facing[0] == heading  # at the first of their line that they reach, or straight on


def test_who_is_far_off_looks_for_no_other_way() -> None:  # rule: charge.failed, ruling.headings
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=25)
    put(state, 1, (74, 45, 270), files=3)
    found = approach.course(state, Assault(0, 1, True))
    assert found == (turn_between(90, bearing(middle(state, 0), middle(state, 1))), None)


def test_engaging() -> None:  # rule: engage.procedure
    state = facing("6 griffin-duelist", "6 alahan-guard", apart=9)
    ask(state, c.Engage(0, 0))
    assert options(state) == (FOE, "button:hold")
    play(state, FOE)
    assert in_melee(state, 0)
    assert (state.charging[0], state.charged_by[1]) == (0, ())
    far = facing("6 griffin-duelist", "6 alahan-guard", apart=11)
    ask(far, c.Engage(0, 0))
    assert "engages nobody" in words(far)
    behind = facing("6 griffin-duelist", "6 alahan-guard", apart=5)
    behind.facing[0] = 180
    assert reach(behind, Assault(0, 1, False)) is None


def test_contact_costs_orders() -> None:
    # example: example.contact-loses-orders, example.no-disengage-same-turn
    # rule: order.lost-when-contacted, order.no-disengage-pursuit-same-turn, receive.procedure
    state = facing("6 alahan-guard", "6 griffin-duelist")
    state.orders[1] = (p.MARCH, p.RECEIVE_CHARGE)
    ask(state, c.Charge(0, 0), Activate(1))
    play(state, FOE)
    assert options(state) == ("token:1-unit-0-2", "button:no-reaction")
    play(state, "token:1-unit-0-2")
    assert state.orders[1] == ()
    assert state.charged_by[1] == ()
    other = facing("6 alahan-guard", "6 griffin-duelist")
    other.orders[1] = (p.DISENGAGE,)
    ask(other, c.Charge(0, 0), Activate(1))
    play(other, FOE, "button:no-reaction")
    assert other.orders[1] == ()
    assert not other.open


def test_who_receives_a_charge_steps_up_but_leaves_no_enemy() -> None:
    # rule: receive.procedure, ruling.closing-up-algorithm
    state = battle(["7 alahan-guard"], ["1 griffin-duelist", "1 griffin-duelist"])
    put(state, 0, (68, 20, 90), files=7)
    f.loosen(state, 0)
    put(state, 1, (64.5, 17.5, 90))  # holds the left from behind
    put(state, 2, (74.5, 22.5, 270))
    crew, (holder, charger) = state.ranks[0], (7, 8)
    held = [n for n in crew if charger not in contacts(state).get(n, ())]
    assert all(contacts(state)[n] == (holder,) for n in held)
    before = [place_of(state, n) for n in crew]
    meet(state, Assault(2, 0, True, answer=p.RECEIVE_CHARGE))
    assert [place_of(state, n) for n in crew] == before
    put(state, 1, (61, 17.5, 90))  # now the fourth is free
    assert 3 not in contacts(state)
    meet(state, Assault(2, 0, True, answer=p.RECEIVE_CHARGE))
    assert [n for n in crew if place_of(state, n) != before[n]] == [3]
    assert charger in contacts(state)[3]
    assert state.charged_by[0] == ()


def test_whoever_is_touched_loses_its_orders() -> None:
    # rule: order.lost-when-contacted, order.no-disengage-pursuit-same-turn
    state = battle(["6 alahan-guard"], ["3 griffin-duelist", "3 griffin-duelist"])
    put(state, 0, (60, 20, 90), files=6)
    put(state, 1, (56.2, 30, 270), files=3)
    put(state, 2, (63.8, 30, 270), files=3)
    state.orders[1], state.orders[2] = (p.MARCH,), (p.PURSUIT, p.RECEIVE_CHARGE)
    ask(state, c.Charge(0, 0))
    play(state, FOE, "button:no-reaction")
    assert in_melee(state, 2)
    assert state.orders[1:] == [(), (p.RECEIVE_CHARGE,)]
    assert state.met[1:] == [1, 1]


def test_counter_charges() -> None:
    # example: example.counter-charge-window
    # rule: countercharge.procedure, countercharge.before-measuring, countercharge.courage-timing
    # rule: ruling.measuring
    state = facing("6 alahan-guard", "6 skorize", apart=19)
    state.orders[1] = (p.COUNTER_CHARGE,)
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
    assert state.charging == [1, 1]
    assert state.charged_by == [(), ()]


def test_who_engages_and_is_met_by_a_counter_charge_counts_as_charging() -> None:
    # rule: countercharge.procedure, machine.impact
    state = battle(["1 dwarf-armoured-tank"], ["1 dwarf-armoured-tank"])
    put(state, 0, (68, 20, 90))
    put(state, 1, (68, 35, 270))
    state.orders[1] = (p.COUNTER_CHARGE,)
    ask(state, c.Engage(0, 0))
    play(state, FOE, "token:1-unit-0-1")
    assert state.charging == [1, 1]
    assert state.charged_by == [(), ()]
    told = words(state)
    assert "Unit 0: Impact of STR" in told
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
    state.orders[1] = (p.COUNTER_CHARGE,)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    assert options(state) == ("button:no-reaction",)


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
    state.orders[0], state.orders[1] = (p.RECEIVE_CHARGE,), (p.COUNTER_CHARGE,)
    before = middle(state, 1)
    ask(state, c.Charge(0, 0))
    play(state, FOE)
    roll_next(state, die)
    play(state, "token:1-unit-0-1")
    assert state.moods[0] == mood
    assert (middle(state, 1) == before) == (mood != p.FEAR)
    assert in_melee(state, 0) == (mood == p.FEAR)
    assert (state.orders[0] == ()) == (mood != p.FEAR)
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
    assert state.moods[0] == p.CONTROL  # its brave fighters alone, DF 4, would rout


def test_fear_once_resisted() -> None:
    # rule: fear.resisted, ruling.resisted-duration, fear.when-charged, fear.test
    state = facing("4 wolfen-warrior", "6 alahan-guard")
    ask(state, c.Charge(0, 0))
    roll_next(state, 2)
    play(state, FOE)
    assert state.resisted[1] == 7
    assert not courage.must_test(state, 1, 0)
    other = facing("3 minotaur", "6 alahan-guard")
    other.resisted[1] = 7
    assert courage.must_test(other, 1, 0)


def test_moods_only_get_worse() -> None:  # rule: state.control, state.rout, state.fear
    state = facing("6 alahan-guard", "6 morbid-puppet")
    state.orders[0] = (p.MARCH,)
    courage.set_mood(state, 0, p.FEAR)
    assert list(state.orders[0]) == [p.MARCH]
    assert (initiative(state, 0, 1), attack_value(state, 0, 1)) == (2, 2)
    assert defence_value(state, 0, 1) == 3
    courage.set_mood(state, 0, p.CONTROL)
    assert list(state.orders[0]) == []
    courage.set_mood(state, 0, p.FEAR)
    assert state.moods[0] == p.CONTROL
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
    assert state.moods[1] == p.FEAR


def test_who_is_routed_by_a_defeat_and_free_runs_at_once() -> None:
    # rule: state.rout, fear.defeat, rout.in-melee-must-disengage
    state = facing("6 alahan-guard", "6 griffin-duelist")
    roll_next(state, 2)
    face_defeat(state, 1, 10, 7)
    assert state.moods[1] == p.ROUT
    assert "flees" in words(state)
    held = facing("6 alahan-guard", "6 griffin-duelist", apart=0)
    before = middle(held, 1)
    roll_next(held, 2)
    face_defeat(held, 1, 10, 7)
    assert held.moods[1] == p.ROUT
    assert middle(held, 1) == before


def test_pursuit() -> None:  # rule: pursuit.procedure
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=15)
    state.rivals[0] = (1,)
    ask(state, c.Pursue(0, 0))
    assert "nobody to pursue" in words(state)
    state.left[1] = 1
    ask(state, c.Pursue(0, 0))
    play(state, FOE)
    assert in_melee(state, 0)
    assert (state.charging[0], state.charged_by[1]) == (0, ())
    two = battle(["6 alahan-guard"], ["6 griffin-duelist", "3 griffin-duelist"])
    put(two, 0, (68, 15, 90), files=3)
    put(two, 1, (68, 35, 270), files=3)
    put(two, 2, (20, 35, 270), files=3)
    two.rivals[0], two.left = (1, 2), [0, 1, 0]
    ask(two, c.Pursue(0, 0))
    assert "nobody to pursue" in words(two)  # one of them is still there
    two.left[2] = 1
    ask(two, c.Pursue(0, 0))
    assert options(two) == (FOE, "unit:1-unit-1")


def test_no_charge_through_a_wood_in_close_order() -> None:  # rule: move.difficult
    state = battle(["6 alahan-guard"], ["6 griffin-duelist"])
    put(state, 0, (25, 22, 90), files=3)
    put(state, 1, (25, 40, 270), files=3)
    assert reach(state, Assault(0, 1, True)) is None
    state.spread[0] = 1
    assert reach(state, Assault(0, 1, True)) is not None


def test_no_base_is_larger_than_what_is_looked_at() -> None:  # rule: contact.distance
    """Who is farther off than this is not measured at all."""
    across = max(hypot(*card.base) for card in t.PROFILES.values())
    assert across < WIDEST
    assert across / 2 < f.FARTHEST


def test_nobody_charges_over_the_edge_of_the_table() -> None:
    # rule: move.table-edge, charge.procedure, charge.failed
    state = battle(["6 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (75, 25, 80), files=3)
    put(state, 1, (78.3, 45, 270), files=1)
    state.resisted[0] = 9
    assert reach(state, Assault(0, 1, True)) is None
    ask(state, c.Charge(0, 0))
    play(state, "unit:1-unit-0")
    assert state.shaken[0] == 1
    assert all(f.on_table(state, shape) for shape in shapes(state, 0))
    put(state, 0, (75, 25, 80), files=3)
    put(state, 1, (72, 45, 270), files=1)
    assert reach(state, Assault(0, 1, True)) is not None
