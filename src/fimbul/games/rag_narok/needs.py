"""What the next roll needs, and why: the die, the value, every modifier with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.fear import must_test
from fimbul.games.rag_narok.rules.fights import attack_value, charged, defence_value, shaken
from fimbul.games.rag_narok.rules.shooting import BANDS, modifiers, shots
from fimbul.games.rag_narok.sight import PARTIAL, sees
from fimbul.games.rag_narok.state import RagNarok, fighter, group, name
from fimbul.games.rag_narok.values import discipline, terror, unit_value
from fimbul.kernel import Fact, Note

RANGES = ("short", "medium", "long")


def percent(needed: int) -> int:
    """Of all throws that succeed: a 1 fails, a 6 is rolled again while more is needed."""
    # rule: test.natural-one, test.six-reroll
    if needed > p.FACES:
        return percent(needed - p.FACES) // p.FACES
    return (p.FACES + 1 - max(2, needed)) * 100 // p.FACES


def needs(what: str, value: Fact, difficulty: Fact, more: tuple[Fact, ...] = ()) -> Note:
    """A test as one says it: what the die must show, how likely that is, and what adds up to it."""
    due = (difficulty.amount or 0) + sum(fact.amount or 0 for fact in more)
    die = due - (value.amount or 0)
    throw = f"{max(2, die)} or more" if die <= p.FACES else f"a 6 and {die - p.FACES} more"
    return Note(f"{what}: {throw}, {percent(die)} %", (value, difficulty, *more))


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
