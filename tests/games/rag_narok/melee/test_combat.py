"""Melees, fights and combats: initiative, dice, attacks, defences, counter-attacks."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules import rolls
from fimbul.games.rag_narok.rules.melee import blows, fights
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.state import RagNarok, fighter, remove
from fimbul.kernel import Rolled, default_of, is_foregone
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    begin,
    each,
    fight,
    options,
    play,
    put,
    roll_next,
    words,
)


def test_melees_and_fights() -> None:
    # example: example.fight-choice
    # rule: melee.groups, melee.separation, melee.step1-separation, melee.step2-choose-fight
    # rule: melee.order, melee.step4-ini, melee.step6-resolve-first, melee.once-per-turn
    state = battle(["3 alahan-guard", "3 alahan-guard"], ["3 morbid-puppet", "3 morbid-puppet"])
    for unit, (x, y, heading) in enumerate(
        [(20, 40, 90), (50, 40, 90), (20, 42.5, 270), (50, 42.5, 270)]
    ):
        put(state, unit, (x, y, heading))
    state.winner = 1
    ask(state, m.Melee())
    assert each(state.units, "brawl") == [0, 1, 0, 1]
    fights_now = ("fight:0-unit-0/1-unit-0", "fight:0-unit-1/1-unit-1")
    assert options(state) == fights_now
    assert state.open[0].seat == state.winner
    play(state, fights_now[1])
    assert state.melee.fought == ((1, 3),)
    assert "Initiative" in words(state)


def test_abel_between_two_profiles() -> None:
    # example: example.abel-skorize-keratis
    # rule: melee.step1-separation, melee.step3-choose-opponents, melee.step5-commit-dice
    # rule: melee.step7-second-combat, melee.additional-dice, ruling.two-profiles-generalised
    # rule: ruling.no-dice-left, melee.dice-pool
    state = fight("1 abel", "1 skorize, 1 keratis")
    ask(state, m.NextFight(0))
    assert fights.dice_of(state, 0) == 3
    assert len(options(state)) == 2
    first = options(state)[0]
    play(state, first)
    assert "dice:3" in options(state)
    state.agenda, before = state.agenda, state.clone()
    play(state, "dice:2")
    assert state.fighters[0].spent == 2
    assert fights.free_dice(state, 0) == 1
    while "Initiative" not in words(state):  # all defend, so he survives
        play(state, state.open[0].options[-1])
    assert state.melee.combat is not None
    assert (state.melee.combat.groups, state.melee.combat.dice) == ((0, 2), (1, 1))
    other = before
    play(other, "dice:3")
    assert fights.free_dice(other, 0) == 0
    other.agenda.clear()
    pair = (0, 2) if other.melee.clashed == ((0, 1),) else (0, 1)
    ask(other, k.BeginCombat(groups=pair))
    assert "Initiative" not in words(other)
    assert other.melee.combat is not None
    assert other.melee.combat.first == 1


def test_initiative_and_who_places_first() -> None:
    # rule: melee.ini, melee.step4-ini, test.opposed, melee.dice-split, ruling.empty-headings
    state = fight("3 alahan-guard", "3 griffin-duelist")
    roll_next(state, 4, 2)
    ask(state, k.BeginCombat(groups=(0, 1)))
    assert state.melee.combat is not None
    assert state.melee.combat.first == 0
    assert state.open[0].seat == 1  # the loser divides its dice first
    assert options(state)[0] == "split:3-0"
    tie = fight("3 alahan-guard", "3 griffin-duelist")
    tie.units[1].charging = 1
    roll_next(tie, 3, 2)
    ask(tie, k.BeginCombat(groups=(0, 1)))
    assert tie.melee.combat is not None
    assert tie.melee.combat.first == 1


def loaded(state: RagNarok, unit: int) -> int:
    """Dice with which the second side always fails."""
    face = 2 if unit else 5
    state.events.append(Rolled(seat=unit, thing="", face=face, sides=p.FACES))
    return face


def test_losing_attack_dice() -> None:
    # example: example.guards-v-puppets, example.duelists-v-carnivores
    # rule: melee.remove-attack-dice, melee.all-attacks-first, melee.dice-split, dice.by-size
    state = fight("7 alahan-guard", "9 morbid-puppet")
    begin(state, attack=(5, 5), defence=(2, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rolls, "d6", loaded)
        ask(state, k.Strike(0), k.Strike(1))
        play(state, "difficulty:7")
        while not isinstance(state.agenda[-1][0], k.Strike):
            play(state, options(state)[0])
    assert (len(state.units[1].ranks), state.open[0].seat) == (4, 1)
    assert k.attacks(state, 1) == 4
    other = fight("9 griffin-duelist", "3 vile-tis-carnivore")
    begin(other, attack=(5, 4), defence=(4, 2))
    remove(other, other.units[1].ranks[0], p.DEAD)
    card = fighter(other, other.units[1].ranks[0]).card
    assert (card.dice, len(other.units[1].ranks)) == (2, 2)
    assert k.attacks(other, 1) == 4


def test_attacks_and_defences() -> None:
    # example: example.attack-announced
    # rule: melee.attack, melee.defence, ruling.announced-difficulty-range
    state = fight("3 alahan-guard", "3 alahan-guard")
    begin(state, attack=(3, 0), defence=(0, 1))
    ask(state, k.Strike(0))
    assert options(state)[0] == "difficulty:4"
    assert options(state)[-1] == "difficulty:15"
    roll_next(state, 3, 4, 5, 2, 1)
    play(state, "difficulty:7")
    assert "2 attacks succeed against 7" in words(state)
    assert state.melee.combat is not None
    assert state.melee.combat.defence == (0, 0)
    while state.open:
        told = words(state)
        play(state, options(state)[0])
    assert told.count("STR 5 against RES 6") + words(state).count("STR 5 against RES 6") == 2


def test_where_nobody_can_parry_the_table_announces_the_lowest_difficulty() -> None:
    # rule: ruling.announced-difficulty-range
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(2, 0))
    ask(state, k.Strike(0))
    assert is_foregone(state, 0)
    assert default_of(state, 0) == options(state)[0]
    begin(state, attack=(2, 0), defence=(0, 1))
    assert not is_foregone(state, 0), "a die could parry"
    mixed = fight("3 alahan-guard", "2 wolfen-warrior, 1 wolfen-alpha")
    begin(mixed, attack=(2, 0))
    ask(mixed, k.Strike(0))
    assert not is_foregone(mixed, 0), "a Devastating Attack could go on to others"
    hero = fight("1 alderan", "3 alahan-guard")
    begin(hero, attack=(2, 0))
    ask(hero, k.Strike(0))
    assert not is_foregone(hero, 0), "a Masterstroke gains by the number"


def test_whom_nobody_can_strike_any_more_is_not_asked_about_defence() -> None:
    # rule: ruling.no-dice-left, melee.dice-split
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, dice=(2, 0))
    ask(state, k.Split(0))
    assert not is_foregone(state, 0), "they have dice for another combat"
    for number in state.units[1].ranks:
        state.fighters[number].spent = fights.dice_of(state, number)
    assert is_foregone(state, 0)
    assert default_of(state, 0) == "split:2-0"
    begin(state, dice=(2, 1))
    assert not is_foregone(state, 0), "a die could strike"
    begin(state, dice=(2, 0), attack=(0, 1))
    assert not is_foregone(state, 0)
    mixed = fight("3 alahan-guard", "2 wolfen-warrior, 1 wolfen-alpha")
    begin(mixed, dice=(2, 0))
    ask(mixed, k.Split(0))
    for number in mixed.units[1].ranks:
        mixed.fighters[number].spent = fights.dice_of(mixed, number)
    assert not is_foregone(mixed, 0), "others could strike them"


def test_a_parried_attack_does_nothing() -> None:  # rule: melee.defence
    state = fight("1 alahan-guard", "1 alahan-guard")
    begin(state, attack=(1, 0), defence=(0, 1))
    ask(state, k.Strike(0))
    roll_next(state, 5, 3)
    play(state, "difficulty:7")
    assert len(state.units[1].ranks) == 1


def test_counter_attacks() -> None:
    # example: example.counter-attack-roll
    # rule: melee.counter-attack
    state = fight("1 alahan-guard", "1 griffin-duelist")
    begin(state, attack=(1, 0), defence=(0, 1), announced=(6, 0), hits=(0,))
    ask(state, k.Parry(1))
    assert options(state) == (blows.PARRY, blows.RIPOSTE)
    roll_next(state, 5)
    play(state, blows.RIPOSTE)
    assert options(state)[0] == "difficulty:5"
    roll_next(state, 3, 6)
    play(state, "difficulty:5")
    assert state.units[0].ranks == ()
    low = fight("1 alahan-guard", "1 griffin-duelist")
    begin(low, attack=(1, 0), defence=(0, 1), announced=(6, 0), hits=(0,))
    ask(low, k.Parry(1))
    roll_next(low, 4, 1)
    play(low, blows.RIPOSTE)
    assert not low.open
