"""One gesture, several picks: marches, shots, Orders that lead nowhere, and who begins."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.movement.activation import CARRY_OUT, Activate, WhoBegins
from fimbul.games.rag_narok.rules.set_up.deploy import Form
from fimbul.games.rag_narok.rules.shooting.volleys import Shoot, Volley
from fimbul.games.rag_narok.scene.reaches import reaches
from fimbul.games.rag_narok.scene.spots import MM
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Reach
from tests.games.rag_narok.drawn import ask, battle, options, play, put
from tests.games.rag_narok.movement.drawn import march
from tests.games.rag_narok.shooting.drawn import range_field

MINE, FOE, TOKEN = "unit:0-unit-0", "unit:1-unit-0", "token:0-unit-0-1"


def only(state: RagNarok) -> Reach:
    (found,) = reaches(state, 0)
    return found


def ordered(order: int) -> RagNarok:
    state = march()
    state.units[0].orders = (order,)
    return state


def test_a_unit_that_marches_may_be_turned_where_it_is_put_down() -> None:
    # rule: move.reorient, move.straight-one-reorientation
    state = ordered(p.MARCH)
    ask(state, Activate(0))
    found = only(state)
    assert [one.turn for one in found.facings][:3] == [0, 15, -15]
    straight = next(goal for goal in found.goals if goal.turn == found.turn)
    *_, last = found.facings
    play(state, *straight.picks)
    assert last.pick in options(state), "the pick of a facing comes after those of its place"


def test_a_unit_that_is_deployed_is_turned_in_the_pick_before_its_place() -> None:
    # rule: setup.deploy
    state = battle(["4 griffin-duelist"], ["4 morbid-puppet"])
    for member in state.units[0].ranks:
        state.fighters[member].fate = p.WAITING
        state.places[member] = None
    ask(state, Form(0, 0))
    found = next(one for one in reaches(state, 0) if one.thing == MINE)
    ahead, *turned = found.facings
    assert all(ahead.pick in goal.picks for goal in found.goals)
    assert {one.pick for one in turned} == {"turn:-45", "turn:45"}


@pytest.mark.parametrize("place", [(3, 3, 90), (75, 3, 270), (77, 57, 0), (3, 30, 180)])
def test_facings_of_a_unit_beside_an_edge_stand_on_the_table(place: tuple[int, int, int]) -> None:
    state = battle(["4 griffin-fusilier"], ["4 morbid-puppet"])
    put(state, 0, place, files=2)
    put(state, 1, (40, 30, 0), files=2)
    ask(state, Volley(0, 0))
    things = GAME.scene(state, 0).things()
    turns = [thing.at for thing in things if thing.id.startswith("turn:")]
    assert len(turns) == len(set(turns)) > 1
    wide, deep = (edge // MM for edge in state.terms.table)
    assert all(20 < x < wide - 20 and 20 < y < deep - 20 for x, y in turns)


def test_a_charge_is_not_turned() -> None:  # rule: charge.procedure
    state = ordered(p.CHARGE)
    put(state, 1, (68, 22, 270), files=3)
    ask(state, Activate(0))
    assert [goal.picks for goal in only(state).goals] == [(TOKEN, CARRY_OUT, FOE)]
    assert not only(state).facings


def test_an_order_that_leads_nowhere_is_laid_on_its_own_unit() -> None:
    # rule: order.in-melee, turn.activation
    state = ordered(p.PURSUIT)
    put(state, 1, (68, 13.5, 270), files=3)
    ask(state, Activate(0))
    (goal,) = only(state).goals
    assert (goal.picks, goal.at, goal.text) == ((TOKEN, CARRY_OUT), only(state).at, "Pursuit")


def test_whoever_moves_a_unit_when_asked_who_begins_has_said_it() -> None:
    # rule: turn.activation
    state = ordered(p.MARCH)
    ask(state, WhoBegins(0))
    found = only(state)
    assert {goal.picks[:2] for goal in found.goals} == {("seat:0", TOKEN)}
    play(state, *found.goals[0].picks)
    assert state.units[0].moved == p.MARCHED


def test_two_orders_are_laid_before_a_unit_at_once_where_both_can_be_given() -> None:
    # rule: order.max-two, order.basic
    state = march()
    ask(state, GiveOrders(0, ((0,), (0,))))
    goals = [goal for reach in reaches(state, 0) for goal in reach.goals]
    assert {goal.along for goal in goals} == {1}
    first, second, *_ = goals
    play(state, *first.picks)
    assert {goal.along for reach in reaches(state, 0) for goal in reach.goals} == {0}
    play(state, *second.picks)
    state = ask(march(), GiveOrders(0, ((0,),)))
    assert {goal.along for reach in reaches(state, 0) for goal in reach.goals} == {0}, "one is left"


def test_a_unit_is_drawn_to_whom_it_shoots_at() -> None:
    # rule: shoot.who, turn.shoot-cast-activation
    state = range_field("4 griffin-fusilier", "6 morbid-puppet", 20)
    ask(state, Shoot(0))
    (goal,) = only(state).goals
    assert goal.picks == (MINE, FOE)
    assert "20 cm" in str(goal.text)
    play(state, *goal.picks)
    assert state.units[0].shot
    put(state, 1, (20, 10, 90))  # beside them: a quarter turn must come first
    state.units[0].shot = 0
    ask(state, Shoot(0))
    assert MINE in options(state)
    assert not list(reaches(state, 0))
