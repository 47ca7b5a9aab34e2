"""Incantation: a magician names a spell and its target, and pays for it."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_contact
from fimbul.games.rag_narok.rules.ending import is_over
from fimbul.games.rag_narok.rules.magic.casting import (
    CastStep,
    current,
    difficulty,
    pick_well,
    recast,
    release,
    usable,
)
from fimbul.games.rag_narok.rules.magic.familiars import familiar_of, help_out, helpers
from fimbul.games.rag_narok.rules.magic.formulas import BY_THING, FORMULAS, Formula, formula
from fimbul.games.rag_narok.rules.magic.mana import (
    draw,
    fitting,
    gain,
    is_magician,
    magicians,
    plus,
    room,
    well_id,
    wells,
)
from fimbul.games.rag_narok.rules.magic.reach import (
    fighters_in_reach,
    has_target,
    spots_in_reach,
    units_in_reach,
)
from fimbul.games.rag_narok.rules.magic.rituals import StartRitual, can_start
from fimbul.games.rag_narok.rules.magic.spells import EFFECTS, formula_of
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    own_mov,
    say,
    squad,
    standing,
    unit_named,
)
from fimbul.games.rag_narok.state.facts import without
from fimbul.games.rag_narok.state.magic import Casting
from fimbul.kernel import phrase

DONE, CAST = "button:done", "button:cast"


def may_cast(state: RagNarok, caster: int) -> bool:  # rule: spell.after-march-only
    """Not after a Run, a feat or more than its MOV; Warrior-Mages always. Fear hinders nobody."""
    one = fighter(state, caster)  # rule: warmage.after-fast-move, magic.fled-double-no-spell
    if state.places[caster] is None:  # rule: magic.fear-still-casts, magic.in-melee, move.run
        return False  # rule: move.feat
    rushed = state.units[one.unit].moved in (p.FEATED, p.RAN)
    rushed = rushed or state.units[one.unit].paces > own_mov(state, caster)
    return one.card.has("warrior-mage") or not rushed


def spells_of(state: RagNarok, caster: int) -> list[int]:
    """What somebody owns: bought, or lent by its Familiar."""
    one, familiar = fighter(state, caster), familiar_of(state, caster)
    lent = fighter(state, familiar).card.spells if familiar >= 0 else ()
    owned = {*one.extras, *lent}
    return [n for n, formula in enumerate(FORMULAS) if formula.card.id in owned]


def castable(state: RagNarok, caster: int, number: int) -> bool:  # rule: spell.frequency
    """Not cast too often yet, with gems for it, and somebody to cast it on."""
    known = formula(state, caster, number)  # rule: spell.casting, spell.thermo-acceleration-twice
    if known.ritual:
        return can_start(state, caster, number)
    used = state.magic.casts.count((caster, number))
    if used >= known.often or known.card.id not in EFFECTS:
        return False
    able = in_time(state, known) and affordable(state, caster, known)
    return able and has_target(state, caster, known)


def in_time(state: RagNarok, formula: Formula) -> bool:
    return formula.moving if state.phase == p.MOVEMENT else not formula.only_moving


def affordable(state: RagNarok, caster: int, formula: Formula) -> bool:
    found = fitting(wells(state, caster), formula.card.elements)
    return sum(well.gems for well in found) >= formula.least


def chanters(state: RagNarok, seat: int) -> dict[str, int]:  # rule: turn.shoot-cast-activation
    """The magicians of a seat that can still be activated to cast."""
    if not magicians(state.armies):
        return {}
    return {
        fighter(state, member).id: member
        for unit in standing(state, seat)
        for member in state.units[unit].ranks
        if is_magician(fighter(state, member))
        and not state.fighters[member].chanted
        and may_cast(state, member)
        and has_work(state, member)
    }


def has_work(state: RagNarok, mage: int) -> bool:
    """Whether there is a spell to cast, or a gem to take back."""
    return any(castable(state, mage, n) for n in spells_of(state, mage)) or bool(
        reclaimable(state, mage)
    )


def reclaimable(state: RagNarok, mage: int) -> list[int]:  # rule: ruling.transfigured-gem
    """The troops in contact on which its gems lie, if its pool has room for one."""
    found = {troop for caster, troop in state.magic.stored if caster == mage}
    if not found or not room(state, mage) or state.phase != p.SECOND_SHOOTING:
        return []  # rule: mana.pool-limit
    return [troop for troop in sorted(found) if in_contact(state, mage, troop)]


class Chant(RagStep, frozen=True):  # rule: turn.shoot-cast-activation, spell.frequency
    """One magician casts any number of its spells, starts a Ritual, or is done."""

    prompt, rule = "Choose a spell, or finish", "spell.casting"  # rule: ruling.ritual-council
    number: int = 0
    begun: bool = False  # whether it has cast already: then it starts no Ritual

    def ask(self, state: RagNarok) -> str:
        who = fighter(state, self.number).card.name
        return phrase("Choose a spell for {fighter}, or finish", fighter=who)

    def options(self, state: RagNarok) -> Sequence[str]:
        if is_over(state) or not may_cast(state, self.number):
            return ()
        found = [
            FORMULAS[n].thing
            for n in spells_of(state, self.number)
            if castable(state, self.number, n) and not (self.begun and FORMULAS[n].ritual)
        ]
        found += [stored_id(state, troop) for troop in reclaimable(state, self.number)]
        return [*found, DONE] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick in (None, DONE):
            state.fighters[self.number].chanted = 1
        elif pick in BY_THING and FORMULAS[BY_THING[pick]].ritual:
            state.then(StartRitual(self.seat, self.number, BY_THING[pick]))
        elif pick in BY_THING:
            state.magic.casting = Casting(self.number, BY_THING[pick])
            state.then(AimSpell(self.seat), Chant(self.seat, self.number, True))
        else:
            self.take_back(state, pick or "")
            state.then(Chant(self.seat, self.number, self.begun))

    def take_back(self, state: RagNarok, pick: str) -> None:
        mine = (pair for pair in state.magic.stored if pair[0] == self.number)
        pair = next(pair for pair in mine if stored_id(state, pair[1]) == pick)
        state.magic.stored = without(state.magic.stored, pair)
        gain(state, self.number, p.LIGHT)
        one = fighter(state, self.number)
        say(state, one.seat, phrase("{fighter} takes a gem back", fighter=one.card.name))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith("spell:"):
            return self.rule, "Not owned, not paid for, cast too often, or nobody is in reach."
        return self.rule, "Choose one of its spells, or finish."

    def fits(self, state: RagNarok) -> bool:
        known = self.number in range(len(state.places))
        return known and bool(state.fighters[self.number].pool) and self.seat in range(p.SEATS)


def stored_id(state: RagNarok, number: int) -> str:
    return f"stored:{fighter(state, number).id.removeprefix('fighter:')}"


class AimSpell(CastStep, frozen=True):  # rule: spell.casting, spell.los-and-range
    """Whom, or where."""

    prompt, rule = "Choose a target", "spell.los-and-range"

    def ask(self, state: RagNarok) -> str:
        spell = formula_of(state, current(state)).card.name
        return phrase("Choose a target for {spell}", spell=spell)

    def options(self, state: RagNarok) -> Sequence[str]:
        caster, formula = current(state).caster, formula_of(state, current(state))
        if formula.touches == "spot":
            return list(spots_in_reach(state, caster, formula))
        if formula.touches == "unit":
            return [squad(state, unit).id for unit in units_in_reach(state, caster, formula)]
        if formula.touches == "fighter":
            return [fighter(state, n).id for n in fighters_in_reach(state, caster, formula)]
        return ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        caster, formula = current(state).caster, formula_of(state, current(state))
        if formula.touches == "spot":
            recast(state, spot=spots_in_reach(state, caster, formula)[pick or ""])
        elif formula.touches == "unit":
            recast(state, target=unit_named(state, pick or ""))
        elif formula.touches == "fighter":
            chosen = next(n for n, f in enumerate(state.roster.fighters) if f.id == pick)
            recast(state, target=chosen)
        state.magic.casts += ((caster, current(state).spell),)
        state.then(Invest(self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Out of sight, out of range, or not what the spell is for."


class Invest(CastStep, frozen=True):  # rule: spell.casting, spell.mastery, mana.other-sources
    """Gem by gem: the basic cost, then one more for each mastery die."""

    prompt, rule = "Pay gems", "spell.mastery"  # rule: familiar.reaction

    def ask(self, state: RagNarok) -> str:
        casting = current(state)
        card, paid = formula_of(state, casting).card, sum(casting.paid)
        hard = difficulty(state, casting)
        words = "Pay gems for {spell} (cost {cost}, difficulty {difficulty}): {paid} paid"
        return phrase(words, spell=card.name, cost=card.cost, difficulty=hard, paid=paid)

    def options(self, state: RagNarok) -> Sequence[str]:
        casting, formula = current(state), formula_of(state, current(state))
        found = usable(state, casting)
        paid = sum(casting.paid)
        if paid < formula.least:
            return [well_id(state, well) for well in found] if len(found) > 1 else []
        more = [well_id(state, well) for well in found] if paid < formula.most else []
        more += helpers(state, casting.caster)
        return [CAST, *more] if more else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting, formula = current(state), formula_of(state, current(state))
        found = usable(state, casting)
        if pick == CAST or (pick is None and sum(casting.paid) >= formula.least):
            state.then(Empower(self.seat))
            return
        if pick in helpers(state, casting.caster):
            help_out(state, casting.caster)
            recast(state, free=casting.free + 1)
        else:
            well = pick_well(state, found, pick)
            draw(state, well)
            recast(state, paid=plus(casting.paid, well.element))
        state.then(Invest(self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Pay with gems of the spell's element that the caster can reach."


class Empower(CastStep, frozen=True):  # rule: spell.gems-in-addition
    """Gems in addition to the incantation: they raise the effect and give no dice."""

    prompt, rule = "Spend gems in addition?", "spell.gems-in-addition"

    def options(self, state: RagNarok) -> Sequence[str]:
        casting = current(state)
        if not formula_of(state, casting).card.deeds.extra_strength:
            return ()
        found = usable(state, casting)
        return [CAST, *(well_id(state, well) for well in found)] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting = current(state)
        if pick in (None, CAST):
            release(state, casting)
            return
        well = pick_well(state, usable(state, casting), pick)
        draw(state, well)
        recast(state, paid=plus(casting.paid, well.element), extra=casting.extra + 1)
        state.then(Empower(self.seat))
