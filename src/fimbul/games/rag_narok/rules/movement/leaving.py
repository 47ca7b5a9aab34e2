"""Leaving a Unit, joining another, dividing: who may, and where they stand then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army import levy
from fimbul.games.rag_narok.army.army import Enlisted, Troop
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.ground.contact import in_melee, near
from fimbul.games.rag_narok.ground.councils import bound, stay
from fimbul.games.rag_narok.ground.field import (
    Block,
    block_of,
    form_up,
    formed_of,
    in_ranks,
    loosen,
    may_form,
    nearby,
    on_table,
    shape_now,
)
from fimbul.games.rag_narok.ground.gaps import gap_at_most
from fimbul.games.rag_narok.ground.slots import Slot, flush, is_chain, is_clear
from fimbul.games.rag_narok.measure.geometry import Place, base, bounds, offset, within
from fimbul.games.rag_narok.measure.tables import CONSTANTS
from fimbul.games.rag_narok.rules.magic.familiars import familiar_of
from fimbul.games.rag_narok.rules.movement.parties import divide, hand_over, join
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    is_routed,
    own_mov,
    owner,
    place_of,
    squad,
    standing,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import about

APART = "button:stay-apart"
ALONE = "alone"
LEAST = int(CONSTANTS["unit_min_ap"])


def legal(
    state: RagNarok,
    crew: Sequence[int],
) -> bool:  # rule: unit.leave-join, unit.min-max, leader.category-limit
    """Whether these fighters could have been bought as one Unit."""
    return _lawful(state.armies, tuple(crew))  # rule: unit.one-people, unit.mixed


@lru_cache(maxsize=1 << 12)
def _lawful(armies: tuple[str, str], crew: tuple[int, ...]) -> bool:
    """What they were bought as decides, wherever they are now and whatever lies on them."""
    found = [muster(armies).fighters[number] for number in crew]
    entries = tuple(Enlisted(1, one.card.id, one.leader, one.extras, one.card) for one in found)
    return not any(levy.unit_problems(Troop("", entries)))


def may_part(state: RagNarok, unit: int) -> bool:  # rule: unit.no-leaving-in-countercharge
    """Not in melee, in the air or in rout, and not while it counter-charges."""
    held = state.units[unit].revealed == p.COUNTER_CHARGE or is_routed(state, unit)
    away = state.units[unit].altitude or state.units[unit].aboard >= 0  # rule: unit.leave-join
    return not (held or away or in_melee(state, unit))


def is_kin(state: RagNarok, unit: int, other: int) -> bool:
    """Whether another Unit is of its people, on the ground, and nobody holds it."""
    mine, theirs = (fighter(state, state.units[n].ranks[0]).card.people for n in (unit, other))
    return mine == theirs and may_part(state, other)


def fellows(state: RagNarok, unit: int) -> list[int]:
    """The other Units of its side on the table."""
    return [other for other in standing(state, owner(state, unit)) if other != unit]


def has_kin(state: RagNarok, unit: int) -> bool:
    return any(is_kin(state, unit, other) for other in fellows(state, unit))


# -- an Independent leaves -------------------------------------------------------------------


def company(state: RagNarok, number: int) -> tuple[int, ...]:  # rule: familiar.same-unit
    """An Independent and the Familiar that stays with it."""
    familiar = familiar_of(state, number) if fighter(state, number).card.power is not None else -1
    return (number, familiar) if familiar >= 0 else (number,)


def departures(state: RagNarok, unit: int) -> dict[str, tuple[tuple[int, ...], int]]:
    """Who may leave a Unit, and for which other; -1: to act by itself."""
    able = _free_to_leave(state, unit)  # rule: unit.leave-join
    if not able or len(state.units[unit].ranks) < 2 or not may_part(state, unit):
        return {}
    found: dict[str, tuple[tuple[int, ...], int]] = {}
    tied = bound(state)  # rule: ritual.warmage-no-move, ruling.council-stays
    for number in able:
        one, crew = fighter(state, number), company(state, number)
        stem = one.id.removeprefix("fighter:")
        if len(crew) == len(state.units[unit].ranks):
            continue
        if one.ap >= LEAST or (len(crew) > 1 and legal(state, crew)):
            found[f"leave:{stem}/{ALONE}"] = (crew, -1)
        for other in fellows(state, unit) if number not in tied else ():
            if can_join(state, crew, other) and is_kin(state, unit, other):
                found[f"leave:{stem}/{squad(state, other).id}"] = (crew, other)
    return found


def _free_to_leave(state: RagNarok, unit: int) -> list[int]:
    """Its Independents, except for Familiars: they stay with their magicians."""
    fighters, stands = state.roster.fighters, state.roster.stands
    alone = [number for number in state.units[unit].ranks if stands[number][1]]
    return [number for number in alone if not fighters[number].card.has("familiar")]


def can_join(state: RagNarok, crew: tuple[int, ...], other: int) -> bool:
    """Within the MOV of whoever leaves, lawful together, and there is room."""
    reach = own_mov(state, crew[0])
    if not any(near(state, crew[0], member, reach) for member in state.units[other].ranks):
        return False
    return (
        legal(state, (*state.units[other].ranks, *crew)) and berth(state, crew, other) is not None
    )


def berth(state: RagNarok, crew: tuple[int, ...], unit: int) -> list[Place] | None:
    """Where newcomers stand: in line to the right of the ranks, or beside somebody; None: no room.

    Whoever is in the Unit keeps its place.
    """
    if state.units[unit].files:  # rule: ruling.independents-stand
        whole, bases = beside_ranks(state, crew, unit)[0], state.roster.bases
        stands = list(zip((*state.units[unit].ranks, *crew), whole, strict=True))
        if not all(on_table(state, base(at, bases[member])) for member, at in stands):
            return None  # to the hundredth, as ranks are laid out again  # rule: move.table-edge
        slots = [Slot(0, member, place) for member, place in stands[-len(crew) :]]
        return whole[-len(crew) :] if all(is_roomy(state, slot) for slot in slots) else None
    taken: list[Place] = []
    for member in crew:
        free = (s for s in flush(state, member, unit) if is_roomy(state, s))
        slot = next((s for s in free if not _meets(state, s, crew, taken)), None)
        if slot is None:
            return None
        taken.append(slot.place)
    return taken


def beside_ranks(state: RagNarok, crew: tuple[int, ...], unit: int) -> tuple[list[Place], Block]:
    """A formed Unit with newcomers to the right of its front, whose left end stays."""
    before, shape = block_of(state, unit), shape_now(state, unit)
    many = (*state.units[unit].ranks, *crew)
    wide, deep = formed_of(state, many, shape, before.at)[1].extent
    right, back = (wide - before.extent[0]) // 2, (deep - before.extent[1]) // 2
    at = (*offset(before.at, -back, -right), before.at[2])
    return formed_of(state, many, shape, at)


def is_roomy(state: RagNarok, slot: Slot) -> bool:  # rule: move.keep-distance
    """Free, and no enemy within contact distance."""
    shape, one = base(slot.place, state.roster.bases[slot.member]), fighter(state, slot.member)
    held = any(
        seat != one.seat and within(shape, foe, p.CONTACT)
        for seat, foe in nearby(state, one.unit, bounds(shape), p.CONTACT)
    )
    return not held and is_clear(state, slot)


def _meets(state: RagNarok, slot: Slot, crew: tuple[int, ...], taken: list[Place]) -> bool:
    bases = state.roster.bases
    shape = base(slot.place, bases[slot.member])
    return any(
        within(shape, base(place, bases[member]), 0)
        for member, place in zip(crew, taken, strict=False)
    )


def leave(state: RagNarok, unit: int, crew: tuple[int, ...], other: int) -> int:
    """Independents leave; return their Unit from then on. The ranks they leave stay closed."""
    if other < 0:  # rule: unit.leave-join, ruling.divided-units
        step_out(state, unit, crew)
    files = state.units[unit].files
    if other < 0:
        new = divide(state, unit, crew)
        state.units[unit].files, state.units[new].files = files, 1
        return new
    places, shape = berth(state, crew, other), shape_now(state, other)
    whole = beside_ranks(state, crew, other)[1] if shape.files else None
    assert places is not None, "only Units with room are offered"
    hand_over(state, crew, other)
    state.units[unit].files = files
    for member, place in zip(crew, places, strict=True):
        state.places[member] = place
    if whole is not None:
        form_up(state, other, shape, whole.at)
    close_line(state, unit)
    return other


def close_line(state: RagNarok, unit: int) -> None:  # rule: formation.distance
    """Formed ranks that somebody has left move up from their left end, or stand loose."""
    now = state.units[unit]  # rule: ruling.divided-units
    if not now.files or not now.ranks:
        return
    shape, at = shape_now(state, unit), beside_ranks(state, (), unit)[1].at
    stood = {n: place_of(state, n)[:2] for n in now.ranks} if state.magic.councils else {}
    if may_form(state, unit, shape, at):
        form_up(state, unit, shape, at)
        stay(state, stood)  # rule: ruling.ritual-council
    elif not is_chain(state, {n: place_of(state, n) for n in now.ranks}):
        loosen(state, unit)


def step_out(state: RagNarok, unit: int, crew: tuple[int, ...]) -> None:  # rule: formation.distance
    """Whoever leaves formed ranks goes to their right end first, so that no gap is left."""
    now = state.units[unit]  # rule: ruling.divided-units
    if not now.files:
        return
    before, at = now.ranks, block_of(state, unit).at
    stood = {n: place_of(state, n)[:2] for n in before} if state.magic.councils else {}
    now.ranks = (*(n for n in before if n not in crew), *crew)
    if may_form(state, unit, shape_now(state, unit), at):
        form_up(state, unit, shape_now(state, unit), at)
        stay(state, stood)  # rule: ruling.ritual-council
    else:
        now.ranks = before


# -- a Unit divides --------------------------------------------------------------------------


def divisions(state: RagNarok, unit: int) -> dict[str, tuple[int, ...]]:  # rule: unit.leave-join
    """How many of the rear may form a Unit of their own, and who they are."""
    ranked, fighters = in_ranks(state, unit), state.roster.fighters  # rule: formation.distance
    worth = sum([fighters[number].ap for number in state.units[unit].ranks])
    if worth < 2 * LEAST or len(ranked) < 2 or not may_part(state, unit):
        return {}
    parts = (tuple(ranked[-count:]) for count in range(1, len(state.units[unit].ranks)))
    return {f"divide:{len(part)}": part for part in parts if _both_stand(state, unit, part)}


def _both_stand(state: RagNarok, unit: int, part: tuple[int, ...]) -> bool:
    rest = [member for member in state.units[unit].ranks if member not in part]
    lawful = bool(rest) and legal(state, part) and legal(state, rest)
    return lawful and all(
        is_chain(state, {member: place_of(state, member) for member in crew})
        for crew in (part, rest)
    )


# -- two Units join --------------------------------------------------------------------------


def partners(state: RagNarok, unit: int) -> list[int]:  # rule: unit.leave-join
    """The Units it may join where its move has ended."""
    if (
        not state.units[unit].ranks
        or state.units[unit].moved == p.STILL
        or not may_part(state, unit)
    ):
        return []
    return [
        other
        for other in fellows(state, unit)
        if gap_at_most(state, unit, other, p.CONTACT)
        and is_kin(state, unit, other)
        and legal(state, (*state.units[unit].ranks, *state.units[other].ranks))
    ]


class Unite(UnitStep, frozen=True):  # rule: unit.leave-join, ruling.divided-units
    """A Unit that ends its move beside another of its people may join it."""

    phase = p.MOVEMENT
    prompt, rule = "Join the other Unit?", "unit.leave-join"

    def ask(self, state: RagNarok) -> str:
        words = "Should {unit} join the neighbouring Unit?"
        return about(squad(state, self.unit), words)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = partners(state, self.unit)
        return [APART, *(squad(state, other).id for other in found)] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None and pick != APART:
            other = unit_named(state, pick)
            join(state, self.unit, other)

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.unit < len(state.units)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return (
            self.rule,
            "Units of one people may join within 2.5 cm, if they are lawful together.",
        )
