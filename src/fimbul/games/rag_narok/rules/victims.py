"""Who takes the hits of a volley."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import contacts, in_melee
from fimbul.games.rag_narok.geometry import squared
from fimbul.games.rag_narok.rules.harm import strike
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.state import RagNarok, fighter, middle, spot_of


def hit(state: RagNarok, unit: int, target: int, shot: tuple[set[int], int]) -> None:
    """One hit: on the target, or in a melee perhaps on a friend."""
    # rule: shoot.allocation, shoot.into-melee
    seen, strength = shot
    victims = allocation(state, unit, target, seen)
    if in_melee(state, target) and d6(state, unit) <= 3:
        touched = contacts(state)
        friends = {f for member in state.ranks[target] for f in touched.get(member, ())}
        victims = by_distance(state, unit, friends)
    if victims:
        strike(state, unit, victims[0], strength)


def allocation(state: RagNarok, unit: int, target: int, seen: set[int]) -> list[int]:
    """Visible ordinary troops, nearest first; others only when none is left.

    From low flight everybody of a Unit on the ground can be hit.
    """
    # rule: shoot.allocation, flight.ground-unit-hit-from-level1
    above = state.altitude[unit] == p.LOW and state.altitude[target] == p.GROUND
    alive = [member for member in state.ranks[target] if above or member in seen]
    ordinary = [member for member in alive if fighter(state, member).ordinary]
    return by_distance(state, unit, ordinary or alive)


def by_distance(state: RagNarok, unit: int, victims: Sequence[int] | set[int]) -> list[int]:
    here = middle(state, unit)
    return sorted(
        victims,
        key=lambda one: (squared(here, spot_of(state, one)[:2]), -state.hurt[one], one),
    )
