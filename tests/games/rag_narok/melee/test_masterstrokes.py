"""Masterstrokes of Characters and by skill."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.melee import blows, duel
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.rolls import Roll
from fimbul.games.rag_narok.state import fighter
from tests.games.rag_narok.drawn import ask, begin, fight, options, play, roll_next, those, words


def test_a_character_masterstroke() -> None:
    # example: example.character-masterstroke
    # rule: masterstroke.character, ruling.masterstroke-rules, skill.masterstroke-two-rules
    state = fight("1 alderan", "3 alahan-guard")
    begin(state, attack=(2, 0))
    ask(state, k.Strike(0))
    assert k.MASTERSTROKE in options(state)
    play(state, k.MASTERSTROKE)
    assert k.MASTERSTROKE not in options(state)
    roll_next(state, 4, 3)
    play(state, "difficulty:10")
    play(state, options(state)[0])
    strength = fighter(state, 0).card.strength
    assert f"STR {strength + 10} against" in words(state)
    assert those(state.fighters, "mastered") == [0]
    begin(state, attack=(2, 0))
    assert k.Strike(0).heroes(state) == []  # once a turn
    rival = fight("1 alderan", "1 alderan")
    begin(rival)
    roll_next(rival, 4)
    blows.suffer(rival, 0, rival.units[1].ranks[0], 10)
    assert "A 4 with STR 18 against RES 8: 2 wounds" in words(rival)


def test_a_character_with_the_skill_adds_its_x(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: skill.masterstroke-character-with-x, skill.masterstroke-two-rules
    card = t.PROFILES["alderan"]
    gifted = structs.replace(card, skills=(*card.skills, "masterstroke/2"))
    monkeypatch.setitem(t.PROFILES, "alderan", gifted)
    state = fight("1 alderan", "1 minotaur, 1 formor-minion")  # armies of no other test
    begin(state, announced=(card.att + 2, 0))
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) == [0]  # the other rule, whatever the result
    assert duel.masterstroke(state, 0) == [card.att + 2 + 2]


def test_a_born_killer_rolls_its_masterstroke_again() -> None:
    # rule: ruling.born-killer, masterstroke.character
    state = fight("1 wolfen-alpha", "3 alahan-guard")
    begin(state, attack=(3, 0), rerolls=(1, 0))
    ask(state, k.Strike(0, 1))
    roll_next(state, 1, 1)
    play(state, options(state)[0])
    assert options(state) == ("again:1", "again:0")
    roll_next(state, 5, 3)
    announced = state.melee.combat.announced[0] if state.melee.combat else 0
    play(state, "again:1")
    play(state, options(state)[0])
    strength = fighter(state, 0).card.strength
    assert f"STR {strength + announced} against" in words(state)


@pytest.mark.parametrize(
    ("roll", "announced", "skill", "added"),
    [
        (Roll(10, False, 5), 8, 1, [0]),
        (Roll(11, False, 6), 6, 1, [7]),
        (Roll(12, False, 6), 7, 0, [7]),
        (Roll(12, False, 6), 7, -1, [0]),
        (Roll(6, False, 2), 7, 0, []),
        (Roll(20, True, 6), 7, 0, []),
    ],
)
def test_the_masterstroke_skill(roll: Roll, announced: int, skill: int, added: list[int]) -> None:
    # rule: masterstroke.skill, ability.praetorian-not-masterstroke, skill.masterstroke-several
    # rule: skill.masterstroke-two-rules, ruling.masterstroke-rules
    assert duel.success(roll, announced, skill) == added


def test_several_masterstrokes_in_one_turn() -> None:
    # example: example.lion-knight-several
    # rule: skill.masterstroke-several
    state = fight("1 lion-knight", "3 alahan-guard")
    begin(state, attack=(2, 0))
    roll_next(state, 6, 6, 5, 5)
    ask(state, k.Strike(0))
    play(state, "difficulty:7")
    told = words(state)
    while state.open:
        play(state, options(state)[0])
        told += words(state)
    assert told.count("STR 15 against RES 6") == 2


def test_a_praetorian_who_does_not_reach_the_masterstroke() -> None:
    # example: example.praetorian-unblocked
    # rule: ability.praetorian-not-masterstroke, masterstroke.skill
    state = fight("1 griffin-praetorian", "1 troll")
    begin(state, attack=(1, 0))
    roll_next(state, 5, 6, 6)
    ask(state, k.Strike(0))
    play(state, "difficulty:8")
    assert "1 attack succeeds against 8" in words(state)
    assert "STR 7 against RES 11" in words(state)
    assert those(state.fighters, "struck") == [1]  # not sacred: the Troll may regenerate
