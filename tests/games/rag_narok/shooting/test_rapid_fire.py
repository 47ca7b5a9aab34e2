"""Rapid Fire: in order of initiative, or not at all."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.shooting.rapid_fire import FirstShooting, fire_rank
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, set_each
from tests.games.rag_narok.shooting.drawn import range_field


def test_rapid_fire_in_order_of_initiative() -> None:
    # example: example.rapid-fire-order
    # rule: rapidfire.ini-order, rapidfire.ini-tie, rapidfire.simultaneous-reveal
    # rule: rapidfire.before-movement, rapidfire.first-phase
    state = battle(["3 griffin-fusilier"], ["3 griffin-fusilier", "3 fianna"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (30, 50, 270))
    put(state, 2, (50, 40, 270))
    state.winner = 1
    set_each(state.units, "orders", [(p.RAPID_FIRE,)] * 3)
    ask(state, FirstShooting())
    assert state.phase == p.FIRST_SHOOTING
    assert sorted(range(3), key=lambda unit: fire_rank(state, unit)) == [2, 1, 0]
    assert each(state.units, "revealed") == [p.RAPID_FIRE] * 3
    assert each(state.units, "done") == [1] * 3
    assert [event.seat for event in state.events if "reveals" in event.words] == [0, 1, 1]
    assert state.open[0].seat == 1
    assert state.open[0].prompt == "Choose a target for Unit 1"


def test_rapid_fire_or_the_other_order() -> None:
    # example: example.rapid-fire-choice
    # rule: rapidfire.second-order-choice, rapidfire.first-phase, rapidfire.before-movement
    state = range_field("3 griffin-fusilier", "3 morbid-puppet", 20)
    state.units[0].orders = (p.MARCH, p.RAPID_FIRE)
    ask(state, FirstShooting())
    assert options(state) == ("token:0-unit-0-1", "token:0-unit-0-2")
    play(state, "token:0-unit-0-1")
    assert each(state.units, "orders")[0] == (p.MARCH,)
    assert (state.units[0].revealed, state.open) == (-1, ())
