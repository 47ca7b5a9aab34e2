"""The way from a Unit to an enemy, round what lies in between."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from fimbul.games.rag_narok.bots.lore import stance
from fimbul.games.rag_narok.bots.ways_round import routes
from fimbul.games.rag_narok.ground.field import Block, grounds_in, grounds_near
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Point,
    around,
    base,
    bearing,
    bounds,
    clash,
    squared,
    swept,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, place_of

BARRED = 10 * CM  # what scenery between a Unit and its enemy is worth
HIDDEN = 6 * CM  # and where no way leads round it


class Road(NamedTuple):
    """What lies between a Unit and an enemy."""

    state: RagNarok
    block: Block
    foe: Block

    def between(self) -> int:
        """How much of the way their own depth takes up, if they meet front to front."""
        return (min(self.block.extent) + min(self.foe.extent)) // 2

    def gap(self, at: Point) -> int:
        """How far it is to the enemy from there as the crow flies."""
        return isqrt(squared(at, self.foe.at[:2])) - self.between()

    def way(self, at: Point) -> tuple[int, int]:
        """How far it is to the enemy from there, round what lies in between, and which way."""
        there = self.foe.at[:2]
        gap, towards = self.gap(at), bearing(at, there)
        if not self.is_barred((at[0], at[1], towards), gap):
            return gap, towards
        ways = routes(self.state.scenario, self.state.scenery, self.block.extent[0], there)
        length = ways.length(at)
        if length is None:
            return gap + HIDDEN, towards
        return max(gap, length - self.between()) + BARRED, bearing(at, ways.first(at))

    def is_barred(self, at: Place, gap: int) -> bool:
        """Whether scenery lies between a place and the enemy."""
        shape = base(at, self.block.extent)
        if gap <= 0 or not grounds_in(self.state, around(bounds(shape), bounds(self.foe.shape))):
            return False
        path = swept(shape, at[2], gap)
        return any(clash(path, ground.shape) for ground in grounds_near(self.state, path))


def nearest(state: RagNarok, foe: int, here: Point) -> Block:
    """Who in a Unit is met first, or its token; its middle may be far off, or empty."""
    if state.units[foe].token is not None:
        return stance(state, foe)
    near = min(state.units[foe].ranks, key=lambda one: squared(here, place_of(state, one)[:2]))
    return Block(place_of(state, near), state.roster.bases[near])
