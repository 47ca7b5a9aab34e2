"""What the next roll needs, and why: the die, the value, every modifier with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.paths import ahead
from fimbul.games.rag_narok.ground.rocks import on_rocks
from fimbul.games.rag_narok.ground.sight import PARTIAL, sees
from fimbul.games.rag_narok.measure.lengths import read_distance, tenths
from fimbul.games.rag_narok.rules.fear.courage import must_test
from fimbul.games.rag_narok.rules.melee.fights import (
    AFRAID,
    BESTIAL,
    CHARGED,
    DISORGANISED,
    ROUTED,
    Value,
    charged,
    dive_bonus,
    initiative,
)
from fimbul.games.rag_narok.rules.movement.marches import Straight
from fimbul.games.rag_narok.rules.rolls import chance, least, unparried
from fimbul.games.rag_narok.rules.shooting.bands import BANDS
from fimbul.games.rag_narok.rules.shooting.volleys import modifiers, shots
from fimbul.games.rag_narok.rules.values import discipline, tactics, terror, unit_value
from fimbul.games.rag_narok.state import RagNarok, fighter, group, is_routed, name
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import Fact, Note, phrase, player

RANGES = ("Short range", "Medium range", "Long range")


def percent(needed: int, dice: int = 1) -> int:
    return int(100 * chance(needed, dice))


def needs(what: str, value: Fact, difficulty: Fact, more: tuple[Fact, ...] = ()) -> Note:
    """A test in words: what the die must show, how likely that is, and what adds up to it.

    The facts are a sum: the difficulty, what makes it harder or easier, less the value.
    """
    facts = (difficulty, *more, less(value))  # rule: ruling.test-policy-shown
    return Note(phrase("{what}: {throw}", what=what, throw=throw(total(facts))), facts)


def needs_best(what: str, dice: Fact, value: Fact, difficulty: Fact) -> Note:
    """A test with several dice, of which the best is kept."""
    facts, count = (difficulty, less(value)), dice.amount or 1  # rule: ruling.test-policy-shown
    best = some(count, "One die", "{count} dice, the best is kept")
    title = phrase("{what}: {throw}", what=what, throw=throw(total(facts), count))
    return Note(title, (*facts, Fact(best, dice.rule)))


def less(fact: Fact) -> Fact:
    """What is taken off."""
    return Fact(fact.text, fact.rule, -(fact.amount or 0))


def total(facts: Iterable[Fact]) -> int:
    return sum(fact.amount or 0 for fact in facts)


def throw(needed: int, dice: int = 1) -> str:
    """What the die must show, and how often it does."""
    return phrase("{dice}, {chance} %", dice=least(needed), chance=percent(needed, dice))


def of_discipline(state: RagNarok, unit: int, what: str, difficulty: Fact) -> Note:
    value = Fact("Discipline of the Unit", "test.unit-value", discipline(state, unit))
    return needs(what, value, difficulty)


def of_courage(state: RagNarok, unit: int, enemy: int) -> Iterator[Note]:
    """The test that meeting this enemy requires, if any."""
    if must_test(state, unit, enemy):
        value = Fact("Courage of the Unit", "test.unit-value", unit_value(state, unit, "cou") or 0)
        fear = Fact(
            phrase("Fear of {unit}", unit=name(state, enemy)), "fear.test", terror(state, enemy)
        )
        yield needs("Courage", value, fear)


def of_shots(state: RagNarok, unit: int, target: int) -> Iterator[Note]:
    """One note for each difficulty at which shooters of the Unit would shoot."""
    found = list(shots(state, unit, target))
    for difficulty in sorted({shot.difficulty for shot in found}):
        alike = [shot for shot in found if shot.difficulty == difficulty]
        first = alike[0]
        partial = sees(state, first.shooter, first.seen[0]) == PARTIAL
        more = [
            Fact(modifier.text, "shoot.modifiers", modifier.amount)
            for modifier in modifiers(state, unit, target, partial)
        ]
        band = difficulty - sum(fact.amount or 0 for fact in more)
        far = RANGES[BANDS.index(band)] if band in BANDS else "Range"
        aim = Fact("AIM", "shoot.roll", fighter(state, first.shooter).card.aim or 0)
        base = Fact(far, "shoot.difficulty", band)
        count = some(len(alike), "{count} shot", "{count} shots")
        yield needs(count, aim, base, tuple(more))


def of_attack(state: RagNarok, mine: int, theirs: int, difficulty: int) -> Iterator[Note]:
    """An attack at that difficulty, and what is left for a defence die."""
    due = Fact("Announced", "melee.attack", difficulty)
    value = Fact("ATT", "melee.attack", group(state, mine).card.att)
    yield needs("Attack", value, due, tuple(_burdens(state, mine, theirs, True)))
    due = Fact("Announced", "melee.defence", difficulty)
    yield of_parry(state, theirs, mine, due, "Their parry")


def of_contest(state: RagNarok, mine: int, theirs: int) -> Note:  # rule: melee.ini, test.opposed
    """Initiative before two profiles meet: what each side adds to its die."""
    return Note("Initiative: the higher total", tuple(contestants(state, mine, theirs)))


def contestants(state: RagNarok, mine: int, theirs: int) -> Iterator[Fact]:
    for one, other in ((mine, theirs), (theirs, mine)):
        words, ini = "{fighters}: a die + INI {ini}", initiative(state, one, other)
        yield Fact(phrase(words, fighters=group(state, one).name, ini=ini), "melee.ini")


def of_six(total: int, rolls: bool, spoilt: str) -> Note:  # rule: ruling.test-policy-shown
    """A 6 of a roll as it stands, or what the next die would make of it."""
    if not rolls:  # rule: test.six-reroll, test.natural-one
        return Note(
            "The 6 is kept",
            (Fact(phrase("{total}, as it stands", total=total), "test.six-reroll"),),
        )
    most = phrase("2 to 6: {least} to {most}, or more", least=total + 2, most=total + p.FACES)
    facts = (
        Fact(most, "test.six-reroll"),
        Fact(phrase("1: {spoilt}", spoilt=spoilt), "test.natural-one"),
    )
    return Note("The next die", facts)


def of_tactics(state: RagNarok) -> Note:  # rule: turn.tactics-roll
    """The Tactics roll that follows: what each Commander adds to his die."""
    words = "{who}: a die + Discipline {discipline}"
    told = (
        phrase(words, who=player(seat), discipline=tactics(state, seat)) for seat in range(p.SEATS)
    )
    facts = tuple(Fact(each, "turn.tactics-roll") for each in told)
    return Note("Tactics roll: the higher total", facts)


def of_march(state: RagNarok, step: Straight, thing: str) -> Iterator[Note]:
    """Whether a move ends on a small rock, so that its figures stand round it."""
    places = ahead(state, step.unit, step.heading(state), read_distance(thing))
    if on_rocks(state, step.unit, places):  # rule: move.small-obstacle, ruling.path-blocking
        fact = Fact("Its figures stand round the rock, out of their ranks", "move.small-obstacle")
        yield Note("Ends at a small rock", (fact,))


def of_hits(dice: tuple[int, int], needed: tuple[int, int]) -> Note:
    """How many attacks go home, on average: pairs are ours and theirs; re-rolls are not counted."""
    facts = (
        Fact(some(dice[0], "{count} attack die", "{count} attack dice"), "melee.attack"),
        Fact(
            some(
                dice[1],
                "{count} defence die of theirs",
                "{count} defence dice of theirs",
                "no defence dice of theirs",
            ),
            "melee.defence",
        ),
    )  # rule: ruling.test-policy-shown
    mean = tenths(int(10 * unparried(dice, needed)))
    return Note(phrase("Unparried hits expected: {number}", number=mean), facts)


def of_parry(
    state: RagNarok, mine: int, theirs: int, difficulty: Fact, what: str = "Parry"
) -> Note:
    value = Fact("DEF", "melee.defence", group(state, mine).card.defence)
    return needs(what, value, difficulty, tuple(_burdens(state, mine, theirs, False)))


def _burdens(state: RagNarok, mine: int, theirs: int, attacking: bool) -> Iterator[Fact]:
    """What makes a blow or a parry harder, or easier."""
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    what: Value = "att" if attacking else "defence"
    if charged(state, unit, enemy):
        yield Fact("Charged this turn", "charge.penalty", -CHARGED[what])
    if state.units[unit].mood == p.FEAR:
        yield Fact("In Fear", "state.fear", -AFRAID[what])
    if attacking:
        if group(state, mine).card.has("bestial-charge") and state.units[unit].charging:
            yield Fact("Bestial Charge", "skill.bestial-charge-one", -BESTIAL)
        if dived := dive_bonus(state, unit, enemy):
            yield Fact("Dived upon them", "flight.dive-bonus", -dived)
        return
    if is_routed(state, unit):
        yield Fact("Routed", "state.rout", -ROUTED[what])
    if state.units[unit].shaken:
        yield Fact("Disorganised", "state.disorganised", -DISORGANISED[what])
