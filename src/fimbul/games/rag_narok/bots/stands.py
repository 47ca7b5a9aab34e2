"""Where a Unit wants to stand at the end of its move.

Where the next charge or volley begins: within reach, the enemy before it, no scenery in between,
and room around it, as a Unit that is hemmed in cannot move or turn.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.goals import CLOSE, goal
from fimbul.games.rag_narok.bots.quarries import coming, flight, quarry, safe, to_edge, weapons
from fimbul.games.rag_narok.bots.roads import Road, nearest
from fimbul.games.rag_narok.ground.field import Block, Way, block_of, turn
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.geometry import (
    ONE,
    Place,
    Shape,
    along,
    base,
    clash,
    moved,
    swept,
    turn_between,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.fear.courage import must_test
from fimbul.games.rag_narok.state import RagNarok, card_mov, owner, standing

CROWD, ROOM = 10 * CM, 2 * CM  # what it is worth to have that much room around
ARC = 40  # degrees off the front at which an enemy is surely seen
DEGREE = CM // 5  # what one degree more is worth in distance
MASKED = 10 * CM  # what friends in between are worth
PACE, PACES = 2 * CM, 3  # a Unit that cannot go this far is stuck; how coarsely moves are tried
NEAREST = 10 * CM  # nobody goes nearer before a charge, nor into reach of those yet to move
ROUNDED = 3  # hundredths by which a point may be off


class StandAim(NamedTuple):
    """Where a Unit wants to stand: how near to an enemy, facing it, not among friends."""

    road: Road
    crowd: tuple[Shape, ...]  # friends, rocks and walls
    far: int
    line: tuple[Shape, ...]  # friends, who may stand in the way
    shy: int  # this near to an edge of the table a rout would take it off
    near: int  # it goes no nearer before a charge

    def miss(self, heading: int, distance: int, spare: int, bar: float = inf) -> int:
        """How much is amiss after a straight move, if it may still turn by `spare` degrees.

        If it is at least `bar`, that is returned as soon as it is known.
        """
        at = moved(self.road.block.at, heading, distance)
        if (least := self.least(self.road.gap(at[:2]))) >= bar:  # no way round is shorter
            return least
        gap, towards = self.road.way(at[:2])
        off = abs(turn_between(heading, towards))
        arc = ARC + spare + (max(p.TURNS) if gap > self.far else 0)  # far off, it turns next time
        lost = max(0, gap - self.far) + max(0, self.near - gap) + DEGREE * max(0, off - arc)
        lost += max(0, self.shy - to_edge(self.road.state, at[:2]))
        if (found := 10 * lost + max(0, gap) + off) >= bar:
            return found
        crowded = CROWD * self.is_cramped((at[0], at[1], heading))
        return found + 10 * (crowded + MASKED * self.is_masked((at[0], at[1], towards), gap))

    def closest(self, heading: int, most: int) -> int:
        """The least that a straight move can leave of it, or a hair less."""
        (x, y, _), (there_x, there_y, _) = self.road.block.at, self.road.foe.at
        ahead = along(there_x - x, there_y - y, heading) // ONE
        at = moved(self.road.block.at, heading, min(max(0, ahead), most))
        return self.road.gap(at[:2]) - ROUNDED

    def least(self, gap: int) -> int:
        """What is surely amiss that far off."""
        return 10 * max(0, gap - self.far) + max(0, gap)

    def hope(self, most: int) -> int:
        """About what is amiss after a move that nothing hinders."""
        gap = self.road.gap(self.road.block.at[:2])
        return 10 * (max(0, gap - most - self.far) + PACE) + max(0, gap)

    def is_masked(self, at: Place, gap: int) -> bool:
        """Whether friends stand between a place and the enemy."""
        if gap <= 0:
            return False
        path = swept(base(at, self.road.block.extent), at[2], gap)
        return any(clash(path, other) for other in self.line)

    def is_cramped(self, at: Place) -> bool:
        """Whether it would have no room to turn there."""
        wide, deep = self.road.block.extent
        shape = base(at, (wide + 2 * ROOM, deep + 2 * ROOM))
        return any(clash(shape, other) for other in self.crowd)


def aim_of(state: RagNarok, unit: int) -> StandAim | None:
    """Shooters want short range, others to charge next turn."""
    if (place := goal(state, unit)) is not None:
        return aim_at(state, unit, place)
    view = quarry(state, unit)
    if view is None:
        return None
    guns = [weapon.short for weapon in weapons(state, unit)]
    far = max(guns) if guns else 2 * card_mov(state, unit)
    others = [other for other in standing(state, owner(state, unit)) if other != unit]
    friends = [block_of(state, other).shape for other in others]
    comes = coming(state, view.foe)
    bars = p.SOLID if comes or state.units[unit].spread else (*p.SOLID, *p.ROUGH)
    crowd = friends + [ground.shape for ground, _ in state.terms.boxes if ground.kind in bars]
    tested = not guns and must_test(state, unit, view.foe)
    here = block_of(state, unit)
    there = nearest(state, view.foe, here.at[:2])
    shy = flight(state, unit) if tested else 0
    far -= 2 * CM
    off = safe(state, view.foe)
    waits = not state.units[view.foe].done and bool(state.units[view.foe].orders)
    near = off if off > NEAREST and not guns and waits else NEAREST
    return StandAim(
        Road(state, here, there), tuple(crowd), max(far, near), tuple(friends), shy, near
    )


def aim_at(state: RagNarok, unit: int, place: Block) -> StandAim:
    """A place, as near as possible."""
    others = [other for other in standing(state, owner(state, unit)) if other != unit]
    friends = tuple(block_of(state, other).shape for other in others)
    bars = [ground.shape for ground, _ in state.terms.boxes if ground.kind in p.SOLID]
    here = block_of(state, unit)
    return StandAim(
        Road(state, here, place), (*friends, *bars), CLOSE, (), 0, -state.terms.table[0]
    )


def amiss(aim: StandAim, unit: int, degrees: int, most: int, bar: float) -> float:
    """How much is amiss where a turn and a move can lead at best, if that is less than `bar`."""
    state = aim.road.state
    spare = 0 if state.units[unit].wheeled else max(p.TURNS)
    heading = (state.units[unit].facing + degrees) % 360
    if aim.least(aim.closest(heading, most)) >= bar:
        return bar
    if degrees:
        state, spare = state.clone(), 0
        turn(state, unit, degrees)
    ways = distances(state, unit, heading, most, Way())
    for far in reversed((*ways[::PACES], ways[-1])):
        bar = min(bar, aim.miss(heading, far, spare, bar))
    return bar
