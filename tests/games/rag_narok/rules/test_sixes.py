"""A 6 may be rolled again: its owner is asked where that can matter, unless the switch is off."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.melee import blows
from fimbul.games.rag_narok.rules.rolls import Blow, may_go_either_way, worth_rerolling
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import choose, default_of
from tests.games.rag_narok.drawn import ask, begin, fight, options, play, roll_next, words

KEEP, ROLL = blows.KEEP, blows.ROLL


def stricken(foes: str = "2 alahan-guard", *dice: int, target: int = -1) -> RagNarok:
    """A Minotaur has hit; STR and RES are even, and these dice come."""
    state = fight("1 minotaur", foes)
    state.sixes = True
    begin(state, announced=(6, 0))
    even = fighter(state, state.ranks[1][0]).card.res - fighter(state, 0).card.strength
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
    assert len(kept.ranks[1]) == 1
    play(state, ROLL)  # line 9: 2 wounds, of which 1 was enough
    assert "makes a Devastating Attack" in words(state)


def test_a_one_after_the_six_is_line_one() -> None:
    # rule: wound.reroll-one-line1, test.six-reroll
    state = stricken("2 alahan-guard", 6, 1)
    play(state, ROLL)
    assert len(state.ranks[1]) == 2


def test_a_second_six_is_asked_about_again_only_where_more_can_come_of_it() -> None:
    # rule: test.six-reroll, ruling.reroll-default
    state = stricken("2 alahan-guard", 6, 6)
    play(state, ROLL)
    assert options(state) != (KEEP, ROLL)  # enough for a Devastating Attack: nothing to gain
    assert len(state.ranks[1]) <= 1


@pytest.mark.parametrize("case", ["alone", "devastating", "off"])
def test_nobody_is_asked_where_nothing_is_at_stake(case: str) -> None:
    # rule: devastating.effect, ruling.reroll-default
    foes = "1 alahan-guard" if case == "alone" else "2 alahan-guard"
    state = stricken(foes, 6) if case != "off" else fight("1 minotaur", foes)
    if case == "devastating":  # its blow is not one again
        state = stricken(foes, 6, target=state.ranks[1][0])
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
