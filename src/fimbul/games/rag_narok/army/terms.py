"""What the set-up of a match lays down: its scenario, and the scenery that was drawn for it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import Box, Extent, Shape, base, bounds, disc, within
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.parts import BARRIERS, Ground, size_of_height

Known = Literal["first-blood", "pitched-battle", "three-stones"]
SKIRMISH: Known = "first-blood"
PITCHED: Known = "pitched-battle"
STONES: Known = "three-stones"
ACROSS = 90  # scenery turned like this lies along the long edges
LAID = {kind: row.deeds for kind, row in t.TERRAINS.items()}  # rule: ruling.first-blood-ground
FOOTPRINTS = {kind: (laid.wide, laid.deep) for kind, laid in LAID.items() if laid.wide}
ROUND = {kind: laid.across for kind, laid in LAID.items() if laid.across}
STAKES = {scenario: card.deeds for scenario, card in t.SCENARIOS.items()}
# Units may be held back unless the scenario says otherwise, as the first one does.
RESERVES = frozenset(name for name, at in STAKES.items() if at.reserves)  # rule: reserve.declare
# What every match of a scenario has, and how many pieces are drawn besides.
FIXED = {name: at.fixed for name, at in STAKES.items() if at.fixed}  # rule: setup.terrain
DRAWS = {name: at.draws for name, at in STAKES.items() if at.draws}  # rule: ruling.drawn-ground


class Terms(Struct, frozen=True):
    """A scenario on its table. Every question about the table comes here, very often."""

    scenario: t.Scenario
    table: Extent
    turns: int
    deployment: int
    grounds: tuple[Ground, ...]
    boxes: tuple[tuple[Ground, Box], ...]
    barriers: tuple[Shape, ...]  # scenery that nobody can pass: in most battles none
    rocks: tuple[tuple[Shape, Box], ...]  # small things that are passed but not stood on


@lru_cache(maxsize=1 << 10)
def terms(scenario: str, scenery: str) -> Terms:  # rule: move.small-obstacle, ruling.path-blocking
    card, grounds = t.SCENARIOS[scenario], read_scenery(scenery)
    boxes = tuple((ground, bounds(ground.shape)) for ground in grounds)
    shut = tuple(one.shape for one in grounds if one.kind in BARRIERS and not one.small)
    small = [one.shape for one in grounds if one.kind in BARRIERS and one.small]
    rocks = tuple((shape, bounds(shape)) for shape in small)  # rule: move.no-interpenetration
    return Terms(card, card.table, card.turns, card.deployment, grounds, boxes, shut, rocks)


def read_scenery(told: str) -> tuple[Ground, ...]:
    """`wood 25 30, wall 55 30`: what lies where, in centimetres; `wall 55 30 0` lies upright."""
    found: list[Ground] = []
    for piece in told.split(", ") if told else ():
        kind, x, y, *turn = piece.split(" ")
        alike = sum(ground.kind == kind for ground in found)
        name = f"ground:{kind}" + (f"-{alike + 1}" if alike else "")
        shape = footprint(kind, int(x), int(y), int(turn[0]) if turn else ACROSS)
        found.append(Ground(name, kind, shape, size_of_height(t.TERRAINS[kind].height)))
    return tuple(found)


def footprint(kind: str, x: int, y: int, turn: int) -> Shape:
    """What a piece covers, centred on that point in centimetres."""
    if kind in ROUND:
        return disc((x * CM, y * CM), ROUND[kind])
    return base((x * CM, y * CM, turn), FOOTPRINTS[kind])


def held_at_most(scenario: str) -> int:  # rule: reserve.declare
    """The AP that may be held in reserve."""
    share = t.CONSTANTS["share_reserve"] if scenario in RESERVES else 0
    return int(t.SCENARIOS[scenario].budget * share)


# -- scenery that is drawn -------------------------------------------------------------------

DRAWN = {name: at.drawn for name, at in STAKES.items() if at.drawn}  # from these
PIECE = re.compile(rf"({'|'.join(DRAWN[STONES])}) [0-9]{{1,3}} [0-9]{{1,3}}(?: 0)?")
PLENTY = 2400 * CM * CM  # of table for each piece  # rule: terrain.not-crowded
GRID = 5  # centimetres between the places that are drawn


def uncrowded(table: Extent) -> int:  # rule: terrain.not-crowded
    """How many pieces leave armies room to move."""
    return table[0] * table[1] // PLENTY


def most_pieces(scenario: str) -> int:
    """How many are drawn at most."""
    most = DRAWS[scenario][1] if scenario in DRAWS else 0
    return min(most, uncrowded(t.SCENARIOS[scenario].table))


def room_for(kind: str, scenario: str, scenery: str) -> list[str]:  # rule: setup.terrain
    """Every place on the grid where a piece may lie, as it is written."""
    here = terms(scenario, scenery)
    wide, deep = here.table[0] // CM, here.table[1] // CM
    found = (
        f"{kind} {x} {y}" + ("" if turn == ACROSS else f" {turn}")
        for turn in (ACROSS, 0)
        for x in range(GRID, wide, GRID)
        for y in range(GRID, deep, GRID)
        if may_lie(here, footprint(kind, x, y, turn))
    )
    return list(found)


def may_lie(here: Terms, shape: Shape) -> bool:  # rule: terrain.not-crowded
    """Between the strips, and apart from their edges and from every other piece."""
    apart = here.scenario.deeds.apart
    left, low, right, high = bounds(shape)
    (wide, deep), margin = here.table, here.deployment + apart
    inside = left >= 0 and right <= wide and low >= margin and high <= deep - margin
    return inside and not any(within(shape, other.shape, apart - 1) for other in here.grounds)


def is_scenery(scenario: str, scenery: str) -> bool:
    """Whether a scenario can have brought about that scenery."""
    fixed = FIXED[scenario].split(", ") if scenario in FIXED else []
    pieces = scenery.split(", ") if scenery else []
    drawn = pieces[len(fixed) :]
    if pieces[: len(fixed)] != fixed or len(drawn) > most_pieces(scenario):
        return False
    read = [PIECE.fullmatch(piece) for piece in drawn]
    return all(piece and piece[1] in DRAWN[scenario] for piece in read) and all(
        may_lie(terms(scenario, ", ".join(pieces[:n])), read_scenery(pieces[n])[0].shape)
        for n in range(len(fixed), len(pieces))
    )
