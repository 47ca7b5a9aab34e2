"""Manoeuvres: what may be announced with which Order."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.councils import is_rooted
from fimbul.games.rag_narok.measure.tables import MANOEUVRES
from fimbul.games.rag_narok.rules.movement.marches import quarters
from fimbul.games.rag_narok.state import RagNarok

LEFT, RIGHT, AFTER = "manoeuvre:quarter-left", "manoeuvre:quarter-right", "manoeuvre:quarter-after"
U_TURN, LATERAL, RESHAPE = "manoeuvre:u-turn", "manoeuvre:lateral", "manoeuvre:change-formation"
TESTS = {U_TURN: p.U_TURN, LATERAL: p.LATERAL, RESHAPE: p.RESHAPE}  # rule: manoeuvre.tests
WORDS = {  # what is tested
    U_TURN: "Discipline to turn about",
    LATERAL: "Discipline to step aside",
    RESHAPE: "Discipline to form up anew",
}
SIDES = {LEFT: 90, RIGHT: -90}
CARDS = {
    LEFT: "quarter-turn", RIGHT: "quarter-turn", AFTER: "quarter-turn", U_TURN: "u-turn",
    LATERAL: "lateral", RESHAPE: "change-formation",
}  # fmt: skip
ANNOUNCED = tuple(  # by Order
    tuple(
        thing
        for thing, card in CARDS.items()
        if name in MANOEUVRES[card].orders and not (thing == AFTER and order == p.IMMOBILE)
    )
    for order, name in enumerate(p.ORDERS)
)


def manoeuvres(state: RagNarok, unit: int, order: int) -> list[str]:  # rule: manoeuvre.quarter-turn
    """What may be announced with that Order."""
    if in_melee(state, unit) or state.units[unit].altitude or is_rooted(state, unit):
        return []  # rule: manoeuvre.u-turn, manoeuvre.lateral, formation.change
    found = ANNOUNCED[order]  # rule: flight.token-goes-around, ritual.warmage-no-move
    free = quarters(state, unit) if LEFT in found else []
    return [thing for thing in found if thing not in SIDES or SIDES[thing] in free]
