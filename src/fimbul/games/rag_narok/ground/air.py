"""The air: who can fly, tokens on the table, boards for the figures, and ways round obstacles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import (
    Formation,
    form_up,
    formed,
    rank_of,
    shape_now,
    troops,
)
from fimbul.games.rag_narok.measure.crossing import inside
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Point,
    Shape,
    bounds,
    disc,
    holds,
    hull,
    offset,
    squared,
)
from fimbul.games.rag_narok.measure.tables import TERRAINS
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    board_of,
    flight_mov,
    owner,
    place_of,
    shape_of,
    tell,
)


def can_fly(state: RagNarok, unit: int) -> bool:  # rule: flight.two-mov
    """Only if all its members can."""
    return flight_mov(state, unit) > 0


def levels_apart(state: RagNarok, one: int, other: int) -> int:
    return abs(state.units[one].altitude - state.units[other].altitude)


def within_levels(state: RagNarok, one: int, other: int) -> bool:  # rule: flight.magic-same-limits
    """Whether two fighters are on one level or on neighbouring ones."""
    units = state.roster.fighters[one].unit, state.roster.fighters[other].unit
    return levels_apart(state, *units) <= 1  # rule: flight.shoot-adjacent-level


def between_levels(
    state: RagNarok,
    unit: int,
    target: int,
) -> int:  # rule: flight.shoot-plus2, flight.magic-same-limits
    """What another level adds to the difficulty of a shot, spell or miracle."""
    return p.BETWEEN_LEVELS if levels_apart(state, unit, target) else 0


def can_meet(state: RagNarok, unit: int, target: int) -> bool:  # rule: flight.contact-same-level
    """On one level, or one above or below for whoever can fly."""
    apart = levels_apart(state, unit, target)  # rule: flight.dive-charge, flight.one-level-change
    return apart == 0 or (apart == 1 and can_fly(state, unit) and not state.units[unit].shifted)


def has_landed(state: RagNarok, unit: int) -> bool:  # rule: flight.landing-ends-move
    """Whether it came down this turn: then it can use no more MOV."""
    return state.units[unit].altitude == p.GROUND and bool(state.units[unit].shifted)


# -- tokens and boards -----------------------------------------------------------------------


def token_of(state: RagNarok, unit: int) -> Point:  # rule: flight.one-token-per-unit
    """Its token, or where one would lie: at the middle of its first rank."""
    token = state.units[unit].token  # rule: flight.charge-measured-from-token
    return front(state, unit) if token is None else token


def front(state: RagNarok, unit: int) -> Point:
    """The middle of the first rank."""
    first = [member for member in state.units[unit].ranks if rank_of(state, unit, member) == 0]
    left, low, right, high = bounds(tuple(c for m in first for c in shape_of(state, m)))
    return (left + right) // 2, (low + high) // 2


def free_board(state: RagNarok, unit: int) -> int:  # rule: flight.air-board
    """The lowest board on which nobody else stands."""
    taken = {
        board_of(place_of(state, member))
        for other in all_standing(state)
        if other != unit
        for member in state.units[other].ranks
    }
    return next(board for board in range(1, len(state.units) + 2) if board not in taken)


def shape_in_ranks(state: RagNarok, unit: int) -> Formation:
    """Its formation, or the usual one if it has none."""
    if state.units[unit].files:
        return shape_now(state, unit)
    count = troops(state, unit)
    return Formation(
        max(1, min(count, max(p.LEAST_FILES, -(-count // 2)))), state.units[unit].spread
    )


def assemble(state: RagNarok, unit: int) -> None:  # rule: flight.air-board
    """Lay the figures out in ranks, alone at the middle of a board."""
    x = free_board(state, unit) * p.STRIDE + p.AIR_BOARD // 2  # rule: ruling.air-board-geometry
    at = (x, p.AIR_BOARD // 2, state.units[unit].facing)
    form_up(state, unit, shape_in_ranks(state, unit), at)


def rise(state: RagNarok, unit: int) -> None:  # rule: flight.token, flight.one-level-change
    """One level up; on leaving the ground a token takes the figures' place."""
    now = state.units[unit]
    if now.token is None:
        now.token = front(state, unit)
        assemble(state, unit)
    now.altitude += 1
    now.shifted = 1
    tell(state, unit, "{unit} rise[s] and [is|are] now {level}", level=p.LEVEL_NAMES[now.altitude])


def sink(state: RagNarok, unit: int) -> None:  # rule: flight.one-level-change
    """One level down; on the ground the token is gone, and the figures need places there."""
    now = state.units[unit]
    now.altitude -= 1
    now.shifted = 1
    if now.altitude == p.GROUND:
        now.token = None
    words = "{unit} descend[s] and [is|are] now {level}" if now.altitude else "{unit} land[s]"
    tell(state, unit, words, level=p.LEVEL_NAMES[now.altitude])


def landing_spot(state: RagNarok, unit: int, at: Place) -> Place:  # rule: flight.one-token-per-unit
    """Where its figures come down with their first rank there: the middle of the Unit."""
    _, block = formed(state, unit, shape_in_ranks(state, unit), at)
    deep = max(state.roster.bases[member][1] for member in state.units[unit].ranks)
    return (*offset(at, (deep - block.extent[1]) // 2, 0), at[2])


# -- ways through the air --------------------------------------------------------------------


def obstacles(state: RagNarok, unit: int, level: int) -> tuple[Shape, ...]:
    """What the middle of a token keeps out of: high scenery in low flight, other tokens."""
    found = [
        _widened(ground.shape)
        for ground in state.terms.grounds
        if level == p.LOW and TERRAINS[ground.kind].height > p.TOWERING
    ]  # rule: flight.level1-terrain, flight.level2-terrain, flight.same-movement-rules
    for other in all_standing(state):  # rule: move.keep-distance, ruling.damaged-numbers
        token = state.units[other].token
        if token is not None and other != unit and state.units[other].altitude == level:
            apart = p.CONTACT + 1 if owner(state, other) != owner(state, unit) else 0
            found.append(disc(token, 2 * (2 * p.TOKEN + apart)))
    return tuple(found)


def _widened(shape: Shape) -> Shape:
    return hull(point for corner in shape for point in disc(corner, 2 * p.TOKEN))


def length(start: Point, end: Point) -> int:
    """A straight way, rounded up."""
    far = squared(start, end)
    return isqrt(far - 1) + 1 if far else 0


def is_open(start: Point, end: Point, blocked: Sequence[Shape]) -> bool:
    """Whether a straight way meets nothing; obstacles around its start do not count."""
    return not any(inside(start, end, shape) and not holds(shape, start) for shape in blocked)


def route(start: Point, end: Point, blocked: tuple[Shape, ...]) -> int | None:
    """The length of the shortest way round the obstacles; None: there is none (Dijkstra)."""
    if is_open(start, end, blocked):  # rule: flight.token-goes-around
        return length(start, end)
    if any(holds(shape, end) and not holds(shape, start) for shape in blocked):
        return None
    corners, links = bends(blocked)
    heap = [
        (length(start, corner), number)
        for number, corner in enumerate(corners)
        if is_open(start, corner, blocked)
    ]
    heapify(heap)
    done: set[int] = set()
    while heap:
        far, number = heappop(heap)
        if number == len(corners):
            return far
        if number not in done:
            done.add(number)
            for other, more in links[number]:
                heappush(heap, (far + more, other))
            if is_open(corners[number], end, blocked):
                heappush(heap, (far + length(corners[number], end), len(corners)))
    return None


@lru_cache(maxsize=64)
def bends(blocked: tuple[Shape, ...]) -> tuple[list[Point], list[list[tuple[int, int]]]]:
    """The corners of obstacles, which of them see each other, and how far apart they are."""
    corners = [corner for shape in blocked for corner in shape]
    links = [
        [
            (number, length(here, there))
            for number, there in enumerate(corners)
            if there != here and is_open(here, there, blocked)
        ]
        for here in corners
    ]
    return corners, links
