"""Ways over the table: what ground costs, and how far a Unit may go."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.army.sizes import is_mounted
from fimbul.games.rag_narok.ground.conjured import is_walled
from fimbul.games.rag_narok.ground.field import (
    Way,
    block_of,
    carried,
    formed,
    grounds_near,
    in_the_way,
    is_on_table,
    may_stand,
    nearby,
    on_table,
    shape_now,
)
from fimbul.games.rag_narok.ground.rocks import stands_round
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Shape,
    bounds,
    clash,
    moved,
    runs_into,
    swept,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, owner, shapes

ROUNDED = 3  # hundredths by which a rectangle may be off from the bases in it


def ahead(state: RagNarok, unit: int, heading: int, distance: int) -> list[Place]:
    """Where its members stand after a straight move, to the hundredth: ranks are laid out again."""
    if not state.units[unit].files:
        return carried(state, unit, heading, distance)
    at = moved(block_of(state, unit).at, heading, distance)
    return formed(state, unit, shape_now(state, unit), (at[0], at[1], state.units[unit].facing))[0]


def nears_edge(state: RagNarok, area: Shape) -> bool:  # rule: move.table-edge
    """Whether it comes so near to the edge that only its bases show who would hang over it."""
    left, low, right, high = bounds(area)
    return not is_on_table(state, (left - ROUNDED, low - ROUNDED, right + ROUNDED, high + ROUNDED))


def is_rough(state: RagNarok, unit: int) -> bool:  # rule: move.difficult, formation.dispersed
    """Whether difficult ground slows this Unit: close formations, and loose cavalry."""
    now = state.units[unit]  # rule: ruling.rough-centimetres
    if now.files or now.spread:
        return not now.spread
    return any(is_mounted(state.roster.fighters[member].card) for member in now.ranks)


def is_ethereal(state: RagNarok, unit: int) -> bool:  # rule: ability.spectre-ethereal
    """Whether all its members pass through fighters and scenery."""
    able = holders(state.armies, "ethereal")
    return bool(able) and all(member in able for member in state.units[unit].ranks)


def cost(state: RagNarok, unit: int, heading: int, distance: int) -> int:  # rule: move.difficult
    """What a move of that length takes from the allowance, ground and walls included."""
    if is_ethereal(state, unit):  # rule: move.feat, ruling.rough-centimetres
        return distance
    shape = block_of(state, unit).shape
    path = swept(shape, heading, distance)
    total = distance
    for ground in grounds_near(state, path):
        if ground.kind in p.ROUGH and is_rough(state, unit) and clash(path, ground.shape):
            total += sum(
                min(CM, distance - start)
                for start in range(0, distance, CM)
                if runs_into(shape, heading, start, ground.shape)
            )
        elif ground.kind in p.WALLS and clash(path, ground.shape):
            total += p.FEAT
    return total


def crosses_wall(state: RagNarok, unit: int, heading: int, distance: int) -> bool:
    if is_ethereal(state, unit):
        return False
    path = swept(block_of(state, unit).shape, heading, distance)
    return any(
        clash(path, ground.shape) for ground in grounds_near(state, path) if ground.kind in p.WALLS
    )


def passes_friends(state: RagNarok, unit: int) -> bool:  # rule: move.no-interpenetration
    """Whether it is a single Independent."""
    crew = state.units[unit].ranks
    return len(crew) == 1 and bool(state.roster.stands[crew[0]][1])


def is_barred(
    state: RagNarok,
    area: Shape,
) -> bool:  # rule: move.no-interpenetration, ruling.path-blocking
    """Whether scenery that nobody can pass lies there; what is small is no hindrance."""
    return any(clash(area, shape) for shape in state.terms.barriers)  # rule: move.small-obstacle


def is_free(state: RagNarok, unit: int, area: Shape, way: Way) -> bool:
    """Whether a Unit may sweep over that area."""
    if not way.leave and not on_table(state, area):  # rule: move.no-interpenetration
        return False  # rule: ruling.path-blocking
    if is_walled(state, area) or is_barred(state, area):
        return False
    seat, alone = owner(state, unit), passes_friends(state, unit)
    return not any(
        in_the_way(area, shape, way.keep and other != seat)
        for other, shape in nearby(state, unit, bounds(area), p.CONTACT)
        if not alone or other != seat
    )


def outlines(state: RagNarok, unit: int, shape: Shape) -> list[Shape]:  # rule: ruling.path-blocking
    """What moves: the Unit's rectangle, or its bases where others stand in a gap of it."""
    if any(clash(shape, other) for _, other in nearby(state, unit, bounds(shape), 0)):
        return shapes(state, unit)
    return [shape]


def may_end(state: RagNarok, unit: int, places: list[Place], way: Way, keep: bool = False) -> bool:
    """Whether a Unit finds room there, round small obstacles if need be.

    `keep`: no way there has shown yet that it stays away from enemies.
    """
    if may_stand(state, unit, places, Way(keep, way.leave)):  # rule: move.small-obstacle
        return True  # rule: ruling.path-blocking
    return way.aside and stands_round(state, unit, places, way)


def distances(state: RagNarok, unit: int, heading: int, allowance: int, way: Way) -> list[int]:
    """The whole centimetres it may go, and the exact end of its allowance, nearest first."""
    whole = [*range(CM, allowance + 1, CM)]  # rule: ruling.move-options
    if allowance % CM:
        whole.append(allowance)
    if is_ethereal(state, unit):  # rule: ability.spectre-ethereal
        ends = ((length, carried(state, unit, heading, length)) for length in whole)
        return [0, *(length for length, end in ends if may_end(state, unit, end, way, way.keep))]
    shape = block_of(state, unit).shape
    low, high = 0, len(whole)
    if whole and is_free(state, unit, swept(shape, heading, whole[-1]), way):
        low = high
    moving = outlines(state, unit, shape) if low < high else []
    while low < high:  # the longer the way, the more it meets
        middle = (low + high + 1) // 2
        paths = (swept(one, heading, whole[middle - 1]) for one in moving)
        if all(is_free(state, unit, path, way) for path in paths):
            low = middle
        else:
            high = middle - 1
    reach = swept(shape, heading, whole[low - 1]) if low else shape
    rough = any(clash(reach, ground.shape) for ground in grounds_near(state, reach))
    rough = rough or passes_friends(state, unit) or nears_edge(state, reach)
    return [0] + [
        distance
        for distance in whole[:low]
        if not rough
        or (
            cost(state, unit, heading, distance) <= allowance
            and may_end(state, unit, ahead(state, unit, heading, distance), way)
        )
    ]
