"""Contact: engagements, Orders it costs, who steps up, pursuit."""

from __future__ import annotations

from math import hypot

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import WIDEST, contacts, in_melee
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.meeting import meet
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.state import place_of, shapes
from tests.games.rag_narok.charge.drawn import FOE, facing
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, set_each, words


def test_engaging() -> None:  # rule: engage.procedure
    state = facing("6 griffin-duelist", "6 alahan-guard", apart=9)
    ask(state, c.Engage(0, 0))
    assert options(state) == (FOE, "button:hold")
    play(state, FOE)
    assert in_melee(state, 0)
    assert (state.units[0].charging, state.units[1].charged_by) == (0, ())
    far = facing("6 griffin-duelist", "6 alahan-guard", apart=11)
    ask(far, c.Engage(0, 0))
    assert "engages nobody" in words(far)
    behind = facing("6 griffin-duelist", "6 alahan-guard", apart=5)
    behind.units[0].facing = 180
    assert reach(behind, Assault(0, 1, False)) is None


def test_contact_costs_orders() -> None:
    # example: example.contact-loses-orders, example.no-disengage-same-turn
    # rule: order.lost-when-contacted, order.no-disengage-pursuit-same-turn, receive.procedure
    state = facing("6 alahan-guard", "6 griffin-duelist")
    state.units[1].orders = (p.MARCH, p.RECEIVE_CHARGE)
    ask(state, c.Charge(0, 0), Activate(1))
    play(state, FOE)
    assert options(state) == ("token:1-unit-0-2", "button:no-reaction")
    play(state, "token:1-unit-0-2")
    assert each(state.units, "orders")[1] == ()
    assert state.units[1].charged_by == ()
    other = facing("6 alahan-guard", "6 griffin-duelist")
    other.units[1].orders = (p.DISENGAGE,)
    ask(other, c.Charge(0, 0), Activate(1))
    play(other, FOE, "button:no-reaction")
    assert each(other.units, "orders")[1] == ()
    assert not other.open


def test_who_receives_a_charge_steps_up_but_leaves_no_enemy() -> None:
    # rule: receive.procedure, ruling.closing-up-algorithm
    state = battle(["7 alahan-guard"], ["1 griffin-duelist", "1 griffin-duelist"])
    put(state, 0, (68, 20, 90), files=7)
    f.loosen(state, 0)
    put(state, 1, (64.5, 17.5, 90))  # holds the left from behind
    put(state, 2, (74.5, 22.5, 270))
    crew, (holder, charger) = state.units[0].ranks, (7, 8)
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
    assert state.units[0].charged_by == ()


def test_whoever_is_touched_loses_its_orders() -> None:
    # rule: order.lost-when-contacted, order.no-disengage-pursuit-same-turn
    state = battle(["6 alahan-guard"], ["3 griffin-duelist", "3 griffin-duelist"])
    put(state, 0, (60, 20, 90), files=6)
    put(state, 1, (56.2, 30, 270), files=3)
    put(state, 2, (63.8, 30, 270), files=3)
    state.units[1].orders, state.units[2].orders = (p.MARCH,), (p.PURSUIT, p.RECEIVE_CHARGE)
    ask(state, c.Charge(0, 0))
    play(state, FOE, "button:no-reaction")
    assert in_melee(state, 2)
    assert each(state.units, "orders")[1:] == [(), (p.RECEIVE_CHARGE,)]
    assert each(state.units, "met")[1:] == [1, 1]


def test_pursuit() -> None:  # rule: pursuit.procedure
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=15)
    state.units[0].rivals = (1,)
    ask(state, c.Pursue(0, 0))
    assert "nobody to pursue" in words(state)
    state.units[1].left = 1
    ask(state, c.Pursue(0, 0))
    play(state, FOE)
    assert in_melee(state, 0)
    assert (state.units[0].charging, state.units[1].charged_by) == (0, ())
    two = battle(["6 alahan-guard"], ["6 griffin-duelist", "3 griffin-duelist"])
    put(two, 0, (68, 15, 90), files=3)
    put(two, 1, (68, 35, 270), files=3)
    put(two, 2, (20, 35, 270), files=3)
    two.units[0].rivals = (1, 2)
    set_each(two.units, "left", [0, 1, 0])
    ask(two, c.Pursue(0, 0))
    assert "nobody to pursue" in words(two)  # one of them is still there
    two.units[2].left = 1
    ask(two, c.Pursue(0, 0))
    assert options(two) == (FOE, "unit:1-unit-1")


def test_no_charge_through_a_wood_in_close_order() -> None:  # rule: move.difficult
    state = battle(["6 alahan-guard"], ["6 griffin-duelist"])
    put(state, 0, (25, 22, 90), files=3)
    put(state, 1, (25, 40, 270), files=3)
    assert reach(state, Assault(0, 1, True)) is None
    state.units[0].spread = 1
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
    state.units[0].resisted = 9
    assert reach(state, Assault(0, 1, True)) is None
    ask(state, c.Charge(0, 0))
    play(state, "unit:1-unit-0")
    assert state.units[0].shaken == 1
    assert all(f.on_table(state, shape) for shape in shapes(state, 0))
    put(state, 0, (75, 25, 80), files=3)
    put(state, 1, (72, 45, 270), files=1)
    assert reach(state, Assault(0, 1, True)) is not None
