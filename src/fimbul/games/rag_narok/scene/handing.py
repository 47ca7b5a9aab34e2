"""Orders as they are handed out: laying one before a Unit picks Unit and Order at once."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.command.orders import (
    GiveOrders,
    useful_orders,
    within_reach,
)
from fimbul.games.rag_narok.scene.orders import COUNTER_MORE
from fimbul.games.rag_narok.scene.spots import at
from fimbul.games.rag_narok.state import RagNarok, is_standing, middle, squad
from fimbul.kernel import Goal, Reach, Thing, Zone, phrase, step_of

SIZE = 36  # millimetres, as Orders on the table are
Offers = dict[int, list[int]]  # by Order, the Units that may be given it


def orders_at_hand(state: RagNarok, seat: int | None) -> Iterator[Zone]:
    """The Orders that some Unit may still be given, while a Unit is asked for."""
    if seat is not None and (offers := _offers(state, seat)):
        things = tuple(counter(order) for order in offers)
        yield Zone("orders", "Orders", "row", things=things, seat=seat, role="choices")


def handed(state: RagNarok, seat: int) -> Iterator[Reach]:
    """An Order can be laid before each of these Units."""
    for order, units in _offers(state, seat).items():
        thing = p.ORDER_IDS[order]
        goals = tuple(_before(state, seat, unit, thing) for unit in units)
        yield Reach(thing, (0, 0), goals, grips=(thing,), ghosts=(counter(order),))


def _offers(state: RagNarok, seat: int) -> Offers:
    step, found = step_of(state, seat), Offers()
    if not isinstance(step, GiveOrders) or step.unit >= 0 or seat in state.sealed:
        return found
    for unit in sorted(step.reachable(state)):
        held = {order for other, order in step.given if other == unit}
        for order in useful_orders(state, unit) if is_standing(state, unit) else ():
            if order not in held:
                found.setdefault(order, []).append(unit)
    return dict(sorted(found.items()))


def _before(state: RagNarok, seat: int, unit: int, thing: str) -> Goal:
    """Two Orders can be laid there at once, if both can be given."""
    name = squad(state, unit)
    text = phrase("{unit}, {order}", unit=name.name, order=p.ORDER_NAMES[p.ORDER_OF[thing]])
    more = int(_has_room(state, seat, unit))
    return Goal((name.id, thing), at(state, middle(state, unit)), text=text, along=more)


def _has_room(state: RagNarok, seat: int, unit: int) -> bool:  # rule: order.max-two
    step = step_of(state, seat)
    assert isinstance(step, GiveOrders), "Orders are being given"
    held = [other for other, _ in step.given]
    return unit in within_reach((*held, unit), step.sources)


def counter(order: int) -> Thing:
    thing = p.ORDER_IDS[order]
    label = p.ORDER_NAMES[order]
    art = thing.replace(":", "-")
    return Thing(thing, art, label, (0, 0), SIZE, tone="gold", more=(COUNTER_MORE,))
