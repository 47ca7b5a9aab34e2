"""How hard a shot is by its range: short, medium or long."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.measure.tables import CONSTANTS, Weapon
from fimbul.games.rag_narok.state import RagNarok, fighter

BANDS = tuple(CONSTANTS["shoot_difficulty"])  # short, medium, long


def band(state: RagNarok, shooter: int, victim: int) -> int | None:  # rule: shoot.difficulty
    """The difficulty by range, base to base; None: too far."""
    weapon = fighter(state, shooter).card.weapon
    assert weapon is not None, "only who has a weapon shoots"
    for difficulty, reach in zip(BANDS, ranges(weapon), strict=True):
        if near(state, shooter, victim, reach):
            return int(difficulty)
    return None


def nearest_band(state: RagNarok, shooter: int, seen: Sequence[int]) -> int | None:
    """By the nearest base that it sees; usually the one with the nearest middle."""
    first = band(state, shooter, seen[0]) if seen else None  # rule: shoot.difficulty
    if first == BANDS[0]:
        return first
    found = [hard for one in seen if (hard := band(state, shooter, one)) is not None]
    return min(found, default=None)


def ranges(weapon: Weapon) -> tuple[int, int, int]:
    return weapon.short, weapon.medium, weapon.long
