"""Who commands whom, and which values are passed on."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules import values as v
from tests.games.rag_narok.command.drawn import skirmish
from tests.games.rag_narok.drawn import battle, fly, put


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
    state.units[0].altitude, state.units[0].token = p.GROUND, None
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
