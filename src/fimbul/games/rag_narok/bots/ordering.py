"""The Orders a sergeant gives: to whom first, which, and which is carried out when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.goals import goal, is_there
from fimbul.games.rag_narok.bots.lore import CHARGING, ROUNDS, View, edge, rounds_left, sights
from fimbul.games.rag_narok.bots.might import chance, fire_after, volley
from fimbul.games.rag_narok.bots.partings import is_too_wide
from fimbul.games.rag_narok.bots.quarries import (
    can_attack,
    can_engage,
    fire_at,
    is_wary,
    preys,
    quarry,
    safe,
    weapons,
)
from fimbul.games.rag_narok.ground.contact import foes_of, in_melee
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.charge import charges, withdraw
from fimbul.games.rag_narok.rules.command import grasp, orders
from fimbul.games.rag_narok.rules.machines.steam import is_irrepressible
from fimbul.games.rag_narok.rules.movement import activation as act
from fimbul.games.rag_narok.rules.shooting.rapid_fire import RevealFire
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    is_standing,
    standing,
    unit_named,
)

Options = Sequence[str]
Wanted = tuple[int, ...]  # Orders, the best first
AMBUSH = 2  # the turn from which Scouts come out
APPROACH = {p.RAPID_FIRE: 0, p.MARCH: 1, p.RUN: 2}  # Orders of shooters, in times MOV
LIKELY = 1 / 3  # the chance of getting out of a melee below which a Unit does not try
HASTE, GUNS, WALK, HOLD, LOCKED = 3.0, 2.0, 1.5, 0.5, 0.1  # how much an Order is worth, by AP
STRIDE = 8 * CM  # how much nearer than its middle a Unit's first rank may be
RITUAL_RANGE = 40 * CM


def ap_of(state: RagNarok, unit: int) -> int:
    return sum(fighter(state, member).ap for member in state.units[unit].ranks)


def has_guns(state: RagNarok, unit: int) -> bool:
    return bool(weapons(state, unit))


def has_ritual(state: RagNarok, unit: int) -> bool:
    """Whether somebody in a Unit can begin a Ritual: that takes time, and no running."""
    crew = [fighter(state, member) for member in state.units[unit].ranks]
    return any(extra in one.card.rituals for one in crew for extra in one.extras)


# -- which Orders ----------------------------------------------------------------------------


def best_orders(state: RagNarok, unit: int) -> Wanted:
    """What a Unit should do, and what else if the enemy has moved by then."""
    if in_melee(state, unit):
        return melee_orders(state, unit)
    view = quarry(state, unit)
    if view is None:
        return (p.IMMOBILE,)
    if goal(state, unit) is not None:
        return errand(state, unit)
    if has_guns(state, unit):
        return gun_orders(state, unit, view)
    if has_ritual(state, unit) and view.gap <= RITUAL_RANGE and not can_attack(state, unit):
        return p.IMMOBILE, p.COUNTER_CHARGE
    return blade_orders(state, unit)


def blade_orders(state: RagNarok, unit: int) -> Wanted:
    """At the enemy, or out of his reach."""
    shaken = state.units[unit].shaken
    if not shaken and can_attack(state, unit):
        return p.CHARGE, p.COUNTER_CHARGE if is_threatened(state, unit) else p.RUN
    if can_engage(state, unit):
        return p.ENGAGE, p.MARCH if shaken else p.CHARGE
    if is_wary(state, unit):
        if can_slip_away(state, unit):
            return p.RETREAT, p.COUNTER_CHARGE
        return p.COUNTER_CHARGE, p.IMMOBILE
    if shaken or is_too_wide(state, unit):
        return p.MARCH, p.ENGAGE
    return p.RUN, p.CHARGE


def errand(state: RagNarok, unit: int) -> Wanted:
    """To its place; whoever is there holds it, and closes up if he is charged."""
    shaken = bool(state.units[unit].shaken)
    if is_there(state, unit):
        guns = has_guns(state, unit) and not shaken
        still = p.RAPID_FIRE if guns and shoots_soon(state, unit) else p.IMMOBILE
        threat = is_threatened(state, unit)
        return (p.RECEIVE_CHARGE, still) if threat and not shaken else (still, p.RECEIVE_CHARGE)
    if shaken:
        return p.MARCH, p.ENGAGE
    if preys(state, unit) and can_attack(state, unit):
        return p.CHARGE, p.RUN
    return p.RUN, p.CHARGE


def shoots_soon(state: RagNarok, unit: int) -> bool:
    far = max(weapon.long for weapon in weapons(state, unit))
    return any(view.ahead and view.gap <= far for view in sights(state, unit))


def is_threatened(state: RagNarok, unit: int) -> bool:
    """Whether an enemy may charge it in this turn."""
    return any(
        view.gap < safe(state, view.foe) and not in_melee(state, view.foe)
        for view in sights(state, unit)
    )


def can_slip_away(state: RagNarok, unit: int) -> bool:
    """Whether a retreat leads out of the reach of whoever may come: else it is wasted."""
    back = (state.units[unit].facing + 180) % 360
    room = distances(state, unit, back, card_mov(state, unit), Way())[-1]
    near = [view for view in sights(state, unit) if view.gap < safe(state, view.foe)]
    return all(view.ahead and view.gap + room >= safe(state, view.foe) for view in near)


def is_hunted(state: RagNarok, unit: int) -> bool:
    """Whether an enemy may charge shooters who would lose more than they shoot."""
    mine = state.units[unit].ranks
    return any(
        view.gap < safe(state, view.foe)
        and not in_melee(state, view.foe)
        and edge(state, view.foe, unit)
        > volley(state.armies, mine, state.units[view.foe].ranks, view.gap)
        for view in sights(state, unit)
    )


def melee_orders(state: RagNarok, unit: int) -> Wanted:
    """Out of a melee that is lost, if possible; in any other, after those who flee."""
    if state.units[unit].shaken:
        return p.IMMOBILE, p.PURSUIT
    if pays_to_leave(state, unit):
        return p.DISENGAGE, p.PURSUIT
    return (p.PURSUIT,)


def pays_to_leave(state: RagNarok, unit: int) -> bool:
    """A Unit losing more than it takes leaves if it can then shoot, outrun them, or be saved."""
    foes = foes_of(state, unit)
    if sum(edge(state, unit, foe) for foe in foes) >= 0:
        return False
    quick = all(card_mov(state, unit) > card_mov(state, foe) for foe in foes)
    last = state.turn == state.terms.turns
    return (quick or last or has_guns(state, unit)) and max(odds(state, unit)) >= LIKELY


def odds(state: RagNarok, unit: int) -> tuple[float, float]:
    """The chances of getting out of a melee by dodging, and by force."""
    dodge, force = (
        chance(withdraw.difficulty(state, unit, way) - withdraw.vigour(state, unit, way))
        for way in (withdraw.DODGE, withdraw.FORCE)
    )
    return dodge, force


def break_away(state: RagNarok, step: withdraw.Disengage, options: Options) -> str:
    dodge, force = odds(state, step.unit)
    return withdraw.DODGE if dodge >= force else withdraw.FORCE


def gun_orders(state: RagNarok, unit: int, view: View) -> Wanted:
    """Shots now, or nearer to the enemy and better shots later.

    At first other shooters may come or not; whoever cannot shoot comes.
    """
    fire, gap = fire_at(state, unit, view.foe), view.gap // CM * CM
    if is_hunted(state, unit) and can_slip_away(state, unit):
        return p.RETREAT, p.RAPID_FIRE
    waits = state.turn <= 1 and has_guns(state, view.foe)
    cases = [fire, fire._replace(coming=0)] if waits else [fire]
    worth = {
        order: sum(fire_after(case, gap, paces) for case in cases)
        for order, paces in APPROACH.items()
    }
    if not view.ahead:
        worth[p.RAPID_FIRE] -= volley(state.armies, fire.mine, fire.theirs, gap)
    if state.units[unit].shaken or is_irrepressible(state, unit):  # what cannot stop does not run
        del worth[p.RUN]
    best = max(worth, key=worth.__getitem__)
    if not state.units[unit].shaken and rams(state, unit, worth[best] / len(cases)):
        return p.CHARGE, best
    return (best,) if best == p.RAPID_FIRE else (best, p.RAPID_FIRE)


def rams(state: RagNarok, unit: int, shots: float) -> bool:
    """Whether a charge of shooters brings more than all their shots."""
    rounds = min(ROUNDS, rounds_left(state))
    return any(
        edge(state, unit, foe, CHARGING) * rounds > shots and can_attack(state, unit)
        for foe in preys(state, unit)
    )


# -- to whom ---------------------------------------------------------------------------------


def urgency(state: RagNarok, unit: int) -> float:
    """What an Order is worth to a Unit: most if it charges; next to nothing in a melee."""
    ap = ap_of(state, unit)
    if in_melee(state, unit):
        return ap * (GUNS if p.DISENGAGE in melee_orders(state, unit) else LOCKED)
    if goal(state, unit) is not None:
        return p.STONE_HELD * (HOLD if is_there(state, unit) else HASTE)
    far = 2 * card_mov(state, unit) + STRIDE
    if any(view.ahead and view.gap <= far for view in sights(state, unit)):
        return HASTE * ap
    return (GUNS if has_guns(state, unit) else WALK) * ap


def give(state: RagNarok, step: orders.GiveOrders, options: Options) -> str:
    """One Order for every Unit, the neediest first; then another for those that may need a choice.

    Orders reach Units in such a way that this greed leaves out nobody who could be served.
    """
    held = [unit for unit, _ in step.given]
    if step.unit < 0:
        idle = [unit_named(state, thing) for thing in options if thing.startswith("unit:")]
        idle = [unit for unit in idle if is_standing(state, unit)]  # hidden Units wait
        idle.sort(key=lambda unit: (held.count(unit), -urgency(state, unit)))
        for unit in idle:
            if not held.count(unit) or held.count(unit) < len(best_orders(state, unit)):
                return state.roster.units[unit].id
        return orders.DONE
    wanted = best_orders(state, step.unit)
    more = wanted[min(held.count(step.unit), len(wanted) - 1)]
    return p.ORDER_IDS[more] if p.ORDER_IDS[more] in options else p.ORDER_IDS[p.MARCH]


def buy(state: RagNarok, step: grasp.BuyOrders, options: Options) -> str:
    """An Order for each Unit that would go without."""
    free = [unit for unit in standing(state, step.seat) if not in_melee(state, unit)]
    lacking = max(0, len(free) - len(order_sources(state, step.seat)))
    return options[min(lacking, len(options) - 1)]


def keep_fire(state: RagNarok, step: RevealFire, options: Options) -> str:
    """Rapid Fire, unless another Order is better by now."""
    unit = step.undecided(state)
    best = best_orders(state, unit)[0]
    wanted = best if best in state.units[unit].orders else p.RAPID_FIRE
    return options[state.units[unit].orders.index(wanted)]


# -- when ------------------------------------------------------------------------------------


def begin(state: RagNarok, step: act.WhoBegins, options: Options) -> str:
    """Whoever has somebody to charge begins; else the enemy: whoever moves later knows more."""
    mine = standing(state, step.seat)
    charging = any(
        p.CHARGE in state.units[unit].orders and can_attack(state, unit) for unit in mine
    )
    return f"seat:{step.seat if charging else 1 - step.seat}"


def activate(state: RagNarok, step: act.Activate, options: Options) -> str:
    """Charges that reach somebody first; a Unit that has the choice goes on if none does."""
    found = orders.can_activate(state, step.seat)

    def rank(thing: str) -> int:
        if thing.startswith("grasp:"):
            return 2
        if thing not in found:
            return 3 if thing.startswith("unit:") and state.turn >= AMBUSH else 4
        unit, order = found[thing]
        if order == p.CHARGE:
            return 0 if can_attack(state, unit) else 3
        if order == p.ENGAGE:
            return 1 if can_engage(state, unit) else 3
        return 2

    return min(options, key=rank)


def react(state: RagNarok, step: charges.React, options: Options) -> str:
    """Any reaction rather than none."""
    return options[0]


def prey(state: RagNarok, step: Any, options: Options) -> str:
    """The enemy against whom it gains most, if it is near."""
    mov = card_mov(state, step.unit)
    reached = preys(state, step.unit) if isinstance(step, charges.Charge) else ()

    def worth(view: View) -> tuple[bool, float]:
        gain = edge(state, step.unit, view.foe)
        return view.foe in reached, gain - max(0, view.gap - 2 * mov)

    views = {state.roster.units[view.foe].id: view for view in sights(state, step.unit)}
    units = [thing for thing in options if thing in views]
    return max(units, key=lambda thing: worth(views[thing]), default=options[0])
