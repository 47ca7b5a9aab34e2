"""How many Orders there are, who gets them, and that they stay secret."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.dreams import possible
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, can_match, useful_orders
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.tactics import RollTactics
from fimbul.kernel import Dice
from tests.games.rag_narok.command.drawn import skirmish
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, roll_next, set_each


def test_the_tactics_roll() -> None:  # rule: turn.tactics-roll, test.opposed
    state = skirmish()
    roll_next(state, 3, 4)
    ask(state, RollTactics())
    assert (each(state.sides, "tactics"), state.winner) == ([8, 9], 1)
    roll_next(state, 4, 4, 1, 2)
    ask(state, RollTactics())
    assert (each(state.sides, "tactics"), state.winner) == ([6, 7], 1)


def test_how_many_orders() -> None:
    # example: example.routed-commander-orders, example.orders-natural-one
    # rule: order.additional, command.routed-no-basic-order, ruling.order-count, order.basic
    # rule: command.routed-tactics-and-additional, test.natural-one
    state = battle(["10 cynwall-equanime, 1 cynwall-magistrate"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    set_each(state.sides, "tactics", [11, 9])
    assert len(v.order_sources(state, 0)) == 1 + 3
    state.units[0].mood = p.ROUT
    assert (v.tactics(state, 0), v.additional(state, 0)) == (7, 3)
    assert v.order_sources(state, 0) == ()  # nobody is left who could receive them
    other = battle(["10 cynwall-equanime, 1 cynwall-magistrate", "4 cynwall-equanime"], ["1 abel"])
    put(other, 0, (20, 10, 90))
    put(other, 1, (60, 10, 90))
    other.units[0].mood = p.ROUT
    set_each(other.sides, "tactics", [11, 9])
    assert v.order_sources(other, 0) == ((1,),) * 3
    roll_next(other, 1, 3)
    ask(other, RollTactics())
    assert (other.sides[0].tactics, other.winner) == (8, 1)
    assert v.additional(other, 0) == 2
    temple = battle(["1 sered", "8 griffin-conscript"], ["1 melmoth"])
    roll_next(temple, 1, 2)
    ask(temple, RollTactics())
    assert each(temple.sides, "tactics") == [9, 7]
    assert temple.winner == 1  # the higher result has failed
    assert v.additional(temple, 0) == 3
    other.sides[0].tactics = 2
    assert v.additional(other, 0) == 1  # at least


def test_a_routed_commander_gives_no_basic_order() -> None:
    # example: example.army-commander-routed-basic
    # rule: command.army-commander-routed, command.routed-no-basic-order
    state = battle(["1 abel", "1 sered", "6 griffin-duelist"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (26, 10, 90))
    put(state, 2, (40, 10, 90))
    state.sides[0].general = -1
    state.units[0].mood = p.ROUT
    assert len(v.order_sources(state, 0)) == 1


def test_undead_obey_only_undead() -> None:  # rule: order.undead
    state = battle(["6 morbid-puppet, 1 ejhin-de-vanth"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    set_each(state.sides, "tactics", [9, 9])
    assert v.order_sources(state, 0) == ()
    state = battle(["6 morbid-puppet, 1 melmoth"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    set_each(state.sides, "tactics", [9, 9])
    assert len(v.order_sources(state, 0)) == 4


def test_orders_are_matched_to_their_sources() -> None:  # rule: order.basic, order.max-two
    assert can_match([1, 0], [(0,), (0, 1)])
    assert not can_match([1, 1], [(0,), (0, 1)])
    state = skirmish()
    state.phase = p.STRATEGY
    set_each(state.sides, "tactics", [3, 3])
    ask(state, (GiveOrders(0, v.order_sources(state, 0)), GiveOrders(1, ())))
    play(state, "unit:0-unit-0", "order:march", "unit:0-unit-0", "order:run")
    assert "unit:0-unit-0" not in options(state)
    play(state, "unit:0-unit-1", "order:rapid-fire", "button:done")
    assert each(state.units, "orders")[:2] == [(p.MARCH, p.RUN), (p.RAPID_FIRE,)]


def test_orders_stay_secret_until_revealed() -> None:
    # rule: order.hidden, ruling.hidden-information
    state = skirmish()
    state.units[2].orders = (p.CHARGE, p.RECEIVE_CHARGE)
    seen = {seat: {t.id: t.label for t in GAME.scene(state, seat).things()} for seat in (0, 1)}
    assert seen[1]["token:1-unit-0-1"] == "Charge"
    assert seen[0]["token:1-unit-0-1"] == seen[0]["token:1-unit-0-2"] == "An Order"
    dreamt = {each(GAME.imagine(state, 0, Dice(seed)).units, "orders")[2] for seed in range(40)}
    assert len(dreamt) > 5
    assert each(GAME.imagine(state, 1, Dice(1)).units, "orders")[2] == state.units[2].orders


def test_what_everybody_knows_about_a_face_down_order() -> None:
    # rule: ruling.hidden-information, order.lost-when-contacted
    state = skirmish()
    state.units[2].met = 1
    assert possible(state, 2) == list(p.REACTIONS)
    assert p.RAPID_FIRE not in possible(state, 3)
    state.sides[0].idle = 1
    assert possible(state, 0) == list(p.REACTIONS)


def test_which_orders_are_offered() -> None:
    # rule: order.in-melee, state.disorganised, order.families, ruling.orders-as-it-stands
    state = skirmish()
    assert p.RAPID_FIRE in useful_orders(state, 1)
    assert p.RAPID_FIRE not in useful_orders(state, 0)
    state.units[0].shaken = state.units[1].shaken = 1
    assert {p.CHARGE, p.RUN}.isdisjoint(useful_orders(state, 0))
    assert {p.CHARGE, p.RUN, p.RAPID_FIRE}.isdisjoint(useful_orders(state, 1))
    put(state, 2, (20, 13, 270))
    assert set(useful_orders(state, 0)) == {p.IMMOBILE, p.DISENGAGE, p.PURSUIT, *p.REACTIONS}
    assert len(p.ACTIONS) == 9
    assert [p.ORDER_NAMES[o] for o in p.REACTIONS] == ["Counter-Charge", "Receive Charge"]


def test_why_an_order_cannot_be_given() -> None:
    # rule: order.max-two, state.rout, state.disorganised, ruling.orders-as-it-stands
    state = skirmish()
    state.phase = p.STRATEGY
    set_each(state.sides, "tactics", [12, 12])
    state.units[1].mood, state.units[0].shaken = p.ROUT, 1
    ask(state, GiveOrders(0, v.order_sources(state, 0)))
    assert GAME.why(state, 0, "unit:0-unit-1") == ("state.rout", "A routed Unit takes no Orders.")
    play(state, "unit:0-unit-0", "order:march", "unit:0-unit-0")
    reasons = {
        "order:march": "order.max-two",
        "order:run": "state.disorganised",
        "order:disengage": "ruling.orders-as-it-stands",
    }
    for thing, rule in reasons.items():
        found = GAME.why(state, 0, thing)
        assert found is not None
        assert found[0] == rule
    play(state, "order:receive-charge")
    assert GAME.why(state, 0, "unit:0-unit-0") == ("order.max-two", "It holds two Orders already.")


def test_the_orders_of_the_other_side_are_not_called_reactions() -> None:  # rule: turn.activation
    state = skirmish()
    state.units[0].orders, state.units[2].orders = (p.MARCH, p.RECEIVE_CHARGE), (p.MARCH,)
    ask(state, Activate(0))
    found = [GAME.why(state, 0, thing) for thing in ("token:1-unit-0-1", "token:0-unit-0-2")]
    assert [why and why[0] for why in found] == ["turn.activation", "order.families"]
