"""Losses: who falls first, and what Devastating Attacks go on to do."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.harm import kill, strike
from fimbul.games.rag_narok.rules.melee import blows, fights
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.state import fighter
from fimbul.games.rag_narok.state.melee import Combat
from fimbul.kernel import Removed, is_foregone
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    begin,
    fight,
    options,
    play,
    put,
    roll_next,
    stand,
)


def test_losses_fall_on_the_wounded_first() -> None:
    # rule: melee.casualties, wounds.by-size
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    state.fighters[state.units[1].ranks[1]].hurt = 1
    step = blows.Suffer(1)
    assert step.victims(state) == [state.units[1].ranks[1]]
    state.fighters[state.units[1].ranks[1]].hurt = 0
    ask(state, blows.Suffer(1, 20))
    assert len(options(state)) > 1
    chosen = state.units[1].ranks[0]
    roll_next(state, 3)
    play(state, fighter(state, chosen).id)
    assert state.fighters[chosen].fate == p.DEAD


def test_whoever_falls_is_seen_to_leave_the_table() -> None:  # rule: melee.casualties
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    fallen = state.units[1].ranks[0]
    kill(state, fallen)
    gone = [event for event in state.events if isinstance(event, Removed)]
    assert [(one.thing, one.origin) for one in gone] == [(fighter(state, fallen).id, "table")]


def test_among_the_wounded_their_owner_chooses() -> None:  # rule: melee.casualties
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    wounded = state.units[1].ranks[1:]
    for number in wounded:
        state.fighters[number].hurt = 1
    ask(state, blows.Suffer(1, 20))
    assert state.open[0].seat == 1
    assert options(state) == tuple(fighter(state, number).id for number in wounded)


def test_nobody_is_asked_about_equal_soldiers_one_by_one() -> None:  # rule: ruling.equal-soldiers
    """All touch the same enemy: the table answers. One of them stands otherwise: they are asked."""
    state = fight("1 minotaur", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    ask(state, blows.Suffer(1, 20))
    assert len(options(state)) > 1
    touched = [set(fights.opponents(state, one)) for one in blows.Suffer(1).victims(state)]
    assert all(foes == touched[0] for foes in touched)
    assert is_foregone(state, 1)
    state.fighters[state.units[1].ranks[0]].struck = 1
    assert not is_foregone(state, 1)
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    ask(state, blows.Suffer(1, 20))
    assert not is_foregone(state, 1), "they touch different enemies"


@pytest.mark.parametrize(("hurt", "excess"), [(0, 0), (1, 1)])
def test_devastating_attacks_count_what_was_left(hurt: int, excess: int) -> None:
    # example: example.minotaur-wolfen-no-devastating, example.minotaur-wolfen-devastating
    # rule: devastating.definition, devastating.remaining-levels
    state = fight("1 minotaur", "1 wolfen-warrior")
    victim = state.units[1].ranks[0]
    state.fighters[victim].hurt = hurt
    roll_next(state, 6)
    assert strike(state, 0, victim, 12) == excess
    assert state.fighters[victim].fate == p.DEAD


def test_a_devastating_attack_stays_in_its_fight() -> None:
    # example: example.devastating-not-other-fight, example.defence-dice-stay
    # rule: devastating.same-fight-only, devastating.target-may-defend, devastating.effect
    # rule: devastating.defence-dice-stay
    state = battle(["1 minotaur"], ["2 alahan-guard, 1 alahan-standard", "1 griffin-duelist"])
    put(state, 0, (40, 40, 90))
    put(state, 1, (40, 43.25, 270))
    stand(state, 4, (43.3, 40, 180))
    state.phase = p.MELEE
    m.Melee().run(state, None)
    state.agenda.clear()
    assert state.fighters[0].foe == 1
    begin(state, announced=(6, 0))
    step = blows.Devastate(0, (0,))
    assert 4 not in step.targets(state)
    bearer = next(n for n in state.units[1].ranks if fighter(state, n).card.kind == "standard")
    assert bearer in step.targets(state)
    ask(state, step)
    play(state, fighter(state, bearer).id)
    assert options(state) == ("dice:1", "dice:0")
    assert state.open[0].seat == 1
    roll_next(state, 1)
    play(state, "dice:1")
    assert (state.fighters[bearer].spent, state.fighters[bearer].guard) == (1, 1)
    assert fights.free_dice(state, bearer) == 0
    state.melee.combat = Combat((0, fighter(state, bearer).group), dice=(0, 0))
    ask(state, k.Split(1))
    assert state.melee.combat is not None
    assert (state.melee.combat.attack[1], state.melee.combat.defence[1]) == (0, 1)
