"""Units that are not on the table: to be deployed, in reserve, or hidden somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.hiding import lair_of, lairs, places
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.command.orders import token
from fimbul.games.rag_narok.scene.orders import BACK_MORE, deed
from fimbul.games.rag_narok.scene.spots import at
from fimbul.games.rag_narok.scene.units import strength
from fimbul.games.rag_narok.state import RagNarok, fighter, is_standing, squad
from fimbul.kernel import SEAT_TONES, Thing, ThingState, Zone

ROWS = {"waiting": "To be deployed", "reserve": "In reserve", "hidden": "Hidden on the table"}


def aside(state: RagNarok, seat: int | None) -> Iterator[Zone]:  # rule: reserve.declare
    """A row of each kind. While Units are deployed, reserves show to their own side only."""
    found: dict[str, list[Thing]] = {row: [] for row in ROWS}  # rule: ruling.hidden-information
    for unit, one in enumerate(state.roster.units):
        row = _row(state, seat, unit)
        if row and state.units[unit].ranks and not is_standing(state, unit) and not one.summoned:
            tone, held = SEAT_TONES[one.seat], range(len(state.units[unit].orders))
            badge, more = _badge(state, unit), (strength(state, unit),)
            found[row].append(Thing(one.id, "unit", one.name, tone=tone, badge=badge, more=more))
            found[row] += [face_down(state, unit, number) for number in held]
    for row, title in ROWS.items():
        if found[row]:
            yield Zone(row, title, "row", things=tuple(found[row]))


def _row(state: RagNarok, seat: int | None, unit: int) -> str:
    own = squad(state, unit).seat == seat
    if lair_of(state, unit):
        return "" if own else "hidden"  # a player's own are drawn where they lie
    known = own or state.phase != p.DEPLOYMENT or bool(state.units[unit].crowded)
    return "reserve" if known and unit in state.aside.reserve else "waiting"


def lurking(state: RagNarok, seat: int | None) -> Iterator[Thing]:  # rule: setup.scouts
    """A seat's own hidden Scouts where they lie; nobody else sees them."""
    for lair in lairs(state, seat) if seat is not None else ():  # rule: ruling.hidden-information
        unit, tone = squad(state, lair[0]), SEAT_TONES[seat or 0]
        for member, place in zip(state.units[lair[0]].ranks, places(state, lair), strict=True):
            card = fighter(state, member).card
            yield Thing(
                fighter(state, member).id, "fighter", card.name, at(state, place[:2]),
                card.base_mm[0], (90 - place[2]) % 360, tone, "h", said=("ghost",), tip="hidden",
                whole=unit.id,
            )  # fmt: skip
        spot = at(state, (lair[1], max(0, lair[2] - 2 * CM)))
        yield Thing(
            unit.id, "unit", unit.name, spot, 20, tone=tone, badge=_badge(state, lair[0]),
            said=("hidden",), more=(strength(state, lair[0]),),
        )  # fmt: skip
        for number, order in enumerate(state.units[lair[0]].orders):
            beside = at(state, (lair[1] + (3 + 4 * number) * CM, lair[2]))
            art, label = f"order-{p.ORDERS[order]}", p.ORDER_NAMES[order]
            yield Thing(
                token(state, lair[0], number), art, label, beside, 20, tone="gold",
                more=(deed(state, lair[0], order),),
            )  # fmt: skip


def face_down(state: RagNarok, unit: int, number: int) -> Thing:  # rule: order.hidden
    """The back of an Order of Scouts in hiding, beside their name."""
    name = token(state, unit, number)
    down: tuple[ThingState, ...] = ("face-down",)
    return Thing(
        name, "order-back", "An Order", tone="gold", state=down, more=(BACK_MORE,), kind="card"
    )


def _badge(state: RagNarok, unit: int) -> str:
    return p.ORDER_NAMES[state.units[unit].revealed] if state.units[unit].revealed >= 0 else ""
