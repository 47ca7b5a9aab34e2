"""Scouts: who finds them, and when they come out."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.hiding import appear, is_trodden_on
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.ending import EndPhase, Score
from fimbul.games.rag_narok.rules.magic.incantation import chanters
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.scouts import Lurk
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import is_standing
from fimbul.kernel import choose
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, words
from tests.games.rag_narok.set_up.drawn import DIRZ, ambush
from tests.games.rag_narok.spellbook import chant, give, id_of


@pytest.mark.parametrize("order", [p.MARCH, p.CHARGE, p.ENGAGE])
def test_who_attacks_is_seen(order: int) -> None:  # rule: ruling.scout-hidden, ruling.lurking
    state = ambush(40, 38)
    state.units[1].orders = (order,)
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1")
    if order != p.CHARGE:  # who charges has no choice
        play(state, "button:show")
    assert state.aside.hidden == ()
    assert is_standing(state, 1)
    assert state.units[1].revealed == order
    assert state.units[1].facing == 90  # towards the guards
    assert "comes out of hiding" in words(state)
    assert "button:cancel" in options(state)  # and now it carries out its Order like anybody
    play(state, "button:carry-out")
    assert ("unit:1-unit-0" in options(state)) == (order != p.MARCH)


def test_who_casts_has_come_out_before() -> None:  # rule: ruling.scout-hidden, ruling.lurking
    state = battle(["1 sasia-samaris", "2 biopsist injection-of-rage"], ["4 alahan-guard"])
    state.scenery = ""
    put(state, 0, (46, 35, 90))
    put(state, 2, (40, 50, 270))
    give(state, 1, darkness=4)
    state.aside.hidden, state.phase = ((1, 4000, 3500),), p.SECOND_SHOOTING
    assert chanters(state, 0) == {}
    appear(state, 1, "comes out of hiding")
    assert set(chanters(state, 0)) == {id_of(state, 1)}
    roll_next(state, 6)
    play(chant(state, 1), "spell:injection-of-rage", "unit:0-unit-1", "button:cast")
    assert is_standing(state, 1)


@pytest.mark.parametrize(
    ("spot", "die", "found"),
    [((40, 32), 4, True), ((40, 32), 3, False), ((40, 32), 1, False), ((40, 24), 6, False),
     ((40, 58), 6, False)],
)  # fmt: skip
def test_an_enemy_that_is_activated_may_spot_them(
    spot: tuple[int, int], die: int, found: bool
) -> None:
    """Guards have INI 3, Biopsists too: 7 is needed, within 15 cm and before their eyes."""
    # rule: ruling.scout-hidden
    state = ambush(*spot)
    assert state.roster.fighters[state.units[2].ranks[0]].card.ini == 3
    state.units[2].orders = (p.IMMOBILE,)
    ask(state, Activate(1))
    roll_next(state, die)
    play(state, "token:1-unit-0-1")
    assert "looks out for Scouts" in words(state)
    assert is_standing(state, 1) == found
    assert ("is spotted" in words(state)) == found
    assert [place is None for place in state.places[1:3]] == [not found] * 2


def test_scenery_hides_them_better() -> None:  # rule: ruling.scout-hidden
    state = ambush(40, 32)
    state.scenario, state.scenery = PITCHED, "wood 40 38"
    state.units[2].orders = (p.IMMOBILE,)
    ask(state, Activate(1))
    roll_next(state, 5)
    play(state, "token:1-unit-0-1")
    assert not is_standing(state, 1)


def test_the_die_falls_wherever_they_lie() -> None:  # rule: ruling.lurking
    told = []
    for spot in ((40, 24), (8, 8)):
        state = ambush(*spot)
        state.units[2].orders = (p.IMMOBILE,)
        ask(state, Activate(1))
        roll_next(state, 6, 2)
        play(state, "token:1-unit-0-1")
        told.append(words(state))
    assert told[0] == told[1]
    state.aside.hidden = ()
    state.units[2].orders, state.units[2].done = (p.IMMOBILE,), 0
    ask(state, Activate(1))
    play(state, "token:1-unit-0-1")
    assert "looks out" not in words(state)


def test_who_is_walked_into_draws_back() -> None:  # rule: ruling.scout-hidden, ruling.lurking
    state = ambush(40, 36)
    assert not is_trodden_on(state, state.aside.hidden[0])
    state.units[2].orders = (p.MARCH,)
    ask(state, Activate(1))
    roll_next(state, 2)
    play(state, "token:1-unit-0-1", "button:carry-out", "turn:0")
    assert "advance:9" in options(state)  # nobody knows that somebody lies there
    play(state, "advance:9")
    play(state, *(option for option in options(state) if option == "turn:0"))
    assert state.aside.hidden == ()
    assert "is found, and draws back" in words(state)
    assert not in_melee(state, 1)


def test_at_the_end_of_a_turn_it_is_looked_again() -> None:  # rule: ruling.scout-hidden
    state = ambush(40, 43)
    assert is_trodden_on(state, state.aside.hidden[0])
    ask(state, EndPhase())
    assert state.aside.hidden == ()


def test_all_come_out_in_the_end() -> None:  # rule: ruling.lurking
    state = ambush(40, 30)
    ask(state, Score())
    assert state.aside.hidden == ()
    assert is_standing(state, 1)
    pitched = ambush(40, 70)
    pitched.scenario = PITCHED
    put(pitched, 2, (90, 45, 270))
    assert GAME.scene(pitched, 1).plates[0].score == 0  # the score does not betray them
    ask(pitched, Score())
    assert pitched.result
    assert pitched.result.scores == (40, 0)


@pytest.mark.parametrize(
    "hidden", [((0, 4000, 3000),), ((1, 4000, 3000), (1, 10, 10)), ((1, -5, 0),), ((1, 0, 9000),)]
)
def test_impossible_lairs_are_refused(hidden: tuple[tuple[int, int, int], ...]) -> None:
    state = GAME.new(GAME.setup(first=DIRZ), seed=3)
    while state.turn == 0:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert list(state.problems()) == []
    state.aside.hidden = hidden
    assert list(state.problems())


def test_a_sergeant_lets_them_come_out() -> None:
    state = ambush()
    state.turn = 2
    ask(state, Activate(0))
    assert answer(state, state.open[0]) == "unit:0-unit-1"
    ask(state, Lurk(0, 1))
    assert answer(state, state.open[0]) == "button:show"
    state.phase = p.STRATEGY
    ask(state, (GiveOrders(0, order_sources(state, 0)), GiveOrders(1, ())))
    assert answer(state, state.open[0]) == "unit:0-unit-0"
