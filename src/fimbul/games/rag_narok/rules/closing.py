"""Closing up: fighters step from their ranks to a free place beside an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.conjured import is_walled
from fimbul.games.rag_narok.contact import contacts, touching
from fimbul.games.rag_narok.councils import bound
from fimbul.games.rag_narok.field import grounds_near, on_table
from fimbul.games.rag_narok.geometry import Place, base, clash, offset, squared
from fimbul.games.rag_narok.rules.artillery import is_manned
from fimbul.games.rag_narok.rules.mask import is_barred
from fimbul.games.rag_narok.state import RagNarok, half, own_mov, place_of, shape_of
from fimbul.games.rag_narok.tables import CM

SIDES = (0, 90, 180, 270)
FAR = (10 * CM) ** 2  # beyond that no two bases meet


class Slot(NamedTuple):
    """A place flush with an enemy's base, for one fighter, and how far that is (squared)."""

    far: int
    member: int
    place: Place


def slots(state: RagNarok, members: list[int], enemies: tuple[int, ...]) -> list[Slot]:
    """All places within half the MOV of each, nearest first."""
    # rule: ruling.closing-up-algorithm
    found = []
    for member in members:
        here = place_of(state, member)
        most = half(own_mov(state, member)) ** 2
        for place in beside(state, member, enemies):
            far = squared(here[:2], place[:2])
            if far <= most:
                found.append(Slot(far, member, place))
    return sorted(found)


def beside(state: RagNarok, member: int, enemies: tuple[int, ...]) -> Iterator[Place]:
    """Places flush with a side of an enemy's base: centred, or shifted by half a base."""
    wide, deep = state.roster.bases[member]
    for enemy in enemies:
        there, (foe_wide, foe_deep) = place_of(state, enemy), state.roster.bases[enemy]
        for side in SIDES:
            depth = foe_deep if side in (0, 180) else foe_wide
            out = (there[0], there[1], (there[2] + side) % 360)
            for shift in (0, wide // 2, -(wide // 2)):
                yield (*offset(out, (depth + deep) // 2, shift), (out[2] + 180) % 360)


def close_up(state: RagNarok, unit: int, target: int) -> None:
    """Each fighter without an enemy in contact goes to the nearest free place, nearest first.

    Who takes part in a Ritual stays.
    """
    # rule: charge.closing-up, receive.procedure, ruling.closing-up-algorithm
    # rule: ritual.warmage-no-move
    tied = bound(state)
    able = [member for member in idle(state, unit) if member not in tied]
    step_up(state, unit, slots(state, able, state.ranks[target]))


def close_in(state: RagNarok, unit: int, target: int) -> None:
    """The same for attackers, who keep away from whoever struck them unseen."""
    # rule: charge.closing-up, artefact.mask-receive-charge
    found = slots(state, idle(state, unit), state.ranks[target])
    step_up(state, unit, allowed(state, unit, found))


def idle(state: RagNarok, unit: int) -> list[int]:
    """Who has no enemy in contact and can move: not a machine without a crew."""
    # rule: machine.crew, ruling.crew-wounds
    touched = contacts(state)
    return [n for n in state.ranks[unit] if n not in touched and is_manned(state, n)]


def allowed(state: RagNarok, unit: int, found: list[Slot]) -> list[Slot]:
    """The places that the Mask of High Works leaves them."""
    # rule: artefact.mask-receive-charge
    if not state.masked:
        return found
    return [slot for slot in found if not is_barred(state, unit, slot.member, slot.place)]


def step_up(state: RagNarok, unit: int, found: list[Slot]) -> list[int]:
    """Fighters go to the first free place each; who went."""
    went = []
    while best := next((slot for slot in found if fits(state, unit, slot)), None):
        state.places[best.member] = best.place
        found = [slot for slot in found if slot.member != best.member]
        went.append(best.member)
    return went


def fits(state: RagNarok, unit: int, slot: Slot) -> bool:
    """Free, and nobody of the Unit is left behind who was not before."""
    here = {m: place_of(state, m) for m in state.ranks[unit]}
    if not is_clear(state, slot):
        return False
    parts = chains(state, here | {slot.member: slot.place})
    return parts <= 1 or parts <= chains(state, here)


def is_clear(state: RagNarok, slot: Slot) -> bool:
    """On the table, on nobody's base, on no obstacle."""
    shape = base(slot.place, state.roster.bases[slot.member])
    if not on_table(state, shape):
        return False
    if any(
        clash(shape, shape_of(state, number))
        for number, place in enumerate(state.places)
        if place is not None and number != slot.member and squared(place[:2], slot.place[:2]) < FAR
    ):
        return False
    if is_walled(state, shape):
        return False
    return not any(clash(shape, g.shape) for g in grounds_near(state, shape) if g.kind in p.SOLID)


def is_chain(state: RagNarok, where: dict[int, Place]) -> bool:
    """Whether every member is within formation distance of another, forming one chain."""
    # rule: formation.distance
    return chains(state, where) <= 1


def chains(state: RagNarok, where: dict[int, Place]) -> int:
    """How many parts they are in that are farther apart than formation distance."""
    bases, found = state.roster.bases, 0
    waiting = set(where)
    while waiting:
        heap, found = [waiting.pop()], found + 1
        while heap:
            one = heap.pop()
            linked = {
                other
                for other in waiting
                if touching(where[one], bases[one], where[other], bases[other], p.CHAIN)
            }
            waiting -= linked
            heap += sorted(linked)
    return found
