"""Who is activated when, which Orders are revealed, and what a turn consists of."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.command.orders import can_activate
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce, Movement, activate
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.games.rag_narok.state import middle
from fimbul.kernel import Dice, choose, default_of
from tests.games.rag_narok.command.drawn import skirmish
from tests.games.rag_narok.drawn import ask, options, play, put, roll_next, words


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
