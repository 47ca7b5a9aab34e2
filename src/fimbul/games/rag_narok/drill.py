"""What a sergeant would do without thinking: a sensible answer to every question, at once.

The commander plays battles on in this manner to see what comes of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.field import (
    Formation,
    block_at,
    grounds_near,
)
from fimbul.games.rag_narok.footwork import (
    advance,
    face,
    is_blocked,
    is_hemmed_in,
    off_front,
    sideways,
    way_out,
    wheel,
    withdraw,
)
from fimbul.games.rag_narok.geometry import (
    clash,
    squared,
    swept,
)
from fimbul.games.rag_narok.lore import View, edge, sights
from fimbul.games.rag_narok.might import best_difficulty, fire_after, mark, shot_at, volley
from fimbul.games.rag_narok.quarries import (
    can_attack,
    can_engage,
    fire_at,
    is_wary,
    preys,
    quarry,
    weapons,
)
from fimbul.games.rag_narok.rules import activation as act
from fimbul.games.rag_narok.rules import (
    blows,
    casting,
    charge,
    combat,
    deploy,
    divination,
    incantation,
    movement,
    orders,
    push,
    reserves,
    scouts,
)
from fimbul.games.rag_narok.rules import shooting as fire
from fimbul.games.rag_narok.rules.duel import fighting
from fimbul.games.rag_narok.rules.manoeuvres import LATERAL, LEFT, RIGHT, U_TURN
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    group,
    is_standing,
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
DETOUR, LONG = 15 * CM, 40 * CM  # what scenery in the way is worth when a Unit is deployed
ELBOW = 16 * CM  # friends stand no closer
SLOW = 10 * CM  # a lower MOV is slow
AMBUSH = 2  # the turn from which Scouts come out
BOLD = 0.8  # of all dice attack, at least; all, if nothing comes back
APPROACH = {p.RAPID_FIRE: 0, p.MARCH: 1, p.RUN: 2}  # Orders of shooters, in times MOV


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
    return bool(weapons(state, unit))


def is_slow(state: RagNarok, unit: int) -> bool:
    return card_mov(state, unit) < SLOW


def form(state: RagNarok, step: deploy.Form, options: Options) -> str:
    """Shooters in one loose line, which few can charge at once, others close and two deep.

    Who is slow stands narrow and so passes everywhere.
    """
    files, wanted = len(state.ranks[step.unit]), "shape:dispersed"
    if not has_guns(state, step.unit):
        wanted, deep = "shape:close", max(p.LEAST_FILES, (files + 1) // 2)
        files = p.LEAST_FILES if is_slow(state, step.unit) else deep
    shapes = [thing for thing in options if thing.startswith(wanted)] or options
    return min(shapes, key=lambda thing: abs(deploy.read_shape(thing).files - files))


def stand(state: RagNarok, step: deploy.Stand, options: Options) -> str:
    """In front, opposite to enemies that stand already, rather where no scenery is in the way.

    Who is slow has no time to go round it.
    """
    foes = standing(state, 1 - owner(state, step.unit))
    there = [middle(state, foe)[0] for foe in foes] or [state.terms.table[0] // 2]
    shape = Formation(step.files, step.spread)
    friends = [middle(state, unit)[0] for unit in standing(state, owner(state, step.unit))]
    detour = LONG if is_slow(state, step.unit) else DETOUR

    def far(thing: str) -> tuple[bool, int]:
        at = deploy.read_spot(state, step, thing)
        block = block_at(state, step.unit, shape, at).shape
        ahead = swept(block, at[2], state.terms.table[1] // 2)
        blocked = any(clash(ahead, ground.shape) for ground in grounds_near(state, ahead))
        away = min(abs(at[0] - other) for other in there)
        close = any(abs(at[0] - other) < ELBOW for other in friends)
        return thing.endswith("back"), away + detour * blocked + DETOUR * close

    return min(options, key=far)


def come_in(state: RagNarok, step: reserves.Enter, options: Options) -> str:
    """As near to an enemy as may be."""
    there = [middle(state, foe) for foe in standing(state, 1 - step.seat)]

    def far(thing: str) -> int:
        here = reserves.read_entry(state, step, thing)[:2]
        return min((squared(here, other) for other in there), default=0)

    return min(options, key=far)


# -- orders ----------------------------------------------------------------------------------


def best_orders(state: RagNarok, unit: int) -> tuple[int, ...]:
    """What a Unit should do, and what else if the enemy has moved by then."""
    view = quarry(state, unit)
    if view is None:
        return (p.IMMOBILE,)
    if in_melee(state, unit):
        return (p.PURSUIT, p.IMMOBILE)
    if has_guns(state, unit):
        return gun_orders(state, unit, view)
    if not state.shaken[unit] and can_attack(state, unit):
        return p.CHARGE, p.RUN
    if can_engage(state, unit):
        return p.ENGAGE, p.MARCH if state.shaken[unit] else p.CHARGE
    if is_wary(state, unit):
        return (p.RETREAT, p.ENGAGE if state.shaken[unit] else p.CHARGE)
    return (p.MARCH, p.ENGAGE) if state.shaken[unit] else (p.RUN, p.CHARGE)


def gun_orders(state: RagNarok, unit: int, view: View) -> tuple[int, ...]:
    """Shots now, or nearer to the enemy and better shots later; at first he may come or not."""
    fire, gap = fire_at(state, unit, view.foe), view.gap // CM * CM
    cases = [fire, fire._replace(coming=0)] if state.turn <= 1 else [fire]
    worth = {
        order: sum(fire_after(case, gap, paces) for case in cases)
        for order, paces in APPROACH.items()
    }
    if not view.ahead:
        worth[p.RAPID_FIRE] -= volley(state.armies, fire.mine, fire.theirs, gap)
    if state.shaken[unit]:
        del worth[p.RUN]
    best = max(worth, key=worth.__getitem__)
    return (best,) if best == p.RAPID_FIRE else (best, p.RAPID_FIRE)


def give(state: RagNarok, step: orders.GiveOrders, options: Options) -> str:
    """One Order for every Unit, then another for those that may need to choose."""
    held = [unit for unit, _ in step.given]
    if step.unit < 0:
        idle = [unit_named(state, thing) for thing in options if thing.startswith("unit:")]
        idle = [unit for unit in idle if is_standing(state, unit)]  # who hides, waits
        idle.sort(key=held.count)
        for unit in idle:
            if not held.count(unit) or held.count(unit) < len(best_orders(state, unit)):
                return state.roster.units[unit].id
        return orders.DONE
    wanted = best_orders(state, step.unit)
    more = wanted[min(held.count(step.unit), len(wanted) - 1)]
    return p.ORDER_IDS[more] if p.ORDER_IDS[more] in options else p.ORDER_IDS[p.MARCH]


def keep_fire(state: RagNarok, step: fire.RevealFire, options: Options) -> str:
    """Rapid Fire, unless another Order is better by now."""
    unit = step.undecided(state)
    best = best_orders(state, unit)[0]
    wanted = best if best in state.orders[unit] else p.RAPID_FIRE
    return options[state.orders[unit].index(wanted)]


# -- movement --------------------------------------------------------------------------------


def after_you(state: RagNarok, step: act.WhoBegins, options: Options) -> str:
    """The enemy moves first: who moves later knows more."""
    return f"seat:{1 - step.seat}"


def activate(state: RagNarok, step: act.Activate, options: Options) -> str:
    """Charges that reach somebody first; a Unit that has the choice goes on if none does."""
    found = orders.can_activate(state, step.seat)

    def rank(thing: str) -> int:
        if thing not in found:
            return 3 if thing.startswith("unit:") and state.turn >= AMBUSH else 4
        unit, order = found[thing]
        if order == p.CHARGE:
            return 0 if can_attack(state, unit) else 3
        if order == p.ENGAGE:
            return 1 if can_engage(state, unit) else 3
        return 2

    return min(options, key=rank)


def announce(state: RagNarok, step: act.Announce, options: Options) -> str:
    """Turn to the enemy if he is far off the front, or aside where nothing leads straight on."""
    degrees = off_front(state, step.unit)
    if abs(degrees) > 180 - QUARTER:
        return U_TURN
    if abs(degrees) > QUARTER:
        return LEFT if degrees > 0 else RIGHT
    if step.order not in (p.MARCH, p.RUN) or not is_blocked(state, step.unit):
        return act.CARRY_OUT
    return LATERAL if is_hemmed_in(state, step.unit) else way_out(state, step, options)


def prey(state: RagNarok, step: Any, options: Options) -> str:
    """The enemy against whom it gains most, if it is near."""
    mov = card_mov(state, step.unit)

    reached = preys(state, step.unit) if isinstance(step, charge.Charge) else ()

    def worth(view: View) -> tuple[bool, float]:
        gain = edge(state, step.unit, view.foe)
        return view.foe in reached, gain - max(0, view.gap - 2 * mov)

    views = {state.roster.units[view.foe].id: view for view in sights(state, step.unit)}
    units = [thing for thing in options if thing in views]
    return max(units, key=lambda thing: worth(views[thing]), default=options[0])


# -- shooting --------------------------------------------------------------------------------


def shoot_at(state: RagNarok, step: fire.Volley, options: Options) -> str:
    """Where most harm is done by those who see it; who sees nobody turns to the enemy."""
    units = [thing for thing in options if thing.startswith("unit:")]
    if not units:
        degrees = off_front(state, step.unit)
        turn = f"turn:{90 if degrees > 0 else -90}"
        return turn if abs(degrees) > QUARTER and turn in options else fire.HOLD
    return max(units, key=lambda thing: likely_hits(state, step.unit, unit_named(state, thing)))


def likely_hits(state: RagNarok, unit: int, foe: int) -> float:
    """The AP that the shooters of a Unit take from another as they stand."""
    target, found = mark(state.armies, state.ranks[foe]), fire.shots(state, unit, foe)
    return sum(shot_at(fighter(state, one.shooter), target, one.difficulty) for one in found)


# -- spells and miracles ----------------------------------------------------------------------


def dearest(state: RagNarok, step: Any, options: Options) -> str:
    """Who is worth most: there a blow, a spell or a miracle does most."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    for unit, crew in enumerate(state.ranks):
        ap[state.roster.units[unit].id] = sum(fighter(state, member).ap for member in crew)
    return max(options, key=lambda thing: ap.get(thing, 0))


def rather_than_not(state: RagNarok, step: Any, options: Options) -> str:
    """The first thing that can be done, where doing nothing comes before it."""
    return options[1]


# -- melee -----------------------------------------------------------------------------------


def split(state: RagNarok, step: combat.Split, options: Options) -> str:
    """Three dice of five attack; all, if nothing comes back."""
    now = fighting(state)
    dice = now.dice[step.seat]
    back = now.dice[1 - step.seat] and not is_placed_in_defence(state, 1 - step.seat)
    attack = ceil(BOLD * dice) if back else dice
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


def press(state: RagNarok, step: push.Push, options: Options) -> str:
    """Press on, or form up again when nobody is left to fight."""
    if push.PUSH in options and push.rivals(state, step.unit):
        return push.PUSH
    return push.STAY if in_melee(state, step.unit) else push.REGROUP


HABITS: dict[type, Callable[[RagNarok, Any, Options], str]] = {
    deploy.Form: form,
    deploy.Aim: lambda state, step, options: "turn:0",
    deploy.Stand: stand,
    scouts.Lurk: lambda state, step, options: options[-1],
    reserves.ShapeUp: form,
    reserves.Enter: come_in,
    orders.GiveOrders: give,
    act.WhoBegins: after_you,
    act.Activate: activate,
    act.Announce: announce,
    movement.Wheel: wheel,
    movement.TurnAfter: face,
    movement.Advance: advance,
    movement.Withdraw: withdraw,
    movement.Sideways: sideways,
    movement.Sidestep: lambda state, step, options: options[-1],
    charge.Charge: prey,
    charge.Engage: prey,
    charge.Pursue: prey,
    fire.Volley: shoot_at,
    fire.RevealFire: keep_fire,
    incantation.AimSpell: dearest,
    casting.CounterSpell: rather_than_not,
    divination.Pray: rather_than_not,
    divination.AimMiracle: dearest,
    divination.StakeFaith: lambda state, step, options: options[-1],
    combat.Split: split,
    combat.Strike: strike,
    blows.Suffer: cheapest,
    blows.Devastate: dearest,
    push.Push: press,
}
