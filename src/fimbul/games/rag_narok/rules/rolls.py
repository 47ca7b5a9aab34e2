"""Characteristics and tests: dice, the test, opposed rolls, the wound table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.state import RagNarok, name, squad, tell
from fimbul.kernel import Rolled, Thrown, phrase, together

LEAST, MOST = t.WOUND_ROWS[0].difference_from, t.WOUND_ROWS[0].difference_to
LAST_LINE = len(t.WOUND_ROWS)
DEADLIEST = 5
SHOOTING = "{unit} shooting at {target}"
PASSED = "{unit} test[s] {what}: {sum} against {difficulty}, passed"
FAILED = "{unit} test[s] {what}: {sum} against {difficulty}, failed"


class Roll(NamedTuple):
    """A die and what was added to it; `failed`: a 1 was shown."""

    total: int
    failed: bool
    die: int  # the first
    six: bool = False  # the last one shows a 6 that may still be rolled again


def d6(state: RagNarok, unit: int) -> int:  # rule: ruling.random-and-replay
    """A die, shown to everybody, beside its Unit if that still stands."""
    face = 1 + state.roll(p.FACES)
    one = squad(state, unit)
    thing = one.id if state.units[unit].ranks else ""
    state.events.append(Rolled(seat=one.seat, thing=thing, face=face, sides=p.FACES))
    return face


class OpenRoll(NamedTuple):
    """A test as it is laid open: who rolls for what, with what, and how hard it is."""

    title: str
    value: str  # the name of what is added
    plus: int
    difficulty: int
    rule: str
    words: tuple[str, str] = ("passed", "failed")
    who: str = ""  # whose roll, where several share the title


def lay_open(state: RagNarok, unit: int, trial: OpenRoll, roll: Roll) -> bool:
    """One line of a roll, for everybody to see; return whether it succeeds."""
    good, faces = passes(roll, trial.difficulty), faces_of(roll, trial.plus)
    outcome = "a 1 always fails" if roll.failed else trial.words[not good]
    terms = (*added_up(trial.value, trial.plus, trial.difficulty), *again(faces))
    state.events.append(
        Thrown(
            seat=squad(state, unit).seat, title=trial.title, who=trial.who, terms=terms,
            faces=faces, plus=trial.plus, outcome=outcome, good=good, rule=trial.rule,
        )
    )  # fmt: skip
    return good


@lru_cache(maxsize=1 << 10)
def added_up(value: str, plus: int, difficulty: int) -> tuple[str, ...]:
    """What is added to the die, how hard it is, and what the die must show."""
    return (
        phrase("{value} {plus}", value=value, plus=plus),
        phrase("difficulty {number}", number=difficulty),
        phrase("needs {dice}", dice=least(difficulty - plus)),
    )


def again(faces: Sequence[int]) -> tuple[str, ...]:  # rule: test.six-reroll
    """Why there are more dice than one."""
    return ("a 6 is rolled again and added",) if len(faces) > 1 else ()


def least(needed: int) -> str:  # rule: test.natural-one, test.six-reroll
    """What the die must show."""
    if needed <= p.FACES:
        return phrase("{number} or more", number=max(2, needed))
    return phrase("a 6 and {number} more", number=needed - p.FACES)


def faces_of(roll: Roll, value: int) -> tuple[int, ...]:  # rule: test.six-reroll
    """The dice of a roll: all but the last show a 6, and were rolled again."""
    sixes, rest = divmod(roll.total - value, p.FACES)
    return (p.FACES,) * sixes + ((rest,) if rest else ())


def last_thrown(state: RagNarok) -> tuple[int, ...]:
    """The dice since anything else happened."""
    faces: list[int] = []
    for event in reversed(state.events):
        if not isinstance(event, Rolled):
            break
        faces.append(event.face)
    return tuple(reversed(faces))


def thrown(state: RagNarok, before: int) -> str:
    """The dice since there were that many events, in words: `4, 1 and 6`."""
    return listed([event.face for event in state.events[before:] if isinstance(event, Rolled)])


def listed(numbers: Sequence[int]) -> str:
    """`4, 1 and 6`."""
    return together([str(one) for one in numbers])


def roll_until(state: RagNarok, unit: int, value: int, wanted: int) -> Roll:
    """1d6 plus a value; while the wanted result is not reached, a 6 is rolled again and added."""
    return push(state, unit, roll_of(d6(state, unit), value), wanted)


def roll_of(die: int, value: int) -> Roll:
    """One die and a value."""
    return Roll(value + die, die == 1, die, die == p.FACES)


def rolled_on(roll: Roll, die: int) -> Roll:  # rule: test.six-reroll, ruling.reroll-one-in-tests
    """The roll of a 6 with the die that was rolled after it."""
    return Roll(roll.total + die, die == 1, roll.die, die == p.FACES)


def push(state: RagNarok, unit: int, roll: Roll, wanted: int) -> Roll:  # rule: test.six-reroll
    """A 6 is rolled again while the wanted result is not reached: nothing can be lost by it."""
    while roll.six and roll.total < wanted:  # rule: ruling.reroll-default
        roll = rolled_on(roll, d6(state, unit))
    return roll


def best_of(state: RagNarok, unit: int, value: int, dice: tuple[int, int]) -> Roll:
    """A test with several dice (how many, and the difficulty), of which the best is kept."""
    count, wanted = dice  # rule: miracle.calling, test.six-reroll, test.natural-one
    best = max(d6(state, unit) for _ in range(count))
    return push(state, unit, roll_of(best, value), wanted)


def attempt(state: RagNarok, unit: int, value: int, difficulty: int) -> Roll:  # rule: test.basic
    """A test: the total must reach the difficulty, and a 1 fails."""
    return roll_until(state, unit, value, difficulty)  # rule: test.natural-one


def passes(roll: Roll, difficulty: int) -> bool:
    return not roll.failed and roll.total >= difficulty


def unit_test(state: RagNarok, unit: int, what: str, value: int, difficulty: int) -> bool:
    """One test for all members, told in words."""
    roll = attempt(state, unit, value, difficulty)  # rule: test.unit-value
    title = phrase("{unit}, {what}", unit=name(state, unit), what=what)
    trial = OpenRoll(title, what.partition(" ")[0], value, difficulty, "test.basic")
    good = lay_open(state, unit, trial, roll)
    words = PASSED if good else FAILED
    tell(state, unit, words, what=what, sum=told(roll, value), difficulty=difficulty)
    return good


@lru_cache(maxsize=1 << 12)
def told(roll: Roll, value: int) -> str:
    """The sum as one would say it at the table, die by die."""
    dice = " + ".join(map(str, faces_of(roll, value)))
    return phrase("{value} + {dice} = {total}", value=value, dice=dice, total=marked(roll))


def marked(roll: Roll) -> str:  # rule: test.natural-one
    """What it comes to, and whether a 1 spoilt it."""
    return phrase("{total} (a 1)", total=roll.total) if roll.failed else str(roll.total)


def contest(
    state: RagNarok, sides: tuple[tuple[int, int], tuple[int, int]], favoured: int = -1
) -> tuple[Roll, Roll]:  # rule: test.opposed, test.six-reroll, ruling.reroll-default
    """An opposed roll of two Units with their values; `favoured` is the seat that wins a tie.

    Whoever would lose as the dice lie rolls a 6 again, having nothing to lose, until he is ahead
    or shows no 6; in a tie that nobody wins, both do.
    """
    rolls = [roll_of(d6(state, unit), value) for unit, value in sides]
    while True:
        better = beats(rolls[0], sides[0][1], rolls[1], sides[1][1])
        behind = (1,) if better > 0 else (0,) if better < 0 else losers(favoured)
        again = [seat for seat in behind if rolls[seat].six]
        if not again:
            return rolls[0], rolls[1]
        for seat in again:
            rolls[seat] = rolled_on(rolls[seat], d6(state, sides[seat][0]))


def losers(favoured: int) -> tuple[int, ...]:
    """Who loses by a tie; if it favours nobody (-1), both, as neither wins."""
    return (1 - favoured,) if favoured >= 0 else (0, 1)


def beats(mine: Roll, value: int, theirs: Roll, other: int) -> int:  # rule: test.opposed
    """1 if the first roll wins, -1 if the second does, 0 for a tie."""
    if mine.failed != theirs.failed:
        return -1 if mine.failed else 1
    if mine.failed:
        return (value > other) - (value < other)
    return (mine.total > theirs.total) - (mine.total < theirs.total)


def wounds(line: int, difference: int) -> int:  # rule: melee.wound-table
    """The wound table; every line beyond the last adds 1 to the total."""
    if line > LAST_LINE:  # rule: ruling.wound-line-above-six, wound.one-is-line-one
        return wounds_by_rule(line, difference)  # rule: wound.plus9-line1
    row = t.WOUND_ROWS[line - 1]
    return row.wounds[min(max(difference, LEAST), MOST) - LEAST]


def wounds_by_rule(line: int, difference: int) -> int:
    """The formula behind the table, for lines from 2 on."""
    half = (abs(difference) + 1) // 2
    total = line + max(-5, min(8, half if difference > 0 else -half))
    return 0 if total <= 2 else 1 if total <= 7 else min(DEADLIEST, (total - 4) // 2)


class Blow(NamedTuple):
    """A wound roll to be made."""

    difference: int  # STR minus RES
    bonus: int  # to the line, never to a 1
    left: int  # wound levels the target has left


def wound_roll(state: RagNarok, unit: int, blow: Blow) -> int:
    return wound_dice(state, unit, blow)[0]


def wound_dice(state: RagNarok, unit: int, blow: Blow) -> tuple[int, int]:  # rule: melee.wound-roll
    """The wounds of one blow, and its first die."""
    line = die = first = d6(state, unit)
    while die == p.FACES and worth_rerolling(line, blow):
        die = d6(state, unit)
        line += die
    return wounded(die, line, blow), first


def wounded(
    die: int,
    line: int,
    blow: Blow,
) -> int:  # rule: wound.reroll-one-line1, wound.bonus-one-line1
    """The wounds of a roll that ends with this die. A 1 is line 1, whatever would be added."""
    return wounds(1 if die == 1 else line + blow.bonus, blow.difference)


def worth_rerolling(line: int, blow: Blow) -> bool:  # rule: ruling.reroll-default
    """Only if it does not yet kill and the mean of the next die is better."""
    now = wounds(line + blow.bonus, blow.difference)
    if now >= blow.left:
        return False
    later = [wounds(line + die + blow.bonus, blow.difference) for die in range(2, p.FACES + 1)]
    return wounds(1, blow.difference) + sum(later) > p.FACES * now


def worth_sparing(line: int, blow: Blow) -> bool:  # rule: ruling.reroll-default
    """The same for a blow that strikes a friend: only if the mean of the next die is less."""
    now = min(blow.left, wounds(line + blow.bonus, blow.difference))
    lines = [1, *(line + die + blow.bonus for die in range(2, p.FACES + 1))]
    return sum(min(blow.left, wounds(one, blow.difference)) for one in lines) < p.FACES * now


def may_go_either_way(line: int, blow: Blow, stake: int) -> bool:  # rule: ruling.reroll-default
    """Whether rolling a 6 again can do more, and less.

    `stake` is how many wounds beyond a death still count.
    """
    most = blow.left + stake  # rule: devastating.definition
    now = min(most, wounds(line + blow.bonus, blow.difference))
    best = min(most, wounds(line + p.FACES + blow.bonus, blow.difference))
    worst = min(most, wounds(1, blow.difference))
    return worst < now < best


@lru_cache(maxsize=1 << 10)
def chance(needed: int, dice: int = 1) -> Fraction:  # rule: test.natural-one, test.six-reroll
    """That the best of some dice succeeds: a 1 fails, a 6 is rolled again while more is needed."""
    if needed > p.FACES:
        return (1 - Fraction(p.FACES - 1, p.FACES) ** dice) * chance(needed - p.FACES)
    return 1 - Fraction(max(2, needed) - 1, p.FACES) ** dice


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
