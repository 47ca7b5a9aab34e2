"""Rituals: a Council is gathered in one incantation phase, the final roll comes in the next."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import within_levels
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.ground.hiding import bases, lair_of, lairs
from fimbul.games.rag_narok.measure.geometry import Point, within
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.magic.casting import CastStep, current, recast, release
from fimbul.games.rag_narok.rules.magic.familiars import help_out, helpers
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, RITUALS, Formula, formula
from fimbul.games.rag_narok.rules.magic.mana import is_magician, plus
from fimbul.games.rag_narok.rules.magic.reach import can_see
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    df,
    fighter,
    name,
    say,
    shape_of,
    spot_of,
    squad,
    standing,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.facts import without
from fimbul.games.rag_narok.state.magic import Casting, Council
from fimbul.kernel import phrase

DONE, ALONE = "button:begin", "button:without-it"


def element_of(formula: Formula) -> int:
    return p.ELEMENTS.index(formula.card.elements[0])


def pay(state: RagNarok, number: int, formula: Formula, gems: int) -> int:
    """The Magister pays from its own pool, as far as that goes; return how many gems it paid."""
    element = element_of(formula)  # rule: ruling.ritual-council
    paid = min(gems, state.fighters[number].pool[element])
    state.fighters[number].pool = plus(state.fighters[number].pool, element, -paid)
    return paid


def busy(state: RagNarok) -> set[int]:
    return {member for council in state.magic.councils for member in council.members}


def acolytes(state: RagNarok, magister: int) -> list[int]:  # rule: ritual.procedure
    """Other magicians of its side within 10 cm that take part in nothing else."""
    one = fighter(state, magister)  # rule: ruling.ritual-council
    return [
        member
        for unit in standing(state, one.seat)
        for member in state.units[unit].ranks
        if member != magister
        and is_magician(fighter(state, member))
        and member not in busy(state)
        and not state.fighters[member].chanted
        and near(state, magister, member, p.COUNCIL_NEAR)
    ] + lurkers(state, magister)


def lurkers(state: RagNarok, magister: int) -> list[int]:  # rule: skill.scout-ritual
    """Magicians of its side that lie hidden within 10 cm."""
    here = shape_of(state, magister)
    return [
        member
        for lair in lairs(state, fighter(state, magister).seat)
        for member, shape in zip(state.units[lair[0]].ranks, bases(state, lair), strict=True)
        if is_magician(fighter(state, member))
        and member not in busy(state)
        and within(here, shape, p.COUNCIL_NEAR)
    ]


def spot_now(state: RagNarok, member: int) -> Point | None:  # rule: skill.scout-ritual
    """Where a member of a Council stands or lies hidden; None: it is gone."""
    if state.places[member] is not None:
        return spot_of(state, member)[:2]
    unit = fighter(state, member).unit
    lair = lair_of(state, unit) if state.aside.hidden else None
    return lair[1:] if lair else None


def council_sees(
    state: RagNarok,
    members: Sequence[int],
    unit: int,
) -> bool:  # rule: ritual.los-twice
    """Somebody in the Council sees somebody in the target."""
    alive = [member for member in members if state.places[member] is not None]
    return any(can_see(state, one, other) for one in alive for other in state.units[unit].ranks)


def in_range(state: RagNarok, magister: int, unit: int, formula: Formula) -> bool:
    """From the Magister to any fighter of the target, at most one level away."""
    return any(
        near(state, magister, other, formula.reach) and within_levels(state, magister, other)
        for other in state.units[unit].ranks
    )  # rule: ruling.ritual-council, flight.magic-same-limits


def targets(state: RagNarok, magister: int, formula: Formula) -> list[int]:
    circle = [magister, *acolytes(state, magister)]
    return [
        unit
        for unit in standing(state, 1 - fighter(state, magister).seat)
        if in_range(state, magister, unit, formula) and council_sees(state, circle, unit)
    ]


def can_start(state: RagNarok, magister: int, number: int) -> bool:  # rule: ritual.magister-any
    """Anybody with POW may be the Magister, with the gems that are due at the start."""
    known = formula(state, magister, number)  # rule: ritual.gems-at-start
    due = 0 if known.card.variable_cost else known.least  # rule: ritual.variable-cost-at-end
    able = state.phase == p.SECOND_SHOOTING and magister not in busy(state)
    paid = state.fighters[magister].pool[element_of(known)] >= due
    return able and paid and bool(targets(state, magister, known))


class RitualStep(RagStep, frozen=True):
    """A step of a Ritual that is being started."""

    phase = p.SECOND_SHOOTING
    number: int = 0
    ritual: int = 0

    def fits(self, state: RagNarok) -> bool:
        known = self.number in range(len(state.places)) and bool(state.fighters[self.number].pool)
        sound = self.ritual in range(len(FORMULAS)) and FORMULAS[self.ritual].ritual
        return known and sound and state.places[self.number] is not None


class StartRitual(RitualStep, frozen=True):  # rule: ritual.procedure, ritual.los-twice
    """The Magister names the target; somebody in the Council must see it."""

    prompt, rule = "Choose the target of the Ritual", "ritual.procedure"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = targets(state, self.number, formula(state, self.number, self.ritual))
        return [squad(state, unit).id for unit in found]

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(
            GatherCouncil(self.seat, self.number, self.ritual, unit_named(state, pick or ""))
        )


class GatherCouncil(RitualStep, frozen=True):  # rule: ritual.procedure, ritual.gems-at-start
    """The acolytes, one by one; then the gems are paid."""

    prompt, rule = "Choose acolytes, then begin", "ritual.procedure"
    target: int = 0  # rule: ritual.variable-cost-at-end
    chosen: tuple[int, ...] = ()

    def options(self, state: RagNarok) -> Sequence[str]:
        rest = [n for n in acolytes(state, self.number) if n not in self.chosen]
        begin = [DONE] if self.seen(state) else []
        asked = rest or lairs(state, self.seat)  # being asked tells nothing about who lies near
        return [*begin, *(fighter(state, n).id for n in rest)] if asked else []

    def seen(self, state: RagNarok) -> bool:
        return council_sees(state, (self.number, *self.chosen), self.target)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick in (None, DONE):
            self.begin(state)
            return
        more = next(n for n in acolytes(state, self.number) if fighter(state, n).id == pick)
        chosen = (*self.chosen, more)
        state.then(GatherCouncil(self.seat, self.number, self.ritual, self.target, chosen))

    def begin(self, state: RagNarok) -> None:
        known, members = formula(state, self.number, self.ritual), (self.number, *self.chosen)
        if not known.card.variable_cost:
            pay(state, self.number, known, known.least)
        spots = tuple(spot_now(state, member) or (0, 0) for member in members)
        crew = state.units[self.target].ranks
        state.magic.councils += (Council(self.ritual, crew, state.turn, members, spots),)
        for member in members:
            state.fighters[member].chanted = 1
        words = "{unit} begin[s] {ritual} against {target}"
        parts = {"ritual": known.card.name, "target": name(state, self.target)}
        tell(state, fighter(state, self.number).unit, words, **parts)

    def fits(self, state: RagNarok) -> bool:
        sound = self.target in range(len(state.units)) and bool(state.units[self.target].ranks)
        return super().fits(state) and sound and set(self.chosen) <= set(range(len(state.places)))


# -- the final incantation -------------------------------------------------------------------


class FinalIncantations(RagStep, frozen=True):  # rule: ritual.procedure
    """Rituals started in the last turn come to their end, those of the Tactics winner first."""

    phase = p.SECOND_SHOOTING

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
            return
        due = [council for council in state.magic.councils if council.turn < state.turn]
        due.sort(key=lambda council: (seat_of(state, council) != state.winner, council.members))
        if due:
            state.magic.councils = without(state.magic.councils, due[0])
            state.then(ChoosePart(seat_of(state, due[0]), due[0]), FinalIncantations())


class ChoosePart(RagStep, frozen=True):  # rule: ritual.target-splits, ritual.target-joins
    """If the target divided, the Council picks one part; if it joined a Unit, that is it now."""

    phase = p.SECOND_SHOOTING
    prompt, rule = "The target has divided: choose a part", "ritual.target-splits"
    council: Council = Council(0, (), 0, (), ())

    def parts(self, state: RagNarok) -> list[int]:
        alive = [number for number in self.council.crew if state.places[number] is not None]
        return sorted({fighter(state, number).unit for number in alive})

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.parts(state)
        return [squad(state, unit).id for unit in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.parts(state)
        if pick is not None:
            found = [unit_named(state, pick)]
        conclude(state, self.council, found[0] if found else -1)

    def fits(self, state: RagNarok) -> bool:
        members, everybody = self.council.members, range(len(state.places))
        known = bool(members) and {*members, *self.council.crew} <= set(everybody)
        sound = self.council.ritual in RITUALS and len(members) == len(self.council.spots)
        return known and sound and all(state.fighters[member].pool for member in members)


def seat_of(state: RagNarok, council: Council) -> int:
    return fighter(state, council.members[0]).seat


def has_moved(state: RagNarok, council: Council) -> bool:  # rule: ritual.procedure
    """Whether a living member stands elsewhere now, or has left the table."""
    return any(
        state.fighters[member].fate == p.FLED
        or ((now := spot_now(state, member)) is not None and now != spot)
        for member, spot in zip(council.members, council.spots, strict=True)
    )  # rule: ritual.warmage-no-move


def ritual_of(state: RagNarok, council: Council) -> Formula:
    """A Ritual as its Magister's army has it."""
    return formula(state, council.members[0], council.ritual)


def interrupted(state: RagNarok, council: Council, target: int) -> str:  # rule: ritual.procedure
    """Why a Ritual comes to nothing; empty: it goes on."""
    magister, known = council.members[0], ritual_of(state, council)  # rule: ritual.interrupted
    if state.places[magister] is None:  # rule: ritual.los-twice, ritual.warmage-no-move
        return "its Magister is dead"
    if has_moved(state, council):
        return "a member moved"
    if target < 0:
        return "its target is gone"
    if not council_sees(state, council.members, target):
        return "nobody sees the target"
    if not in_range(state, magister, target, known):
        return "the target is out of range"
    return ""


def final_cost(state: RagNarok, council: Council, target: int) -> int:
    """What is due at the end, for the target as it is now."""
    card = ritual_of(state, council).card  # rule: ritual.variable-cost-at-end
    if not card.variable_cost or target < 0:
        return 0
    return card.deeds.gems * -(-df(state, target) // card.deeds.gem_df)


def conclude(state: RagNarok, council: Council, target: int) -> None:
    """Pay what is still due, even for nothing; then the Magister's Power roll."""
    known, magister = ritual_of(state, council), council.members[0]
    reason, due = interrupted(state, council, target), final_cost(state, council, target)
    paid = pay(state, magister, known, due) if state.places[magister] is not None else 0
    if not reason and paid < due:  # rule: ritual.interrupted-still-pays
        reason = "there are not enough gems"  # rule: ritual.variable-cost-at-end, ritual.procedure
    if reason:
        words = phrase("{ritual} is interrupted: {why}", ritual=known.card.name, why=reason)
        say(state, fighter(state, magister).seat, words)
        return
    invested = due if known.card.variable_cost else known.least
    casting = Casting(
        magister,
        council.ritual,
        target,
        paid=plus(p.NO_GEMS, element_of(known), invested),
        extra=gems_left(state, council),
        free=sum(spot_now(state, member) is not None for member in council.members[1:]),
        acolytes=tuple(n for n in council.members[1:] if state.places[n] is not None),
    )
    state.magic.casting = casting
    state.then(Assist(seat_of(state, council)))


class Assist(CastStep, frozen=True):  # rule: familiar.reaction
    """The Magister's Familiar may give its die to the final roll."""

    phase = p.SECOND_SHOOTING
    prompt, rule = "Let the Familiar help?", "familiar.reaction"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = helpers(state, current(state).caster)
        return [*found, ALONE] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting = current(state)
        if pick in helpers(state, casting.caster):
            help_out(state, casting.caster)
            recast(state, free=casting.free + 1)
        release(state, current(state))


def gems_left(state: RagNarok, council: Council) -> int:  # rule: ritual.column-of-light-gems
    """The gems of the Ritual's element still in the pools of the Council, and nowhere else."""
    element = element_of(ritual_of(state, council))
    alive = [member for member in council.members if spot_now(state, member) is not None]
    return sum(state.fighters[member].pool[element] for member in alive)
