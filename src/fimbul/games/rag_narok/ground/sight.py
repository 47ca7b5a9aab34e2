"""Who sees whom: nothing, part, or all; exact, and the same whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import is_veiled, is_walled, walls
from fimbul.games.rag_narok.ground.contact import near, on_table
from fimbul.games.rag_narok.ground.field import grounds_in, grounds_near, in_ranks, rank_of
from fimbul.games.rag_narok.measure.crossing import inside, longer_inside
from fimbul.games.rag_narok.measure.geometry import (
    Box,
    Place,
    Point,
    Shape,
    around,
    base,
    bounds,
    box_of,
    centres_in,
    clash,
    holds,
    hull,
    in_arc,
    meet,
    squared,
)
from fimbul.games.rag_narok.measure.tables import CM, SIZES, SPELLS, TERRAINS
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, shape_of, spot_of

NONE, PARTIAL, FULL = range(3)
LEAFY = ("wood", "tree")  # hides what is deep in it or beyond, else a part
STOOD_IN = ("hill", "ruin")  # scenery that hides only what lies beyond it
WALL_SIZE = p.size_of_height(SPELLS["wall-of-earth"].deeds.high)
FAR_CORNER = 4 * CM  # no corner of a base is farther from its centre
LOOKOUT = 25 * CM  # how far a Clairvoyant Familiar sees out of the Tank
Obstacle = tuple[Shape, int, bool]  # a footprint, its Size, and whether a fighter stands there
CORNER = CM // 2  # how near to a corner a diagonal passes  # rule: ruling.diagonal-visibility


def size_of(state: RagNarok, number: int) -> int:  # rule: los.fighter-size-not-pose
    """By its category, never by its pose."""
    return SIZES.index(fighter(state, number).card.size)


def through(sizes: tuple[int, int, int], cut: bool) -> int:  # rule: los.three-sizes
    """How much is seen past one obstacle, by the Sizes of looker, obstacle and target."""
    looker, obstacle, target = sizes  # rule: los.larger-sees, los.seen-over-is-partial
    if obstacle < 0:  # rule: los.offset-obstacle-partial
        return FULL
    return PARTIAL if not cut or obstacle < max(looker, target) else NONE


def eyes(state: RagNarok, unit: int, member: int) -> Place | None:  # rule: los.rear-rank-angle
    """From where a member looks; None: its rank sees nothing."""
    now = state.units[unit]  # rule: ruling.los-rear-rank-trace, los.independents-own
    if now.aboard >= 0:  # rule: flight.all-may-shoot, flight.token, tank.no-sight-through-hull
        return None
    if now.token is not None:
        return spot_of(state, member)
    rank = rank_of(state, unit, member)
    if rank == 0:
        return place_of(state, member)
    if rank >= p.SHARED_RANKS[now.spread]:
        return None
    troops = in_ranks(state, unit)
    return place_of(state, troops[troops.index(member) % now.files])


def sees(
    state: RagNarok,
    looker: int,
    target: int,
) -> int:  # rule: ruling.los-geometry, los.melee-same-rules, los.front-mark
    """What one fighter sees of another."""
    return _sees_from(state, eyes(state, fighter(state, looker).unit, looker), looker, target)


def _sees_from(
    state: RagNarok, start: Place | None, looker: int, target: int, closely: bool = True
) -> int:
    """What one fighter, with its eyes there, sees of another; or only whether it sees it at all."""
    fighters, units = state.roster.fighters, state.units
    mine, theirs = units[fighters[looker].unit], units[fighters[target].unit]
    if mine.aboard >= 0 or theirs.aboard >= 0:
        return _through_hull(state, looker, target)
    end = place_of(state, target) if theirs.token is None else spot_of(state, target)
    seen, levels = NONE, (mine.altitude, theirs.altitude)
    if start is not None and in_arc(start, end[:2]):
        if any(levels):
            here = on_table(state, looker) if levels[0] else _base_at(state, looker, start)
            corridor = hull((*here, *on_table(state, target)))
            seen = through_air(state, levels, (start, end), corridor)
        else:
            seen = _past_all(state, (looker, target), start, end, closely)
    if seen == FULL or levels[0] != levels[1]:  # nobody touches anybody of another level
        return seen
    return FULL if near(state, looker, target, p.TOUCH) else seen  # rule: los.contact-always


def _through_hull(state: RagNarok, looker: int, target: int) -> int:
    """Nobody sees in or out of a machine, except Magnus, whose Familiar looks out for him."""
    mine, theirs = (state.units[fighter(state, n).unit].aboard for n in (looker, target))
    if mine == theirs:  # rule: tank.no-sight-through-hull, tank.clairvoyant-familiar
        return FULL
    if theirs >= 0 or not has_lookout(state, looker) or not near(state, looker, target, LOOKOUT):
        return NONE
    ends = spot_of(state, looker), spot_of(state, target)
    if level := state.units[fighter(state, target).unit].altitude:
        corridor = hull((*on_table(state, looker), *on_table(state, target)))
        return through_air(state, (p.GROUND, level), ends, corridor)
    return _past_all(state, (mine, target), *ends, True)


def has_lookout(state: RagNarok, number: int) -> bool:  # rule: tank.clairvoyant-familiar
    """Whether it is Magnus the Mystic, with his Clairvoyant Familiar beside him."""
    one = fighter(state, number)
    cards = [fighter(state, member).card.id for member in state.units[one.unit].ranks]
    return one.card.id == "magnus-the-mystic" and "clairvoyant-familiar" in cards


def _past_all(
    state: RagNarok, pair: tuple[int, int], start: Place, end: Place, closely: bool
) -> int:
    looker, target = pair
    if state.magic.conjured and is_veiled(state, start[:2], end[:2]):
        return NONE
    mine, theirs = _base_at(state, looker, start), shape_of(state, target)
    box = around(bounds(mine), bounds(theirs))
    found = list(_between(state, pair, box))
    if state.magic.conjured:
        found += [(wall, WALL_SIZE, False) for wall in walls(state)]
    grounds = grounds_in(state, box)
    if not found and not grounds:
        return FULL
    grounds, seen = _stood_in(grounds, start[:2], end[:2])
    woods = [ground.shape for ground in grounds if ground.kind in LEAFY]
    found += [(ground.shape, ground.size, False) for ground in grounds if ground.kind not in LEAFY]
    if is_lost_in(woods, start[:2], end[:2]):
        return NONE
    seen = min(seen, _along_line(state, pair, start, found))
    if seen != FULL or not closely:  # what stands beside the line hides at most a part
        return seen
    aside = woods + [shape for shape, size, _ in found if size >= 0]
    corridor = hull((*mine, *theirs)) if aside else ()
    return PARTIAL if any(clash(shape, corridor) for shape in aside) else FULL


def _along_line(state: RagNarok, pair: tuple[int, int], start: Place, found: list[Obstacle]) -> int:
    """What is left by those that the line itself runs through: the middle of the corridor."""
    looker, target = pair
    seen, end = FULL, place_of(state, target)[:2]
    for shape, size, alive in found:
        if inside(start[:2], end, shape) is None:
            continue
        left = through((size_of(state, looker), size, size_of(state, target)), cut=True)
        if left == NONE and not (alive and _by_a_corner(state, pair, start, shape)):
            return NONE
        seen = min(seen, max(left, PARTIAL))
    return seen


def through_air(
    state: RagNarok, levels: tuple[int, int], ends: tuple[Place, Place], corridor: Shape
) -> int:  # rule: flight.air-never-hides-air, flight.ground-no-hide-from-level1, ruling.air-sight
    """What is seen when one of the two flies: no fighter hides anything, only things do.

    A veil hides all that is beyond it. High scenery hides what is in low flight; the rest matters
    only to those on the ground.
    """
    low, high = min(levels), max(levels)  # rule: flight.ground-unit-hit-from-level1
    start, end = ends[0][:2], ends[1][:2]  # rule: flight.all-may-be-hit
    if state.magic.conjured and is_veiled(state, start, end):  # rule: los.offset-obstacle-partial
        return NONE
    if high == p.HIGH:
        return FULL
    found = [ground for ground in grounds_near(state, corridor) if clash(ground.shape, corridor)]
    tall = [ground for ground in found if TERRAINS[ground.kind].height > p.TOWERING]
    if any(inside(start, end, ground.shape) for ground in tall):
        return NONE
    if low > p.GROUND:
        return PARTIAL if tall else FULL
    found, seen = _stood_in(found, start, end)
    woods = [ground.shape for ground in found if ground.kind in LEAFY]
    if is_lost_in(woods, start, end):
        return NONE
    over = any(ground.size >= 0 and ground.kind not in LEAFY for ground in found)
    return PARTIAL if over or woods or is_walled(state, corridor) else seen


def sees_spot(state: RagNarok, looker: int, spot: Point) -> bool:  # rule: spell.los-and-range
    """Whether a place is seen, like somebody of Normal Size there: fighters hide no ground."""
    start, machine = spot_of(state, looker)[:2], state.units[fighter(state, looker).unit].aboard
    if state.magic.conjured and is_veiled(state, start, spot):  # rule: ruling.area-placement
        return False
    grounds, _ = _stood_in(grounds_in(state, bounds((start, spot))), start, spot)
    if is_lost_in([ground.shape for ground in grounds if ground.kind in LEAFY], start, spot):
        return False
    found = [(ground.shape, ground.size) for ground in grounds if ground.kind not in LEAFY]
    found += [(wall, WALL_SIZE) for wall in walls(state)]
    mine = size_of(state, machine if machine >= 0 else looker)
    return not any(
        inside(start, spot, shape) is not None and through((mine, size, WALL_SIZE), True) == NONE
        for shape, size in found
    )


def _stood_in(grounds: list[p.Ground], start: Point, end: Point) -> tuple[list[p.Ground], int]:
    """What still hides anybody, and how much is seen at best: all on a hill, part in a ruin."""
    around = [
        ground
        for ground in grounds
        if ground.kind in STOOD_IN and (holds(ground.shape, start) or holds(ground.shape, end))
    ]  # rule: ruling.drawn-ground
    if not around:
        return grounds, FULL
    covered = any(ground.kind == "ruin" for ground in around)
    return [ground for ground in grounds if ground not in around], PARTIAL if covered else FULL


def _base_at(state: RagNarok, looker: int, start: Place) -> Shape:
    return base(start, state.roster.bases[looker])


def _between(state: RagNarok, pair: tuple[int, int], box: Box) -> Iterator[Obstacle]:
    """The bases that could stand in the corridor between two others, with their Sizes."""
    roster = state.roster
    fighters, bases = roster.fighters, roster.bases
    looker, target = fighters[pair[0]], fighters[pair[1]]
    left, low, right, high = box
    for number in centres_in(
        state.places, (left - FAR_CORNER, low - FAR_CORNER, right + FAR_CORNER, high + FAR_CORNER)
    ):
        unit = fighters[number].unit
        own = unit == looker.unit and not looker.card.independent
        if own or unit == target.unit or number in pair:
            continue
        place = place_of(state, number)
        if meet(box_of(place, bases[number]), box):
            yield base(place, bases[number]), SIZES.index(fighters[number].card.size), True


def _by_a_corner(state: RagNarok, pair: tuple[int, int], start: Place, shape: Shape) -> bool:
    """A fighter hemmed in on all sides is seen, and sees, along the diagonals of its base."""
    looker, target = pair  # rule: los.melee-diagonals, los.melee-diagonal-partial
    end = place_of(state, target)[:2]  # rule: ruling.diagonal-visibility
    corners = (*_base_at(state, looker, start), *shape_of(state, target))
    corner_close = any(_passes(start[:2], end, corner) for corner in corners)
    return corner_close and not longer_inside(start[:2], end, shape, CORNER)


def _passes(start: Point, end: Point, corner: Point) -> bool:
    """Whether a line passes within half a centimetre of a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cross = dx * (corner[1] - start[1]) - dy * (corner[0] - start[0])
    return cross * cross <= CORNER * CORNER * squared(start, end)


def is_lost_in(woods: list[Shape], start: Point, end: Point) -> bool:
    """A wood hides what lies behind more than 5 cm of trees; the rest it only blurs."""
    return any(longer_inside(start, end, wood, p.WOOD_DEPTH) for wood in woods)


def visible(state: RagNarok, looker: int, unit: int) -> dict[int, int]:
    """The members of a Unit that one fighter sees, and how much of each."""
    start = eyes(state, fighter(state, looker).unit, looker)
    found = {member: _sees_from(state, start, looker, member) for member in state.units[unit].ranks}
    return {member: seen for member, seen in found.items() if seen}


def first_seen(state: RagNarok, looker: int, others: Iterable[int]) -> int | None:
    """The first of these that one fighter sees at all; None: nobody."""
    start = eyes(state, fighter(state, looker).unit, looker)
    return next(
        (one for one in others if _sees_from(state, start, looker, one, closely=False)), None
    )


def unit_sees(state: RagNarok, unit: int, target: int) -> bool:
    """Whether any member sees any fighter of that Unit."""
    looks = [(member, eyes(state, unit, member)) for member in state.units[unit].ranks]
    return any(
        _sees_from(state, start, member, other, closely=False) != NONE
        for member, start in looks
        for other in state.units[target].ranks
    )
