"""What is asked in words: Orders with what they do, buttons with what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.rules.charge.charges import BlindCharge
from fimbul.games.rag_narok.rules.command.orders import DONE, GiveOrders
from fimbul.games.rag_narok.rules.movement.activation import CANCEL, CARRY_OUT, Announce
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.rules.values import discipline
from fimbul.games.rag_narok.scene.foretell.needs import percent
from fimbul.games.rag_narok.state import RagNarok
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import Decision, Thing, Zone, phrase, step_of

DEEDS = {  # in one line; {far} is how far this Unit goes
    p.IMMOBILE: "Stays, may turn and shoot; forms up again",
    p.MARCH: "Straight on up to {far} cm after one turn; may shoot",
    p.RUN: "Straight on up to {far} cm after one turn; no shooting",
    p.CHARGE: "At an enemy it sees, up to {far} cm; they have INI, ATT and DEF \N{MINUS SIGN}1",
    p.ENGAGE: "Into contact with an enemy, up to {far} cm; they suffer no penalty",
    p.RAPID_FIRE: "Shoots before anybody moves, and does not move",
    p.DISENGAGE: "Breaks out of the melee by a test, then marches",
    p.PURSUIT: "After enemies that left the melee, up to {far} cm",
    p.RETREAT: "Straight back up to {far} cm, facing the enemy",
    p.COUNTER_CHARGE: "If charged: comes to meet it, both count as charging",
    p.RECEIVE_CHARGE: "If charged: braced, no penalty for being charged",
}


BACK_MORE = "An Order lies face down until its Unit acts."  # rule: order.hidden
COUNTER_MORE = "Give it to one of your Units; it is revealed when that Unit acts."


def order_choice(state: RagNarok, seat: int, thing: str, label: str) -> Thing:
    """An Order that may be given, with what it makes this Unit do."""
    order, step = p.ORDER_OF[thing], step_of(state, seat)
    told = deed(state, getattr(step, "unit", -1), order)
    return Thing(thing, thing.replace(":", "-"), label, tone="gold", tip=told)


def deed(state: RagNarok, unit: int, order: int) -> str:
    """What that Order makes this Unit do."""
    far = said(allowance(state, unit, order)) if unit >= 0 and p.PACES[order] else ""
    return phrase(DEEDS[order], far=far) if far else DEEDS[order]


def buttons(state: RagNarok, decision: Decision | None) -> Iterator[Zone]:
    """Buttons that need other words than their names."""
    step = step_of(state, decision.seat) if decision else None
    found = tuple(_worded(state, step))
    if found:
        yield Zone("buttons", "Buttons", "buttons", things=found)


def _worded(state: RagNarok, step: Any) -> Iterator[Thing]:
    if isinstance(step, Announce):
        yield _button(CARRY_OUT, p.ORDER_NAMES[step.order])
    if isinstance(step, Announce | BlindCharge):  # rule: order.cancel
        chance = percent(p.CANCEL - discipline(state, step.unit))
        tip = "A test of Discipline. If it fails, the Order is carried out all the same."
        yield _button(CANCEL, phrase("Roll to call it off ({chance} %)", chance=chance), tip)
    if isinstance(step, GiveOrders) and (left := _unspent(state, step)):
        question = some(left, "Leave {count} Order unused?", "Leave {count} Orders unused?")
        yield Thing(DONE, "button", "Done", kind="button", confirm=question)


def _button(thing: str, label: str, tip: str = "") -> Thing:
    return Thing(thing, "button", label, tip=tip, kind="button")


def _unspent(state: RagNarok, step: GiveOrders) -> int:
    """Orders that could still be given to somebody."""
    left = len(step.sources) - len(step.given)
    return left if step.unit < 0 and step.reachable(state) else 0
