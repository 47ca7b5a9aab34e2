"""Units that divide or join: who belongs to whom from then on."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok.charms import CHARMS, lies_on
from fimbul.games.rag_narok.checks import BY_UNIT
from fimbul.games.rag_narok.field import loosen
from fimbul.games.rag_narok.state import RagNarok, fighter, name, tell
from fimbul.games.rag_narok.tables import COMMUNIONS, RITUALS


def divide(state: RagNarok, unit: int, leaving: Sequence[int]) -> int:
    """Some members of a Unit form a new one, where they stand; its number."""
    # rule: ritual.effect-lost-on-split, ruling.divided-units, ruling.resisted-duration
    dispel(state, unit)
    parents, new = state.homes[1], len(state.ranks)
    for values in (getattr(state, field) for field in BY_UNIT):
        values.append(values[unit])
    state.charms += tuple(
        (kind, new, until) for kind, on, until in state.charms if CHARMS[kind].whole and on == unit
    )
    state.homes = (_moved_in(state, leaving, new), (*parents, unit))
    state.ranks[unit] = tuple(m for m in state.ranks[unit] if m not in leaving)
    state.ranks[new], state.orders[new] = tuple(leaving), ()
    loosen(state, unit)
    loosen(state, new)
    tell(state, unit, "divides")
    return new


def join(state: RagNarok, unit: int, other: int) -> None:
    """All members of a Unit go over to another."""
    # rule: ritual.effect-lost-on-split, ruling.divided-units, ruling.resisted-duration
    dispel(state, unit)
    dispel(state, other)
    tell(state, unit, f"joins {name(state, other)}")
    crew = state.ranks[unit]
    state.homes = (_moved_in(state, crew, other), state.homes[1])
    state.ranks[other], state.ranks[unit] = (*state.ranks[other], *crew), ()
    state.orders[unit] = ()
    state.resisted[other] = min(state.resisted[unit], state.resisted[other])
    loosen(state, other)


def _moved_in(state: RagNarok, movers: Sequence[int], home: int) -> tuple[int, ...]:
    """Whose home is where after somebody moved."""
    before = range(len(state.places))
    return tuple(home if n in movers else fighter(state, n).unit for n in before)


def dispel(state: RagNarok, unit: int) -> None:
    """What a Ritual or Communion laid on a Unit ends when the Unit is no longer the same."""
    # rule: ritual.effect-lost-on-split
    kept = [
        (kind, on, until)
        for kind, on, until in state.charms
        if not (CHARMS[kind].whole and on == unit and is_great(CHARMS[kind].name))
    ]
    state.charms = tuple(kept)


def is_great(charm: str) -> bool:
    return charm in RITUALS or charm in COMMUNIONS


def part_with_spirits(state: RagNarok, unit: int) -> list[int]:
    """Whoever is under Storm Spirit leaves its companions to charge; the Units that then charge."""
    # rule: spell.storm-spirit-alone, spell.storm-spirit-other-order
    if not state.charms:
        return []
    found = [m for m in state.ranks[unit] if lies_on(state.charms, "storm-spirit", m)]
    if len(found) == len(state.ranks[unit]):
        return [unit]
    return [divide(state, unit, [member]) for member in found]
