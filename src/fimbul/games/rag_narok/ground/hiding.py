"""Hidden Scouts: where they lie in wait, unseen by the other side, and how they are found out.

They are not on the table: nobody's move, sight or spell depends on them. Only where they lie is a
secret; everybody knows that they lie somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import shape_in_ranks
from fimbul.games.rag_narok.ground.councils import stay
from fimbul.games.rag_narok.ground.field import Way, block_at, form_up, formed, may_stand, nearby
from fimbul.games.rag_narok.ground.gaps import gap_at_most
from fimbul.games.rag_narok.ground.sight import unit_sees
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Point,
    Shape,
    around_all,
    base,
    bearing,
    bounds,
    clash,
    meet,
    moved,
    squared,
    within,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import (
    RagNarok,
    enemies,
    middle,
    owner,
    shapes,
    squad,
)
from fimbul.games.rag_narok.state.aside import Lair
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Dice, Placed

OUT = "{unit} come[s] out of hiding"
PITCH = 8 * CM  # how far apart the offered places are  # rule: ruling.deploy-options
FARTHEST = 40  # centimetres that somebody draws back to find room
TRIES = 12  # before somebody looks everywhere
RING = 30  # degrees between the ways it may draw back


def lair_of(state: RagNarok, unit: int) -> Lair | None:
    return next((lair for lair in state.aside.hidden if lair[0] == unit), None)


def lairs(state: RagNarok, seat: int) -> list[Lair]:
    """Where the hidden Units of a seat lie."""
    return [lair for lair in state.aside.hidden if owner(state, lair[0]) == seat]


def places(state: RagNarok, lair: Lair) -> list[Place]:  # rule: ruling.lurking
    """Where its members lie: in the usual formation, towards the nearest enemy."""
    unit, x, y = lair
    at = (x, y, towards(state, unit, (x, y)))
    return formed(state, unit, shape_in_ranks(state, unit), at)[0]


def towards(state: RagNarok, unit: int, spot: Point) -> int:
    foes = [middle(state, foe) for foe in enemies(state, unit)]
    near = min(foes, key=lambda foe: (squared(spot, foe), foe), default=None)
    if near is None or near == spot:
        return 90 if state.south == owner(state, unit) else 270
    return bearing(spot, near)


def bases(state: RagNarok, lair: Lair) -> list[Shape]:
    crew = state.units[lair[0]].ranks
    found = zip(places(state, lair), crew, strict=True)
    return [base(place, state.roster.bases[member]) for place, member in found]


# -- places to hide ----------------------------------------------------------------------------


def grid(state: RagNarok, unit: int) -> Iterator[Point]:
    """Places all over the table where a Unit finds room, out of everybody's contact."""
    wide, deep = state.terms.table
    for x in range(PITCH, wide, PITCH):
        for y in range(PITCH, deep, PITCH):
            if has_room(state, unit, (x, y)):
                yield x, y


def somewhere(state: RagNarok, unit: int, dice: Dice) -> Point:
    """A place where it may lie, as far as the other side knows: far from everybody."""
    wide, deep = (side // PITCH for side in state.terms.table)
    for _ in range(TRIES):
        spot = (1 + dice.roll(wide - 1)) * PITCH, (1 + dice.roll(deep - 1)) * PITCH
        if has_room(state, unit, spot) and is_far(state, unit, spot):
            return spot
    spots = [spot for spot in grid(state, unit) if is_far(state, unit, spot)]
    return next(iter(spots), None) or next(grid(state, unit), (PITCH, PITCH))


def has_room(state: RagNarok, unit: int, spot: Point) -> bool:
    """Free of what stands on the table, and of the other Scouts of its side."""
    if not may_stand(state, unit, places(state, (unit, *spot)), Way()):
        return False
    rest = [lair for lair in lairs(state, owner(state, unit)) if lair[0] != unit]
    mine = bases(state, (unit, *spot)) if rest else []
    return not any(
        clash(one, other) for lair in rest for other in bases(state, lair) for one in mine
    )


def is_far(state: RagNarok, unit: int, spot: Point) -> bool:  # rule: setup.scouts
    """At least 25 cm from every enemy that is seen."""
    at = (*spot, towards(state, unit, spot))
    block = block_at(state, unit, shape_in_ranks(state, unit), at).shape
    left, low, right, high = bounds(block)
    near = p.SCOUTS_AWAY
    danger = (left - near, low - near, right + near, high + near)
    return not any(
        meet(danger, bounds(shape)) and within(block, shape, near - 1)
        for foe in enemies(state, unit)
        for shape in shapes(state, foe)
    )


# -- out of hiding -----------------------------------------------------------------------------


def appear(state: RagNarok, unit: int, words: str) -> bool:  # rule: ruling.scout-hidden
    """Put a hidden Unit on the table where it lies, or as near as there is room; False: none."""
    lair = lair_of(state, unit)  # rule: ruling.lurking
    spot = _room_near(state, lair) if lair else None
    if lair is None or spot is None:
        return False
    state.aside.hidden = tuple(other for other in state.aside.hidden if other[0] != unit)
    for member in state.units[unit].ranks:
        state.fighters[member].fate = p.STANDING
    form_up(state, unit, shape_in_ranks(state, unit), (*spot, towards(state, unit, spot)))
    stay(state, dict.fromkeys(state.units[unit].ranks, spot))
    told = about(squad(state, unit), words)
    thing = squad(state, unit).id
    state.events.append(Placed(seat=owner(state, unit), thing=thing, to="table", words=told))
    return True


def _room_near(state: RagNarok, lair: Lair) -> Point | None:
    unit, x, y = lair
    for far in range(FARTHEST + 1):
        for heading in range(0, 360, RING) if far else (0,):
            spot = moved((x, y, 0), heading, far * CM)[:2]
            if has_room(state, unit, spot):
                return spot
    return None


def is_spotted(state: RagNarok, looker: int, lair: Lair) -> bool:  # rule: ruling.scout-hidden
    """Whether an enemy Unit is within 15 cm and has a line of sight to it."""
    crew = state.units[lair[0]].ranks
    for member, place in zip(crew, places(state, lair), strict=True):
        state.places[member] = place
    found = gap_at_most(state, looker, lair[0], p.SPOTTED) and unit_sees(state, looker, lair[0])
    for member in crew:
        state.places[member] = None
    return found


def is_trodden_on(state: RagNarok, lair: Lair) -> bool:  # rule: ruling.scout-hidden
    """Whether an enemy is in contact with it."""
    mine, seat = bases(state, lair), owner(state, lair[0])
    close = nearby(state, lair[0], around_all(mine), p.CONTACT)
    return any(
        other != seat and within(shape, one, p.CONTACT) for other, shape in close for one in mine
    )


def uncover(state: RagNarok) -> None:  # rule: ruling.scout-hidden, ruling.lurking
    """Whoever an enemy has come into contact with is hidden no longer, and draws back."""
    for lair in state.aside.hidden:
        if is_trodden_on(state, lair):
            appear(state, lair[0], "{unit} [is|are] found, and draw[s] back")
