"""What a sergeant would do without thinking: a sensible answer to every question, at once.

The commander plays battles on in this manner to see what comes of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.field import (
    Formation,
    block_at,
    block_of,
    grounds_in,
    grounds_near,
    nearby,
)
from fimbul.games.rag_narok.geometry import (
    DIRECTIONS,
    bearing,
    bounds,
    clash,
    squared,
    swept,
    travel,
    turn_between,
)
from fimbul.games.rag_narok.lore import View, approach, edge, sights
from fimbul.games.rag_narok.might import best_difficulty, volley
from fimbul.games.rag_narok.rules import activation as act
from fimbul.games.rag_narok.rules import (
    blows,
    charge,
    combat,
    deploy,
    movement,
    orders,
    push,
    reserves,
)
from fimbul.games.rag_narok.rules import shooting as fire
from fimbul.games.rag_narok.rules.assault import Assault
from fimbul.games.rag_narok.rules.duel import fighting
from fimbul.games.rag_narok.sight import unit_sees
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    group,
    middle,
    owner,
    standing,
    step_of,
    unit_named,
)
from fimbul.games.rag_narok.tables import CM
from fimbul.kernel import Decision

Options = Sequence[str]
QUARTER = 60  # degrees off the front from which a quarter turn pays


def answer(state: RagNarok, decision: Decision) -> str:
    """The option a sergeant takes; where he has no habit, the first."""
    options = decision.options
    if len(options) == 1:
        return options[0]
    step = step_of(state, decision.seat)
    habit = HABITS.get(type(step))
    wanted = habit(state, step, options) if habit else options[0]
    return wanted if wanted in options else options[0]


# -- deployment ------------------------------------------------------------------------------


def has_guns(state: RagNarok, unit: int) -> bool:
    return any(fighter(state, member).card.weapon is not None for member in state.ranks[unit])


def form(state: RagNarok, step: deploy.Form, options: Options) -> str:
    """Shooters in one line, others two deep."""
    count = len(state.ranks[step.unit])
    files = count if has_guns(state, step.unit) else max(p.LEAST_FILES, (count + 1) // 2)
    shapes = [thing for thing in options if thing.startswith("shape:close")] or options
    return min(shapes, key=lambda thing: abs(deploy.read_shape(thing).files - files))


def stand(state: RagNarok, step: deploy.Stand, options: Options) -> str:
    """In front, where no scenery is in the way, opposite to enemies that stand already."""
    foes = standing(state, 1 - owner(state, step.unit))
    there = [middle(state, foe)[0] for foe in foes] or [state.terms.table[0] // 2]
    shape = Formation(step.files, step.spread)

    def far(thing: str) -> tuple[bool, bool, int]:
        at = deploy.read_spot(state, step, thing)
        block = block_at(state, step.unit, shape, at).shape
        ahead = swept(block, at[2], state.terms.table[1] // 2)
        blocked = any(clash(ahead, ground.shape) for ground in grounds_near(state, ahead))
        return thing.endswith("back"), blocked, min(abs(at[0] - other) for other in there)

    return min(options, key=far)


def come_in(state: RagNarok, step: reserves.Enter, options: Options) -> str:
    """As near to an enemy as may be."""
    there = [middle(state, foe) for foe in standing(state, 1 - step.seat)]

    def far(thing: str) -> int:
        here = reserves.read_entry(state, step, thing)[:2]
        return min((squared(here, other) for other in there), default=0)

    return min(options, key=far)


# -- orders ----------------------------------------------------------------------------------


def quarry(state: RagNarok, unit: int) -> View | None:
    """The enemy that a Unit goes for."""
    views = sights(state, unit)
    return max(views, key=lambda view: approach(state, unit, view), default=None)


def best_order(state: RagNarok, unit: int) -> int:
    view = quarry(state, unit)
    if view is None:
        return p.IMMOBILE
    if in_melee(state, unit):
        return p.PURSUIT
    if has_guns(state, unit):
        shot = volley(state.armies, state.ranks[unit], state.ranks[view.foe], view.gap)
        return p.RAPID_FIRE if shot and view.ahead else p.MARCH
    mov = card_mov(state, unit)
    if not state.shaken[unit] and view.gap <= 2 * mov + CM and can_charge(state, unit, view.foe):
        return p.CHARGE
    if view.gap <= mov + CM and can_reach(state, unit, view.foe, False):
        return p.ENGAGE
    return p.MARCH if state.shaken[unit] else p.RUN


def can_charge(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether a charge would reach that enemy where it stands."""
    return can_reach(state, unit, foe, True) and unit_sees(state, unit, foe)


def can_reach(state: RagNarok, unit: int, foe: int, charging: bool) -> bool:
    return charge.reach(state, Assault(unit, foe, charging)) is not None


def give(state: RagNarok, step: orders.GiveOrders, options: Options) -> str:
    """One Order for every Unit; what is left over are reactions."""
    if step.unit < 0:
        held = [unit for unit, _ in step.given]
        idle = [thing for thing in options if thing.startswith("unit:")]
        return next((thing for thing in idle if unit_named(state, thing) not in held), orders.DONE)
    wanted = p.ORDER_IDS[best_order(state, step.unit)]
    return wanted if wanted in options else p.ORDER_IDS[p.MARCH]


# -- movement --------------------------------------------------------------------------------


def activate(state: RagNarok, step: act.Activate, options: Options) -> str:
    """Charges first, then other Orders, then whatever else may be done in this phase."""
    found = orders.can_activate(state, step.seat)
    eager = (p.CHARGE, p.ENGAGE, p.PURSUIT)

    def late(thing: str) -> int:
        return int(found[thing][1] not in eager) if thing in found else 2

    return min(options, key=late)


def off_front(state: RagNarok, unit: int) -> int:
    """The turn that would point a Unit at its enemy."""
    view = quarry(state, unit)
    if view is None:
        return 0
    at = block_of(state, unit).at
    return turn_between(at[2], bearing(at[:2], middle(state, view.foe)))


def announce(state: RagNarok, step: act.Announce, options: Options) -> str:
    """Turn to the enemy if he is far off the front."""
    degrees = off_front(state, step.unit)
    if abs(degrees) > 180 - QUARTER:
        return act.U_TURN
    if abs(degrees) > QUARTER:
        return act.LEFT if degrees > 0 else act.RIGHT
    return act.CARRY_OUT


def face(state: RagNarok, step: Any, options: Options) -> str:
    degrees = off_front(state, step.unit)
    return min(options, key=lambda thing: abs(int(thing.removeprefix("turn:")) - degrees))


def wheel(state: RagNarok, step: movement.Wheel, options: Options) -> str:
    """Towards the enemy, but round what is in the way."""
    unit, degrees = step.unit, off_front(state, step.unit)
    block, far = block_of(state, unit).shape, 2 * card_mov(state, unit)

    def progress(thing: str) -> tuple[bool, int]:
        turn = int(thing.removeprefix("turn:"))
        heading = (state.facing[unit] + turn) % 360
        path = swept(block, heading, far)
        box = bounds(path)
        scenery = grounds_in(state, box)
        hard = [ground.shape for ground in scenery if ground.kind in p.SOLID]
        hard += [shape for seat, shape in nearby(state, unit, box, 0) if seat == step.seat]
        free = travel(block, heading, hard, far)
        soft = any(g.kind in p.ROUGH and clash(path, g.shape) for g in scenery)
        way = (far if free is None else free) // (1 + soft)
        return free is None and not soft, way * DIRECTIONS[(turn - degrees) % 360][0]

    return max(options, key=progress)


def prey(state: RagNarok, step: Any, options: Options) -> str:
    """The enemy against whom it gains most, if it is near."""
    mov = card_mov(state, step.unit)

    def worth(view: View) -> float:
        return edge(state, step.unit, view.foe) - max(0, view.gap - 2 * mov)

    views = {state.roster.units[view.foe].id: view for view in sights(state, step.unit)}
    units = [thing for thing in options if thing in views]
    return max(units, key=lambda thing: worth(views[thing]), default=options[0])


# -- shooting --------------------------------------------------------------------------------


def shoot_at(state: RagNarok, step: fire.Volley, options: Options) -> str:
    gaps = {state.roster.units[view.foe].id: view for view in sights(state, step.unit)}
    units = [thing for thing in options if thing in gaps]

    def hits(thing: str) -> float:
        view = gaps[thing]
        return volley(state.armies, state.ranks[step.unit], state.ranks[view.foe], view.gap)

    return max(units, key=hits, default=fire.HOLD)


# -- melee -----------------------------------------------------------------------------------


def split(state: RagNarok, step: combat.Split, options: Options) -> str:
    """Three dice of five attack; all, if nothing comes back."""
    now = fighting(state)
    dice = now.dice[step.seat]
    back = now.dice[1 - step.seat] and not is_placed_in_defence(state, 1 - step.seat)
    attack = (3 * dice + 4) // 5 if back else dice
    return f"split:{attack}-{dice - attack}"


def is_placed_in_defence(state: RagNarok, seat: int) -> bool:
    """Whether a side has already placed its dice, all of them in defence."""
    now = fighting(state)
    return bool(now.defence[seat]) and not now.attack[seat]


def strike(state: RagNarok, step: combat.Strike, options: Options) -> str:
    """The difficulty at which most harm is done, by the dice that are left to parry."""
    now = fighting(state)
    attacks, parries = now.attack[step.seat], now.defence[1 - step.seat]
    mine, theirs = (group(state, number).card for number in (step.mine(state), step.theirs(state)))
    lowest = int(options[0].removeprefix("difficulty:"))
    more = best_difficulty(mine, theirs, min(1.0, parries / max(1, attacks)))
    return f"difficulty:{lowest + more - 1}"


def cheapest(state: RagNarok, step: blows.Suffer, options: Options) -> str:
    """Who costs least takes the blow."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    return min(options, key=lambda thing: ap[thing])


def dearest(state: RagNarok, step: blows.Devastate, options: Options) -> str:
    ap = {one.id: one.ap for one in state.roster.fighters}
    return max(options, key=lambda thing: ap[thing])


def press(state: RagNarok, step: push.Push, options: Options) -> str:
    """Press on, or form up again when nobody is left to fight."""
    if push.PUSH in options:
        return push.PUSH
    return push.STAY if in_melee(state, step.unit) else push.REGROUP


HABITS: dict[type, Callable[[RagNarok, Any, Options], str]] = {
    deploy.Form: form,
    deploy.Aim: lambda state, step, options: "turn:0",
    deploy.Stand: stand,
    reserves.ShapeUp: form,
    reserves.Enter: come_in,
    orders.GiveOrders: give,
    act.WhoBegins: lambda state, step, options: f"seat:{step.seat}",
    act.Activate: activate,
    act.Announce: announce,
    movement.Wheel: wheel,
    movement.TurnAfter: face,
    movement.Advance: lambda state, step, options: options[-1],
    charge.Charge: prey,
    charge.Engage: prey,
    charge.Pursue: prey,
    fire.Volley: shoot_at,
    combat.Split: split,
    combat.Strike: strike,
    blows.Suffer: cheapest,
    blows.Devastate: dearest,
    push.Push: press,
}
