"""A Unit beside its bases: its flag, its name, its Orders as counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import Box, Place, Point, around_all, meet, offset
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, token
from fimbul.games.rag_narok.scene.orders import BACK_MORE, deed
from fimbul.games.rag_narok.scene.spots import MM, at, outlined
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    corners,
    middle,
    outline,
    owner,
    shapes,
    squad,
)
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import SEAT_TONES, Mark, Thing, Tone, listed, phrase, step_of

FLAG = 36  # millimetres of a Unit's flag and of an Order: large enough to read
LEFT, RIGHT = 1, -1
CROWDED = 4 * CM  # as bad as being this far off the table
LETTERS = 115  # letters of a name that would fill the table from side to side
ABOVE, BELOW = -10, 16  # millimetres from a Unit to the middle of its name
ABREAST = 8  # and from its side to the end of its name
LINE = 16  # millimetres that a name is high
ASIDE = (LINE, -LINE, 2 * LINE, -2 * LINE)  # where a name goes if its place is taken
FLANKING = {*range(45), *range(136, 180)}  # headings across the table, either way
ARROW = 26  # millimetres that the arrow of its front takes
STATES = ("", "in fear", "under control", "routed")  # by mood
ARTS = {
    "in fear": "fear", "under control": "control", "routed": "rout",
    "disorganised": "disorganised", "at speed": "speed",
}  # fmt: skip
PLIGHT_TONES: dict[str, Tone] = {
    "fear": "violet", "control": "ice", "rout": "blood", "disorganised": "gold", "speed": "aurora",
}  # fmt: skip
TERMS = {art: art.capitalize() for art in PLIGHT_TONES}  # as the scene's terms call them
UP = range(181)  # headings that do not look down the table


def banners(state: RagNarok, seat: int | None, asked: int) -> Iterator[Thing]:
    """A Unit as one thing to touch, at its left flank; the one that is asked about is marked."""
    for unit in all_standing(state):
        beyond = len(held(state, unit, seat)) + (state.units[unit].revealed >= 0)
        yield Thing(
            squad(state, unit).id, "unit", squad(state, unit).name,
            _flank(state, unit, *_for_banner(beyond)), FLAG,
            tone=SEAT_TONES[owner(state, unit)], state=("selected",) if unit == asked else (),
            said=states(state, unit), more=(strength(state, unit),), upright=True,
        )  # fmt: skip


def strength(state: RagNarok, unit: int) -> str:
    """How many of it are left."""
    return some(len(state.units[unit].ranks), "{count} fighter", "{count} fighters")


def states(state: RagNarok, unit: int) -> tuple[str, ...]:
    """The states a Unit is in, in words."""
    now = state.units[unit]
    found = (STATES[now.mood], "disorganised" * now.shaken, "at speed" * now.speed)
    return tuple(word for word in found if word)


def plights(state: RagNarok) -> Iterator[Thing]:  # rule: state.fear, state.control, state.rout
    """A counter behind a Unit for each state it is in."""
    for unit in all_standing(state):  # rule: state.disorganised
        one = squad(state, unit)
        for number, word in enumerate(states(state, unit)):
            art = ARTS[word]
            slots = (FlankSlot(LEFT, number, True), FlankSlot(RIGHT, number + 1, True))
            yield Thing(
                f"plight:{one.id.removeprefix('unit:')}-{art}", f"plight-{art}",
                phrase("{unit}, {state}", unit=one.name, state=word),
                _flank(state, unit, *slots), FLAG, tone=PLIGHT_TONES[art], terms=(TERMS[art],),
                upright=True,
            )  # fmt: skip


def names(state: RagNarok) -> Iterator[Mark]:
    """What each Unit is called, where no other name and no base is in the way if there is room."""
    taken: list[Box] = []
    units = [_box(outlined(state, outline(state, unit))) for unit in all_standing(state)]
    for unit, box in zip(all_standing(state), units, strict=True):
        called = listed((squad(state, unit).name, *states(state, unit)))
        lines = list(_lines(state, unit, box, len(called)))
        free = [line for line in lines if not _meets(line, taken)] or lines
        left, high, right, low = next((one for one in free if not _meets(one, units)), free[0])
        taken.append((left, high, right, low))
        middle_of_it = ((left + right) // 2, (high + low) // 2)
        yield Mark("caption", (middle_of_it,), SEAT_TONES[owner(state, unit)], called)


def _lines(state: RagNarok, unit: int, box: Box, letters: int) -> Iterator[Box]:
    """Where a name can stand: behind its Unit, before it where the table ends, or beside it."""
    wide, deep = (side // MM for side in state.terms.table)
    facing, half = state.units[unit].facing, letters * wide // LETTERS // 2
    beyond = FLAG * (facing % 180 in FLANKING)  # the flag is above it, or below
    left, high, right, low = box
    over, under = high + ABOVE - beyond, low + BELOW + beyond
    behind, before = (under, over - ARROW) if facing in UP else (over, under + ARROW)
    x = min(max(at(state, middle(state, unit))[0], half), wide - half)
    yield from [_line(x, y, half) for y in (behind, before) if 0 < y < deep]
    for beside in (right + half + ABREAST, left - half - ABREAST):
        if half <= beside <= wide - half:
            yield _line(beside, (high + low) // 2, half)
    for down in ASIDE:
        yield from [_line(x, y + down, half) for y in (behind, before) if 0 < y + down < deep]


def _line(x: int, y: int, half: int) -> Box:
    """What a name around that point covers."""
    return x - half, y - LINE // 2, x + half, y + LINE // 2


def _meets(line: Box, others: Sequence[Box]) -> bool:
    return any(meet(line, other) for other in others)


def _box(shape: Sequence[Point]) -> Box:
    across, down = zip(*shape, strict=True)
    return min(across), min(down), max(across), max(down)


def held(state: RagNarok, unit: int, seat: int | None) -> tuple[int, ...]:  # rule: order.hidden
    """The Orders before a Unit. Whoever is giving them sees those given so far."""
    step = step_of(state, seat)  # rule: ruling.hidden-information
    if isinstance(step, GiveOrders) and owner(state, unit) == seat:
        return tuple(sorted(order for other, order in step.given if other == unit))
    return state.units[unit].orders


def counters(state: RagNarok, seat: int | None) -> Iterator[Thing]:  # rule: order.hidden
    """Orders: their owner reads them, everybody else sees backs until they are revealed."""
    for unit in all_standing(state):  # rule: ruling.hidden-information
        own, orders = owner(state, unit) == seat, held(state, unit, seat)
        for number, order in enumerate(orders):
            yield Thing(
                token(state, unit, number),
                f"order-{p.ORDERS[order]}" if own else "order-back",
                p.ORDER_NAMES[order] if own else "An Order",
                _flank(state, unit, *_beside(number)), FLAG, tone="violet",
                state=() if own else ("face-down",), upright=True,
                more=(deed(state, unit, order) if own else BACK_MORE,),
            )  # fmt: skip
        if (order := state.units[unit].revealed) >= 0:
            spot = _flank(state, unit, *_beside(len(orders)))
            yield Thing(
                f"revealed:{squad(state, unit).id.removeprefix('unit:')}",
                f"order-{p.ORDERS[order]}", _revealed(state, unit),
                spot, FLAG, tone=SEAT_TONES[owner(state, unit)], said=("already revealed",),
                more=(deed(state, unit, order),), upright=True,
            )  # fmt: skip


def _revealed(state: RagNarok, unit: int) -> str:
    order = p.ORDER_NAMES[state.units[unit].revealed]
    return phrase("{unit}, {order}", unit=squad(state, unit).name, order=order)


def _for_banner(beyond: int) -> tuple[FlankSlot, ...]:
    """Where a Unit's banner may stand: at its left, beyond its counters, or behind it."""
    return FlankSlot(LEFT, 0), FlankSlot(RIGHT, beyond), FlankSlot(LEFT, 0, True)


def _beside(number: int) -> tuple[FlankSlot, ...]:
    """Where a counter may lie."""
    return FlankSlot(RIGHT, number), FlankSlot(LEFT, number + 1), FlankSlot(RIGHT, number, True)


class FlankSlot(NamedTuple):
    """Where something lies beside a Unit: on which flank, how far out, level with it or behind."""

    side: int
    number: int
    behind: bool = False


def _flank(state: RagNarok, unit: int, *slots: FlankSlot) -> Point:
    """Whichever of these slots is on the table, and on nobody else's bases."""
    wide, deep = state.terms.table
    taken = [around_all(shapes(state, other)) for other in all_standing(state) if other != unit]
    found = []
    for x, y in (_slot(state, unit, slot) for slot in slots):
        spot = (_within(x, wide), _within(y, deep))
        off = abs(x - spot[0]) + abs(y - spot[1])
        found.append((off + CROWDED * sum(_covers(box, spot) for box in taken), spot))
    return at(state, min(found, key=lambda pair: pair[0])[1])


def _covers(box: Box, spot: Point) -> bool:
    left, low, right, high = box
    return left - CM <= spot[0] <= right + CM and low - CM <= spot[1] <= high + CM


def _slot(state: RagNarok, unit: int, slot: FlankSlot) -> Point:
    here: Place = (*middle(state, unit), state.units[unit].facing)
    half = _extent(state, unit, offset(here, 0, slot.side * CM))
    # beyond the flags of what carries it
    outward = slot.number + 2 * (state.units[unit].aboard >= 0)
    back = _extent(state, unit, offset(here, -CM, 0)) + 2 * CM if slot.behind else 0
    return offset(here, -back, slot.side * (half + (2 + 4 * outward) * CM))


def _extent(state: RagNarok, unit: int, way: Point) -> int:
    """How far a Unit reaches from its middle in a direction, given as a point 1 cm away."""
    x, y = middle(state, unit)
    dx, dy = way[0] - x, way[1] - y
    return max((a - x) * dx + (b - y) * dy for a, b in corners(state, unit)) // CM


def _within(spot: int, extent: int) -> int:
    return min(max(spot, 2 * CM), extent - 2 * CM)
