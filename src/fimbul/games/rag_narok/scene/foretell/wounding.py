"""What a hit will do: the wound roll that follows it, die by die."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.harm import TOUGH, Stroke, levels_left
from fimbul.games.rag_narok.rules.machines.steam import impact_strength
from fimbul.games.rag_narok.rules.rolls import Blow, worth_rerolling, wounded
from fimbul.games.rag_narok.rules.shooting.victims import STRAYS, allocation
from fimbul.games.rag_narok.rules.shooting.volleys import shots
from fimbul.games.rag_narok.rules.sixes import WoundSix
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.telling import wounds_told
from fimbul.kernel import Fact, Note, listed, phrase

HIT = "Each hit"


def of_wound(state: RagNarok, stroke: Stroke, victim: int, what: str = HIT) -> Note:
    """How likely a stroke is to wound and to kill somebody, and what each die does."""
    one, left = fighter(state, victim), levels_left(state, victim)  # rule: ruling.test-policy-shown
    blow = Blow(stroke.strength - one.card.res, stroke.bonus, left)  # rule: melee.wound-roll
    found = chances(blow)  # rule: melee.wound-table
    kills = sum((chance for many, chance in found if many >= left), Fraction(0))
    harms = sum((chance for many, chance in found if many), Fraction(0))
    facts = [
        Fact("STR", "melee.wound-roll", stroke.strength),
        Fact("RES", "melee.wound-roll", -one.card.res),
        Fact(by_die(blow), "melee.wound-table"),
    ]
    if one.card.has("hard-boiled") and not stroke.sacred:
        facts.append(Fact(hard_boiled(), "melee.wound-roll"))
    words, odds = "{what} on {victim}: wounds {harms} %, kills {kills} %", (harms, kills)
    hurt, dead = (int(100 * chance) for chance in odds)
    return Note(
        phrase(words, what=what, victim=one.card.name, harms=hurt, kills=dead), tuple(facts)
    )


def hard_boiled() -> str:
    """What the die of such a fighter does."""
    words, wounds = "Hard-Boiled: {number} or more takes {wounds} off", wounds_told(TOUGH.spares)
    return phrase(words, number=TOUGH.least, wounds=wounds)


def by_die(blow: Blow) -> str:
    """The wounds of each die; dice that do the same are listed together."""
    told: dict[str, list[int]] = {}
    for die in range(1, p.FACES + 1):
        many = wounded(die, die, blow)
        told.setdefault("rolled again" if _goes_on(die, blow) else wounds_told(many), []).append(
            die
        )
    return _by(told)


def _by(told: dict[str, list[int]]) -> str:
    """What each span of dice comes to."""
    each = [phrase("{dice}: {what}", dice=_span(dice), what=what) for what, dice in told.items()]
    return listed(each, "; ")


def of_six(state: RagNarok, step: WoundSix, rolls: bool) -> Note:  # rule: ruling.test-policy-shown
    """A 6 of a wound roll as it stands, or what the next die would make of it."""
    name = fighter(state, step.victim).card.name  # rule: test.six-reroll, melee.wound-table
    if not rolls:
        now = phrase("{wounds} to {victim}", wounds=wounds_told(step.now(state)), victim=name)
        fact = Fact(now, "melee.wound-table")
        return Note("The 6 is kept", (fact,))
    told: dict[str, list[int]] = {}
    for die in range(1, p.FACES + 1):
        many = wounded(die, step.line + die, step.blow(state))
        least = phrase("at least {wounds}", wounds=wounds_told(many))
        told.setdefault(least if die == p.FACES else wounds_told(many), []).append(die)
    title = phrase("The next die, for {victim}", victim=name)
    return Note(title, (Fact(_by(told), "melee.wound-table"),))


def _span(dice: list[int]) -> str:
    first, last = dice[0], dice[-1]
    return phrase("{first} to {last}", first=first, last=last) if len(dice) > 1 else str(first)


@lru_cache(maxsize=1 << 10)
def chances(blow: Blow, line: int = 0) -> tuple[tuple[int, Fraction], ...]:
    """How likely each number of wounds is, after dice that came to `line`."""
    weights: dict[int, Fraction] = {}  # rule: melee.wound-roll, ruling.reroll-default
    for die in range(1, p.FACES + 1):
        more = chances(blow, line + die) if die == p.FACES and _goes_on(line + die, blow) else ()
        for many, chance in more or ((wounded(die, line + die, blow), Fraction(1)),):
            weights[many] = weights.get(many, Fraction(0)) + chance / p.FACES
    return tuple(sorted(weights.items()))


def _goes_on(line: int, blow: Blow) -> bool:
    return line % p.FACES == 0 and worth_rerolling(line, blow)


def of_impact(state: RagNarok, unit: int, foe: int, paces: int) -> Iterator[Note]:
    """What a machine does to those it runs into, if it gets that far."""
    if any(fighter(state, member).card.has("impact") for member in state.units[unit].ranks):
        stroke = Stroke(impact_strength(state, unit, paces))  # rule: machine.impact
        yield of_wound(state, stroke, state.units[foe].ranks[0], "Impact")


def of_volley(state: RagNarok, unit: int, target: int) -> Iterator[Note]:  # rule: shoot.allocation
    """What the hits of a Unit do to those they strike first, and how many go astray."""
    found = list(shots(state, unit, target))  # rule: shoot.into-melee
    victims = allocation(state, unit, target, {victim for shot in found for victim in shot.seen})
    weapons = {fighter(state, shot.shooter).card.weapon for shot in found}
    strengths = sorted({weapon.strength for weapon in weapons if weapon})
    for strength in strengths if victims else ():
        yield of_wound(state, Stroke(strength), victims[0])
    if strengths and in_melee(state, target):
        fact = Fact("The nearest friend in contact is struck instead", "shoot.into-melee")
        words, chance = (
            "Each hit goes astray: {number} or less, {chance} %",
            100 * STRAYS // p.FACES,
        )
        yield Note(phrase(words, number=STRAYS, chance=chance), (fact,))
