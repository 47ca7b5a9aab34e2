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
from tests.games.rag_narok.drawn import ask, each, options, play, put, roll_next, set_each, words


def test_activation_goes_in_turn_and_nobody_passes() -> None:
    # rule: turn.activation, order.none, order.hidden
    state = skirmish()
    state.units[0].orders, state.units[1].orders = (p.IMMOBILE,), (p.RECEIVE_CHARGE,)
    state.units[2].orders, state.units[3].orders = (p.IMMOBILE,), (p.IMMOBILE,)
    state.winner = 1
    ask(state, Movement())
    assert options(state) == ("seat:0", "seat:1")
    assert state.open[0].seat == 1
    play(state, "seat:1")
    assert options(state) == ("token:1-unit-0-1", "token:1-unit-1-1")
    play(state, "token:1-unit-1-1", "button:carry-out")
    assert [decision.seat for decision in state.open] == [0]
    play(state, "token:0-unit-0-1", "button:carry-out", "token:1-unit-0-1", "button:carry-out")
    assert each(state.sides, "idle") == [1, 1]
    assert state.units[1].orders == (p.RECEIVE_CHARGE,)
    assert not can_activate(state, 0)


def test_a_routed_unit_must_be_activated() -> None:  # rule: turn.activation
    state = skirmish()
    state.units[0].mood = p.ROUT
    assert list(can_activate(state, 0)) == ["unit:0-unit-0"]


def test_whoever_is_routed_late_is_activated_as_well() -> None:  # rule: turn.activation
    """Terror may rout several Units of a side that had said it was done."""
    state = skirmish()
    set_each(state.sides, "idle", [0, 1])
    state.units[2].mood = state.units[3].mood = p.ROUT
    ask(state, Activate(1))
    play(state, "unit:1-unit-0")
    assert each(state.units, "done")[2:] == [1, 0]
    assert options(state) == ("unit:1-unit-1",)


def test_an_order_may_be_cancelled() -> None:
    # rule: order.cancel
    state = skirmish()
    ask(state, Announce(0, 1, p.CHARGE))
    roll_next(state, 3)
    play(state, "button:cancel")
    assert state.units[1].revealed == p.IMMOBILE
    ask(state, Announce(0, 1, p.MARCH))
    roll_next(state, 2)
    play(state, "button:cancel")
    assert state.open[0].prompt == "Turn the Unit before it moves? It goes straight ahead"


def test_in_a_melee_other_orders_are_lost() -> None:  # rule: order.in-melee
    state = skirmish()
    put(state, 2, (20, 13, 270))
    state.units[0].orders = (p.MARCH,)
    ask(state, Activate(0))
    play(state, "token:0-unit-0-1")
    assert "cannot do that in a melee" in words(state)
    assert each(state.units, "orders")[0] == ()
    state.units[1].orders = (p.RAPID_FIRE,)
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
    start = middle(state, 1), state.units[1].facing
    while state.open:
        choose(state, 0, str(default_of(state, 0)))
    assert (middle(state, 1), state.units[1].facing) == start


@pytest.mark.parametrize("seed", range(3))
def test_who_is_asked_to_activate_has_something_to_reveal(seed: int) -> None:
    # rule: ruling.hidden-information
    state = skirmish()
    state.units[2].orders = (p.CHARGE,)
    ask(state, Activate(1))
    dream = GAME.imagine(state, 0, Dice(seed))
    assert dream.open[0].options
