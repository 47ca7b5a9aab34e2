"""Places for single fighters: flush with another base, free, in a chain with their Unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import is_walled
from fimbul.games.rag_narok.ground.contact import touching
from fimbul.games.rag_narok.ground.field import grounds_near, on_table
from fimbul.games.rag_narok.measure.geometry import Place, base, clash, offset, squared
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, place_of, shape_of

SIDES = (0, 90, 180, 270)
SLOT_RANGE = (10 * CM) ** 2  # beyond this no two bases meet


class Slot(NamedTuple):
    """A place flush with an enemy's base, for one fighter, and how far that is (squared)."""

    far: int
    member: int
    place: Place


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


def flush(state: RagNarok, member: int, unit: int) -> list[Slot]:
    """Places flush with the sides of everybody in a Unit, for one more of it."""
    mine, found = state.roster.bases[member], []
    for other in state.units[unit].ranks:
        at, theirs = place_of(state, other), state.roster.bases[other]
        wide, deep = (mine[0] + theirs[0]) // 2 + 1, (mine[1] + theirs[1]) // 2 + 1
        for ahead, aside in ((0, -wide), (0, wide), (-deep, 0), (deep, 0)):
            found.append(Slot(0, member, (*offset(at, ahead, aside), at[2])))
    return found


def is_clear(state: RagNarok, slot: Slot) -> bool:
    """On the table, on nobody's base, on no obstacle."""
    shape = base(slot.place, state.roster.bases[slot.member])
    if not on_table(state, shape):
        return False
    if any(
        clash(shape, shape_of(state, number))
        for number, place in enumerate(state.places)
        if place is not None
        and number != slot.member
        and squared(place[:2], slot.place[:2]) < SLOT_RANGE
    ):
        return False
    if is_walled(state, shape):
        return False
    return not any(clash(shape, g.shape) for g in grounds_near(state, shape) if g.kind in p.SOLID)


def is_chain(state: RagNarok, where: dict[int, Place]) -> bool:  # rule: formation.distance
    """Whether every member is within formation distance of another, forming one chain."""
    return chains(state, where) <= 1


def chains(state: RagNarok, where: dict[int, Place]) -> int:
    """How many parts, farther apart than formation distance, they form."""
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
