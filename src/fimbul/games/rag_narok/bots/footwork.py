"""How a sergeant leads a Unit: where it turns, how far it goes, and how it gets out of a corner."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isqrt
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.lore import View, sights, stance
from fimbul.games.rag_narok.bots.partings import narrows, parting
from fimbul.games.rag_narok.bots.quarries import can_attack, safe
from fimbul.games.rag_narok.bots.stands import PACE, aim_of, amiss
from fimbul.games.rag_narok.ground.field import Way, block_of
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.geometry import Point, moved, squared, turn_between
from fimbul.games.rag_narok.measure.lengths import read_distance
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.movement import activation as act
from fimbul.games.rag_narok.rules.movement import marches
from fimbul.games.rag_narok.rules.movement.manoeuvres import LATERAL, LEFT, RIGHT, U_TURN
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import choose, step_of

Options = Sequence[str]
QUARTER = 60  # degrees off the front from which a quarter turn pays
LIKELY = 3  # turns that are looked at first
COARSE = {min(p.TURNS), 0, max(p.TURNS)}  # the Wheel that follows looks at all
TURNS = (act.CARRY_OUT, LEFT, RIGHT, U_TURN)


def announce(state: RagNarok, step: act.Announce, options: Options) -> str:
    """Turn to the enemy if he is far off the front, or aside if there is no way straight on.

    A charge that reaches nobody is cancelled if possible: it would end in disorder.
    """
    if step.order == p.CHARGE and act.CANCEL in options and not can_attack(state, step.unit):
        return act.CANCEL
    if parted := parting(state, step, options) or narrows(state, step, options):
        return parted
    degrees = off_front(state, step.unit)
    if abs(degrees) > 180 - QUARTER:
        return U_TURN
    if abs(degrees) > QUARTER:
        return LEFT if degrees > 0 else RIGHT
    if step.order not in (p.MARCH, p.RUN) or not is_blocked(state, step.unit):
        return act.CARRY_OUT
    return LATERAL if is_hemmed_in(state, step.unit) else way_out(state, step, options)


def off_front(state: RagNarok, unit: int) -> int:
    """The turn that would point a Unit at its enemy, or at the way round to it."""
    aim = aim_of(state, unit)
    if aim is None:
        return 0
    at = aim.road.block.at
    return turn_between(at[2], aim.road.way(at[:2])[1])


def is_blocked(state: RagNarok, unit: int) -> bool:
    """Whether a Unit cannot go straight on."""
    return distances(state, unit, state.units[unit].facing, PACE, Way())[-1] < PACE


def is_hemmed_in(state: RagNarok, unit: int) -> bool:
    """Whether a Unit has no room to turn."""
    return not marches.turn_options(state, unit)


def way_out(state: RagNarok, step: act.Announce, options: Options) -> str:
    """The turn after which a move brings it nearest to where it wants to stand."""
    best, least = act.CARRY_OUT, inf
    for thing in TURNS:
        if thing in options and (found := _amiss_after(state, step, thing, least)) < least:
            best, least = thing, found
    return best


def _amiss_after(state: RagNarok, step: act.Announce, turn: str, bar: float) -> float:
    """How much is amiss where a move can lead after that turn, if that is less than `bar`."""
    twin = state.clone()
    choose(twin, step.seat, turn)
    aim = aim_of(twin, step.unit)
    asked = step_of(twin, step.seat) if twin.open and twin.open[0].seat == step.seat else None
    if aim is None or not isinstance(asked, marches.Wheel | marches.Advance):
        return inf
    most = allowance(twin, step.unit, asked.order)
    wheels = asked.options(twin) if isinstance(asked, marches.Wheel) else ()
    turns = set(map(degrees_of, wheels)) & COARSE
    for degrees in sorted(turns | {0}):
        bar = min(bar, amiss(aim, step.unit, degrees, most, bar))
    return bar


def sideways(state: RagNarok, step: marches.Sideways, options: Options) -> str:
    """To the side with more room, preferably the enemy's."""
    unit, left = step.unit, off_front(state, step.unit) > 0

    def room(thing: str) -> tuple[int, bool]:
        side = 90 if thing == "button:left" else -90
        heading = (state.units[unit].facing + side) % 360
        return distances(state, unit, heading, 4 * CM, Way())[-1], left == (side > 0)

    return max(options, key=room)


def face(state: RagNarok, step: Any, options: Options) -> str:
    degrees = off_front(state, step.unit)
    return min(options, key=lambda thing: abs(degrees_of(thing) - degrees))


def degrees_of(thing: str) -> int:
    return int(thing.removeprefix("turn:"))


def wheel(state: RagNarok, step: marches.Wheel, options: Options) -> str:
    """Towards the place where the next charge or volley begins, but round what is in the way."""
    unit, aim = step.unit, aim_of(state, step.unit)
    if aim is None:
        return "turn:0"
    most = allowance(state, unit, step.order)
    degrees = turn_between(state.units[unit].facing, aim.road.way(aim.road.block.at[:2])[1])
    near = sorted(options, key=lambda thing: abs(degrees_of(thing) - degrees))
    best, least = near[0], inf
    for number, thing in enumerate(near):
        if number == LIKELY and least <= aim.hope(most):  # nothing is in the way
            break
        if (found := amiss(aim, unit, degrees_of(thing), most, least)) < least:
            best, least = thing, found
    return best


def advance(state: RagNarok, step: marches.Advance, options: Options) -> str:
    """As far as the next charge or volley needs."""
    aim = aim_of(state, step.unit)
    if aim is None:
        return options[-1]
    after = state.agenda[-2][0] if len(state.agenda) > 1 else None
    free = isinstance(after, marches.TurnAfter) and after.free
    heading, spare = state.units[step.unit].facing, max(p.TURNS) if free else 0
    return min(options, key=lambda thing: aim.miss(heading, read_distance(thing), spare))


def withdraw(state: RagNarok, step: marches.Withdraw, options: Options) -> str:
    """Back out of the enemies' reach, and no farther."""
    here, views = block_of(state, step.unit).at, sights(state, step.unit)
    back = step.heading(state)

    def lacks(thing: str) -> int:
        there = moved(here, back, read_distance(thing))[:2]
        gaps = [_after(state, view, here[:2], there) - safe(state, view.foe) for view in views]
        return -min(gaps, default=0)

    return next((thing for thing in options if lacks(thing) <= 0), options[-1])


def _after(state: RagNarok, view: View, here: Point, there: Point) -> int:
    """The gap to an enemy after a move."""
    foe = stance(state, view.foe).at[:2]
    return view.gap + isqrt(squared(there, foe)) - isqrt(squared(here, foe))
