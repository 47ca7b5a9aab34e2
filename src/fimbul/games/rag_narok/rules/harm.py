"""Wounds and deaths, whatever caused them."""

from __future__ import annotations

from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.hold import spill
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.ending import NameSuccessor
from fimbul.games.rag_narok.rules.magic.familiars import mourn
from fimbul.games.rag_narok.rules.rolls import Blow, again, d6, last_thrown, wound_dice
from fimbul.games.rag_narok.state import RagNarok, fighter, name, owner, place_of, remove, say
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.telling import signed, wounds_told
from fimbul.kernel import Thrown, phrase

TOUGH = t.SKILLS["hard-boiled"].deeds
BEWITCHED = t.MIRACLES["bewitchment-of-salatiel"].deeds.kills_on
CRASH = 6  # the STR with which a machine that is destroyed strikes its passengers


def levels_left(state: RagNarok, number: int) -> int:
    return fighter(state, number).card.wounds - state.fighters[number].hurt


class Stroke(NamedTuple):
    """A blow that goes home."""

    strength: int
    bonus: int = 0  # to the line of its wound roll
    sacred: bool = False  # neither Hard-Boiled nor Regeneration helps


class Harm(NamedTuple):
    """How many wounds were more than the victim could take, and the first die of the roll."""

    excess: int
    die: int


def strike(state: RagNarok, attacker: int, victim: int, strength: int) -> int:
    """A wound roll by a Unit on a fighter; return how many wounds were more than it could take."""
    if state.places[victim] is None:  # a Familiar that has just vanished with its magician
        return 0
    return land(state, attacker, victim, Stroke(strength)).excess


def land(state: RagNarok, attacker: int, victim: int, stroke: Stroke) -> Harm:
    """The wound roll of a stroke."""
    rolled = wound_dice(state, attacker, blow_of(state, victim, stroke))  # rule: melee.wound-roll
    return wound(state, attacker, victim, stroke, rolled)


def blow_of(state: RagNarok, victim: int, stroke: Stroke) -> Blow:  # rule: melee.wound-roll
    """The wound roll that a stroke brings."""
    difference = stroke.strength - fighter(state, victim).card.res
    return Blow(difference, stroke.bonus, levels_left(state, victim))


def wound(
    state: RagNarok, attacker: int, victim: int, stroke: Stroke, rolled: tuple[int, int]
) -> Harm:  # rule: melee.wound-roll, devastating.definition, devastating.remaining-levels
    """What a wound roll does, given its wounds and its first die."""
    left, one = levels_left(state, victim), fighter(state, victim)
    caused, die = rolled
    show_wounds(state, attacker, victim, stroke, rolled)
    words = phrase(
        "A {die} with STR {strength} against RES {res}: {wounds} to {victim}", die=die,
        strength=stroke.strength, res=one.card.res, wounds=wounds_told(caused),
        victim=one.card.name,
    )  # fmt: skip
    say(state, owner(state, attacker), words)
    tough = one.card.has("hard-boiled") and not stroke.sacred
    if caused and tough and (luck := d6(state, one.unit)) >= TOUGH.least:
        caused -= TOUGH.spares
        less = wounds_told(TOUGH.spares)
        hard = "{fighter} is Hard-Boiled (a {die}): {wounds} less"
        say(state, one.seat, phrase(hard, fighter=one.card.name, die=luck, wounds=less))
    again = state.fighters[victim].struck
    inflict(state, victim, caused)
    if caused > 0 and stroke.sacred and (not again or state.places[victim] is None):
        forget(state, victim)
    return Harm(caused - left, die)


def show_wounds(
    state: RagNarok, attacker: int, victim: int, stroke: Stroke, rolled: tuple[int, int]
) -> None:  # rule: melee.wound-roll
    """A wound roll, laid open; if it was kept after a question, only its first die is known."""
    one, (caused, die) = fighter(state, victim), rolled
    faces = last_thrown(state) or (die,)
    falls = caused >= levels_left(state, victim) > 0
    outcome = wounds_told(caused)
    if falls:
        outcome = phrase("{wounds}, falls", wounds=outcome)
    more = (phrase("line +{number}", number=stroke.bonus),) if stroke.bonus else ()
    units = {"unit": name(state, attacker), "target": name(state, one.unit)}
    title = phrase("{unit} wounding {target}", **units)
    odds = phrase(
        "STR {strength} \N{MINUS SIGN} RES {res} = {odds}", strength=stroke.strength,
        res=one.card.res, odds=signed(stroke.strength - one.card.res),
    )  # fmt: skip
    state.events.append(
        Thrown(
            seat=owner(state, attacker), title=title, who=one.card.name,
            terms=(odds, *more, *again(faces)), faces=faces, outcome=outcome,
            good=caused > 0, rule="melee.wound-roll",
        )
    )  # fmt: skip


def pay_for_power(state: RagNarok, number: int, die: int) -> None:  # rule: miracle.bewitchment-six
    """Whoever strikes with a 6 under the Bewitchment of Salatiel dies of it, after the wounds."""
    if die == BEWITCHED and lies_on(state.charms, "bewitchment-of-salatiel", number):
        kill(state, number)  # rule: ruling.bewitchment-order


def forget(state: RagNarok, number: int) -> None:  # rule: ability.praetorian-sacred
    """A wound of a sacred weapon cannot be regenerated."""
    state.fighters[number].struck = 0
    state.fallen = tuple([fell for fell in state.fallen if fell[0] != number])


def inflict(state: RagNarok, number: int, caused: int) -> None:  # rule: melee.casualties
    """Wounds on one fighter; what it cannot take is lost."""
    if caused <= 0:
        return
    one, now = fighter(state, number), state.fighters[number]
    now.hurt, now.struck = min(one.card.wounds, now.hurt + caused), 1
    if levels_left(state, number) == 0:
        kill(state, number)
    else:
        say(state, one.seat, phrase("{fighter} is wounded", fighter=one.card.name))


def kill(state: RagNarok, number: int) -> None:  # rule: wounds.by-size, melee.casualties
    """The dead are removed at once."""
    one = fighter(state, number)
    place = place_of(state, number)
    state.fallen += ((number, *place),)
    state.units[one.unit].losses += one.card.df
    say(state, one.seat, phrase("{fighter} falls", fighter=one.card.name))
    remove(state, number, p.DEAD)
    for thrown in spill(state, number, place):
        strike(state, one.unit, thrown, CRASH)  # rule: machine.transport
    if one.card.power is not None:
        mourn(state, number)
    if state.sides[one.seat].general == number:
        state.then(NameSuccessor(one.seat))
