"""A 6 may be rolled again: its owner is asked where that can matter, unless the switch is off."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle
from fimbul.games.rag_narok.rules.faith.miracles import Call
from fimbul.games.rag_narok.rules.melee import blows
from fimbul.games.rag_narok.rules.rolls import (
    Blow,
    may_go_either_way,
    worth_rerolling,
    worth_sparing,
)
from fimbul.games.rag_narok.rules.set_up.tactics import RollTactics
from fimbul.games.rag_narok.rules.shooting.victims import Hit
from fimbul.games.rag_narok.rules.sixes import KEEP, ROLL, Six
from fimbul.games.rag_narok.rules.strokes import blows_on
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import choose, decode, default_of, encode, step_of
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
from tests.games.rag_narok.spellbook import cast, duel, give, id_of, named


def stricken(foes: str = "2 alahan-guard", *dice: int, target: int = -1) -> RagNarok:
    """A Minotaur has hit; STR and RES are even, and these dice come."""
    state = fight("1 minotaur", foes)
    state.sixes = True
    begin(state, announced=(6, 0))
    even = fighter(state, state.units[1].ranks[0]).card.res - fighter(state, 0).card.strength
    roll_next(state, *dice)
    ask(state, blows.Suffer(1, even, target))
    if len(options(state)) > 1 and options(state)[0].startswith("fighter:"):
        play(state, options(state)[0])
    return state


def test_who_could_make_a_devastating_attack_is_asked() -> None:
    # rule: test.six-reroll, ruling.reroll-default, devastating.definition
    state = stricken("2 alahan-guard", 6, 3)
    assert (state.open[0].seat, options(state)) == (0, (KEEP, ROLL))
    assert "1 wound to" in state.open[0].prompt
    assert default_of(state, 0) == KEEP
    kept = play(state.clone(), KEEP)
    assert "makes a Devastating Attack" not in words(kept)
    assert len(kept.units[1].ranks) == 1
    play(state, ROLL)  # line 9: 2 wounds, of which 1 was enough
    assert "makes a Devastating Attack" in words(state)


def test_a_one_after_the_six_is_line_one() -> None:
    # rule: wound.reroll-one-line1, test.six-reroll
    state = stricken("2 alahan-guard", 6, 1)
    play(state, ROLL)
    assert len(state.units[1].ranks) == 2


def test_a_second_six_is_asked_about_again_only_where_more_can_come_of_it() -> None:
    # rule: test.six-reroll, ruling.reroll-default
    state = stricken("2 alahan-guard", 6, 6)
    play(state, ROLL)
    assert options(state) != (KEEP, ROLL)  # enough for a Devastating Attack: nothing to gain
    assert len(state.units[1].ranks) <= 1


@pytest.mark.parametrize("case", ["alone", "devastating", "off"])
def test_nobody_is_asked_where_nothing_is_at_stake(case: str) -> None:
    # rule: devastating.effect, ruling.reroll-default
    foes = "1 alahan-guard" if case == "alone" else "2 alahan-guard"
    state = stricken(foes, 6) if case != "off" else fight("1 minotaur", foes)
    if case == "devastating":  # its blow is not one again
        state = stricken(foes, 6, target=state.units[1].ranks[0])
    elif case == "off":
        begin(state, announced=(6, 0))
        roll_next(state, 6)
        ask(state, blows.Suffer(1, 0))
        play(state, options(state)[0])
    assert ROLL not in options(state)
    assert "1 wound" in words(state) or "wounds to" in words(state)


def test_who_does_not_kill_yet_weighs_it_too() -> None:
    # rule: ruling.reroll-default
    state = stricken("2 wolfen-warrior", 6, 4)
    assert set(options(state)) == {KEEP, ROLL}
    likely = worth_rerolling(6, Blow(0, 0, 2))
    assert default_of(state, 0) == (ROLL if likely else KEEP)
    assert may_go_either_way(6, Blow(0, 0, 2), 0)
    assert not may_go_either_way(6, Blow(0, 0, 1), 0)  # dead is dead
    assert not may_go_either_way(6, Blow(20, 0, 2), 1)


def test_the_switch_decides_whether_anybody_is_ever_asked() -> None:
    # rule: ruling.reroll-default
    found = {}
    for switch in (True, False):
        asked = 0
        for seed in range(4):
            state = GAME.new(GAME.setup(sixes=switch), seed)
            while state.open:
                asked += ROLL in state.open[0].options
                choose(state, state.open[0].seat, answer(state, state.open[0]))
        found[switch] = asked
    assert found[True] > 0
    assert not found[False]


# -- volleys, spells, miracles, Tactics --------------------------------------------------------


def shot_at(foe: str, die: int, *more: int, sixes: bool = True) -> RagNarok:
    """One shot hits, its STR as great as their RES; its wound roll shows these dice."""
    state = battle(["1 griffin-fusilier"], [foe])
    state.sixes = sixes
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 30, 270))
    even = fighter(state, state.units[1].ranks[0]).card.res
    roll_next(state, die, *more)
    return ask(state, Hit(unit=0, target=1, seen=state.units[1].ranks, strength=even))


def test_a_shooter_is_asked_about_the_six_of_a_wound() -> None:
    # rule: test.six-reroll, ruling.reroll-default, shoot.allocation
    state = shot_at("2 wolfen-warrior", 6, 5)
    assert state.open[0].seat == 0
    assert set(options(state)) == {KEEP, ROLL}
    assert state.open[0].prompt == "A 6: 1 wound to Wolfen Warrior. Keep it, or roll on?"
    kept = play(state.clone(), KEEP)
    assert sum(each(kept.fighters, "hurt")) == 1
    play(state, ROLL)  # line 11: more than one wound
    assert len(state.units[1].ranks) == 1


@pytest.mark.parametrize("foe", ["2 alahan-guard", "2 wolfen-warrior"])
def test_a_volley_asks_nothing_with_the_switch_off_or_where_one_wound_kills(foe: str) -> None:
    # rule: ruling.reroll-default
    state = shot_at(foe, 6, 2, sixes=foe == "2 alahan-guard")
    assert ROLL not in options(state)
    assert "wound" in words(state)


def test_the_hits_of_a_volley_wait_for_the_answer() -> None:
    # rule: shoot.allocation, ruling.reroll-default
    state = shot_at("2 wolfen-warrior", 6, 5, 5)
    even = fighter(state, state.units[1].ranks[0]).card.res
    state.agenda.insert(0, (Hit(unit=0, target=1, seen=state.units[1].ranks, strength=even),))
    play(state, ROLL)  # the first falls; the second hit looks for somebody else
    assert len(state.fallen) == 1
    assert sorted(each(state.fighters, "hurt")) == [0, 1, 2]


def test_whoever_is_struck_by_a_friend_is_spared() -> None:
    # rule: ruling.reroll-default, shoot.into-melee
    state = battle(["1 griffin-fusilier", "2 griffin-duelist"], ["3 morbid-puppet"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 32.5, 270))
    put(state, 2, (68, 30, 270))
    friend = state.units[1].ranks[0]
    even = fighter(state, friend).card.res
    roll_next(state, 6, 1)
    ask(state, *blows_on(state, 0, [friend], even))
    spared = "A 6 with STR 5 against RES 5: no wound"  # he could only gain by rolling on
    assert spared in words(state)
    assert worth_sparing(6, Blow(0, 0, 1))
    assert not worth_sparing(6, Blow(0, 0, 3))


def test_a_caster_who_can_be_countered_weighs_a_six() -> None:
    # rule: test.six-reroll, ruling.reroll-default, counter.procedure, power.natural-one
    state = lashed()
    assert (state.open[0].seat, options(state)) == (0, (KEEP, ROLL))
    asked = "A 6: Dark Lash with Power 12. Keep it, or roll on against a counter?"
    assert state.open[0].prompt == asked
    assert default_of(state, 0) == KEEP
    step = step_of(state, 0)
    assert isinstance(step, Six)
    assert step.fits(state)
    kept = play(state.clone(), KEEP)
    assert kept.open[0].prompt == "Counter Dark Lash (Power 12)?"
    higher = state.clone()
    roll_next(higher, 4)
    play(higher, ROLL)
    assert higher.open[0].prompt == "Counter Dark Lash (Power 16)?"
    roll_next(state, 1)
    play(state, ROLL)
    assert state.magic.casting is None
    assert "failed" in words(state)


@pytest.mark.parametrize("case", ["nobody", "off"])
def test_a_caster_is_not_asked_where_nothing_is_at_stake(case: str) -> None:
    # rule: ruling.reroll-default
    assert ROLL not in options(lashed(sixes=case != "off", rival=case != "nobody"))


def lashed(sixes: bool = True, rival: bool = True) -> RagNarok:
    """A Dark Lash comes to 12 with a 6, perhaps before an enemy magician with a gem."""
    state = duel(["1 sophet-drahas dark-lash"], ["1 alahan-mage"], 15)
    state.sixes = sixes
    give(state, 0, darkness=6)
    give(state, 1, earth=int(rival))
    cast(state, 0, "dark-lash", id_of(state, 1), "button:cast")
    roll_next(state, 6)
    return play(state, "button:cast")


def called(sixes: bool = True, faith: int = 3) -> RagNarok:
    """A Shield of Faith comes to 9 with a 6, before an enemy with so much Temporary Faith."""
    foes = "1 croquemitaine, 6 morbid-puppet"
    state = battle(["4 fianna, 1 oracle-of-danu leader shield-of-faith"], [foes])
    state.phase, state.sixes = p.DIVINATION, sixes
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 28, 270))
    cleric, censor = named(state, "oracle-of-danu"), named(state, "croquemitaine")
    state.fighters[cleric].faith, state.fighters[censor].faith = 3, faith
    ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
    roll_next(state, 6)
    return play(state, "unit:0-unit-0")


def test_a_caller_who_can_be_denied_weighs_a_six() -> None:
    # rule: test.six-reroll, ruling.reroll-default, miracle.censorship, miracle.calling
    state = called()
    assert (state.open[0].seat, options(state)) == (0, (KEEP, ROLL))
    asked = "A 6: Shield of Faith with 9. Keep it, or roll on against a denial?"
    assert state.open[0].prompt == asked
    step = step_of(state, 0)
    assert isinstance(step, Six)
    assert step.fits(state)
    kept = play(state.clone(), KEEP)
    assert kept.open[0].prompt.endswith("calls Shield of Faith with 9. Deny it?")
    higher = state.clone()
    roll_next(higher, 6)
    play(higher, ROLL)
    assert "with 15" in higher.open[0].prompt
    assert set(options(higher)) == {KEEP, ROLL}  # a second 6
    roll_next(state, 1)
    play(state, ROLL)
    assert "refused" in words(state)
    cleric = named(state, "oracle-of-danu")
    assert state.fighters[cleric].faith > kept.fighters[cleric].faith  # half of it is lost


@pytest.mark.parametrize(("sixes", "faith"), [(False, 3), (True, 0)])
def test_a_caller_is_not_asked_where_nothing_is_at_stake(sixes: bool, faith: int) -> None:
    # rule: ruling.reroll-default
    assert ROLL not in options(called(sixes, faith))


@pytest.mark.parametrize("dice", [(6, 2), (2, 6)])
def test_whoever_wins_the_tactics_roll_may_risk_it_for_orders(dice: tuple[int, int]) -> None:
    # rule: test.six-reroll, ruling.reroll-default, turn.tactics-roll, order.additional
    state = battle(["6 griffin-duelist, 1 abel"], ["6 morbid-puppet, 1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 40, 270))
    state.phase, state.sixes = p.STRATEGY, True
    lead = int(dice[1] == 6)
    roll_next(state, *dice)
    ask(state, RollTactics())
    assert (state.open[0].seat, options(state)) == (lead, (ROLL, KEEP))
    assert "you win the Tactics roll" in state.open[0].prompt
    kept = play(state.clone(), KEEP)
    assert kept.winner == lead
    assert decode(GAME, encode(state)) == state
    lost = state.clone()
    roll_next(lost, 1)
    play(lost, ROLL)
    assert lost.winner == 1 - lead
    assert lost.sides[lead].tactics == kept.sides[lead].tactics + 1
    roll_next(state, 4)
    play(state, ROLL)
    assert (state.winner, state.sides[lead].tactics) == (lead, kept.sides[lead].tactics + 4)


def test_without_the_switch_the_winner_rolls_on() -> None:  # rule: ruling.reroll-default
    state = battle(["6 griffin-duelist, 1 abel"], ["6 morbid-puppet, 1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 40, 270))
    roll_next(state, 6, 2, 3)
    ask(state, RollTactics())
    assert not state.open
    assert "+ 6 + 3 =" in words(state)


def test_the_next_die_is_told() -> None:  # rule: ruling.test-policy-shown
    state = shot_at("2 wolfen-warrior", 6, 5)
    step = step_of(state, 0)
    assert [note.title for note in foretold(state, step, KEEP)] == ["The 6 is kept"]
    told = list(foretold(state, step, ROLL))
    assert told[0].title == "The next die, for Wolfen Warrior"
    assert told[0].facts[0].text.startswith("1: no wound; ")
