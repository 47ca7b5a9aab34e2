"""Tests that come by themselves, shown while they can be seen coming: what they will need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.rules.ending import KNIGHTING, is_pressed, may_rally
from fimbul.games.rag_narok.rules.magic.mana import Recover, magicians, thirsts
from fimbul.games.rag_narok.rules.magic.power import power_of
from fimbul.games.rag_narok.rules.melee.phase import CloseMelee, beaten, steadiness
from fimbul.games.rag_narok.rules.melee.regrowth import mending
from fimbul.games.rag_narok.rules.set_up.reserves import Arrive, ReserveStep
from fimbul.games.rag_narok.rules.values import tactics
from fimbul.games.rag_narok.scene.foretell.needs import contestants, needs, of_discipline
from fimbul.games.rag_narok.scene.previews import is_blind
from fimbul.games.rag_narok.state import RagNarok, all_standing, fighter, name, owner
from fimbul.games.rag_narok.state.charms import NUMBER
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import Fact, Note, phrase


def dues(state: RagNarok) -> Iterator[Note]:  # rule: ruling.test-policy-shown
    """What will be rolled without anybody being asked, as things are now."""
    if state.phase == p.DEPLOYMENT or state.result is not None:
        return
    yield from _contests(state)
    yield from _defeats(state)
    yield from _mendings(state)
    if state.phase != p.END:
        for unit in all_standing(state):
            yield from _recoveries(state, unit)
    yield from _mana(state)
    yield from _arrivals(state)


def _recoveries(state: RagNarok, unit: int) -> Iterator[Note]:  # rule: ruling.measuring
    """At the end of the turn. How near the enemy is cannot be shown while nobody may measure."""
    if may_rally(state, unit) and not is_blind(state):
        near = is_pressed(state, unit)
        words = "To rally, an enemy near" if near else "To rally"
        hard = Fact(words, "state.rally", p.RALLY_CLOSE if near else p.RALLY)
        yield of_discipline(state, unit, phrase("{unit}, to rally", unit=name(state, unit)), hard)
    if state.units[unit].shaken:
        hard = Fact("To form up", "state.disorganised", p.TIDY)
        yield of_discipline(state, unit, phrase("{unit}, to form up", unit=name(state, unit)), hard)


def _mana(state: RagNarok) -> Iterator[Note]:  # rule: mana.recovery
    """At the end of the turn, one magician after the other."""
    steps = [step for step in _agenda(state) if isinstance(step, Recover)]
    first = steps[0].number if steps else len(state.places) if state.phase == p.END else 0
    for number in range(first, len(state.places)) if magicians(state.armies) else ():
        if thirsts(state, number):
            yield _power_roll(fighter(state, number))


def _power_roll(one: Fighter) -> Note:  # rule: mana.recovery, power.natural-one
    """Every result but a 1 brings something."""
    facts = [
        Fact(phrase("{number} or more: {gems}", number=least, gems=_gems(gems)), "mana.recovery")
        for least, gems in p.RECOVERY
    ]
    last = phrase("Less, but no 1: {gems}", gems=_gems(p.RECOVERY[-1][1]))
    facts[-1] = Fact(last, "power.natural-one")
    words = "{fighter}, to recover mana: a die + POW {power}"
    return Note(phrase(words, fighter=one.card.name, power=power_of(one)), tuple(facts))


def _gems(count: int) -> str:
    return some(count, "{count} gem", "{count} gems")


def _contests(state: RagNarok) -> Iterator[Note]:  # rule: melee.ini
    """Before profiles meet: who is in contact, and has not fought yet."""
    if not (state.phase < p.MELEE or _is_to_close(state)):
        return
    fighters, now = state.roster.fighters, state.melee.combat
    met = {
        (fighters[one].group, fighters[foe].group)
        for one, foes in contacts(state).items()
        for foe in foes
        if fighters[one].seat == 0
    }
    left = sorted(met - {*state.melee.clashed, *([now.groups] if now else [])})
    told = dict.fromkeys(fact for pair in left for fact in contestants(state, *pair))
    if told:
        yield Note("Initiative: the higher total", tuple(told))


def _defeats(state: RagNarok) -> Iterator[Note]:  # rule: fear.defeat
    """At the end of the melee phase."""
    if not _is_to_close(state):
        return
    for brawl in sorted({unit.brawl for unit in state.units} - {-1}):
        found = beaten(state, brawl)
        hard = Fact("Defeat", "fear.defeat", p.DEFEAT)
        more = [Fact("Domination (DF) lost beyond the enemy's", "fear.defeat", found.lead)]
        if (above := p.DEFEAT + found.lead - found.difficulty) > 0:
            more.append(
                Fact(
                    phrase("Never more than {number}", number=p.DEFEAT_MOST), "fear.defeat", -above
                )
            )
        for unit in found.units:
            value = Fact("Courage of the Unit", "fear.defeat", steadiness(state, unit))
            words = phrase("{unit}, to hold as the melee stands", unit=name(state, unit))
            yield needs(words, value, hard, tuple(more))


def _is_to_close(state: RagNarok) -> bool:  # rule: end.melee-close
    """Whether a melee is being fought, and not over yet."""
    return any(isinstance(step, CloseMelee) for step in _agenda(state))


def _mendings(state: RagNarok) -> Iterator[Note]:  # rule: end.regeneration
    """At the end of the melee phase, and of the turn: a die alone."""
    rated = Counter((one.unit, one.card.rating("regeneration")) for one in _hurt(state))
    for (unit, rating), many in sorted(rated.items()):  # rule: miracle.knighting-upkeep
        words = "{unit}, to regenerate: {die}"
        title = phrase(words, unit=name(state, unit), die=_alone(rating))
        yield Note(title, (Fact(_rolling(many), "end.regeneration"),))
    knights = [charm[1] for charm in state.charms if charm[0] == NUMBER[KNIGHTING]]
    for unit, many in sorted(Counter(fighter(state, one).unit for one in knights).items()):
        words = "{unit}, to keep Occult Knighting: {die}"
        title = phrase(words, unit=name(state, unit), die=_alone(p.FADES + 1))
        yield Note(title, (Fact(_rolling(many), "miracle.knighting-upkeep"),))


def _rolling(count: int) -> str:
    return some(count, "{count} of them rolls", "{count} of them roll")


def _hurt(state: RagNarok) -> list[Fighter]:
    still = state.phase < p.MELEE or _is_to_close(state)
    return [fighter(state, number) for number in mending(state)] if still else []


def _alone(least: int) -> str:
    """What a die must show if nothing is added to it."""
    chance = 100 * (p.FACES + 1 - least) // p.FACES
    return phrase("{number} or more, {chance} %", number=least, chance=chance)


def _arrivals(state: RagNarok) -> Iterator[Note]:  # rule: reserve.test, ruling.hidden-information
    """At the beginning of a turn. Who is in reserve is known once all are deployed."""
    found = {step.unit: step for step in _agenda(state) if isinstance(step, ReserveStep)}
    later = p.ARRIVALS <= state.turn + 1 <= state.terms.turns
    for unit in state.aside.reserve:
        if isinstance(found[unit], Arrive) if unit in found else later:
            leads = tactics(state, owner(state, unit))
            value = Fact("Discipline of the Commander", "reserve.test", leads)
            hard = Fact("To arrive", "reserve.test", p.ARRIVE)
            yield needs(phrase("{unit}, to arrive", unit=name(state, unit)), value, hard)


def _agenda(state: RagNarok) -> Iterator[Any]:
    return (step for row in state.agenda for step in row)
