"""Who takes the hits of a volley."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.measure.geometry import squared
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.strokes import STRONGEST, blows_on
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    middle,
    spot_of,
)

STRAYS = 3  # a die up to this strikes a friend  # rule: shoot.into-melee


class Hit(RagStep, frozen=True):  # rule: shoot.allocation, shoot.into-melee
    """One hit: on the target, or in a melee perhaps on a friend."""

    unit: int = 0
    target: int = 0
    seen: tuple[int, ...] = ()
    strength: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        friend = strays(state, self.unit, self.target)
        if friend is None:
            victims = allocation(state, self.unit, self.target, set(self.seen))[:1]
        else:
            victims = [friend]
        state.then(*blows_on(state, self.unit, victims, self.strength))

    def fits(self, state: RagNarok) -> bool:
        units, known = range(len(state.units)), range(len(state.places))
        sound = self.unit in units and self.target in units and 0 <= self.strength <= STRONGEST
        return sound and all(number in known for number in self.seen)


def strays(state: RagNarok, unit: int, target: int) -> int | None:  # rule: shoot.into-melee
    """Whom a hit on a Unit in melee strikes instead: on 1 to 3 the nearest friend fighting it."""
    if not in_melee(state, target) or d6(state, unit) > STRAYS:
        return None
    touched = contacts(state)
    friends = {f for member in state.units[target].ranks for f in touched.get(member, ())}
    return by_distance(state, unit, friends)[0]


def allocation(
    state: RagNarok,
    unit: int,
    target: int,
    seen: set[int],
) -> list[int]:  # rule: flight.ground-unit-hit-from-level1
    """Visible ordinary troops, nearest first; others only when none is left.

    From low flight everybody of a Unit on the ground can be hit.
    """
    above = state.units[unit].altitude == p.LOW and state.units[target].altitude == p.GROUND
    alive = [member for member in state.units[target].ranks if above or member in seen]
    ordinary = [member for member in alive if fighter(state, member).ordinary]
    return by_distance(state, unit, ordinary or alive)  # rule: shoot.allocation


def by_distance(state: RagNarok, unit: int, victims: Sequence[int] | set[int]) -> list[int]:
    here = middle(state, unit)
    return sorted(
        victims,
        key=lambda one: (squared(here, spot_of(state, one)[:2]), -state.fighters[one].hurt, one),
    )
