"""How far apart Units are on the table, base to base."""

from __future__ import annotations

from collections.abc import Iterable

from fimbul.games.rag_narok.measure.geometry import (
    Box,
    around_boxes,
    bounds,
    box_of,
    boxes_apart,
    squared,
    within,
)
from fimbul.games.rag_narok.state import RagNarok, enemies, shapes, spot_of


def gap_at_most(state: RagNarok, one: int, other: int, limit: int) -> bool:
    """Whether two Units are at most that far apart, base to base."""
    if (
        not state.units[one].ranks
        or not state.units[other].ranks
        or is_beyond(state, one, other, limit)
    ):
        return False
    theirs = shapes(state, other)
    return any(within(mine, shape, limit) for mine in shapes(state, one) for shape in theirs)


def is_beyond(state: RagNarok, one: int, other: int, limit: int) -> bool:
    """Whether the boxes around two Units already show that they are farther apart."""
    return boxes_apart(box_around(state, one), box_around(state, other), limit)


def box_around(state: RagNarok, unit: int) -> Box:
    """The bounds of everything a Unit has on the table."""
    if state.units[unit].aboard >= 0 or state.units[unit].token is not None:
        return bounds(shapes(state, unit)[0])
    bases, places = state.roster.bases, state.places
    here = [(places[member], bases[member]) for member in state.units[unit].ranks]
    return around_boxes([box_of(place, extent) for place, extent in here if place])


def longest_range(state: RagNarok, unit: int) -> int:
    fighters = state.roster.fighters
    weapons = [fighters[member].card.weapon for member in state.units[unit].ranks]
    return max([weapon.long for weapon in weapons if weapon], default=0)


def in_reach(state: RagNarok, unit: int) -> bool:
    """Whether any enemy is within its longest range."""
    longest = longest_range(state, unit)
    return any(gap_at_most(state, unit, foe, longest) for foe in enemies(state, unit))


def nearest_first(state: RagNarok, fighter: int, found: Iterable[int]) -> list[int]:
    """These fighters, ordered by how far their middles are from that of another."""
    here = spot_of(state, fighter)[:2]
    return sorted(found, key=lambda one: (squared(here, spot_of(state, one)[:2]), one))
