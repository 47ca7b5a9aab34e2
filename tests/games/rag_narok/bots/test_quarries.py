"""Whom a sergeant leads his Unit to, whom he keeps away from, and how he gets out of a corner."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.footwork import QUARTER, is_blocked, off_front
from fimbul.games.rag_narok.bots.lore import sights
from fimbul.games.rag_narok.bots.ordering import best_orders
from fimbul.games.rag_narok.bots.quarries import distance, is_wary, quarry
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.stationing import is_slow
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.manoeuvres import LEFT
from fimbul.games.rag_narok.rules.movement.marches import Withdraw
from fimbul.games.rag_narok.rules.set_up.deploy import Stand
from fimbul.games.rag_narok.state import RagNarok, card_mov, middle, remove
from fimbul.kernel import choose, step_of
from tests.games.rag_narok.bots.drawn import BLADES, DEAD, GUNS, facing_each_other
from tests.games.rag_narok.drawn import ask, battle, play, put


def goes_for(state: RagNarok, unit: int) -> int | None:
    view = quarry(state, unit)
    return view and view.foe


def test_a_sergeant_goes_for_whom_the_way_is_short_to() -> None:
    """Behind the rock they are nearer as the crow flies, but not on foot."""
    state = battle([DEAD], [GUNS, GUNS])
    put(state, 0, (40, 8, 90), files=3)
    put(state, 1, (40, 50, 270), files=4)
    put(state, 2, (67, 42, 225), files=4)
    behind, beside = sights(state, 0)
    assert behind.gap < beside.gap
    assert distance(state, 0, behind) > distance(state, 0, beside)
    assert goes_for(state, 0) == 2
    put(state, 0, (8, 8, 90), files=3)
    put(state, 1, (8, 50, 270), files=4)
    put(state, 2, (35, 42, 225), files=4)
    assert goes_for(state, 0) == 1


def test_a_sergeant_leaves_an_enemy_to_those_who_fight_him() -> None:
    state = battle([DEAD, DEAD], [GUNS, GUNS])
    put(state, 0, (70, 8, 90), files=3)
    put(state, 1, (8, 8, 90), files=3)
    put(state, 2, (70, 40, 270), files=4)
    put(state, 3, (45, 40, 270), files=4)
    assert goes_for(state, 0) == 2
    put(state, 1, (70, 43.75, 270), files=3)
    assert in_melee(state, 2)
    assert goes_for(state, 0) == 3


def leading(gap: float) -> RagNarok:
    """Who leads by so much takes no Courage test."""  # rule: victory.points, fear.test
    state = facing_each_other(gap)
    for number in state.units[1].ranks[:4]:
        remove(state, number, p.DEAD)
    put(state, 1, (40, 33 + gap, 270), files=4)
    return state


def test_who_would_rather_not_meet_an_enemy_keeps_out_of_his_reach() -> None:
    """The dead charge 15 cm; who may be charged all the same holds an answer ready."""
    assert [is_wary(leading(gap), 0) for gap in (10, 14, 18)] == [True, True, False]
    assert best_orders(leading(12), 0) == (p.RETREAT, p.COUNTER_CHARGE)
    assert best_orders(leading(18), 0) == (p.RUN, p.CHARGE)
    assert not is_wary(facing_each_other(12), 0)  # nobody leads: they may come
    shaken = leading(12)
    shaken.units[0].shaken = 1  # rule: state.disorganised
    assert best_orders(shaken, 0) == (p.RETREAT, p.COUNTER_CHARGE)


def test_a_retreat_ends_where_no_charge_reaches() -> None:  # rule: retreat.procedure
    state = leading(12)
    (before,) = sights(state, 0)
    ask(state, Withdraw(0, 0))
    play(state, answer(state, state.open[0]))
    (after,) = sights(state, 0)
    assert before.gap < 2 * card_mov(state, 1) < after.gap <= 2 * card_mov(state, 1) + 2 * CM
    alone = leading(12)
    for number in alone.units[1].ranks:
        remove(alone, number, p.DEAD)
    for state in (leading(18), alone):
        ask(state, Withdraw(0, 0))
        assert answer(state, state.open[0]) == state.open[0].options[0]


def test_who_stands_before_a_wall_turns_aside() -> None:
    """With its nose against the stones no turn of 45 degrees leads on; a quarter turn does."""
    state = battle([DEAD], [BLADES])
    put(state, 0, (47, 27, 90), files=4)
    put(state, 1, (20, 38, 270), files=4)
    assert is_blocked(state, 0)
    assert abs(off_front(state, 0)) <= QUARTER  # otherwise it would turn anyway
    ask(state, Announce(0, 0, p.RUN))
    assert answer(state, state.open[0]) == LEFT
    before = distance(state, 0, sights(state, 0)[0])
    while state.open:
        play(state, answer(state, state.open[0]))
    assert distance(state, 0, sights(state, 0)[0]) < before - 10 * CM


def test_slow_units_are_deployed_where_nothing_lies_before_them() -> None:  # rule: setup.deploy
    places = {0: set[int](), 1: set[int]()}
    for seed in range(12):
        state = GAME.new(GAME.setup(), seed)
        while not state.turn:
            step, decision = step_of(state, state.open[0].seat), state.open[0]
            choose(state, decision.seat, answer(state, decision))
            if isinstance(step, Stand) and (step.seat == 0 or is_slow(state, step.unit)):
                places[step.seat].add(middle(state, step.unit)[0] // CM)
    beside_all = {*range(14), *range(44, 47), *range(60, 80)}
    assert places[1] <= beside_all
    assert not places[0] <= beside_all
