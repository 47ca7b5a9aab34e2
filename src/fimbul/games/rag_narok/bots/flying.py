"""How a sergeant leads Units through the air: up, to where the next dive begins, and down."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.goals import goal
from fimbul.games.rag_narok.bots.lore import stance
from fimbul.games.rag_narok.bots.quarries import quarry
from fimbul.games.rag_narok.ground.air import token_of
from fimbul.games.rag_narok.measure.geometry import Point, bearing, moved, squared, turn_between
from fimbul.games.rag_narok.measure.lengths import read_distance
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.flight import airborne
from fimbul.games.rag_narok.state import RagNarok

Options = Sequence[str]
POUNCE = 14 * CM  # a dive begins this far from the middle of an enemy
SHORTEST_FLIGHT = 3 * CM  # nobody flies less than this


def target(state: RagNarok, unit: int) -> tuple[Point, int] | None:
    """Where a flyer wants to be, and how far from there; None: it has nowhere to go."""
    if (place := goal(state, unit)) is not None:
        return place.at[:2], 0
    view = quarry(state, unit)
    return None if view is None else (stance(state, view.foe).at[:2], POUNCE)


def level(state: RagNarok, step: airborne.ChooseLevel, options: Options) -> str:
    """A Unit that cannot charge takes off to dive next turn; one sent to a place lands there."""
    aloft, place = state.units[step.unit].altitude, goal(state, step.unit)
    if place is None:
        wanted = airborne.UP if aloft < p.LOW else airborne.STAY
    else:
        most = airborne.air_allowance(state, step.unit, step.order, -1)
        far = isqrt(squared(token_of(state, step.unit), place.at[:2]))
        there = airborne.DOWN if far <= most else airborne.STAY
        wanted = there if aloft else airborne.STAY if far <= most // 2 else airborne.UP
    if aloft == p.HIGH:
        wanted = airborne.DOWN
    return wanted if wanted in options else airborne.STAY


def soar(state: RagNarok, step: airborne.Soar, options: Options) -> str:
    """Towards the enemy, or away from one who is too near below."""
    found, here = target(state, step.unit), token_of(state, step.unit)
    turns = [thing for thing in options if thing.startswith("turn:")]
    if found is None or not turns:
        return options[0]
    spot, wanted = found
    if airborne.HOVER in options and abs(isqrt(squared(here, spot)) - wanted) < SHORTEST_FLIGHT:
        return airborne.HOVER
    off = turn_between(state.units[step.unit].facing, bearing(here, spot))
    return min(turns, key=lambda thing: abs(turn_between(degrees_of(thing), off)))


def glide(state: RagNarok, step: airborne.Glide, options: Options) -> str:
    """As far as the next dive needs."""
    found, here = target(state, step.unit), token_of(state, step.unit)
    if found is None:
        return options[0]
    spot, wanted = found

    def amiss(thing: str) -> int:
        x, y, _ = moved((*here, 0), state.units[step.unit].facing, read_distance(thing))
        return abs(isqrt(squared((x, y), spot)) - wanted)

    return min(options, key=amiss)


def look(state: RagNarok, step: airborne.Face, options: Options) -> str:
    """Face the enemy."""
    view = quarry(state, step.unit)
    if view is None:
        return options[0]
    there = bearing(token_of(state, step.unit), stance(state, view.foe).at[:2])
    off = turn_between(state.units[step.unit].facing, there)
    return min(options, key=lambda thing: abs(turn_between(degrees_of(thing), off)))


def degrees_of(thing: str) -> int:
    return int(thing.removeprefix("turn:"))
