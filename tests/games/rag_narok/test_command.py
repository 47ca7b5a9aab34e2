"""Who commands, what is passed on, how many Orders there are, and that they stay secret."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.dreams import possible
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.command.orders import (
    GiveOrders,
    can_activate,
    can_match,
    useful_orders,
)
from fimbul.games.rag_narok.rules.ending import NameSuccessor
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce, Movement, activate
from fimbul.games.rag_narok.rules.set_up.deploy import roll_tactics
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import RagNarok, middle
from fimbul.kernel import Dice, choose, default_of, settle
from tests.games.rag_narok.drawn import ask, battle, fly, options, play, put, roll_next, words


def skirmish() -> RagNarok:
    """The learning skirmish, deployed 30 cm apart."""
    griffons = ["6 griffin-duelist, 1 abel", "3 griffin-fusilier, 1 griffin-fusilier leader"]
    state = battle(griffons, ["6 morbid-puppet, 1 melmoth", "7 morbid-puppet"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (65, 10, 90))
    put(state, 2, (20, 50, 270))
    put(state, 3, (65, 50, 270))
    return state


def test_values_are_passed_on_with_a_penalty_downwards() -> None:
    # example: example.sered-conscripts-penalty
    # rule: leader.warrior-penalty-downwards, command.transmission, command.best-of-both
    state = battle(["8 griffin-conscript, 1 sered"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    assert v.unit_value(state, 0, "cou") == 7
    assert v.unit_value(state, 0, "dis") == 7


def test_a_leader_of_a_lower_category_passes_all() -> None:
    # rule: leader.lower-category-no-penalty, command.transmission, command.best-of-both
    state = battle(["3 skull-warrior, 1 gravedigger-of-salaliel leader"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    assert v.unit_value(state, 0, "dis") == 5
    assert v.unit_value(state, 0, "fear") == 7


def test_troops_that_are_better_than_their_commander_use_their_own() -> None:
    # rule: command.best-of-both
    state = battle(["3 son-of-uren, 1 elghir"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    assert (v.own_value(state, 0, "cou"), v.passed_on(state, 0, "cou")) == (8, 7)
    assert v.unit_value(state, 0, "cou") == 8
    drilled = battle(["4 griffin-templar, 1 abel"], ["1 melmoth"])
    put(drilled, 0, (20, 10, 90))
    assert (v.passed_on(drilled, 0, "dis"), v.discipline(drilled, 0)) == (5, 6)


def test_commanders_reach_only_so_far() -> None:  # rule: command.transmission
    state = skirmish()
    assert v.discipline(state, 1) == 5  # its own Leader
    assert v.discipline(state, 3) == 0
    put(state, 3, (14, 42, 270), files=3)
    assert v.discipline(state, 3) == 4


def test_commanders_reach_their_own_level_only() -> None:
    # example: example.command-level
    # rule: command.same-level, order.basic
    state = battle(["1 belial", "2 gravekeeper", "3 morbid-angel"], ["1 abel"])
    fly(state, 0, (20, 10, 90), p.LOW)
    put(state, 1, (30, 10, 90))
    fly(state, 2, (20, 20, 90), p.LOW)
    put(state, 3, (60, 50, 270))
    assert [v.passed_on(state, unit, "dis") is None for unit in (1, 2)] == [True, False]
    assert v.passed_on(state, 1, "fear") is None
    assert v.order_sources(state, 0)[0] == (0,)
    put(state, 0, (20, 10, 90))
    state.altitude[0], state.skies[0] = p.GROUND, None
    assert [v.passed_on(state, unit, "dis") is None for unit in (1, 2)] == [False, True]
    assert v.passed_on(state, 1, "fear") is not None
    assert v.order_sources(state, 0)[0] == (0, 1)


def test_musicians_and_standards() -> None:
    # example: example.musician-fearsome, example.standard-brave-in-fearsome
    # rule: musician.discipline, standard.courage-fear, standard.same-type-only
    # rule: ruling.same-standard
    state = battle(["3 wolfen-warrior, 1 wolfen-standard, 1 wolfen-musician"], ["1 abel"])
    put(state, 0, (30, 10, 90))
    assert v.unit_value(state, 0, "fear") == 8
    assert v.discipline(state, 0) == 4
    mixed = battle(["3 executor, 1 templar-standard"], ["1 melmoth"])
    put(mixed, 0, (30, 10, 90))
    assert v.own_value(mixed, 0, "fear") == 7


def test_the_unit_uses_the_value_of_its_majority() -> None:
    # rule: test.unit-value, ruling.unit-value-majority
    state = battle(["5 griffin-conscript, 1 griffin-templar"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    assert v.own_value(state, 0, "cou") == 3
    mixed = battle(["2 provost-of-uren, 1 razorback-rider, 1 thermo-warrior"], ["1 melmoth"])
    put(mixed, 0, (20, 10, 90))
    assert v.own_value(mixed, 0, "cou") == 6
    even = battle(["3 griffin-conscript, 3 griffin-templar"], ["1 melmoth"])
    put(even, 0, (20, 10, 90))
    assert (v.own_value(even, 0, "cou"), v.own_value(even, 0, "dis")) == (6, 6)


def test_the_tactics_roll() -> None:  # rule: turn.tactics-roll, test.opposed
    state = skirmish()
    roll_next(state, 3, 4)
    roll_tactics(state)
    assert (state.results, state.winner) == ([8, 9], 1)
    roll_next(state, 4, 4, 1, 2)
    roll_tactics(state)
    assert (state.results, state.winner) == ([6, 7], 1)


def test_how_many_orders() -> None:
    # example: example.routed-commander-orders, example.orders-natural-one
    # rule: order.additional, command.routed-no-basic-order, ruling.order-count, order.basic
    # rule: command.routed-tactics-and-additional, test.natural-one
    state = battle(["10 cynwall-equanime, 1 cynwall-magistrate"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    state.results = [11, 9]
    assert len(v.order_sources(state, 0)) == 1 + 3
    state.moods[0] = p.ROUT
    assert (v.tactics(state, 0), v.additional(state, 0)) == (7, 3)
    assert v.order_sources(state, 0) == ()  # nobody is left who could receive them
    other = battle(["10 cynwall-equanime, 1 cynwall-magistrate", "4 cynwall-equanime"], ["1 abel"])
    put(other, 0, (20, 10, 90))
    put(other, 1, (60, 10, 90))
    other.results, other.moods[0] = [11, 9], p.ROUT
    assert v.order_sources(other, 0) == ((1,),) * 3
    roll_next(other, 1, 3)
    roll_tactics(other)
    assert (other.results[0], other.winner) == (8, 1)
    assert v.additional(other, 0) == 2
    temple = battle(["1 sered", "8 griffin-conscript"], ["1 melmoth"])
    roll_next(temple, 1, 2)
    roll_tactics(temple)
    assert (temple.results, temple.winner) == ([9, 7], 1)  # the higher result has failed
    assert v.additional(temple, 0) == 3
    other.results[0] = 2
    assert v.additional(other, 0) == 1  # at least


def test_a_routed_commander_gives_no_basic_order() -> None:
    # example: example.army-commander-routed-basic
    # rule: command.army-commander-routed, command.routed-no-basic-order
    state = battle(["1 abel", "1 sered", "6 griffin-duelist"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (26, 10, 90))
    put(state, 2, (40, 10, 90))
    state.generals[0] = -1
    state.moods[0] = p.ROUT
    assert len(v.order_sources(state, 0)) == 1


def test_undead_obey_only_undead() -> None:  # rule: order.undead
    state = battle(["6 morbid-puppet, 1 ejhin-de-vanth"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    state.results = [9, 9]
    assert v.order_sources(state, 0) == ()
    state = battle(["6 morbid-puppet, 1 melmoth"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    state.results = [9, 9]
    assert len(v.order_sources(state, 0)) == 4


def test_successors() -> None:
    # example: example.successor
    # rule: command.death-successor, command.successor-not-ally
    # rule: command.successor-not-standard-musician
    griffons = ["1 abel", "1 alderan", "3 griffin-templar, 1 templar-musician"]
    state = battle([*griffons, "1 griffin-duelist leader, 5 griffin-duelist"], ["1 melmoth"])
    for unit in range(4):
        put(state, unit, (15 + 18 * unit, 10, 90))
    assert state.generals[0] == state.ranks[0][0]
    kill(state, state.ranks[0][0])
    ask(state, NameSuccessor(0))
    assert v.successors(state, 0) == [state.ranks[3][0]]
    assert (state.generals[0], v.tactics(state, 0)) == (state.ranks[3][0], 5)


def test_a_leader_succeeds_only_where_no_commander_is_left() -> None:
    # rule: command.death-successor, army.commander, command.successor-not-standard-musician
    guard = "1 templar-standard leader, 1 templar-musician leader, 4 griffin-templar"
    units = ["1 abel", "1 sered", "1 griffin-duelist leader, 5 griffin-duelist", guard]
    state = battle(units, ["1 melmoth"])
    for unit in range(4):
        put(state, unit, (15 + 18 * unit, 10, 90))
    abel, sered, leader = (state.ranks[unit][0] for unit in range(3))
    kill(state, abel)
    ask(state, NameSuccessor(0))
    assert not state.open  # Sered, without being asked
    assert (state.generals[0], v.tactics(state, 0)) == (sered, 8)
    kill(state, sered)
    assert v.successors(state, 0) == [leader]


def test_who_dies_in_play_is_succeeded_at_once() -> None:  # rule: command.death-successor
    state = battle(["1 abel", "1 sered", "1 griffin-duelist leader"], ["1 melmoth"])
    for unit in range(3):
        put(state, unit, (15 + 18 * unit, 10, 90))
    state.generals[0] = state.ranks[2][0]
    state.agenda.clear()
    kill(state, state.ranks[2][0])
    settle(state)
    assert options(state) == ("fighter:0-unit-0-1", "fighter:0-unit-1-1")
    play(state, "fighter:0-unit-1-1")
    assert state.generals[0] == state.ranks[1][0]


def test_an_empty_command_is_filled_before_the_next_tactics_roll() -> None:
    # rule: ruling.no-successor, command.death-successor
    state = battle(["1 melmoth", "7 morbid-puppet"], ["1 abel"])
    put(state, 1, (60, 10, 90))
    put(state, 2, (60, 50, 270))
    state.generals[0] = -1
    ask(state, Turn())
    assert (state.generals[0], state.results[0] <= 6) == (-1, True)
    put(state, 0, (20, 10, 90))  # risen again
    ask(state, Turn())
    assert state.generals[0] == state.ranks[0][0]
    assert "is now commanded by Melmoth" in words(state)


def test_orders_are_matched_to_their_sources() -> None:  # rule: order.basic, order.max-two
    assert can_match([1, 0], [(0,), (0, 1)])
    assert not can_match([1, 1], [(0,), (0, 1)])
    state = skirmish()
    state.phase, state.results = p.STRATEGY, [3, 3]
    ask(state, (GiveOrders(0, v.order_sources(state, 0)), GiveOrders(1, ())))
    play(state, "unit:0-unit-0", "order:march", "unit:0-unit-0", "order:run")
    assert "unit:0-unit-0" not in options(state)
    play(state, "unit:0-unit-1", "order:rapid-fire", "button:done")
    assert state.orders[:2] == [(p.MARCH, p.RUN), (p.RAPID_FIRE,)]


def test_orders_stay_secret_until_revealed() -> None:
    # rule: order.hidden, ruling.hidden-information
    state = skirmish()
    state.orders[2] = (p.CHARGE, p.RECEIVE_CHARGE)
    seen = {seat: {t.id: t.label for t in GAME.scene(state, seat).things()} for seat in (0, 1)}
    assert seen[1]["token:1-unit-0-1"] == "Charge"
    assert seen[0]["token:1-unit-0-1"] == seen[0]["token:1-unit-0-2"] == "An Order"
    dreamt = {GAME.imagine(state, 0, Dice(seed)).orders[2] for seed in range(40)}
    assert len(dreamt) > 5
    assert GAME.imagine(state, 1, Dice(1)).orders[2] == state.orders[2]


def test_what_everybody_knows_about_a_face_down_order() -> None:
    # rule: ruling.hidden-information, order.lost-when-contacted
    state = skirmish()
    state.met[2] = 1
    assert possible(state, 2) == list(p.REACTIONS)
    assert p.RAPID_FIRE not in possible(state, 3)
    state.idle[0] = 1
    assert possible(state, 0) == list(p.REACTIONS)


def test_which_orders_are_offered() -> None:
    # rule: order.in-melee, state.disorganised, order.families, ruling.orders-as-it-stands
    state = skirmish()
    assert p.RAPID_FIRE in useful_orders(state, 1)
    assert p.RAPID_FIRE not in useful_orders(state, 0)
    state.shaken[0] = state.shaken[1] = 1
    assert {p.CHARGE, p.RUN}.isdisjoint(useful_orders(state, 0))
    assert {p.CHARGE, p.RUN, p.RAPID_FIRE}.isdisjoint(useful_orders(state, 1))
    put(state, 2, (20, 13, 270))
    assert set(useful_orders(state, 0)) == {p.IMMOBILE, p.DISENGAGE, p.PURSUIT, *p.REACTIONS}
    assert len(p.ACTIONS) == 9
    assert [p.ORDER_NAMES[o] for o in p.REACTIONS] == ["Counter-Charge", "Receive Charge"]


def test_why_an_order_cannot_be_given() -> None:
    # rule: order.max-two, state.rout, state.disorganised, ruling.orders-as-it-stands
    state = skirmish()
    state.phase, state.results = p.STRATEGY, [12, 12]
    state.moods[1], state.shaken[0] = p.ROUT, 1
    ask(state, GiveOrders(0, v.order_sources(state, 0)))
    assert GAME.why(state, 0, "unit:0-unit-1") == ("state.rout", "Who is routed takes no Orders.")
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
    state.orders[0], state.orders[2] = (p.MARCH, p.RECEIVE_CHARGE), (p.MARCH,)
    ask(state, Activate(0))
    found = [GAME.why(state, 0, thing) for thing in ("token:1-unit-0-1", "token:0-unit-0-2")]
    assert [why and why[0] for why in found] == ["turn.activation", "order.families"]


def test_activation_goes_in_turn_and_nobody_passes() -> None:
    # rule: turn.activation, order.none, order.hidden
    state = skirmish()
    state.orders[0], state.orders[1] = (p.IMMOBILE,), (p.RECEIVE_CHARGE,)
    state.orders[2], state.orders[3] = (p.IMMOBILE,), (p.IMMOBILE,)
    state.winner = 1
    ask(state, Movement())
    assert options(state) == ("seat:0", "seat:1")
    assert state.open[0].seat == 1
    play(state, "seat:1")
    assert options(state) == ("token:1-unit-0-1", "token:1-unit-1-1")
    play(state, "token:1-unit-1-1", "button:carry-out")
    assert [decision.seat for decision in state.open] == [0]
    play(state, "token:0-unit-0-1", "button:carry-out", "token:1-unit-0-1", "button:carry-out")
    assert state.idle == [1, 1]
    assert state.orders[1] == (p.RECEIVE_CHARGE,)
    assert not can_activate(state, 0)


def test_a_routed_unit_must_be_activated() -> None:  # rule: turn.activation
    state = skirmish()
    state.moods[0] = p.ROUT
    assert list(can_activate(state, 0)) == ["unit:0-unit-0"]


def test_whoever_is_routed_late_is_activated_as_well() -> None:  # rule: turn.activation
    """Terror may rout several Units of a side that had said it was done."""
    state = skirmish()
    state.idle = [0, 1]
    state.moods[2] = state.moods[3] = p.ROUT
    ask(state, Activate(1))
    play(state, "unit:1-unit-0")
    assert state.done[2:] == [1, 0]
    assert options(state) == ("unit:1-unit-1",)


def test_an_order_may_be_cancelled() -> None:
    # rule: order.cancel
    state = skirmish()
    ask(state, Announce(0, 1, p.CHARGE))
    roll_next(state, 3)
    play(state, "button:cancel")
    assert state.revealed[1] == p.IMMOBILE
    ask(state, Announce(0, 1, p.MARCH))
    roll_next(state, 2)
    play(state, "button:cancel")
    assert state.open[0].prompt == "Turn before you move?"


def test_in_a_melee_other_orders_are_lost() -> None:  # rule: order.in-melee
    state = skirmish()
    put(state, 2, (20, 13, 270))
    state.orders[0] = (p.MARCH,)
    ask(state, Activate(0))
    play(state, "token:0-unit-0-1")
    assert "cannot do that in a melee" in words(state)
    assert state.orders[0] == ()
    state.orders[1] = (p.RAPID_FIRE,)
    activate(state, 1, p.RAPID_FIRE)
    assert not state.agenda


def test_a_turn_has_its_phases() -> None:  # rule: turn.sequence
    state = skirmish()
    ask(state, Turn())
    assert state.phase == p.STRATEGY
    names = [type(row[0]).__name__ for row in reversed(state.agenda)]
    phases = ["FirstShooting", "Movement", "SecondShooting", "Divination", "Melee", "EndPhase"]
    assert names == ["GiveOrders", *phases]
    assert {decision.seat for decision in state.open} == {0, 1}
    assert default_of(state, 0) == "button:done"  # rule: ruling.stalemate


def test_who_does_not_answer_in_time_does_as_little_as_may_be() -> None:  # rule: ruling.stalemate
    state = skirmish()
    ask(state, Announce(0, 1, p.MARCH))
    roll_next(state, 1)  # the Order cannot be cancelled
    start = middle(state, 1), state.facing[1]
    while state.open:
        choose(state, 0, str(default_of(state, 0)))
    assert (middle(state, 1), state.facing[1]) == start


@pytest.mark.parametrize("seed", range(3))
def test_who_is_asked_to_activate_has_something_to_reveal(seed: int) -> None:
    # rule: ruling.hidden-information
    state = skirmish()
    state.orders[2] = (p.CHARGE,)
    ask(state, Activate(1))
    dream = GAME.imagine(state, 0, Dice(seed))
    assert dream.open[0].options
