"""Scenery drawn by lot: never so much of it that armies cannot move."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.geometry import Box, Point, Shape, base, bounds
from fimbul.games.rag_narok.parts import Ground
from fimbul.games.rag_narok.tables import CM, Scenario

AREA = 2400 * CM * CM  # of table for each element  # rule: terrain.not-crowded
APART = 10 * CM  # between elements, and from the deployment strips
PITCH = 2 * CM  # how finely places are drawn
FOOTPRINTS = {"wood": (12, 8), "hill": (14, 10), "ruin": (8, 6), "wall": (8, 1), "marsh": (12, 8)}
DRAWN = re.compile(r"(\d+) to (\d+) (?:further )?elements(?: drawn from ([a-z, ]+))?")


class Lot(NamedTuple):
    """How many elements a scenario draws, and of which kinds."""

    least: int
    most: int
    kinds: tuple[str, ...]


def lot_of(scenario: Scenario) -> Lot | None:
    """What a scenario says of scenery drawn by lot; None: it draws none."""
    for line in scenario.terrain:
        found = DRAWN.match(line)
        if found:
            kinds = tuple((found[3] or ", ".join(FOOTPRINTS)).split(", "))
            return Lot(int(found[1]), int(found[2]), kinds)
    return None


def room_for(table: tuple[int, int]) -> int:
    """The most elements that a table of this size has room for."""  # rule: terrain.not-crowded
    return table[0] * table[1] // AREA


def scatter(scenario: Scenario, roll: Callable[[int], int]) -> tuple[Ground, ...]:
    """The elements of one battle, each somewhere between the strips and far from the others."""
    # rule: terrain.not-crowded, setup.terrain
    lot = lot_of(scenario)
    if lot is None:
        return ()
    most = min(lot.most, room_for(scenario.table))
    count = min(lot.least, most) + roll(most - min(lot.least, most) + 1)
    found: list[Ground] = []
    for number in range(count):
        kind = lot.kinds[roll(len(lot.kinds))]
        spots = _free(scenario, kind, found)
        if spots:
            shape = _at(kind, spots[roll(len(spots))])
            size = p.size_of_height(t.TERRAINS[kind].height)
            found.append(Ground(f"ground:{kind}-{number + 1}", kind, shape, size))
    return tuple(found)


def _at(kind: str, spot: Point) -> Shape:
    wide, deep = FOOTPRINTS[kind]
    return base((*spot, 90), (wide * CM, deep * CM))


def _free(scenario: Scenario, kind: str, taken: list[Ground]) -> list[Point]:
    """Where an element of that kind may lie."""  # rule: terrain.not-crowded
    wide, deep = (side * CM // 2 for side in FOOTPRINTS[kind])
    clear = scenario.deployment + APART + deep
    others = [bounds(other.shape) for other in taken]
    return [
        (x, y)
        for x in range(wide, scenario.table[0] - wide + 1, PITCH)
        for y in range(clear, scenario.table[1] - clear + 1, PITCH)
        if all(_apart((x - wide, y - deep, x + wide, y + deep), other) for other in others)
    ]


def _apart(one: Box, other: Box) -> bool:
    across = max(0, other[0] - one[2], one[0] - other[2])
    up = max(0, other[1] - one[3], one[1] - other[3])
    return across * across + up * up >= APART * APART
