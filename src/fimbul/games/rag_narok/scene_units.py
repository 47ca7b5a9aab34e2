"""A Unit beside its bases: its flag, its name, its Orders as counters."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.geometry import Place, Point, offset
from fimbul.games.rag_narok.rules.orders import GiveOrders, token
from fimbul.games.rag_narok.spots import MM, at, outlined
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    corners,
    middle,
    outline,
    owner,
    squad,
)
from fimbul.games.rag_narok.tables import CM
from fimbul.kernel import SEAT_TONES, Mark, Thing

FLAG = 36  # millimetres of a Unit's flag and of an Order: large enough to read
LEFT, RIGHT = 1, -1
LETTERS = 115  # of a name would fill the table from side to side
ABOVE, BELOW = -10, 16  # millimetres from a Unit to the middle of its name
FLANKING = {*range(45), *range(136, 180)}  # headings across the table, either way
UP = range(181)  # headings that do not look down the table


def banners(state: RagNarok, seat: int | None, asked: int) -> Iterator[Thing]:
    """A Unit as one thing to touch, at its left flank; the one that is asked about is marked."""
    for unit in all_standing(state):
        moods = (
            "selected" if unit == asked else "",
            p.MOOD_NAMES[state.moods[unit]],
            "Disorganised" if state.shaken[unit] else "",
            "speed counter" if state.speed[unit] else "",
        )
        beyond = len(held(state, unit, seat)) + (state.revealed[unit] >= 0)
        yield Thing(
            squad(state, unit).id, "unit", squad(state, unit).name,
            _flank(state, unit, (LEFT, 0), (RIGHT, beyond)), FLAG,
            tone=SEAT_TONES[owner(state, unit)], state=tuple(m.lower() for m in moods if m),
        )  # fmt: skip


def names(state: RagNarok) -> Iterator[Mark]:
    """What each Unit is called, behind it, or before it where the table ends."""
    wide, deep = (side // MM for side in state.terms.table)
    for unit in all_standing(state):
        called = squad(state, unit).name
        spots = outlined(state, outline(state, unit))
        rows, half = [y for _, y in spots], len(called) * wide // LETTERS // 2
        beyond = FLAG * (state.facing[unit] % 180 in FLANKING)  # the flag is above it, or below
        over, under = min(rows) + ABOVE - beyond, max(rows) + BELOW + beyond
        behind, before = (under, over) if state.facing[unit] in UP else (over, under)
        y = behind if 0 < behind < deep else before
        x = at(state, middle(state, unit))[0]
        spot = (min(max(x, half), wide - half), y)
        yield Mark("caption", (spot,), SEAT_TONES[owner(state, unit)], called)


def held(state: RagNarok, unit: int, seat: int | None) -> tuple[int, ...]:
    """The Orders before a Unit. Who is giving them sees what he has given so far."""
    # rule: order.hidden, ruling.hidden-information
    row = state.agenda[-1] if state.agenda else ()
    lane = state.lanes.get(seat) if seat is not None else None
    step = lane or next((step for step in row if step.seat == seat), None)
    if isinstance(step, GiveOrders) and owner(state, unit) == seat:
        return tuple(sorted(order for other, order in step.given if other == unit))
    return state.orders[unit]


def counters(state: RagNarok, seat: int | None) -> Iterator[Thing]:
    """Orders: their owner reads them, everybody else sees backs until they are revealed."""
    # rule: order.hidden, ruling.hidden-information
    for unit in all_standing(state):
        own, orders = owner(state, unit) == seat, held(state, unit, seat)
        for number, order in enumerate(orders):
            yield Thing(
                token(state, unit, number),
                f"order-{p.ORDERS[order]}" if own else "order-back",
                p.ORDER_NAMES[order] if own else "An Order",
                _flank(state, unit, (RIGHT, number), (LEFT, number + 1)), FLAG, tone="violet",
                state=() if own else ("face-down",),
            )  # fmt: skip
        if (order := state.revealed[unit]) >= 0:
            spot = _flank(state, unit, (RIGHT, len(orders)), (LEFT, len(orders) + 1))
            yield Thing(
                f"revealed:{squad(state, unit).id.removeprefix('unit:')}",
                f"order-{p.ORDERS[order]}", f"{squad(state, unit).name}: {p.ORDER_NAMES[order]}",
                spot, FLAG, tone=SEAT_TONES[owner(state, unit)], state=("revealed",),
            )  # fmt: skip


def _flank(state: RagNarok, unit: int, *slots: tuple[int, int]) -> Point:
    """At a flank of a Unit, side and number: whichever of these slots is on the table."""
    spots = [_slot(state, unit, *slot) for slot in slots]
    wide, deep = state.terms.table
    inside = [(_within(x, wide), _within(y, deep)) for x, y in spots]
    off = [abs(x - a) + abs(y - b) for (x, y), (a, b) in zip(spots, inside, strict=True)]
    return at(state, inside[off.index(min(off))])


def _slot(state: RagNarok, unit: int, side: int, number: int) -> Point:
    here: Place = (*middle(state, unit), state.facing[unit])
    x, y = offset(here, 0, side * CM)
    across = [
        (a - here[0]) * (x - here[0]) + (b - here[1]) * (y - here[1])
        for a, b in corners(state, unit)
    ]
    outward = number + 2 * (state.aboard[unit] >= 0)  # beyond the flags of what carries it
    return offset(here, 0, side * (max(across) // CM + (2 + 4 * outward) * CM))


def _within(spot: int, extent: int) -> int:
    return min(max(spot, 2 * CM), extent - 2 * CM)
