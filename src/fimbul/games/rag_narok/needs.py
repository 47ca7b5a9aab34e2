"""What the next roll needs, and why: the die, the value, every modifier with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.fear import must_test
from fimbul.games.rag_narok.rules.fights import attack_value, charged, defence_value, shaken
from fimbul.games.rag_narok.rules.shooting import BANDS, modifiers, shots
from fimbul.games.rag_narok.sight import PARTIAL, sees
from fimbul.games.rag_narok.state import RagNarok, fighter, group, name
from fimbul.games.rag_narok.values import discipline, terror, unit_value
from fimbul.kernel import Fact, Note

RANGES = ("short", "medium", "long")


@lru_cache(maxsize=1 << 10)
def chance(needed: int, dice: int = 1) -> Fraction:
    """That the best of some dice succeeds: a 1 fails, a 6 is rolled again while more is needed."""
    # rule: test.natural-one, test.six-reroll
    if needed > p.FACES:
        return (1 - Fraction(p.FACES - 1, p.FACES) ** dice) * chance(needed - p.FACES)
    return 1 - Fraction(max(2, needed) - 1, p.FACES) ** dice


def percent(needed: int, dice: int = 1) -> int:
    return int(100 * chance(needed, dice))


def needs(what: str, value: Fact, difficulty: Fact, more: tuple[Fact, ...] = ()) -> Note:
    """A test as one says it: what the die must show, how likely that is, and what adds up to it."""
    # rule: ruling.test-policy-shown
    due = (difficulty.amount or 0) + sum(fact.amount or 0 for fact in more)
    return Note(f"{what}: {throw(due - (value.amount or 0))}", (value, difficulty, *more))


def needs_best(what: str, dice: Fact, value: Fact, difficulty: Fact) -> Note:
    """A test with several dice, of which the best is kept."""  # rule: ruling.test-policy-shown
    needed, count = (difficulty.amount or 0) - (value.amount or 0), dice.amount or 1
    return Note(f"{what}: {throw(needed, count)}", (value, difficulty, dice))


def throw(needed: int, dice: int = 1) -> str:
    """What the die must show, and how often it does."""
    shown = f"{max(2, needed)} or more" if needed <= p.FACES else f"a 6 and {needed - p.FACES} more"
    return f"{shown}, {percent(needed, dice)} %"


def of_discipline(state: RagNarok, unit: int, what: str, difficulty: Fact) -> Note:
    value = Fact("Discipline of the Unit", "test.unit-value", discipline(state, unit))
    return needs(what, value, difficulty)


def of_courage(state: RagNarok, unit: int, enemy: int) -> Iterator[Note]:
    """The test that meeting this enemy asks for, if it asks for one."""
    if must_test(state, unit, enemy):
        value = Fact("Courage of the Unit", "test.unit-value", unit_value(state, unit, "cou") or 0)
        fear = Fact(f"Fear of {name(state, enemy)}", "fear.test", terror(state, enemy))
        yield needs("Courage", value, fear)


def of_shots(state: RagNarok, unit: int, target: int) -> Iterator[Note]:
    """One note for each difficulty at which shooters of the Unit would shoot."""
    found = list(shots(state, unit, target))
    for difficulty in sorted({shot.difficulty for shot in found}):
        alike = [shot for shot in found if shot.difficulty == difficulty]
        first = alike[0]
        partial = sees(state, first.shooter, first.seen[0]) == PARTIAL
        more = [
            Fact(modifier.text.capitalize(), "shoot.modifiers", modifier.amount)
            for modifier in modifiers(state, unit, target, partial)
        ]
        band = difficulty - sum(fact.amount or 0 for fact in more)
        reach = RANGES[BANDS.index(band)] if band in BANDS else ""
        aim = Fact("AIM", "shoot.roll", fighter(state, first.shooter).card.aim or 0)
        base = Fact(f"{reach.capitalize()} range", "shoot.difficulty", band)
        yield needs(f"{len(alike)} shot{'s' * (len(alike) > 1)}", aim, base, tuple(more))


def of_attack(state: RagNarok, mine: int, theirs: int, difficulty: int) -> Iterator[Note]:
    """An attack at that difficulty, and what it leaves to a defence die."""
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    value = Fact("ATT", "melee.attack", attack_value(state, mine, theirs))
    less = tuple(_weights(state, unit, enemy))
    yield _explained(needs("Attack", value, Fact("Announced", "melee.attack", difficulty)), less)
    value = Fact("Their DEF", "melee.defence", defence_value(state, theirs, mine))
    parry = needs("Their parry", value, Fact("Announced", "melee.defence", difficulty))
    yield _explained(parry, tuple(_weights(state, enemy, unit)))


def of_hits(dice: tuple[int, int], needed: tuple[int, int]) -> Note:
    """How many attacks go home, on average: pairs are ours and theirs; re-rolls are not counted."""
    # rule: ruling.test-policy-shown
    facts = (
        Fact("Attack dice", "melee.attack", dice[0]),
        Fact("Their defence dice", "melee.defence", dice[1]),
    )
    tenths = int(10 * unparried(dice, needed))
    return Note(f"Unparried hits expected: {tenths // 10}.{tenths % 10}", facts)


@lru_cache(maxsize=1 << 10)
def unparried(dice: tuple[int, int], needed: tuple[int, int]) -> Fraction:
    """The mean number of successes that no defence die parries."""
    hit, parry = chance(needed[0]), chance(needed[1])
    return sum(
        (
            comb(dice[0], hits) * hit**hits * (1 - hit) ** (dice[0] - hits)
            * (hits - parry * min(hits, dice[1]))
            for hits in range(dice[0] + 1)
        ),
        Fraction(0),
    )  # fmt: skip


def of_parry(state: RagNarok, mine: int, theirs: int, difficulty: Fact) -> Note:
    value = Fact("DEF", "melee.defence", defence_value(state, mine, theirs))
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    return _explained(needs("Parry", value, difficulty), tuple(_weights(state, unit, enemy)))


def _explained(note: Note, weights: tuple[Fact, ...]) -> Note:
    return Note(note.title, (*note.facts, *weights))


def _weights(state: RagNarok, unit: int, enemy: int) -> Iterator[Fact]:
    """What has already been taken from a Unit's values, in words."""
    if charged(state, unit, enemy):
        yield Fact("Charged this turn: 1 less, counted", "charge.penalty")
    if state.moods[unit] == p.FEAR:
        yield Fact("In Fear: 1 less, counted", "state.fear")
    if shaken(state, unit):
        yield Fact("Routed or Disorganised: 1 less in defence, counted", "state.disorganised")
