"""Blows of a combat: dice that are left, parries, counter-attacks, Devastating Attacks."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.rules.melee import blows, fights
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.state import RagNarok, fighter, remove
from fimbul.kernel import Rolled, default_of
from tests.games.rag_narok.drawn import (
    ask,
    begin,
    each,
    fight,
    options,
    play,
    roll_next,
    set_each,
    set_those,
    stand,
    those,
    words,
)


def test_a_die_kept_back_outlives_the_first_opponent() -> None:
    # example: example.abel-skorize-keratis
    # rule: melee.step7-second-combat, melee.additional-dice, ruling.additional-die
    state = fight("1 abel", "1 skorize, 1 keratis")
    ask(state, m.NextFight(0))
    play(state, options(state)[0], "dice:2")
    assert state.melee.combat is not None
    first = next(
        n for n in state.units[1].ranks if fighter(state, n).group == state.melee.combat.groups[1]
    )
    remove(state, first, p.DEAD)
    ask(state, k.EndCombat(), m.NextCombat(0, 0, 1))
    assert "Initiative" in words(state)
    assert state.melee.combat is not None
    assert state.melee.combat.dice[0] == 1


@pytest.mark.parametrize(("split", "left"), [((3, 2), 2), ((10, 0), 4)])
def test_only_fury_adds_to_the_dice_of_the_living(split: tuple[int, int], left: int) -> None:
    # rule: melee.remove-attack-dice, melee.additional-dice
    state = fight("5 griffin-templar", "5 alahan-guard")
    begin(state, dice=(5, 5), attack=(split[0], 0), defence=(split[1], 0))
    for member in state.units[0].ranks[:3]:
        remove(state, member, p.DEAD)
    assert k.attacks(state, 0) == left


def test_a_counter_attack_may_be_met_with_another() -> None:
    # rule: melee.counter-attack, melee.defence
    state = fight("1 griffin-duelist", "1 griffin-duelist")
    begin(state, defence=(1, 1), announced=(6, 6), hits=(0,))
    ask(state, k.Parry(1))
    roll_next(state, 5, 5)  # DEF 3 against 8, then ATT 4 against 6
    play(state, blows.RIPOSTE)
    assert state.open[0].seat == 0
    assert options(state) == (blows.PARRY, blows.RIPOSTE)
    roll_next(state, 5, 5, 5)
    play(state, blows.RIPOSTE)
    assert not state.units[1].ranks  # it has no die left
    assert state.units[0].ranks


def test_one_difficulty_serves_a_side_for_the_whole_combat() -> None:
    # rule: melee.attack, ruling.ambidextrous
    state = fight("1 sasia-samaris", "2 alahan-guard")
    begin(state, attack=(1, 0), dice=(2, 0), defence=(1, 0), announced=(0, 7), hits=(0,))
    roll_next(state, 5, 1)
    ask(state, k.Parry(0), k.Strike(0))
    assert blows.HOLD in options(state)  # who announces now is bound, so it may hold its die back
    calm = state.clone()
    roll_next(state, 1, 5, 5)
    play(state, "difficulty:9")
    assert "1 attack succeeds against 9" in words(state)  # the one that was still to come
    assert state.open[0].rule == "melee.casualties"
    play(calm, blows.HOLD)
    assert calm.open[0].rule == "melee.attack"
    assert len(options(calm)) == p.HARDEST


def test_a_masterstroke_may_follow_a_blow_that_was_announced() -> None:
    # rule: melee.attack, masterstroke.character
    state = fight("1 sasia-samaris", "2 alahan-guard")
    set_those(state.fighters, "amid", [0])
    begin(state, attack=(2, 0), dice=(3, 0), announced=(9, 0))
    ask(state, k.Strike(0))
    assert options(state) == ("difficulty:9", k.MASTERSTROKE)
    roll_next(state, 1)
    play(state, k.MASTERSTROKE)
    assert not state.open
    assert those(state.fighters, "mastered") == [0]


def test_who_may_be_countered_is_asked_before_it_strikes_back() -> None:
    # rule: ruling.ambidextrous, melee.counter-attack
    state = fight("1 sasia-samaris", "1 griffin-duelist")
    begin(state, defence=(1, 1), announced=(9, 7), hits=(0,))
    roll_next(state, 5)
    ask(state, k.Parry(0))
    assert options(state) == (blows.HOLD, blows.STRIKE)
    bare = fight("1 sasia-samaris", "1 griffin-duelist")
    begin(bare, defence=(1, 0), announced=(9, 7), hits=(0,))
    roll_next(bare, 5, 1)
    ask(bare, k.Parry(0))
    assert not bare.open  # the Duelist has no die to answer with


def cleaving() -> RagNarok:
    """A Minotaur has overkilled a Standard Bearer, and turns on one of the Duelists."""
    state = fight("1 minotaur", "2 griffin-duelist, 1 templar-standard")
    bearer = next(n for n in state.units[1].ranks if fighter(state, n).card.kind == "standard")
    begin(state, groups=(0, fighter(state, bearer).group), announced=(8, 0), defence=(1, 0))
    roll_next(state, 5)
    return ask(state, blows.Suffer(1, 20))


def test_who_is_attacked_out_of_turn_may_defend_with_dice_of_its_own() -> None:
    # rule: devastating.target-may-defend, devastating.defence-dice-stay, devastating.effect
    state = cleaving()
    target = state.units[1].ranks[0]
    play(state, fighter(state, target).id)
    assert (state.open[0].seat, options(state)) == (1, ("dice:1", "dice:0"))
    bare = state.clone()
    roll_next(bare, 5, 4)
    play(bare, "dice:0")
    assert bare.fighters[target].fate == p.DEAD
    assert "Defence" not in words(bare)
    roll_next(state, 5)
    play(state, "dice:1")
    assert options(state) == (blows.PARRY, blows.RIPOSTE)  # Duelists know how to strike back
    before = state.clone()
    roll_next(before, 4)
    play(before, blows.PARRY)
    assert (before.fighters[target].spent, before.fighters[target].guard) == (1, 0)
    roll_next(state, 6, 3)
    play(state, blows.RIPOSTE)
    assert options(state)[0].startswith("difficulty:")
    roll_next(state, 6, 1)
    play(state, options(state)[0])
    assert state.melee.combat is not None
    assert "STR" in words(state)
    assert target in state.units[1].ranks


def test_a_devastating_attack_goes_on_only_at_those_whom_its_attacker_touches() -> None:
    # rule: devastating.effect
    state = fight("2 minotaur", "1 templar-standard, 2 griffin-duelist")
    bearer = next(n for n in state.units[1].ranks if fighter(state, n).card.kind == "standard")
    near, far = (n for n in state.units[1].ranks if n != bearer)
    for number, at in zip((0, 1, bearer, near, far), (30, 40, 30, 33, 40), strict=True):
        stand(state, number, (at, 40 if number < 2 else 43.25, 90 if number < 2 else 270))
    set_each(state.fighters, "foe", m.separation(state))
    begin(state, groups=(0, fighter(state, bearer).group), announced=(8, 0))
    roll_next(state, 5, 1)
    ask(state, blows.Suffer(1, 20))
    assert words(state).endswith("makes a Devastating Attack")
    assert isinstance(state.agenda[-1][0], blows.Brace)
    assert state.agenda[-1][0].target == near  # nobody else is there to be chosen


def test_a_devastating_attack_is_not_one_again() -> None:  # rule: devastating.effect
    state = cleaving()
    target = state.units[1].ranks[0]
    play(state, fighter(state, target).id)
    roll_next(state, 5, 6, 6)
    play(state, "dice:0")
    assert state.fighters[target].fate == p.DEAD
    assert words(state).count("makes a Devastating Attack") == 0
    assert not state.open


def test_the_combat_goes_on_where_it_was() -> None:  # rule: devastating.defence-dice-stay
    state = cleaving()
    before = state.melee.combat
    assert before is not None
    target = state.units[1].ranks[0]
    play(state, fighter(state, target).id)
    assert state.melee.combat is not None
    assert state.melee.combat.groups[1] == fighter(state, target).group
    roll_next(state, 1)
    play(state, "dice:1")
    assert state.melee.combat == before
    assert (state.fighters[target].spent, state.fighters[target].guard) == (1, 1)


def test_the_hardest_blows_are_parried_first() -> None:  # rule: ruling.parry-order
    state = fight("3 lion-knight", "3 alahan-guard")
    begin(state, hits=(0, 9, 0))
    ask(state, k.RollAgain(0))
    assert state.melee.combat is not None
    assert state.melee.combat.hits == (9, 0, 0)


@pytest.mark.parametrize(("parries", "due"), [(0, "difficulty:4"), (3, "difficulty:7")])
def test_who_does_not_answer_announces_what_hits_most(parries: int, due: str) -> None:
    # rule: ruling.announced-difficulty-range
    state = fight("3 alahan-guard", "3 alahan-guard")
    begin(state, attack=(3, 0), defence=(0, parries))
    ask(state, k.Strike(0))
    assert default_of(state, 0) == due


@pytest.mark.parametrize(("dice", "first"), [((5, 2), 0), ((2, 5), 1)])
def test_the_winner_strikes_before_the_loser(dice: tuple[int, int], first: int) -> None:
    # rule: melee.all-attacks-first, melee.ini
    state = fight("1 alahan-guard", "1 alahan-guard")
    roll_next(state, *dice)
    ask(state, k.BeginCombat(groups=(0, 1)))
    play(state, "split:1-0")
    play(state, "split:1-0")
    assert (state.open[0].seat, state.open[0].rule) == (first, "melee.attack")
    roll_next(state, 5, 6)
    play(state, "difficulty:6")
    assert not state.units[1 - first].ranks
    assert not state.open  # the dead do not strike


def test_a_masterstroke_takes_two_dice() -> None:  # rule: masterstroke.character
    state = fight("1 alderan", "3 alahan-guard")
    set_those(state.fighters, "amid", [0])
    begin(state, attack=(3, 0))
    ask(state, k.Strike(0))
    play(state, k.MASTERSTROKE)
    roll_next(state, 2, 2)
    play(state, "difficulty:12")
    assert len([event for event in state.events if isinstance(event, Rolled)]) == 2


def test_dice_are_first_those_of_fighters_who_meet_nobody_else() -> None:
    # rule: melee.step5-commit-dice, ruling.two-profiles-generalised
    state = fight("2 alahan-guard", "1 skorize, 1 keratis")
    for member, at in enumerate([(40, 40), (37, 40), (40, 43), (36, 43)]):
        stand(state, member, (*at, 90))
    stand(state, 3, (42.5, 43, 270))
    alone = [n for n in (0, 1) if len(contacts(state)[n]) == 1]
    assert alone == [1]
    set_each(state.fighters, "foe", m.separation(state))
    fights.spend(state, 0, fighter(state, contacts(state)[1][0]).group, 1)
    assert each(state.fighters, "spent")[:2] == [0, 1]


def test_what_follows_the_fights() -> None:
    # rule: end.melee-close, push.procedure, end.regeneration
    state = fight("3 alahan-guard", "3 skull-warrior", (1, 3))
    victim = state.units[1].ranks[0]
    state.fighters[victim].hurt = 1
    set_those(state.fighters, "struck", [victim])
    set_each(state.units, "losses", [0, 4])
    state.winner = 1
    ask(state, m.CloseMelee())
    rolled = [event for event in state.events if isinstance(event, Rolled)]
    assert len(rolled) == 1  # for Regeneration; Undead take no other test
    assert state.open[0].rule == "push.procedure"
