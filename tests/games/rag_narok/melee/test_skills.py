"""Skills in a combat: Born Killers, the Ambidextrous, War Fury, and the routed."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.melee import blows, duel, fights
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import fighter
from fimbul.games.rag_narok.state.melee import Combat
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import ask, begin, fight, options, play, roll_next, words


def test_born_killers_roll_again() -> None:
    # example: example.born-killer-reroll
    # rule: skill.born-killer-defence
    state = fight("1 alahan-guard", "1 wolfen-warrior")
    begin(state, defence=(0, 1), announced=(9, 0), rerolls=(0, 1))
    assert duel.killers(state, 1) == 1
    roll_next(state, 2, 5)
    assert duel.defend(state, 1, 9)


def test_born_killers_roll_failed_attacks_again() -> None:
    # rule: ruling.born-killer, melee.attack
    state = fight("2 wolfen-warrior", "2 alahan-guard")
    begin(state, attack=(2, 0), rerolls=(2, 0))
    ask(state, k.Strike(0))
    roll_next(state, 1, 1)
    play(state, options(state)[0])
    assert options(state) == ("again:2", "again:1", "again:0")
    assert [note.title.split(":")[0] for note in foretold(state, k.RollAgain(0, 2), "again:1")] == [
        "Attack",
        "Their parry",
        "Each hit on Guard of Alahan",
    ]
    roll_next(state, 5)
    play(state, "again:1")
    assert "rolls 1 again: 5, 1 attack succeeds" in words(state)
    assert state.melee.combat is not None
    assert state.melee.combat.rerolls == (1, 0)  # one is left to parry with
    calm = fight("2 alahan-guard", "2 wolfen-warrior")
    begin(calm, attack=(2, 0), rerolls=(0, 2))
    ask(calm, k.Strike(0))
    roll_next(calm, 1, 1)
    play(calm, options(calm)[0])
    assert not calm.open


def test_born_killers_and_devastating_attacks() -> None:
    # rule: ruling.born-killer, skill.born-killer-defence
    state = fight("1 minotaur", "2 wolfen-warrior, 1 wolfen-alpha")
    alpha = next(n for n in state.units[1].ranks if fighter(state, n).card.kind == "character")
    begin(state, announced=(9, 0))
    for parries, hurt in (((2, 5), False), ((2,), True)):  # once in a combat
        state.fighters[alpha].spent = 0
        ask(state, blows.Devastate(0, (0,)))
        roll_next(state, 5, *parries, 5)
        play(state, fighter(state, alpha).id)
        assert bool(state.fighters[alpha].hurt) == hurt
    ours = fight("2 wolfen-warrior", "3 alahan-guard")
    begin(ours, announced=(9, 0), rerolls=(1, 0))
    ask(ours, blows.Devastate(0, (0,)))
    roll_next(ours, 1, 5, 3)
    play(ours, options(ours)[0])
    assert len(ours.units[1].ranks) == 2
    assert ours.melee.combat is not None
    assert ours.melee.combat.rerolls == (0, 0)


def test_the_routed_never_attack() -> None:
    # example: example.routed-no-ambidextrous
    # rule: rout.no-attacks, state.rout-contact, rout.failed-disengage-stays
    state = fight("3 griffin-duelist", "3 morbid-puppet")
    state.units[0].mood = p.ROUT
    begin(state, dice=(3, 3))
    ask(state, k.Split(0))
    assert state.melee.combat is not None
    assert (state.melee.combat.attack[0], state.melee.combat.defence[0]) == (0, 3)
    begin(state, defence=(3, 0), announced=(0, 5), hits=(0,))
    assert blows.Ward(0).options(state) == ()
    state.units[0].mood = p.CALM
    assert blows.RIPOSTE in blows.Ward(0).options(state)
    state.units[0].mood = p.ROUT
    routed = fight("1 sasia-samaris", "1 alahan-guard")
    routed.units[0].mood = p.ROUT
    begin(routed, defence=(1, 0), announced=(0, 7), hits=(0,))
    roll_next(routed, 5)
    ask(routed, k.Parry(0))
    assert "Defence" in words(routed)
    assert not routed.open  # it parried, and that is all
    assert fights.initiative(state, 0, 1) == 3
    assert fights.defence_value(state, 0, 1) == 2


def test_the_ambidextrous_strike_with_the_die_that_parried() -> None:
    # rule: ruling.ambidextrous
    state = fight("1 sasia-samaris", "1 alahan-guard")
    begin(state, defence=(1, 0), announced=(0, 7), hits=(0,))
    roll_next(state, 5, 6, 1)
    ask(state, k.Parry(0))
    assert state.melee.combat is not None
    assert state.melee.combat.defence[0] == 0
    assert options(state)[0] == f"difficulty:{fights.attack_value(state, 0, 1) + 1}"
    roll_next(state, 6, 6)
    play(state, options(state)[0])
    assert not state.units[1].ranks  # the Guard has no die left to parry
    failed = fight("1 sasia-samaris", "1 alahan-guard")
    begin(failed, defence=(1, 0), announced=(0, 11), hits=(0,))
    roll_next(failed, 2, 1)
    ask(failed, k.Parry(0))
    assert not failed.open  # a die that did not parry cannot strike


def test_two_ambidextrous_strike_back_until_the_dice_are_spent() -> None:
    # rule: ruling.ambidextrous, devastating.defence-dice-stay
    state = fight("1 sasia-samaris", "1 sasia-samaris")
    begin(state, defence=(1, 1), announced=(9, 9), hits=(0,))
    roll_next(state, 5, 5, 5, 1)  # parry, strike, parry, strike in vain
    ask(state, k.Parry(0))
    assert options(state) == (blows.HOLD, blows.STRIKE)  # the other has a die, and could answer
    calm = state.clone()
    play(state, blows.STRIKE)
    assert state.melee.combat is not None
    assert state.melee.combat.defence == (0, 0)
    assert words(state).count("Defence") == 1
    assert len([event for event in state.events if isinstance(event, Rolled)]) == 3
    play(calm, blows.HOLD)
    assert calm.melee.combat is not None
    assert calm.melee.combat.defence == (0, 1)
    assert not calm.events


def furious(foes: str, *splits: str) -> list[int]:
    """The attack dice of three Templars in each combat, by what they commit and how they divide."""
    state, found = fight("3 griffin-templar", foes), []
    things = list(splits)
    for pair in fights.combats(state, 0, 1).values():
        state.melee.combat = Combat(pair)
        ask(state, k.Commit(0), k.Split(0))
        while state.open:
            play(state, things.pop(0))
        state.melee.clashed += (pair,)
        found.append(state.melee.combat.attack[0])
    return found


def test_war_fury() -> None:  # rule: melee.additional-dice
    assert furious("3 morbid-puppet", "split:3-0") == [6]
    assert furious("3 morbid-puppet", "split:2-1") == [2]


def test_war_fury_gives_each_fighter_one_die() -> None:
    # rule: melee.additional-dice, ruling.war-fury
    two = "1 skorize, 1 keratis"  # all three Templars touch both
    assert furious(two, "dice:3", "split:3-0") == [6, 0]
    assert furious(two, "dice:1", "split:1-0", "split:2-0") == [2, 4]
    assert furious(two, "dice:0", "split:3-0") == [0, 6]
    assert furious(two, "dice:1", "split:0-1", "split:2-0") == [0, 2]
