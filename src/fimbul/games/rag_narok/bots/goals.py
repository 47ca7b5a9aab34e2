"""Places that a Unit is sent to rather than at an enemy: a stone, and at the end their strip."""

from __future__ import annotations

from math import ceil, isqrt

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED, STONES
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import Block
from fimbul.games.rag_narok.measure.geometry import centre, squared
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.aims import is_in_strip, is_near, stones
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    is_routed,
    middle,
    owner,
    standing,
)

STONE = (4 * CM, 4 * CM)  # how large a stone is
POINT = (0, 0)
CLOSE = 4 * CM  # how near a Unit comes to its place
SPARE = 1  # spare turns for the way to their strip: whoever starts later may come too late
FINALE = 3  # turns before the end in which Units leave for their strip


def goal(state: RagNarok, unit: int) -> Block | None:
    """The place that a Unit is sent to; None: it goes for the enemy."""
    if state.scenario == STONES:
        return stone_of(state, unit)
    return strip_of(state, unit) if state.scenario == PITCHED else None


def is_there(state: RagNarok, unit: int) -> bool:
    """Whether a Unit stands where it scores."""
    if state.scenario == STONES:
        return any(is_near(state, unit, stone) for stone in stones(state))
    return state.scenario == PITCHED and is_in_strip(state, unit, 1 - owner(state, unit))


def moves_left(state: RagNarok, unit: int) -> int:
    """How often a Unit can still be moved."""
    now = state.phase <= p.MOVEMENT and not state.units[unit].done
    return state.terms.turns - state.turn + now


def turns_to(state: RagNarok, unit: int, far: int) -> int:
    """How many turns a Unit must run to come that far."""
    return ceil(max(0, far) / max(1, 2 * card_mov(state, unit)))


# -- the three stones -------------------------------------------------------------------------


def stone_of(state: RagNarok, unit: int) -> Block | None:
    """Each stone gets the Unit that is there first; of equally quick ones, the cheapest."""
    free = [one for one in standing(state, owner(state, unit)) if can_hold(state, one)]
    for stone in stones(state):
        spot = centre(stone.shape)

        def merit(one: int, spot: tuple[int, int] = spot) -> tuple[int, int]:
            far = isqrt(squared(middle(state, one), spot))
            cost = sum(fighter(state, member).ap for member in state.units[one].ranks)
            return turns_to(state, one, far - 2 * CLOSE), cost

        first = min(free, key=merit, default=-1)
        if first == unit:
            return Block((*spot, 0), STONE)
        free = [one for one in free if one != first]
    return None


def can_hold(state: RagNarok, unit: int) -> bool:
    """Whether it can hold a place: on its own feet, not in a melee, and not in Rout."""
    aloft = state.units[unit].altitude or state.units[unit].aboard >= 0
    return not aloft and not is_routed(state, unit) and not in_melee(state, unit)


# -- their strip ------------------------------------------------------------------------------


def strip_of(state: RagNarok, unit: int) -> Block | None:
    """A place in the enemy's strip, when there is just enough time to get there."""
    left = moves_left(state, unit)
    if left > FINALE or is_routed(state, unit) or in_melee(state, unit):
        return None
    (x, y), deep = middle(state, unit), state.terms.table[1]
    up = owner(state, unit) == state.south
    line = deep - state.terms.deployment if up else state.terms.deployment
    needed = turns_to(state, unit, line - y if up else y - line)
    if not needed <= left <= needed + SPARE:
        return None
    half = state.terms.deployment // 2
    return Block((x, deep - half if up else half, 0), POINT)
