"""What a sergeant would do without thinking: a sensible answer to every question, at once.

The commander plays battles on in this manner to see what comes of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Any, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.field import (
    Block,
    Formation,
    Way,
    block_at,
    block_of,
    distances,
    grounds_in,
    grounds_near,
    nearby,
    table,
)
from fimbul.games.rag_narok.geometry import (
    Place,
    Shape,
    around,
    base,
    bearing,
    bounds,
    clash,
    moved,
    squared,
    swept,
    travel,
    turn_between,
)
from fimbul.games.rag_narok.lore import STUBBORN, View, edge, sights
from fimbul.games.rag_narok.might import best_difficulty, volley
from fimbul.games.rag_narok.rules import activation as act
from fimbul.games.rag_narok.rules import blows, charge, combat, deploy, movement, orders, push
from fimbul.games.rag_narok.rules import shooting as fire
from fimbul.games.rag_narok.rules.assault import Assault
from fimbul.games.rag_narok.rules.duel import fighting
from fimbul.games.rag_narok.rules.moves import read_distance
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
from fimbul.games.rag_narok.tables import CM, Weapon
from fimbul.kernel import Decision

Options = Sequence[str]
QUARTER = 60  # degrees off the front from which a quarter turn pays
DETOUR = 15 * CM  # what scenery in the way is worth when a Unit is deployed
ELBOW = 16 * CM  # friends stand no closer
CROWD, ROOM = 10 * CM, 2 * CM  # what it is worth to have so much room around
ARC = 40  # degrees off the front at which an enemy is surely seen
DEGREE = CM // 5  # what one degree more is worth in distance
NEAREST, NEAR = 6 * CM, 12 * CM  # no nearer before a charge, and no nearer to shoot
HIDDEN = 6 * CM  # what scenery between a Unit and its enemy is worth
PACE = 2 * CM  # how finely moves are thought out
SOME = 0.2  # of a turn: nobody is quite out of reach
HASTE = 2  # the power by which fewer turns of melee count
LATER = 2  # turns to come that count for shooters
TIRED = 0.5  # what shots after a march are worth


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


def weapons(state: RagNarok, unit: int) -> list[Weapon]:
    cards = [fighter(state, member).card for member in state.ranks[unit]]
    return [card.weapon for card in cards if card.weapon is not None]


def has_guns(state: RagNarok, unit: int) -> bool:
    return bool(weapons(state, unit))


def form(state: RagNarok, step: deploy.Form, options: Options) -> str:
    """Shooters in one line, others two deep."""
    count = len(state.ranks[step.unit])
    files = count if has_guns(state, step.unit) else max(p.LEAST_FILES, (count + 1) // 2)
    shapes = [thing for thing in options if thing.startswith("shape:close")] or options
    return min(shapes, key=lambda thing: abs(deploy.read_shape(thing).files - files))


def stand(state: RagNarok, step: deploy.Stand, options: Options) -> str:
    """In front, opposite to enemies that stand already, rather where no scenery is in the way."""
    foes = standing(state, 1 - owner(state, step.unit))
    there = [middle(state, foe)[0] for foe in foes] or [table()[0] // 2]
    shape = Formation(step.files, step.spread)
    friends = [middle(state, unit)[0] for unit in standing(state, owner(state, step.unit))]

    def far(thing: str) -> tuple[bool, int]:
        at = deploy.read_spot(state, step, thing)
        block = block_at(state, step.unit, shape, at).shape
        ahead = swept(block, at[2], table()[1] // 2)
        blocked = any(clash(ahead, ground.shape) for ground in grounds_near(ahead))
        away = min(abs(at[0] - other) for other in there)
        close = any(abs(at[0] - other) < ELBOW for other in friends)
        return thing.endswith("back"), away + DETOUR * (blocked + close)

    return min(options, key=far)


# -- orders ----------------------------------------------------------------------------------


def quarry(state: RagNarok, unit: int) -> View | None:
    """The enemy that a Unit goes for: rather one that it soon meets than a better one far away."""
    mov, turns = card_mov(state, unit), p.SCENARIO.turns - state.turn + 1

    def worth(view: View) -> float:
        late = max(0, view.gap - 2 * mov) / (2 * mov) + (not view.ahead)
        return max(edge(state, unit, view.foe), STUBBORN) * max(SOME, turns - late) ** HASTE

    return max(sights(state, unit), key=worth, default=None)


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
    return (p.MARCH, p.ENGAGE) if state.shaken[unit] else (p.RUN, p.CHARGE)


def gun_orders(state: RagNarok, unit: int, view: View) -> tuple[int, ...]:
    """Shots now, or nearer to the enemy and better shots later."""
    left = min(LATER, p.SCENARIO.turns - state.turn)
    mov, gap = card_mov(state, unit), view.gap

    def shots(range_: int) -> float:
        return volley(state.armies, state.ranks[unit], state.ranks[view.foe], range_)

    worth = {
        p.RAPID_FIRE: shots(gap) * (left + view.ahead),
        p.MARCH: shots(max(NEAR, gap - mov)) * (left + TIRED),
        p.RUN: shots(max(NEAR, gap - 2 * mov)) * left,
    }
    if state.shaken[unit]:
        del worth[p.RUN]
    best = max(worth, key=worth.__getitem__)
    return (best,) if best == p.RAPID_FIRE else (best, p.RAPID_FIRE)


def can_engage(state: RagNarok, unit: int) -> bool:
    """Whether anybody could be engaged where all stand."""
    far = card_mov(state, unit) + CM
    near = [view.foe for view in sights(state, unit) if view.gap <= far]
    return any(can_reach(state, unit, foe, False) for foe in near)


def can_attack(state: RagNarok, unit: int) -> bool:
    """Whether a charge would reach anybody where all stand, perhaps after a quarter turn."""
    return bool(preys(state, unit)) or turn_to_charge(state, unit) != 0


def preys(state: RagNarok, unit: int) -> list[int]:
    """The enemies that a charge would reach where they stand."""
    far = 2 * card_mov(state, unit) + CM
    views = [view for view in sights(state, unit) if view.gap <= far]
    return [view.foe for view in views if can_charge(state, unit, view.foe)]


def turn_to_charge(state: RagNarok, unit: int) -> int:
    """The quarter turn after which somebody could be charged; 0: none."""
    far = 2 * card_mov(state, unit) + CM
    if not any(view.gap <= far for view in sights(state, unit)):
        return 0
    for degrees in (90, -90):
        if movement.can_quarter(state, unit, degrees):
            twin = state.clone()
            movement.quarter_turn(twin, unit, degrees)
            if preys(twin, unit):
                return degrees
    return 0


def can_charge(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether a charge would reach that enemy where it stands."""
    return can_reach(state, unit, foe, True) and unit_sees(state, unit, foe)


def can_reach(state: RagNarok, unit: int, foe: int, charging: bool) -> bool:
    return charge.reach(state, Assault(unit, foe, charging)) is not None


def give(state: RagNarok, step: orders.GiveOrders, options: Options) -> str:
    """One Order for every Unit, then another for those that may need to choose."""
    held = [unit for unit, _ in step.given]
    if step.unit < 0:
        idle = [unit_named(state, thing) for thing in options if thing.startswith("unit:")]
        able = [unit for unit in idle if held.count(unit) < len(best_orders(state, unit))]
        unit = min(able, key=held.count, default=-1)
        return orders.DONE if unit < 0 else state.roster.units[unit].id
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


def activate(state: RagNarok, step: act.Activate, options: Options) -> str:
    """Charges that reach somebody first; a Unit that has the choice goes on if none does."""
    found = orders.can_activate(state, step.seat)

    def rank(thing: str) -> int:
        unit, order = found.get(thing, (-1, -1))
        if order == p.CHARGE:
            return 0 if can_attack(state, unit) else 3
        if order == p.ENGAGE:
            return 1 if can_engage(state, unit) else 3
        return 2

    return min(options, key=rank)


def off_front(state: RagNarok, unit: int) -> int:
    """The turn that would point a Unit at its enemy."""
    view = quarry(state, unit)
    if view is None:
        return 0
    at = block_of(state, unit).at
    return turn_between(at[2], bearing(at[:2], middle(state, view.foe)))


def announce(state: RagNarok, step: act.Announce, options: Options) -> str:
    """Turn to the enemy if he is far off the front."""
    if step.order == p.CHARGE and not preys(state, step.unit):
        degrees = turn_to_charge(state, step.unit)
    else:
        degrees = off_front(state, step.unit) if step.order != p.CHARGE else 0
    if abs(degrees) > 180 - QUARTER:
        return act.U_TURN
    if step.order in (p.MARCH, p.RUN) and abs(degrees) <= QUARTER and is_stuck(state, step.unit):
        return act.LATERAL
    if abs(degrees) > QUARTER:
        return act.LEFT if degrees > 0 else act.RIGHT
    return act.CARRY_OUT


def is_stuck(state: RagNarok, unit: int) -> bool:
    """Whether it can neither go straight on nor turn."""
    ahead = distances(state, unit, state.facing[unit], PACE, Way())
    return ahead[-1] < PACE and not movement.turn_options(state, unit)


def sideways(state: RagNarok, step: movement.Sideways, options: Options) -> str:
    """To the side where there is more room, rather to that of the enemy."""
    unit, left = step.unit, off_front(state, step.unit) > 0

    def room(thing: str) -> tuple[int, bool]:
        side = 90 if thing == "button:left" else -90
        heading = (state.facing[unit] + side) % 360
        return distances(state, unit, heading, 4 * CM, Way())[-1], left == (side > 0)

    return max(options, key=room)


def face(state: RagNarok, step: Any, options: Options) -> str:
    degrees = off_front(state, step.unit)
    return min(options, key=lambda thing: abs(int(thing.removeprefix("turn:")) - degrees))


class Aim(NamedTuple):
    """Where a Unit wants to stand: so near to an enemy, before it, not among friends."""

    block: Block
    foe: Block
    crowd: tuple[Shape, ...]  # friends, rocks and walls
    far: int

    def miss(self, heading: int, distance: int, spare: int) -> int:
        """How much is amiss after a straight move, if it may still turn by `spare` degrees."""
        at = moved(self.block.at, heading, distance)
        there = self.foe.at[:2]
        gap = isqrt(squared(at[:2], there)) - _near(self.block, self.foe)
        towards = bearing(at[:2], there)
        off = abs(turn_between(heading, towards))
        lost = max(0, gap - self.far) + max(0, NEAREST - gap) + DEGREE * max(0, off - spare - ARC)
        lost += HIDDEN * self.is_barred((at[0], at[1], towards), gap)
        lost += CROWD * self.is_cramped((at[0], at[1], heading))
        return 10 * lost + max(0, gap) + off

    def is_barred(self, at: Place, gap: int) -> bool:
        """Whether scenery lies between a place and the enemy."""
        shape = base(at, self.block.extent)
        if gap <= 0 or not grounds_in(around(bounds(shape), bounds(self.foe.shape))):
            return False
        path = swept(shape, at[2], gap)
        return any(clash(path, ground.shape) for ground in grounds_near(path))

    def is_cramped(self, at: Place) -> bool:
        """Whether it would have no room to turn there."""
        wide, deep = self.block.extent
        shape = base(at, (wide + 2 * ROOM, deep + 2 * ROOM))
        return any(clash(shape, other) for other in self.crowd)


def _near(mine: Block, theirs: Block) -> int:
    return (min(mine.extent) + min(theirs.extent)) // 2


def aim_of(state: RagNarok, unit: int) -> Aim | None:
    """Shooters want short range, others to charge next turn."""
    view = quarry(state, unit)
    if view is None:
        return None
    guns = [weapon.short for weapon in weapons(state, unit)]
    far = max(guns) if guns else 2 * card_mov(state, unit)
    others = [other for other in standing(state, owner(state, unit)) if other != unit]
    crowd = [block_of(state, other).shape for other in others]
    crowd += [ground.shape for ground in p.FIRST_BLOOD if ground.kind != "wood"]
    return Aim(block_of(state, unit), block_of(state, view.foe), tuple(crowd), far - 2 * CM)


def wheel(state: RagNarok, step: movement.Wheel, options: Options) -> str:
    """Towards the place where the next charge or volley begins, but round what is in the way."""
    unit, aim = step.unit, aim_of(state, step.unit)
    if aim is None:
        return "turn:0"
    block, most = aim.block.shape, movement.allowance(state, unit, step.order)

    def amiss(thing: str) -> int:
        turn = int(thing.removeprefix("turn:"))
        heading = (state.facing[unit] + turn) % 360
        path = swept(block, heading, most)
        box = bounds(path)
        scenery = grounds_in(box)
        hard = [ground.shape for ground in scenery if ground.kind != "wood"]
        hard += [shape for _, shape in nearby(state, unit, box, 0)]
        free = travel(block, heading, hard, most)
        soft = any(g.kind == "wood" and clash(path, g.shape) for g in scenery)
        way = (most if free is None else max(0, free - p.CONTACT)) // (1 + soft)
        spare = 0 if turn else max(p.TURNS)
        return min(aim.miss(heading, far, spare) for far in range(0, way + 1, PACE))

    return min(options, key=amiss)


def advance(state: RagNarok, step: movement.Advance, options: Options) -> str:
    """As far as the next charge or volley wants it."""
    aim = aim_of(state, step.unit)
    if aim is None:
        return options[-1]
    after = state.agenda[-2][0] if len(state.agenda) > 1 else None
    free = isinstance(after, movement.TurnAfter) and after.free
    heading, spare = state.facing[step.unit], max(p.TURNS) if free else 0
    return min(options, key=lambda thing: aim.miss(heading, read_distance(thing), spare))


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
    orders.GiveOrders: give,
    act.WhoBegins: lambda state, step, options: f"seat:{step.seat}",
    act.Activate: activate,
    act.Announce: announce,
    movement.Wheel: wheel,
    movement.TurnAfter: face,
    movement.Advance: advance,
    movement.Sideways: sideways,
    movement.Sidestep: lambda state, step, options: options[-1],
    charge.Charge: prey,
    charge.Engage: prey,
    charge.Pursue: prey,
    fire.Volley: shoot_at,
    fire.RevealFire: keep_fire,
    combat.Split: split,
    combat.Strike: strike,
    blows.Suffer: cheapest,
    blows.Devastate: dearest,
    push.Push: press,
}
