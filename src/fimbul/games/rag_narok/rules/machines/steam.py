"""Machines: steam pressure, the Impact of heavy things, and speed that cannot be stopped."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Group, holders, muster
from fimbul.games.rag_narok.ground.contact import contacts, in_contact, in_melee, near
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import CM, Profile
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.strokes import blows_on
from fimbul.games.rag_narok.state import RagNarok, all_standing, card_mov, fighter, group, say, tell
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.telling import signed
from fimbul.kernel import phrase

DONE, KEEP, AGAIN = "button:done", "button:keep", "button:roll-again"
RAISE, LOWER = "button:one-more", "button:one-less"
IGNORED = t.ARTEFACTS["caduceus"].deeds.ignores  # rule: ruling.boiler-equipment
SHIFT = t.ARTEFACTS["pressure-regulator"].deeds.shifts  # rule: spell.thermo-compression-unit
COMPRESSED = t.SPELLS["thermo-compression"].deeds.pressure
TANK, MECHANIC = "dwarf-armoured-tank", "mechanical-familiar"


# -- boilers ---------------------------------------------------------------------------------


def boilers(state: RagNarok, seat: int) -> list[int]:
    """The profile groups of a seat that have a Boiler and somebody left to fire it."""
    return [
        number
        for number, one in enumerate(muster(state.armies).groups)
        if one.seat == seat and one.card.has("boiler") and stokers(state, one)
    ]


def stokers(state: RagNarok, one: Group) -> list[int]:
    return [member for member in one.members if state.places[member] is not None]


def raise_steam(state: RagNarok) -> list[RagStep]:
    """A step for each side that has Boilers, the Tactics winner first."""
    if not holders(state.armies, "boiler"):
        return []
    seats = (state.winner, 1 - state.winner)
    return [Pressure(seat) for seat in seats if boilers(state, seat)]


class Pressure(RagStep, frozen=True):  # rule: boiler.pressure, ruling.pressure-time
    """Each profile group with a Boiler may make one pressure roll a turn, before it moves."""

    phase = p.MOVEMENT
    prompt, rule = "Raise steam?", "boiler.pressure"
    done: tuple[int, ...] = ()

    def options(self, state: RagNarok) -> Sequence[str]:
        groups = muster(state.armies).groups
        left = [groups[n].id for n in boilers(state, self.seat) if n not in self.done]
        return [DONE, *left] if left else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        groups = muster(state.armies).groups
        for number in boilers(state, self.seat):
            if groups[number].id == pick:
                face = heat(state, groups[number])
                able = has_mechanic(state, groups[number])
                again = [Reheat(self.seat, number, face)] if able else []
                more = again or regulators(state, self.seat, number, face)
                state.then(*more, Pressure(self.seat, (*self.done, number)))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "One pressure roll a turn for each group that has a Boiler."


class BoilerStep(RagStep, frozen=True):
    """A group that has rolled for pressure, and the face of its die."""

    phase = p.MOVEMENT
    group: int = 0
    face: int = 1

    def fits(self, state: RagNarok) -> bool:
        return self.group in boilers(state, self.seat) and self.face in range(1, p.FACES + 1)


class Reheat(BoilerStep, frozen=True):  # rule: boiler.pressure
    """A Mechanical Familiar in contact allows one more roll."""

    prompt, rule = "Keep this pressure?", "boiler.pressure"

    def options(self, state: RagNarok) -> Sequence[str]:
        return (KEEP, AGAIN)

    def run(self, state: RagNarok, pick: str | None) -> None:
        again = pick == AGAIN
        face = heat(state, muster(state.armies).groups[self.group]) if again else self.face
        state.then(*regulators(state, self.seat, self.group, face))


class Regulate(BoilerStep, frozen=True):  # rule: ruling.boiler-equipment
    """The Pressure Regulator adds to the die, or takes from it."""

    prompt, rule = "Regulate the pressure?", "ruling.boiler-equipment"

    def options(self, state: RagNarok) -> Sequence[str]:
        more = [RAISE] if self.face + SHIFT <= p.FACES else []
        return [KEEP, *more, *([LOWER] if self.face - SHIFT >= 1 else [])]

    def run(self, state: RagNarok, pick: str | None) -> None:
        face = self.face + SHIFT * ((pick == RAISE) - (pick == LOWER))
        if face != self.face:
            fill(state, muster(state.armies).groups[self.group], face)


def regulators(state: RagNarok, seat: int, number: int, face: int) -> list[Regulate]:
    """Whoever has a Pressure Regulator is asked."""
    fitted = owns(state, muster(state.armies).groups[number], "pressure-regulator")
    return [Regulate(seat, number, face)] if fitted else []


def owns(state: RagNarok, one: Group, extra: str) -> bool:
    """Whether a group was bought with something: if one has it, all have."""
    return extra in state.roster.fighters[one.members[0]].extras


def heat(state: RagNarok, one: Group) -> int:  # rule: boiler.pressure
    """The roll, and what it gives all of them until the end of the turn; return its face."""
    face = d6(state, one.unit)
    fill(state, one, face)
    return face


def fill(state: RagNarok, one: Group, face: int) -> None:
    bonus = pressure(state, one, face)
    for member in stokers(state, one):
        state.fighters[member].steam = bonus
    words = "Steam for {fighter}: a {die}, pressure {pressure}"
    parts = {"fighter": one.name, "die": face, "pressure": signed(bonus)}
    say(state, one.seat, phrase(words, **parts))


def pressure(
    state: RagNarok,
    one: Group,
    face: int,
) -> int:  # rule: boiler.pressure, ruling.boiler-equipment
    """What a face gives; with a Caduceus one face is as if nobody had rolled."""
    return 0 if face == IGNORED and owns(state, one, "caduceus") else p.PRESSURE[face - 1]


def has_mechanic(state: RagNarok, one: Group) -> bool:  # rule: boiler.pressure
    """Whether a Mechanical Familiar stands at the Boiler; it is of no use to the Tank."""
    if one.card.id == TANK:  # rule: tank.no-mechanical-familiar
        return False
    helpers = [
        number
        for number, place in enumerate(state.places)
        if place is not None
        and fighter(state, number).card.id == MECHANIC
        and fighter(state, number).seat == one.seat
    ]
    return any(
        in_contact(state, helper, member) for helper in helpers for member in stokers(state, one)
    )


def steam_strength(state: RagNarok, mine: int) -> int:  # rule: boiler.pressure
    """What a Boiler adds to the STR of a group; compressed steam adds more, never to a loss."""
    one = group(state, mine)  # rule: spell.thermo-compression-unit
    if "boiler/STR" not in one.card.skills:
        return 0
    bonus = max((state.fighters[member].steam for member in stokers(state, one)), default=0)
    compressed = bonus > 0 and lies_on(state.charms, "thermo-compression", one.unit)
    return bonus + COMPRESSED * compressed


# -- impact and speed ------------------------------------------------------------------------


class Impact(RagStep, frozen=True):  # rule: machine.impact
    """Each enemy that a charging fighter with Impact touches takes a wound roll."""

    unit: int = 0
    member: int = 0  # its place in the Unit

    def run(self, state: RagNarok, pick: str | None) -> None:
        crew, unit = state.units[self.unit].ranks, self.unit
        if self.member >= len(crew):
            return
        more = Impact(unit=unit, member=self.member + 1)
        member = crew[self.member]
        touched = contacts(state).get(member, ()) if rams(state, member) else ()
        foes = [foe for foe in touched if near(state, member, foe, p.TOUCH)]
        strength = impact_strength(state, unit, state.units[unit].paces)
        if foes:
            tell(
                state, unit, "{unit} strike[s] with an Impact of STR {strength}", strength=strength
            )
        state.then(*blows_on(state, unit, foes, strength), more)

    def fits(self, state: RagNarok) -> bool:
        return self.unit in range(len(state.units)) and self.member >= 0


def rams(state: RagNarok, number: int) -> bool:
    return fighter(state, number).card.has("impact")


def impact_strength(
    state: RagNarok,
    unit: int,
    paces: int,
) -> int:  # rule: machine.impact, ruling.impact-unit
    """Half the distance in cm, rounded up; with a speed counter, that of twice the MOV."""
    moved = 2 * card_mov(state, unit) if state.units[unit].speed else paces
    return -(-moved // (2 * CM))  # rule: machine.irrepressible, tank.impact-strength


def is_irrepressible(state: RagNarok, unit: int) -> bool:
    return all(_rolls(fighter(state, member).card) for member in state.units[unit].ranks)


def _rolls(card: Profile) -> bool:
    return card.has("irrepressible")


def keep_speed(state: RagNarok) -> None:  # rule: machine.irrepressible
    """Whatever moved as far as it can has a speed counter; contact with an enemy removes it."""
    able = holders(state.armies, "irrepressible")
    for unit in all_standing(state) if able else ():
        if not is_irrepressible(state, unit):
            continue
        if in_melee(state, unit):
            state.units[unit].speed = 0
        elif state.units[unit].paces >= 2 * card_mov(state, unit):
            state.units[unit].speed = 1
            tell(state, unit, "{unit} [is|are] at speed")
