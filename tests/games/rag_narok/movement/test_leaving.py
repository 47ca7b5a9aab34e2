"""Fighters that leave their Unit or join another; Units that divide."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.rules.charge.charges import React
from fimbul.games.rag_narok.rules.command.orders import can_activate
from fimbul.games.rag_narok.rules.harm import inflict
from fimbul.games.rag_narok.rules.magic.incantation import may_cast
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce
from fimbul.games.rag_narok.rules.movement.leaving import Unite, may_part
from fimbul.games.rag_narok.rules.movement.parties import divide, join
from fimbul.games.rag_narok.rules.values import unit_value
from fimbul.games.rag_narok.state import RagNarok, fighter, middle, place_of, shapes, squad
from fimbul.games.rag_narok.state.sides import Staff
from fimbul.games.rag_narok.state.telling import about, sounds_many
from fimbul.kernel import IllegalChoice, choose
from fimbul.words import teller_of
from tests.games.rag_narok.drawn import ask, battle, fly, options, play, put

BLADES, GUARDS = "6 griffin-duelist, 1 abel", "4 alahan-guard leader, 1 alahan-mage"
ABEL, MAGE = "leave:0-unit-0-7", "leave:0-unit-0-5"


def patrol(first: str = BLADES, second: str = "6 griffin-duelist", apart: float = 10) -> RagNarok:
    """A Unit and its neighbours to the right, so far from base to base; an enemy far away."""
    state = battle([first, second], ["1 melmoth"])
    put(state, 0, (30, 10, 90), files=3)
    edge = max(x for shape in shapes(state, 0) for x, _ in shape) / 100
    put(state, 1, (edge + apart + 3.75, 10, 90), files=3)
    put(state, 2, (60, 50, 270))
    state.units[0].orders, state.units[0].revealed, state.units[0].done = (), p.MARCH, 1
    return state


def go(state: RagNarok, distance: int) -> None:
    """Straight on, whether or not there is room to turn."""
    for thing in ("turn:0", f"advance:{distance}", "turn:0"):
        if thing in options(state):
            play(state, thing)


def leaves(state: RagNarok) -> set[str]:
    return {thing for thing in options(state) if thing.startswith("leave:")}


def test_an_independent_leaves_to_act_by_itself() -> None:
    # rule: unit.leave-join, ruling.divided-units
    state = ask(patrol(apart=20), Announce(0, 0, p.MARCH))
    assert leaves(state) == {f"{ABEL}/alone"}
    start, files = [place_of(state, n) for n in range(7)], state.units[0].files
    play(state, f"{ABEL}/alone")
    assert (state.units[3].ranks, len(state.units[0].ranks)) == ((6,), 6)
    assert [place_of(state, n) for n in range(7)] == start
    assert state.units[0].files == files  # the ranks stay closed
    assert not leaves(state)  # he acts first, alone
    play(state, "button:carry-out")
    go(state, 10)
    assert place_of(state, 6) == (start[6][0], start[6][1] + 1000, 90)
    assert "button:carry-out" in options(state)
    play(state, "button:carry-out")
    go(state, 5)
    assert [place_of(state, n)[1] - start[n][1] for n in range(7)] == [500] * 6 + [1000]
    play(state, "button:stay-apart")
    assert not state.open
    assert not list(state.problems())


def test_who_left_comes_back_only_when_both_have_acted() -> None:
    # rule: unit.leave-join, ruling.leave-once
    state = ask(patrol(apart=20), Announce(0, 0, p.MARCH))
    play(state, f"{ABEL}/alone", "button:carry-out")
    go(state, 1)
    assert "button:carry-out" in options(state)  # not yet: whom to join
    assert not leaves(state)
    play(state, "button:carry-out")
    go(state, 1)
    assert options(state) == ("button:stay-apart", "unit:0-unit-0")
    play(state, "unit:0-unit-0")
    assert len(state.units[0].ranks) == 7
    assert not state.open  # and nobody moves twice


def test_who_is_too_cheap_stays_or_joins() -> None:  # rule: unit.leave-join
    far = ask(patrol(GUARDS, "5 alahan-guard", 10.1), Announce(0, 0, p.MARCH))
    assert leaves(far) == set()  # 26 AP are no Unit, and its MOV is 10
    state = ask(patrol(GUARDS, "5 alahan-guard", 10), Announce(0, 0, p.MARCH))
    assert leaves(state) == {f"{MAGE}/unit:0-unit-1"}
    start = [place for n, place in enumerate(state.places) if n != 4]
    play(state, f"{MAGE}/unit:0-unit-1")
    assert fighter(state, 4).unit == 1
    assert [place for n, place in enumerate(state.places) if n != 4] == start
    assert near(state, 4, state.units[1].ranks[2], 0)  # at the right end of the first rank
    assert (state.units[0].files, state.units[1].files) == (3, 3)
    assert state.units[1].done == 1  # nobody acts twice in a turn
    assert "button:carry-out" in options(state)
    assert not list(state.problems())


def test_nobody_joins_strangers_or_a_unit_above_him() -> None:
    # rule: unit.leave-join, leader.category-limit, unit.one-people, unit.min-max
    mercs = ask(patrol(BLADES, "2 cynwall-equanime", 5), Announce(0, 0, p.MARCH))
    assert leaves(mercs) == {f"{ABEL}/alone"}
    crowd = ask(patrol(BLADES, "20 griffin-conscript", 5), Announce(0, 0, p.MARCH))
    assert leaves(crowd) == {f"{ABEL}/alone"}
    knights = patrol(GUARDS.replace("alahan-mage", "alderan"), "2 lion-knight", 5)
    assert f"{MAGE}/unit:0-unit-1" in leaves(ask(knights, Announce(0, 0, p.MARCH)))


def test_a_familiar_goes_with_its_magician() -> None:  # rule: unit.leave-join, familiar.same-unit
    first = "3 alahan-guard leader, 1 alahan-mage, 1 familiar-of-light"
    state = ask(patrol(first, "5 alahan-guard", 5), Announce(0, 0, p.MARCH))
    assert leaves(state) == {"leave:0-unit-0-4/unit:0-unit-1"}
    play(state, "leave:0-unit-0-4/unit:0-unit-1")
    assert {fighter(state, n).unit for n in (3, 4)} == {1}
    assert near(state, 3, 4, 0)


def test_a_loose_unit_takes_newcomers_too() -> None:  # rule: unit.leave-join, formation.distance
    state = patrol(GUARDS, "5 alahan-guard", 6)
    state.units[1].files = 0
    ask(state, Announce(0, 0, p.MARCH))
    play(state, f"{MAGE}/unit:0-unit-1")
    assert is_chain(state, {n: place_of(state, n) for n in state.units[1].ranks})
    assert not list(state.problems())


def test_nobody_leaves_a_melee_or_a_unit_in_the_air() -> None:  # rule: unit.leave-join
    state = patrol()
    put(state, 2, (30, 15, 270))
    assert not leaves(ask(state, Announce(0, 0, p.DISENGAGE)))
    air = patrol()
    fly(air, 0, (30, 10, 90))
    assert not leaves(ask(air, Announce(0, 0, p.MARCH)))


def test_nobody_leaves_in_a_counter_charge() -> None:
    # example: example.no-leaving
    # rule: unit.no-leaving-in-countercharge
    state = patrol()
    assert may_part(state, 0)
    put(state, 2, (30, 25, 270))
    state.units[0].orders, state.units[0].revealed = (p.COUNTER_CHARGE,), -1
    ask(state, React(0, 2, 0))
    assert options(state) == ("token:0-unit-0-1", "button:no-reaction")
    with pytest.raises(IllegalChoice, match=r"unit\.no-leaving-in-countercharge"):
        choose(state, 0, f"{ABEL}/alone")
    state.units[0].revealed = p.COUNTER_CHARGE
    assert not may_part(state, 0)


def test_a_unit_divides_into_lawful_parts() -> None:  # rule: unit.leave-join, ruling.divided-units
    state = patrol("12 griffin-duelist", apart=30)
    ask(state, Announce(0, 0, p.MARCH))
    parts = {thing for thing in options(state) if thing.startswith("divide:")}
    assert parts == {"divide:5", "divide:6", "divide:7"}  # 55 AP at least on both sides
    play(state, "divide:6")
    assert (state.units[0].ranks, state.units[3].ranks) == (tuple(range(6)), tuple(range(6, 12)))
    assert state.units[0].files == state.units[3].files == 0
    go(state, 10)  # the front
    go(state, 3)
    assert [middle(state, unit)[1] for unit in (0, 3)] == [1000 + 250 + 1000, 1000 - 250 + 300]
    assert not state.open
    for order, told in ((p.CHARGE, False), (p.IMMOBILE, True), (p.RUN, True), (p.ENGAGE, False)):
        found = options(ask(patrol("12 griffin-duelist", apart=30), Announce(0, 0, order)))
        assert ("divide:6" in found) == told


def test_units_that_end_side_by_side_may_join() -> None:  # rule: unit.leave-join
    state = patrol(apart=2.5)
    state.units[1].orders, state.units[0].resisted = (p.MARCH, p.RECEIVE_CHARGE), 4
    ask(state, Unite(0, 0))
    assert not state.open  # it has not moved
    state.units[0].moved, state.units[0].paces = p.MARCHED, 500
    ask(state, Unite(0, 0))
    assert options(state) == ("button:stay-apart", "unit:0-unit-1")
    play(state, "unit:0-unit-1")
    assert (state.units[0].ranks, len(state.units[1].ranks)) == ((), 13)
    assert (state.units[1].done, state.units[1].moved, state.units[1].paces) == (1, p.MARCHED, 500)
    assert not can_activate(state, 0)
    assert state.units[1].orders == (p.MARCH, p.RECEIVE_CHARGE)  # still there for a reaction
    assert state.units[1].revealed == -1
    apart = patrol(apart=2.51)
    apart.units[0].moved = p.MARCHED
    assert not ask(apart, Unite(0, 0)).open


def test_who_ran_has_run_wherever_it_goes() -> None:  # rule: ruling.divided-units, move.run
    for order, casts in ((p.MARCH, True), (p.RUN, False)):
        state = patrol(GUARDS, "5 alahan-guard", 2)
        mage = state.units[0].ranks[-1]
        state.units[0].done, state.units[0].orders, state.units[0].revealed = 0, (order,), -1
        ask(state, Activate(0))
        play(state, "token:0-unit-0-1", "button:carry-out", "turn:0", "advance:1", "turn:0")
        play(state, "unit:0-unit-1")
        assert (fighter(state, mage).unit, state.units[1].paces) == (1, 100)
        assert may_cast(state, mage) == casts


def test_a_march_ends_with_the_question_whom_to_join() -> None:  # rule: unit.leave-join
    state = patrol(apart=2)
    state.units[0].done, state.units[0].orders, state.units[0].revealed = 0, (p.MARCH,), -1
    ask(state, Activate(0))
    play(state, "token:0-unit-0-1", "button:carry-out", "turn:0", "advance:1", "turn:0")
    assert "unit:0-unit-1" in options(state)


def test_the_fallen_and_the_number_of_a_unit_go_with_it() -> None:  # rule: ruling.divided-units
    state = patrol()
    new = divide(state, 0, (4, 5))
    inflict(state, 5, 1)
    join(state, new, 0)
    assert fighter(state, 5).unit == 0
    assert divide(state, 1, state.units[1].ranks[:2]) == new  # nobody was left there
    assert squad(state, new).name == "Detached Unit 1"
    assert not list(state.problems())


def test_a_part_of_a_unit_has_a_name_that_is_said_aloud() -> None:
    french, state = teller_of(fimbul.game("rag_narok"), "fr"), patrol()
    state.events.clear()
    parts = [divide(state, 0, crew) for crew in ((0, 1), (2, 3), (6,))]
    named = [squad(state, part).name for part in parts]
    assert named == ["Detached Unit 0", "Detached Unit 0 II", "Abel"]
    told = [french.tell(about(squad(state, part), "{unit} divide[s]")) for part in parts]
    assert told == [
        "Unit 0 en d\u00e9tachement se divise",
        "Unit 0 en d\u00e9tachement II se divise",
        "Abel se divise",
    ]
    assert sounds_many("Detached Knights II")
    assert squad(state, parts[0]).id == "unit:0-unit-0-4", "records know it by its number"


def test_a_staff_does_not_survive_who_leaves_it() -> None:
    # rule: staff.composition, unit.leave-join
    first = "3 griffin-templar, 1 templar-standard, 1 sered"
    state = patrol(first, "4 griffin-templar", 20)
    sered = state.units[0].ranks[-1]
    state.staffs = (Staff(sered, (state.units[0].ranks[3],)),)
    ask(state, Announce(0, 0, p.MARCH))
    play(state, next(iter(leaves(state))))
    assert list(state.staffs) == []


def test_who_leaves_the_middle_of_a_line_leaves_no_gap() -> None:
    # rule: formation.distance, unit.leave-join, ruling.divided-units
    heroes = "4 griffin-duelist, 1 abel, 1 executor, 1 sered"
    state = battle([heroes, "6 griffin-templar"], ["6 morbid-puppet"])
    put(state, 0, (40, 6, 90), files=4, spread=1)
    put(state, 1, (40, 12, 90), files=6)
    put(state, 2, (40, 50, 270))
    ranks = [place_of(state, n) for n in state.units[0].ranks[:4]]
    for thing in ("leave:0-unit-0-6/alone", "leave:0-unit-0-6/unit:0-unit-1"):
        trial = state.clone()
        ask(trial, Announce(0, 0, p.IMMOBILE))
        play(trial, thing)
        assert is_chain(trial, {n: place_of(trial, n) for n in trial.units[0].ranks})
        assert trial.units[0].files == 4
        assert [place_of(trial, n) for n in trial.units[0].ranks[:4]] == ranks


def test_a_hero_who_stands_alone_is_commanded_by_his_own_rank() -> None:
    # rule: command.transmission, rank.categories, unit.leave-join
    state = battle(["1 sophet-drahas", "1 melmoth, 6 morbid-puppet"], ["6 griffin-templar"])
    put(state, 0, (40, 6, 90))
    put(state, 1, (40, 14, 90), files=6)
    put(state, 2, (40, 50, 270))
    assert unit_value(state, 1, "dis") == 5  # Sophet's 6, less one for the Irregulars
    ask(state, Announce(0, 1, p.IMMOBILE))
    play(state, "leave:0-unit-1-7/alone")
    assert unit_value(state, 3, "dis") == 6
    assert unit_value(state, 3, "fear") == 9
    assert unit_value(state, 1, "dis") == 5
