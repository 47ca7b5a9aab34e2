"""How Units stand on the table: formations, blocks, room to stand and to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import CLOSE, muster
from fimbul.games.rag_narok.ground.conjured import walls
from fimbul.games.rag_narok.ground.councils import stay
from fimbul.games.rag_narok.measure.directions import DIRECTIONS, ONE
from fimbul.games.rag_narok.measure.geometry import (
    Box,
    Extent,
    Place,
    Point,
    Shape,
    around_boxes,
    base,
    bounds,
    box_of,
    centres_in,
    clash,
    meet,
    moved,
    offset,
    spun,
    within,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, owner, place_of

Standing = tuple[Extent, int]  # a base, and how it stands
Stand = tuple[Place, Extent]  # a base where it lies
Neighbours = tuple[list[Shape], list[tuple[int, Shape]]]  # obstacles, and bases with their seats
FARTHEST = 5 * CM  # no corner of a base is farther from its centre


class Block(NamedTuple):
    """A Unit's bounding rectangle, turned with its facing."""

    at: Place
    extent: Extent

    @property
    def shape(self) -> Shape:
        return base(self.at, self.extent)


# -- formations ------------------------------------------------------------------------------


class Formation(NamedTuple):
    """A formation: how many files, and whether it is dispersed."""

    files: int
    spread: int


class Layout(NamedTuple):
    """Fighters in a formation about the origin. Elsewhere everything is rounded the same way."""

    spots: tuple[Point, ...]
    extent: Extent  # of their rectangle
    box: Box  # around their bases


@lru_cache(maxsize=1 << 13)
def layout(armies: tuple[str, str], crew: tuple[int, ...], as_: Formation, heading: int) -> Layout:
    """These fighters in a formation with that heading."""
    stands = muster(armies).stands
    found, extent = offsets([stands[member] for member in crew], as_.files, as_.spread)
    spots = tuple(offset((0, 0, heading), ahead, aside) for ahead, aside in found)
    boxes = [
        box_of((*spot, heading), stands[member][0])
        for member, spot in zip(crew, spots, strict=True)
    ]
    return Layout(spots, extent, around_boxes(boxes) if boxes else (0, 0, 0, 0))


def offsets(extents: Sequence[Standing], files: int, spread: int) -> tuple[list[Point], Extent]:
    """Where members stand, ahead and to the left of the block's centre, and the block's extent.

    Troops fill ranks from the left; Independents stand in line to the right of the first rank.
    """
    gap = p.SPREAD if spread else 0  # rule: formation.close, formation.dispersed, unit.independents
    boxes = _in_ranks([extent for extent, independent in extents if not independent], files, gap)
    troops, edge = iter(boxes), max((box[2] for box in boxes[:files]), default=0)
    found: list[Box] = []  # all bases, right of the left edge and behind the front
    for extent, independent in extents:  # rule: ruling.independents-stand
        if independent:
            close = independent == CLOSE  # rule: familiar.dispersed-contact
            left = edge + (gap if edge and not close else 0)
            edge = left + extent[0]
            found.append((left, 0, edge, extent[1]))
        else:
            found.append(next(troops))
    _, _, wide, deep = around_boxes(found or [(0, 0, 0, 0)])
    centres = [((low + high) // 2, (left + right) // 2) for left, low, right, high in found]
    return [(deep // 2 - back, wide // 2 - right) for back, right in centres], (wide, deep)


def _in_ranks(troops: Sequence[Extent], files: int, gap: int) -> list[Box]:
    """Bases side by side, each rank as near to those before it as one of its bases can stand."""
    found: list[Box] = []  # rule: formation.distance, ruling.mixed-ranks
    for number in range(0, len(troops), files or 1):
        rank = troops[number : number + files]
        lefts = accumulate((wide + gap for wide, _ in rank), initial=0)
        row = [(left, left + wide, deep) for left, (wide, deep) in zip(lefts, rank, strict=False)]
        before = [box for box in found if any(box[0] < to and at < box[2] for at, to, _ in row)]
        front = max((box[3] + gap for box in before), default=0)
        found += [(at, front, to, front + deep) for at, to, deep in row]
    return found


def formed(state: RagNarok, unit: int, as_: Formation, at: Place) -> tuple[list[Place], Block]:
    """The places of a Unit's members in a formation centred there."""
    return formed_of(state, state.units[unit].ranks, as_, at)


def formed_of(
    state: RagNarok, crew: Sequence[int], as_: Formation, at: Place
) -> tuple[list[Place], Block]:
    """The places of these fighters in a formation centred there."""
    x, y, heading = at
    found = layout(state.armies, tuple(crew), as_, heading)
    return [(x + dx, y + dy, heading) for dx, dy in found.spots], Block(at, found.extent)


def block_at(state: RagNarok, unit: int, as_: Formation, at: Place) -> Block:
    """The rectangle that a Unit would fill in a formation centred there."""
    return Block(at, layout(state.armies, state.units[unit].ranks, as_, at[2]).extent)


def troops(state: RagNarok, unit: int) -> int:
    """Members that fill places in ranks."""
    return len(in_ranks(state, unit))


def in_ranks(state: RagNarok, unit: int) -> list[int]:
    """A Unit's troops in the order they stand, from the left of the first rank."""
    stands = state.roster.stands
    return [member for member in state.units[unit].ranks if not stands[member][1]]


def formations(state: RagNarok, unit: int) -> list[Formation]:
    """Close and dispersed, with every number of files that the rule allows."""
    count = troops(state, unit)
    least = min(p.LEAST_FILES, count)
    many = range(max(1, least), max(1, count) + 1)
    return [Formation(files, spread) for spread in (0, 1) for files in many]


def shape_now(state: RagNarok, unit: int) -> Formation:
    one = state.units[unit]
    return Formation(one.files, one.spread)


def settle_in(state: RagNarok, unit: int, places: Sequence[Place]) -> None:
    for member, place in zip(state.units[unit].ranks, places, strict=True):
        state.places[member] = place


def form_up(state: RagNarok, unit: int, as_: Formation, at: Place) -> None:
    """Lay a Unit out in a formation."""
    places, _ = formed(state, unit, as_, at)
    state.units[unit].files, state.units[unit].spread = as_.files, as_.spread
    state.units[unit].facing = at[2]
    settle_in(state, unit, places)


def close_ranks(state: RagNarok, unit: int) -> None:
    """After losses the rear fills the gaps in front if there is room; else all stand loose."""
    if not state.units[unit].files or not state.units[unit].ranks:
        return
    bound = state.units[unit].ranks if state.magic.councils else ()
    stood = {member: place_of(state, member)[:2] for member in bound}
    for shape, at in _closed(state, unit):
        if may_form(state, unit, shape, at):
            form_up(state, unit, shape, at)
            stay(state, stood)  # rule: ruling.ritual-council
            return
    loosen(state, unit)  # rule: formation.loose


def _closed(state: RagNarok, unit: int) -> Iterator[tuple[Formation, Place]]:
    """Ranks that keep the front: about its middle, from either end of it, or else narrower."""
    before = block_of(state, unit)
    for files in range(min(state.units[unit].files, max(1, troops(state, unit))), 0, -1):
        shape = Formation(files, state.units[unit].spread)
        wide, deep = block_at(state, unit, shape, before.at).extent
        back, aside = (before.extent[1] - deep) // 2, (wide - before.extent[0]) // 2
        for left in (0, aside, -aside):
            yield shape, (*offset(before.at, back, left), before.at[2])


def loosen(state: RagNarok, unit: int) -> None:  # rule: formation.loose
    """No ranks any more: each fighter keeps its place."""
    state.units[unit].files = 0


def block_of(state: RagNarok, unit: int) -> Block:  # rule: ruling.unit-pivot
    """The rectangle around all its bases, in its facing."""
    one, places = state.units[unit], state.places
    at = tuple([places[member] for member in one.ranks])
    return _block(state.armies, one.ranks, at, one.facing)


@lru_cache(maxsize=1 << 14)
def _block(
    armies: tuple[str, str],
    crew: tuple[int, ...],
    places: tuple[Place | None, ...],
    facing: int,
) -> Block:
    cosine, sine = DIRECTIONS[facing]
    bases = muster(armies).bases
    found = [(place, bases[member]) for member, place in zip(crew, places, strict=True) if place]
    points = [corner for place, extent in found for corner in base(place, extent)]
    ahead = [x * cosine + y * sine for x, y in points]
    aside = [y * cosine - x * sine for x, y in points]
    a, b = (min(ahead) + max(ahead)) // 2, (min(aside) + max(aside)) // 2
    at = (a * cosine - b * sine + ONE * ONE // 2) // (ONE * ONE)
    up = (a * sine + b * cosine + ONE * ONE // 2) // (ONE * ONE)
    wide, deep = (max(aside) - min(aside)) // ONE, (max(ahead) - min(ahead)) // ONE
    return Block((at, up, facing), (wide, deep))


def rank_of(state: RagNarok, unit: int, member: int) -> int:
    """0 for the first rank, and for everybody in loose order; Independents stand in the first."""
    files, stands = state.units[unit].files, state.roster.stands
    if not files or stands[member][1]:
        return 0
    crew = state.units[unit].ranks
    before = crew[: crew.index(member)]
    return len([other for other in before if not stands[other][1]]) // files


# -- room ------------------------------------------------------------------------------------


def on_table(state: RagNarok, shape: Shape) -> bool:
    """Whether it lies on the table, or wholly on one of the boards beside it."""
    return is_on_table(state, bounds(shape))


def is_on_table(state: RagNarok, box: Box) -> bool:  # rule: ruling.air-board-geometry
    left, low, right, high = box
    board = left // p.STRIDE
    wide, deep = state.terms.table if board <= 0 else (p.AIR_BOARD, p.AIR_BOARD)
    return left >= 0 and low >= 0 and right - max(0, board) * p.STRIDE <= wide and high <= deep


def grounds_near(state: RagNarok, area: Shape) -> list[p.Ground]:
    """The scenery that could matter there."""
    return grounds_in(state, bounds(area))


def grounds_in(state: RagNarok, box: Box) -> list[p.Ground]:
    return [ground for ground, there in state.terms.boxes if meet(box, there)]


def others(state: RagNarok, unit: int) -> Iterator[tuple[int, Shape]]:
    """Every base on the table but the Unit's own, with its seat."""
    own, roster = state.units[unit].ranks, state.roster
    for number, place in enumerate(state.places):
        if place is not None and number not in own:
            yield roster.fighters[number].seat, base(place, roster.bases[number])


def nearby(state: RagNarok, unit: int, box: Box, margin: int) -> list[tuple[int, Shape]]:
    """The bases that could matter to a move through that box."""
    left, low, right, high = box
    far = margin + FARTHEST
    own, roster = state.units[unit].ranks, state.roster
    around = (left - far, low - far, right + far, high + far)
    found = [number for number in centres_in(state.places, around) if number not in own]
    if not found:
        return []
    bases, fighters, places = roster.bases, roster.fighters, state.places
    wider = (left - margin - 1, low - margin - 1, right + margin + 1, high + margin + 1)
    return [
        (fighters[number].seat, base(place, bases[number]))
        for number in found
        if (place := places[number]) and meet(box_of(place, bases[number]), wider)
    ]


class Way(NamedTuple):
    """What a move must respect."""

    keep: bool = True  # stays more than 2.5 cm from enemies  # rule: move.keep-distance
    leave: bool = False  # may run off the table
    over: bool = False  # does not end there, so small obstacles are no hindrance
    aside: bool = False  # ends round them if need be, out of its ranks


def in_the_way(area: Shape, shape: Shape, keep: bool) -> bool:
    return within(area, shape, p.CONTACT) if keep else clash(area, shape)


def may_stand(state: RagNarok, unit: int, places: Sequence[Place], way: Way) -> bool:
    """Whether a Unit's members may end there: room, table, no base on an obstacle."""
    bases = state.roster.bases
    stands = [
        (place, bases[member])
        for member, place in zip(state.units[unit].ranks, places, strict=True)
    ]
    box = around_boxes([box_of(*stand) for stand in stands])
    if not way.leave and not is_on_table(state, box):
        return False
    blocked, close = _blocked_in(state, box, way.over), nearby(state, unit, box, p.CONTACT)
    return _fit_between(state, unit, stands, (blocked, close), way.keep)


def _blocked_in(state: RagNarok, box: Box, over: bool = False) -> list[Shape]:
    """What nobody can stand on there; small things do not count if they only pass over it."""
    solid = [ground for ground in grounds_in(state, box) if ground.kind in p.SOLID]
    found = [one.shape for one in solid if not (over and one.small and one.kind in p.BARRIERS)]
    return found + walls(state) if state.magic.conjured else found


def _fit_between(
    state: RagNarok, unit: int, stands: Sequence[Stand], there: Neighbours, keep: bool
) -> bool:
    """Whether a Unit's bases find room between obstacles and other bases."""
    blocked, close = there
    if any(clash(base(*stand), shape) for shape in blocked for stand in stands):
        return False
    seat = owner(state, unit)
    return not any(_bumps_into(stands, shape, keep and other != seat) for other, shape in close)


def _bumps_into(stands: Sequence[Stand], shape: Shape, keep: bool) -> bool:
    """Whether one of these bases is in somebody's way. Usually their boxes are enough to tell."""
    left, low, right, high = bounds(shape)
    far = p.CONTACT + 1 if keep else 0
    reach = (left - far, low - far, right + far, high + far)
    return any(
        meet(box_of(*stand), reach) and in_the_way(base(*stand), shape, keep) for stand in stands
    )


def may_form(state: RagNarok, unit: int, as_: Formation, at: Place) -> bool:
    """Whether a Unit may end in a formation centred there. Usually its box is enough to tell."""
    x, y, heading = at
    left, low, right, high = layout(state.armies, state.units[unit].ranks, as_, heading).box
    box = (x + left, y + low, x + right, y + high)
    if not is_on_table(state, box):
        return False
    blocked, close = _blocked_in(state, box), nearby(state, unit, box, p.CONTACT)
    if not blocked and not close:
        return True
    bases, (places, _) = state.roster.bases, formed(state, unit, as_, at)
    stands = [(at_, bases[n]) for n, at_ in zip(state.units[unit].ranks, places, strict=True)]
    return _fit_between(state, unit, stands, (blocked, close), keep=True)


def carried(state: RagNarok, unit: int, heading: int, distance: int) -> list[Place]:
    return [moved(place_of(state, member), heading, distance) for member in state.units[unit].ranks]


def turned(state: RagNarok, unit: int, degrees: int) -> list[Place]:  # rule: ruling.unit-pivot
    """The Unit turned about the centre of its rectangle."""
    block = block_of(state, unit)
    if state.units[unit].files:
        at = (block.at[0], block.at[1], (block.at[2] + degrees) % 360)
        return formed(state, unit, shape_now(state, unit), at)[0]
    pivot = block.at[:2]
    return [spun(place_of(state, member), pivot, degrees) for member in state.units[unit].ranks]


def can_turn(state: RagNarok, unit: int, degrees: int) -> bool:
    return bool(free_turns(state, unit, [degrees]))


def free_turns(state: RagNarok, unit: int, degrees: Sequence[int]) -> list[int]:
    """The turns among these that there is room for."""
    (x, y, heading), now = block_of(state, unit).at, shape_now(state, unit)

    def is_free_to(turn: int) -> bool:
        if turn == 0:
            return True
        if now.files:
            return may_form(state, unit, now, (x, y, (heading + turn) % 360))
        return may_stand(state, unit, turned(state, unit, turn), Way())

    return [turn for turn in degrees if is_free_to(turn)]


def turn(state: RagNarok, unit: int, degrees: int) -> None:
    if degrees:
        settle_in(state, unit, turned(state, unit, degrees))
        state.units[unit].facing = (state.units[unit].facing + degrees) % 360
