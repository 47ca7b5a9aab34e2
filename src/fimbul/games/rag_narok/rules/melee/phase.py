"""Melee: separation into fights, their order, and what follows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, foes_of
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.fear.courage import flees_at_once, reaction, set_mood
from fimbul.games.rag_narok.rules.melee.assassins import NextAssassin, assassins
from fimbul.games.rag_narok.rules.melee.banner import RaiseBanner, bearers
from fimbul.games.rag_narok.rules.melee.combat import BeginCombat
from fimbul.games.rag_narok.rules.melee.fights import amid, assigned, combats, fights, mutual
from fimbul.games.rag_narok.rules.melee.push import NextPush
from fimbul.games.rag_narok.rules.melee.regrowth import regenerate
from fimbul.games.rag_narok.rules.rolls import OpenRoll, attempt, lay_open, told
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import brave_df, fearless, fearsome_df, unit_value
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    df,
    fighter,
    is_routed,
    lapse,
    name,
    owner,
    tell,
)
from fimbul.games.rag_narok.state.facts import Until
from fimbul.kernel import phrase

DONE = "button:done"

HOLDS = "{unit} hold[s] after the defeat, {sum} against {difficulty}"
BREAKS = "{unit} break[s] after the defeat, {sum} against {difficulty}"


class Melee(RagStep, frozen=True):  # rule: melee.groups, melee.separation, melee.step1-separation
    """Whoever is in contact fights; the Tactics winner separates the melees into fights."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.phase = p.MELEE
        lapse(state, Until.MELEE)
        for unit, brawl in zip(state.units, brawls(state), strict=True):
            unit.brawl = brawl
        assign(state, separation(state))
        banners = [RaiseBanner(seat, n) for seat in range(p.SEATS) for n in bearers(state, seat)]
        stabs = [NextAssassin(), AfterStabs()] if assassins(state) else []
        fights_ = (Separate(state.winner), NextFight(state.winner), CloseMelee())
        state.then(*banners, *stabs, *fights_)


class AfterStabs(RagStep, frozen=True):  # rule: ruling.assassin-effect
    """Those stabbed leave a gap: the melee is separated as it now stands."""

    phase = p.MELEE

    def run(self, state: RagNarok, pick: str | None) -> None:
        assign(state, separation(state))


def brawls(state: RagNarok) -> list[int]:
    """Which melee each Unit is in: Units linked by contact share a number; -1: none."""
    found = [-1] * len(state.units)
    for unit in all_standing(state) if contacts(state) else ():
        heap = [unit] if found[unit] < 0 and foes_of(state, unit) else []
        while heap:
            one = heap.pop()
            if found[one] < 0:
                found[one] = unit
                heap += foes_of(state, one)
    return found


def touched_units(state: RagNarok, number: int) -> Counter[int]:
    """The enemy Units in contact with a fighter, and how many of each."""
    return Counter(fighter(state, foe).unit for foe in contacts(state).get(number, ()))


def assign(state: RagNarok, foes: list[int]) -> None:
    """Give each fighter the Unit that it fights."""
    for now, foe in zip(state.fighters, foes, strict=True):
        now.foe = foe


def surround(state: RagNarok, heroes: list[int]) -> None:
    """Note who has several opponents as a fight begins."""
    for number, now in enumerate(state.fighters):
        now.amid = int(number in heroes)


def separation(state: RagNarok) -> list[int]:  # rule: ruling.separation-options
    """Each fighter against the Unit it has most contacts with; nobody idle if it can be helped."""
    foes = [-1] * len(state.places)
    touched = {number: touched_units(state, number) for number in contacts(state)}
    for number, units in touched.items():
        foes[number] = max(units, key=lambda unit: (units[unit], -unit))
    while (better := with_one_more(state, foes)) is not None:
        foes = better
    return foes


def with_one_more(state: RagNarok, foes: list[int]) -> list[int] | None:  # rule: melee.separation
    """An assignment by which more have an opponent; None: there is none near this one."""
    now = paired(state, foes)  # rule: ruling.separation-options
    for number in contacts(state):
        if not mutual(state, number, foes):
            home = fighter(state, number).unit
            for foe in sorted(contacts(state)[number], key=lambda n: (foes[n] != home, n)):
                after = foes.copy()
                after[number], after[foe] = fighter(state, foe).unit, home
                if paired(state, after) > now:
                    return after
    return None


def paired(state: RagNarok, foes: list[int]) -> int:
    """How many have an opponent."""
    return sum(bool(mutual(state, number, foes)) for number in contacts(state))


class Separate(RagStep, frozen=True):  # rule: melee.separation
    """A fighter between two Units may be given to the other one."""

    phase = p.MELEE
    prompt, rule = "Separate the melee: touch a fighter to change its fight", "melee.separation"
    changed: tuple[int, ...] = ()
    least: int = 0  # how many must have an opponent in the end

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [fighter(state, n).id for n in contacts(state) if self.can_change(state, n)]
        done = [DONE] if self.is_enough(state, assigned(state)) else []
        return [*done, *found] if found else []

    def is_enough(self, state: RagNarok, foes: list[int]) -> bool:
        return paired(state, foes) >= (self.least or paired(state, assigned(state)))

    def is_free(self, state: RagNarok, number: int) -> bool:
        """Not once it has been given to every Unit in contact with it."""
        return self.changed.count(number) < len(touched_units(state, number)) - 1

    def can_change(self, state: RagNarok, number: int) -> bool:
        return self.is_free(state, number) and self.other(state, number) >= 0

    def other(self, state: RagNarok, number: int) -> int:
        """The next Unit that it may be given to; -1: none."""
        units = sorted(touched_units(state, number))
        at, whole = units.index(state.fighters[number].foe), self.is_enough(state, assigned(state))
        for unit in units[at + 1 :] + units[:at]:
            after = assigned(state)
            after[number] = unit
            if self.is_enough(state, after) or (whole and self.can_mend(state, after, number)):
                return unit
        return -1

    def can_mend(self, state: RagNarok, foes: list[int], number: int) -> bool:
        """Whether somebody else can take on those left without an opponent."""
        for idle in contacts(state):
            for mate in () if mutual(state, idle, foes) else contacts(state)[idle]:
                after = foes.copy()
                after[mate] = fighter(state, idle).unit
                able = mate != number and self.is_free(state, mate)
                if able and self.is_enough(state, after):
                    return True
        return False

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None and pick != DONE:
            number = next(n for n in contacts(state) if fighter(state, n).id == pick)
            least = self.least or paired(state, assigned(state))
            state.fighters[number].foe = self.other(state, number)
            state.then(Separate(self.seat, (*self.changed, number), least))

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.least <= len(state.places)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        text = "Only fighters between enemy Units, and in the end no more may be idle."
        return "ruling.separation-options", text


class NextFight(RagStep, frozen=True):  # rule: melee.order, melee.step2-choose-fight
    """One fight after another, as the Tactics winner likes."""

    phase = p.MELEE  # rule: melee.once-per-turn
    prompt, rule = "Choose the fight that is settled next", "melee.step2-choose-fight"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(fights(state))
        return found if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = fights(state)
        if is_over(state):
            stop_early(state)
        elif found:
            one, other = found[pick] if pick else next(iter(found.values()))
            state.melee.fought += ((one, other),)
            state.melee.clashed = ()
            surround(state, amid(state, (one, other)))
            tell(state, one, "{unit} fight[s] {target}", target=name(state, other))
            state.then(NextCombat(self.seat, one, other), NextFight(self.seat))


class NextCombat(RagStep, frozen=True):  # rule: melee.step3-choose-opponents
    """Inside a fight, which profiles meet first."""

    phase = p.MELEE  # rule: melee.step6-resolve-first, melee.step7-second-combat
    prompt, rule = "Choose which profiles fight first", "melee.step3-choose-opponents"
    one: int = 0  # rule: ruling.two-profiles-generalised
    other: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(combats(state, self.one, self.other))
        return found if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = combats(state, self.one, self.other)
        if found:
            pair = found[pick] if pick else next(iter(found.values()))
            state.melee.clashed += (pair,)
            state.then(BeginCombat(groups=pair), NextCombat(self.seat, self.one, self.other))

    def fits(self, state: RagNarok) -> bool:
        units = range(len(state.units))
        known = self.one in units and self.other in units
        return known and owner(state, self.one) == 0 and owner(state, self.other) == 1


class CloseMelee(RagStep, frozen=True):  # rule: end.melee-close
    """Regeneration, then defeat, then pushing."""

    phase = p.MELEE

    def run(self, state: RagNarok, pick: str | None) -> None:
        regenerate(state)
        if is_over(state):
            stop_early(state)
            return
        for brawl in sorted({unit.brawl for unit in state.units} - {-1}):
            defeat(state, brawl)
        state.then(NextPush(state.winner))


class Defeat(NamedTuple):
    """How a melee stands for the side that lost more DF."""

    units: tuple[int, ...]  # that test
    lead: int  # DF that they lost beyond what they took
    strength: int  # DF of those who beat them

    @property
    def difficulty(self) -> int:
        return min(p.DEFEAT_MOST, p.DEFEAT + self.lead)


def beaten(state: RagNarok, brawl: int) -> Defeat:  # rule: fear.defeat, skill.undead-fearless
    """Who would test if the melee ended now."""
    units = [unit for unit, one in enumerate(state.units) if one.brawl == brawl]
    lost = [sum(state.units[u].losses for u in units if owner(state, u) == seat) for seat in (0, 1)]
    loser, lead = int(lost[1] > lost[0]), abs(lost[0] - lost[1])
    standing = [unit for unit in units if state.units[unit].ranks]
    mine = [unit for unit in standing if owner(state, unit) == loser]
    strength = sum(df(state, unit) for unit in standing if unit not in mine)
    tested = tuple(unit for unit in mine if not fearless(state, unit)) if lead else ()
    return Defeat(tested, lead, strength)


def defeat(state: RagNarok, brawl: int) -> None:  # rule: fear.defeat
    """The side that lost more DF tests with each of its Units in that melee."""
    found = beaten(state, brawl)
    for unit in found.units:
        face_defeat(state, unit, found.difficulty, found.strength)


def steadiness(
    state: RagNarok,
    unit: int,
) -> int:  # rule: fear.defeat, ruling.war-cry-brave, ruling.unit-value-majority
    """Courage, or Fear for the fearsome living, which a War Cry makes a Unit too.

    In a mixed Unit the larger part decides, as it does when it is charged.
    """
    brave = brave_df(state, unit) >= fearsome_df(state, unit)  # rule: fear.mixed-compare
    return max(unit_value(state, unit, "cou" if brave else "fear") or 0, state.units[unit].roar)


def face_defeat(state: RagNarok, unit: int, difficulty: int, strength: int) -> None:
    """One test for all of them."""
    value = steadiness(state, unit)  # rule: fear.defeat
    roll = attempt(state, unit, value, difficulty)
    title, said = (
        phrase("{unit}, to hold after a defeat", unit=name(state, unit)),
        ("holds", "breaks"),
    )
    trial = OpenRoll(title, "Courage", value, difficulty, "fear.defeat", said)
    good = lay_open(state, unit, trial, roll)
    tell(state, unit, HOLDS if good else BREAKS, sum=told(roll, value), difficulty=difficulty)
    if not good:
        broken = is_routed(state, unit)
        set_mood(state, unit, reaction(df(state, unit), strength, roll.die == 1))
        if not broken and flees_at_once(state, unit):  # rule: state.rout
            flee(state, unit)
