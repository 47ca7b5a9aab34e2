"""Small obstacles: whoever would stand on one stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fimbul.games.rag_narok.ground.field import Way, may_stand
from fimbul.games.rag_narok.ground.slots import Slot, beside, flush, is_clear
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    base,
    box_of,
    clash,
    meet,
    moved,
    squared,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, place_of

MEETING_RANGE = (15 * CM) ** 2  # an enemy farther off than this is not met beside a rock
WAYS, FARS = range(0, 360, 45), range(CM, 8 * CM, CM)  # where room is looked for, if need be


Shuns = Callable[[int, Place], bool]  # whether a fighter may not be placed there


def nowhere(member: int, place: Place) -> bool:
    """No place is avoided."""
    return False


def on_rocks(state: RagNarok, unit: int, places: Sequence[Place]) -> list[int]:
    """Who in a Unit, standing there, would stand on a small obstacle."""
    bases, found = state.roster.bases, []
    for member, place in zip(state.units[unit].ranks, places, strict=True):
        box = box_of(place, bases[member])
        rocks = [rock for rock, there in state.terms.rocks if meet(box, there)]
        if rocks and any(clash(base(place, bases[member]), rock) for rock in rocks):
            found.append(member)
    return found


def round_rocks(
    state: RagNarok,
    unit: int,
    places: Sequence[Place],
) -> list[Place] | None:  # rule: move.small-obstacle, ruling.path-blocking
    """The places of a Unit whose ranks end on small obstacles; None: they do not, or no room."""
    return placed_anew(state, unit, places, on_rocks(state, unit, places))


def stands_round(state: RagNarok, unit: int, places: Sequence[Place], way: Way) -> bool:
    """Whether only small obstacles are in its way there, and it finds room round them."""
    if not may_stand(state, unit, places, Way(False, way.leave, over=True)):
        return False  # rule: move.small-obstacle, move.keep-distance, ruling.path-blocking
    aside = round_rocks(state, unit, places)
    return aside is not None and may_stand(state, unit, aside, Way(way.keep, way.leave))


def placed_anew(
    state: RagNarok,
    unit: int,
    places: Sequence[Place],
    lost: Sequence[int],
    shuns: Shuns = nowhere,
) -> list[Place] | None:
    """The places of a Unit if some cannot stand where they should; None: all can, or no room.

    Each of them stands at the nearest free place beside its own, or beside an enemy.
    """
    if not lost:
        return None
    wanted = dict(zip(state.units[unit].ranks, places, strict=True))
    twin = _without(state, unit, wanted, lost)
    if twin is None:
        return None
    for member in sorted(lost):
        place = _nearest_free(twin, unit, (member, wanted[member]), shuns)
        if place is None:
            return None
        twin.places[member] = place
        twin.units[unit].ranks = (*twin.units[unit].ranks, member)
    return [place_of(twin, member) for member in state.units[unit].ranks]


def _without(
    state: RagNarok, unit: int, wanted: dict[int, Place], lost: Sequence[int]
) -> RagNarok | None:
    """The table with the others of a Unit where they want to stand; None: they cannot."""
    twin = state.clone()
    twin.units[unit].ranks = tuple(member for member in wanted if member not in lost)
    for member, place in wanted.items():
        twin.places[member] = None if member in lost else place
    kept = [wanted[member] for member in twin.units[unit].ranks]
    return twin if not kept or may_stand(twin, unit, kept, Way(keep=False)) else None


def _nearest_free(state: RagNarok, unit: int, who: tuple[int, Place], shuns: Shuns) -> Place | None:
    """Flush with somebody of the Unit; if there is nobody, beside an enemy, or anywhere near."""
    member, wanted = who
    seat = state.roster.fighters[member].seat
    foes = tuple(
        number
        for number, place in enumerate(state.places)
        if place is not None
        and state.roster.fighters[number].seat != seat
        and squared(place[:2], wanted[:2]) < MEETING_RANGE
    )
    friends = flush(state, member, unit)
    enemies = [Slot(0, member, place) for place in beside(state, member, foes)]
    anywhere = [Slot(0, member, moved(wanted, way, far)) for far in FARS for way in WAYS]
    for slots in (friends, enemies, anywhere):
        for slot in sorted(slots, key=lambda one: squared(one.place[:2], wanted[:2])):
            if is_clear(state, slot) and not shuns(member, slot.place):
                return slot.place
    return None
