"""Assassins: one stab before the melee is separated."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import assault
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.assassins import Stab, assassins
from fimbul.games.rag_narok.rules.movement.activation import activate
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import settle
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, set_each, words


def knives() -> RagNarok:
    """The Executor and a Reaper in one melee; both charged."""
    state = battle(["1 executor", "3 griffin-duelist"], ["1 mid-nor-reaper", "3 mid-nor-possessed"])
    put(state, 0, (20, 20, 90))
    put(state, 2, (20, 22.6, 270))
    put(state, 1, (50, 20, 90))
    put(state, 3, (50, 22.6, 270))
    state.units[0].assailed = state.units[2].assailed = 1
    return state


@pytest.mark.parametrize(("winner", "first", "victim"), [(0, 0, 4), (1, 4, 0)])
def test_the_tactics_winners_assassin_stabs_first(winner: int, first: int, victim: int) -> None:
    # example: example.assassins-both
    # rule: skill.assassin-order, ruling.assassin-effect
    state = knives()
    state.winner = winner
    assert assassins(state) == [first, victim]
    ask(state, m.Melee())
    assert options(state) == ("button:hold", fighter(state, victim).id)
    play(state, fighter(state, victim).id)
    value = fighter(state, first).card.att
    assert options(state)[0] == f"difficulty:{value + 1}"
    roll_next(state, 3, 5)
    play(state, f"difficulty:{value + 2}")
    assert state.fighters[victim].hurt > 0  # nobody could parry
    assert state.fighters[first].spent == 1
    if state.fighters[victim].fate == p.DEAD:
        assert assassins(state) == []


def test_an_assassin_may_hold_and_must_have_arrived_this_turn() -> None:
    # rule: ruling.assassin-effect, rout.no-attacks
    state = knives()
    ask(state, m.Melee())
    play(state, "button:hold")
    assert [decision.seat for decision in state.open] == [1]
    assert state.fighters[0].spent == 0
    refresh(state)
    assert assassins(state) == []


def test_an_assassin_stabs_only_where_it_has_charged_or_engaged() -> None:
    # rule: ruling.assassin-effect
    state = knives()
    set_each(state.units, "resisted", [50] * 4)  # afraid of nothing
    refresh(state)
    for order in (p.CHARGE, p.ENGAGE, p.PURSUIT):  # who fights already falls upon nobody
        state.units[0].orders, state.agenda = (order,), []
        activate(state, 0, order)
        settle(state)
        if state.open:
            play(state, "button:carry-out")
        assert assassins(state) == []
    for charge in (True, False):
        refresh(state)
        put(state, 0, (68, 20, 90))
        put(state, 2, (68, 30, 270))
        assault(state, Assault(0, 2, charge))
        assert assassins(state) == [0]
    refresh(state)
    put(state, 0, (68, 20, 90))
    assault(state, Assault(0, 2, True, answer=p.COUNTER_CHARGE))
    assert assassins(state) == [0, 4]
    state.units[0].mood = p.ROUT  # rule: rout.no-attacks
    assert assassins(state) == [4]


def stab(state: RagNarok, number: int, difficulty: int) -> None:
    foe = fighter(state, contacts(state)[number][0]).id
    ask(state, Stab(fighter(state, number).seat, number))
    play(state, foe, f"difficulty:{difficulty}")


def test_a_stab_is_an_attack_like_any_other() -> None:
    # rule: ruling.assassin-effect, flight.dive-bonus, miracle.vengeance-masterstroke
    # rule: miracle.bewitchment-six
    state = knives()
    state.phase, state.units[2].dived = p.MELEE, 0
    reaper = fighter(state, 4).card
    roll_next(state, 5, 1)
    stab(state, 4, reaper.att + 2 + 3)
    assert f"STR {reaper.strength + 2} against" in words(state)  # it dived
    lay(state, "bewitchment-of-salatiel", 4)
    roll_next(state, 5, 6, 5)
    stab(state, 4, reaper.att + 2 + 2 + 3)
    assert state.fighters[0].hurt > 0
    assert state.fighters[4].fate == p.DEAD  # of its own 6
    state = knives()
    state.phase, executor = p.MELEE, fighter(state, 0).card
    lay(state, "vengeance-of-the-temple", 0)
    roll_next(state, 5, 1)
    stab(state, 0, executor.att + 3)
    assert f"STR {executor.strength + executor.att + 3} against" in words(state)
