"""Whom a magician can reach: sight, range, and places for what covers an area."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import within_levels
from fimbul.games.rag_narok.ground.conjured import area
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.ground.field import on_table
from fimbul.games.rag_narok.ground.sight import LOOKOUT, has_lookout, sees_spot
from fimbul.games.rag_narok.measure.geometry import Place, bearing, clash, in_arc, moved, squared
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.faith.faithful import perceives
from fimbul.games.rag_narok.rules.magic.formulas import PERSONAL, SUITS, Formula
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    enemies,
    fighter,
    is_aboard,
    middle,
    shape_of,
    spot_of,
    squad,
    standing,
)


def can_see(
    state: RagNarok,
    looker: int,
    target: int,
) -> bool:  # rule: spell.los-and-range, magic.melee-other-targets, ruling.spell-sides
    """Sight as always, or Awareness; a magician knows where it stands itself."""
    return looker == target or perceives(state, looker, target)  # rule: magic.melee-sight


def reaches(state: RagNarok, caster: int, target: int, formula: Formula) -> bool:
    """In range, and in sight."""
    if caster != target and not near(state, caster, target, formula.reach):
        return False  # rule: spell.los-and-range, flight.magic-same-limits
    if not within_levels(state, caster, target):
        return False
    return can_see(state, caster, target)


def suits(state: RagNarok, formula: Formula, target: int) -> bool:
    test = SUITS.get(formula.card.id)
    return test is None or test(state, target)


def side(state: RagNarok, caster: int, formula: Formula) -> list[int]:  # rule: ruling.spell-sides
    """The Units a spell is meant for: enemies for what harms, friends for the rest."""
    seat = fighter(state, caster).seat
    return standing(state, 1 - seat if formula.harms else seat)


def fighters_in_reach(state: RagNarok, caster: int, formula: Formula) -> list[int]:
    """Never the Unalterable, and so no Boiler of a Tank; nor those already activated."""
    return [
        member
        for unit in side(state, caster, formula)
        if not (formula.moving and state.phase == p.MOVEMENT and state.units[unit].done)
        for member in state.units[unit].ranks
        if suits(state, formula, member)
        and not fighter(state, member).card.has("unalterable")
        and reaches(state, caster, member, formula)
    ]  # rule: unalterable.immune, tank.no-boiler-effects, transport.not-unalterable


def units_in_reach(state: RagNarok, caster: int, formula: Formula) -> list[int]:
    """A Unit is reached if any of its members is, the caster's own always."""
    return [
        unit
        for unit in side(state, caster, formula)
        if suits(state, formula, unit)
        and any(reaches(state, caster, member, formula) for member in state.units[unit].ranks)
    ]  # rule: spell.los-and-range, ruling.spell-sides


def spots_in_reach(state: RagNarok, caster: int, formula: Formula) -> dict[str, Place]:
    """Across the way to each enemy Unit before the caster, every five centimetres, in sight."""
    here, found, reach = spot_of(state, caster), {}, formula.reach  # rule: ruling.area-placement
    if is_aboard(state, caster):  # rule: tank.no-sight-through-hull, tank.clairvoyant-familiar
        reach = min(reach, LOOKOUT) if has_lookout(state, caster) else 0
    for foe in enemies(state, fighter(state, caster).unit):  # rule: spell.los-and-range
        there = middle(state, foe)
        if not in_arc(here, there) and not is_aboard(state, caster):
            continue
        towards = bearing(here[:2], there)
        for far in range(p.AREA_PITCH, reach + 1, p.AREA_PITCH):
            at = moved((*here[:2], towards), towards, far)
            short = far * far <= squared(here[:2], there)
            if short and may_lie(state, formula, at) and sees_spot(state, caster, at[:2]):
                name = squad(state, foe).id.removeprefix("unit:")
                found[f"area:{name}-{far // CM}"] = at
    return found


def may_lie(state: RagNarok, formula: Formula, at: Place) -> bool:
    """Whether it lies on the table and, if it is a wall, on nobody."""
    shape = area(formula.card, at)
    solid = formula.card.deeds.high > 0
    crowd = [m for unit in all_standing(state) for m in state.units[unit].ranks] if solid else []
    return on_table(state, shape) and not any(clash(shape, shape_of(state, m)) for m in crowd)


def has_target(state: RagNarok, caster: int, formula: Formula) -> bool:
    if formula.touches == "self":
        return True
    if formula.touches == "spot":
        return bool(spots_in_reach(state, caster, formula))
    if formula.touches == "unit":
        return bool(units_in_reach(state, caster, formula))
    return bool(fighters_in_reach(state, caster, formula))


def may_answer(
    state: RagNarok,
    rival: int,
    caster: int,
    formula: Formula,
) -> bool:  # rule: magic.in-melee
    """Whether an enemy magician can counter or absorb: it sees the caster, within range."""
    if formula.reach == PERSONAL:  # rule: counter.los-and-range, counter.contact-personal
        return near(state, rival, caster, p.TOUCH)  # rule: counter.after-run-or-charge
    return near(state, rival, caster, formula.reach) and can_see(state, rival, caster)
