"""What a seat cannot see, dealt afresh: the others' reserves, hidden Scouts, face-down Orders."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import scouting
from fimbul.games.rag_narok.army.terms import RESERVES
from fimbul.games.rag_narok.ground.hiding import lair_of, lairs, somewhere
from fimbul.games.rag_narok.measure.geometry import Point
from fimbul.games.rag_narok.rules.command.orders import (
    IN_MELEE,
    GiveOrders,
    can_activate,
    useful_orders,
)
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.deploy import Aim, Form, NextDeployment, Stand
from fimbul.games.rag_narok.rules.set_up.reserves import may_be_held
from fimbul.games.rag_narok.rules.shooting.rapid_fire import RevealFire
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import RagNarok, owner, squad, standing
from fimbul.games.rag_narok.state.magic import Council
from fimbul.kernel import Dice, Step


def redeal(dream: RagNarok, seat: int, dice: Dice) -> None:  # rule: ruling.hidden-information
    """Other Units aside, other Orders under the same tokens, as far as the table allows them."""
    for other in range(p.SEATS):  # rule: order.hidden
        if other != seat:
            put_aside(dream, other, dice)
    if dream.aside.hidden and dream.agenda:
        dream.agenda[-1] = tuple(_asked_anew(dream, seat, step) for step in dream.agenda[-1])
    told = enumerate(dream.units)
    hidden = [unit for unit, one in told if one.orders and owner(dream, unit) != seat]
    for unit in hidden:
        count = len(dream.units[unit].orders)
        known = (p.MARCH,) if dream.units[unit].harassed and not dream.units[unit].done else ()
        others = [order for order in possible(dream, unit) if order not in known]
        found = [*known, *dice.shuffled(others)][:count]
        dream.units[unit].orders = tuple(sorted(found))
    for step in dream.agenda[-1] if dream.agenda else ():
        if step.seat != seat and isinstance(step, Activate):
            _can_act(dream, [unit for unit in hidden if owner(dream, unit) == step.seat], dice)
        elif step.seat != seat and isinstance(step, RevealFire):
            _can_choose(dream, [unit for unit in hidden if owner(dream, unit) == step.seat], dice)


def secrets(state: RagNarok) -> dict[Hashable, int]:  # rule: ruling.hidden-information
    """Face-down Orders, where Scouts hide, and who is held in reserve while Units are deployed."""
    scouts = [unit for unit, *_ in state.aside.hidden]
    found: dict[Hashable, int] = {unit: 1 << owner(state, unit) for unit in scouts}
    for unit, one in enumerate(state.units):
        for order in one.orders:
            found[unit, order] = 1 << owner(state, unit)
    if state.phase == p.DEPLOYMENT and state.scenario in RESERVES:
        units = [unit for unit in range(len(state.units)) if is_waiting(state, unit)]
        found |= {("reserve", unit): 1 << owner(state, unit) for unit in units}
    return found


def _asked_anew(dream: RagNarok, seat: int, step: Step[Any]) -> Step[Any]:  # rule: ruling.lurking
    """Whom a rival's Orders reach depends on where its Scouts lie."""
    if step.seat == seat or not isinstance(step, GiveOrders):  # rule: ruling.hidden-information
        return step
    return GiveOrders(step.seat, order_sources(dream, step.seat))


def put_aside(dream: RagNarok, seat: int, dice: Dice) -> None:
    if dream.phase == p.DEPLOYMENT and dream.scenario in RESERVES:
        hold_back(dream, seat, dice)
    if dream.aside.hidden:
        lie_elsewhere(dream, seat, dice)


def hold_back(dream: RagNarok, seat: int, dice: Dice) -> None:  # rule: reserve.declare
    """Other Units in reserve, of those that are not yet deployed, by what everybody has seen."""
    steps = [step for row in dream.agenda for step in row]  # rule: ruling.hidden-information
    deploying = any(isinstance(step, NextDeployment) for step in steps)
    if not deploying or has_deployed(dream, seat):
        return
    kept = [u for u in dream.aside.reserve if owner(dream, u) != seat or dream.units[u].crowded]
    placing = [step.unit for step in steps if isinstance(step, (Form, Aim, Stand))]
    asked = dream.agenda[-1] == (NextDeployment(seat),)
    free = [
        unit
        for unit in dream.roster.of(seat)
        if unit not in placing and unit not in kept and is_waiting(dream, unit)
    ]
    scouts, held = scouting(dream.armies), list[int]()
    for unit in dice.shuffled(free):
        left = [other for other in free if other not in held and other not in scouts]
        able = not asked or unit in scouts or len(left) > 2  # whoever is asked has two to pick from
        if able and unit in may_be_held(dream, seat, held) and dice.roll(2):
            held.append(unit)
    dream.aside.reserve = tuple(sorted((*kept, *held)))


def lie_elsewhere(dream: RagNarok, seat: int, dice: Dice) -> None:
    """Other lairs for hidden Scouts: far from what stands, if there is such a place."""
    units = [unit for unit, *_ in lairs(dream, seat)]  # rule: ruling.hidden-information
    dream.aside.hidden = tuple(lair for lair in dream.aside.hidden if lair[0] not in units)
    for unit in units:  # rule: setup.scouts
        spot = somewhere(dream, unit, dice)
        dream.aside.hidden = tuple(sorted((*dream.aside.hidden, (unit, *spot))))
        dream.magic.councils = tuple(
            [_met_at(dream, council, unit, spot) for council in dream.magic.councils]
        )


def _met_at(dream: RagNarok, council: Council, unit: int, spot: Point) -> Council:
    """The same Council, as if hidden members had joined it from there."""
    crew = dream.units[unit].ranks  # rule: skill.scout-ritual
    pairs = zip(council.members, council.spots, strict=True)
    spots = tuple(spot if member in crew else was for member, was in pairs)
    return structs.replace(council, spots=spots)


def is_waiting(state: RagNarok, unit: int) -> bool:
    crew = state.units[unit].ranks
    waits = bool(crew) and state.fighters[crew[0]].fate == p.WAITING
    return waits and not squad(state, unit).summoned


def has_deployed(state: RagNarok, seat: int) -> bool:
    """Whether everybody has seen that a seat has nobody left to deploy: it was passed over."""
    # a Unit that found no room had its turn as well
    late = [owner(state, unit) for unit, one in enumerate(state.units) if one.crowded]
    out = [len(standing(state, other)) + late.count(other) for other in range(p.SEATS)]
    rival = 1 - seat
    turns = out[rival] + any(step.seat == rival for step in state.agenda[-1])
    return turns > out[seat] + (state.winner == seat)


def possible(state: RagNarok, unit: int) -> list[int]:
    """The Orders that may lie there face down, as far as everybody knows; at least two."""
    seat = owner(state, unit)
    if state.units[unit].met or (state.sides[seat].idle and not state.units[unit].done):
        return list(p.REACTIONS)
    known = useful_orders(state, unit)
    orders = {*known, *(() if lair_of(state, unit) else IN_MELEE)} - {state.units[unit].revealed}
    if _fire_is_over(state, seat):
        orders.discard(p.RAPID_FIRE)
    return sorted(orders)


def _fire_is_over(state: RagNarok, seat: int) -> bool:
    """Whether every Rapid Fire of a seat has been revealed."""
    to_come = any(step == RevealFire(seat) for row in state.agenda for step in row)
    return state.phase != p.STRATEGY and not to_come


def _can_act(dream: RagNarok, units: list[int], dice: Dice) -> None:
    """Whoever is asked to activate a Unit has one."""
    if not units or can_activate(dream, owner(dream, units[0])):
        return
    able = [unit for unit in units if not dream.units[unit].done and not dream.units[unit].met]
    if able:
        unit = able[dice.roll(len(able))]
        actions = [order for order in possible(dream, unit) if order in p.ACTIONS]
        _swap_in(dream, unit, actions[dice.roll(len(actions))])


def _can_choose(dream: RagNarok, units: list[int], dice: Dice) -> None:
    """Whoever is asked about Rapid Fire holds it, and another Order."""
    two = [
        u for u in units if len(dream.units[u].orders) > 1 and p.RAPID_FIRE in possible(dream, u)
    ]
    if two and not any(p.RAPID_FIRE in dream.units[unit].orders for unit in two):
        _swap_in(dream, two[dice.roll(len(two))], p.RAPID_FIRE)


def _swap_in(dream: RagNarok, unit: int, order: int) -> None:
    kept = dream.units[unit].orders[1:]
    dream.units[unit].orders = tuple(sorted((order, *kept)))
