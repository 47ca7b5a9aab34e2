"""What a hit will do is told before it: exactly as the wound roll then does it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules import rolls
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge, Engage
from fimbul.games.rag_narok.rules.harm import Stroke, land
from fimbul.games.rag_narok.rules.machines.rush import Brake
from fimbul.games.rag_narok.rules.melee.assassins import Stab
from fimbul.games.rag_narok.rules.melee.blows import Brace, Devastate, Suffer
from fimbul.games.rag_narok.rules.melee.combat import RollAgain
from fimbul.games.rag_narok.rules.rolls import Blow, wound_dice, wounded
from fimbul.games.rag_narok.rules.shooting.volleys import Volley
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.scene.foretell.wounding import by_die, chances, of_wound
from fimbul.games.rag_narok.state import RagNarok, card_mov
from fimbul.kernel import Note
from tests.games.rag_narok.drawn import battle, begin, fight, put, roll_next

BLOWS = st.builds(Blow, st.integers(-12, 12), st.integers(0, 3), st.integers(1, 5))


class Short(Exception):
    """More dice are thrown than there are."""


def by_every_throw(blow: Blow, dice: tuple[int, ...] = ()) -> dict[int, Fraction]:
    """The chances of all numbers of wounds, by throwing the rule's own dice in every way."""
    with pytest.MonkeyPatch.context() as patch:
        thrown = iter(dice)

        def die(*_: object) -> int:
            for face in thrown:
                return face
            raise Short

        patch.setattr(rolls, "d6", die)
        try:
            caused, _ = wound_dice(battle(["1 abel"], ["1 melmoth"]), 0, blow)
        except Short:
            found: dict[int, Fraction] = {}
            for face in range(1, p.FACES + 1):
                for many, chance in by_every_throw(blow, (*dice, face)).items():
                    found[many] = found.get(many, Fraction(0)) + chance / p.FACES
            return found
        return {caused: Fraction(1)}


@given(BLOWS)
def test_chances_are_those_of_every_throw(blow: Blow) -> None:
    # rule: melee.wound-roll, wound.reroll-one-line1, wound.bonus-one-line1, ruling.reroll-default
    assert dict(chances(blow)) == by_every_throw(blow)
    assert sum(chance for _, chance in chances(blow)) == 1


def read(text: str) -> dict[int, str]:
    """By die what a note says of it."""
    found: dict[int, str] = {}
    for part in text.split("; "):
        dice, _, what = part.partition(": ")
        first, _, last = dice.partition(" to ")
        found |= dict.fromkeys(range(int(first), int(last or first) + 1), what)
    return found


@given(BLOWS)
def test_every_die_is_told(blow: Blow) -> None:  # rule: melee.wound-table
    told = read(by_die(blow))
    assert sorted(told) == [1, 2, 3, 4, 5, 6]
    for die in range(1, p.FACES):
        many = wounded(die, die, blow)
        assert told[die] == (f"{many} wound{'s' * (many > 1)}" if many else "no wound")


def test_a_note_tells_strength_resistance_and_dice() -> None:
    state = fight("6 alahan-guard", "3 troll")
    guard, troll = state.units[0].ranks[0], state.units[1].ranks[0]
    strength, res = 7, state.roster.fighters[troll].card.res
    note = of_wound(state, Stroke(strength), troll)
    assert [fact.amount for fact in note.facts[:2]] == [strength, -res]
    assert note.title.startswith("Each hit on Troll: wounds ")
    left = state.roster.fighters[troll].card.wounds
    kills = sum(one for many, one in chances(Blow(strength - res, 0, left)) if many >= left)
    assert note.title.endswith(f"kills {int(100 * kills)} %")
    state.fighters[troll].hurt = left - 1
    assert of_wound(state, Stroke(strength), troll).title != note.title
    assert "Troll" not in of_wound(state, Stroke(strength), guard).title


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_the_die_does_what_its_line_says(face: int) -> None:
    state = fight("6 alahan-guard", "3 troll")
    troll = state.units[1].ranks[0]
    told = read(of_wound(state, Stroke(11), troll).facts[2].text)
    roll_next(state, face)
    land(state, 0, troll, Stroke(11))
    hurt = state.fighters[troll].hurt
    assert told[face] == (f"{hurt} wound{'s' * (hurt > 1)}" if hurt else "no wound")


def note_of(state: RagNarok, step: object, thing: str) -> Note:
    return list(foretold(state, step, thing))[-1]


def test_who_takes_a_blow_knows_what_it_does() -> None:  # rule: melee.casualties
    state = begin(fight("6 alahan-guard", "6 morbid-puppet"))
    step = Suffer(1, 2)
    victim = step.victims(state)[0]
    note = note_of(state, step, state.roster.fighters[victim].id)
    strength = state.roster.fighters[state.units[0].ranks[0]].card.strength
    assert note.title.startswith("Wound roll on Morbid Puppet: wounds ")
    assert note.facts[0].amount == strength + 2


def test_shots_into_a_melee_tell_that_they_go_astray() -> None:  # rule: shoot.into-melee
    state = battle(["4 griffin-fusilier leader", "6 griffin-duelist"], ["7 morbid-puppet"])
    put(state, 0, (40, 10, 90), files=4)
    put(state, 1, (60, 30, 90), files=3)
    put(state, 2, (40, 30, 270), files=4)
    thing = "unit:1-unit-0"
    assert "astray" not in note_of(state, Volley(0, 0), thing).title
    put(state, 1, (40, 35.5, 270), files=3)
    note = note_of(state, Volley(0, 0), thing)
    assert note.title == "Each hit goes astray: 3 or less, 50 %"
    assert note.facts[0].rule == "shoot.into-melee"


def test_a_devastating_attack_tells_all_three_rolls() -> None:  # rule: devastating.effect
    state = begin(fight("6 alahan-guard", "6 morbid-puppet"), announced=(8, 0))
    target = Devastate(0, (0,)).targets(state)[0]
    notes = list(foretold(state, Devastate(0, (0,)), state.roster.fighters[target].id))
    assert [note.title.partition(":")[0] for note in notes] == [
        "Attack",
        "Their parry",
        "Each hit on Morbid Puppet",
    ]


def test_a_stab_tells_what_it_does() -> None:  # rule: ruling.assassin-effect
    state = fight("3 griffin-templar, 1 executor", "4 tiger-of-dirz")
    executor, victim = state.units[0].ranks[-1], state.units[1].ranks[0]
    notes = list(foretold(state, Stab(0, executor, victim), "difficulty:9"))
    assert [note.title.partition(":")[0] for note in notes] == [
        "Stab",
        f"Each hit on {state.roster.fighters[victim].card.name}",
    ]
    assert notes[1].facts[0].amount == state.roster.fighters[executor].card.strength


def kinds(state: RagNarok, step: object, thing: str) -> list[str]:
    return [
        note.title.partition(":")[0].partition(" on ")[0] for note in foretold(state, step, thing)
    ]


def test_born_killers_know_what_follows_a_second_roll_and_none() -> (
    None
):  # rule: ruling.born-killer
    state = begin(fight("6 alahan-guard", "6 morbid-puppet"), announced=(8, 0))
    step = RollAgain(0, 2)
    assert kinds(state, step, "again:2") == ["Attack", "Their parry", "Each hit"]
    assert kinds(state, step, "again:0") == ["Their parry", "Each hit"]


def test_who_braces_knows_what_comes() -> None:  # rule: devastating.target-may-defend
    state = begin(fight("6 alahan-guard", "6 morbid-puppet"), announced=(9, 0))
    step = Brace(1, state.units[1].ranks[0])
    parry, wound = foretold(state, step, "dice:1")
    assert parry.title.startswith("Parry: ")
    assert parry.facts[0].amount == 9
    assert wound.title.startswith("Each hit on Morbid Puppet: ")


def test_a_machine_tells_its_impact_before_it_charges() -> None:  # rule: machine.impact
    state = battle(["1 dwarf-armoured-tank"], ["7 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 22, 270), files=4)
    way = reach(state, Assault(0, 1, True))
    assert way is not None
    note = note_of(state, Charge(0, 0), "unit:1-unit-0")
    assert note.title.startswith("Impact on Morbid Puppet: ")
    assert note.facts[0].amount == -(-way // (2 * CM))
    assert "Impact" not in note_of(state, Engage(0, 0), "unit:1-unit-0").title
    state.units[0].speed = 1
    note = note_of(state, Brake(0, 0), "button:rush")
    assert note.facts[0].amount == card_mov(state, 0) // CM
