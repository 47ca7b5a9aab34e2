"""Units that divide or join: who belongs to whom from then on."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.measure.tables import COMMUNIONS, RITUALS
from fimbul.games.rag_narok.state import RagNarok, fighter, name, squad, tell
from fimbul.games.rag_narok.state.charms import CHARMS, Laid, lies_on

ACTS = ("done", "moved", "shot", "paces", "met", "assailed", "left", "shifted")  # in a turn


def divide(state: RagNarok, unit: int, leaving: Sequence[int]) -> int:
    """Some members of a Unit form a new one where they stand; return its number."""
    dispel(state, unit)  # rule: ritual.effect-lost-on-split, ruling.divided-units
    new = _founded(state, unit)  # rule: ruling.resisted-duration
    state.units[new : new + 1] = [state.units[unit].clone()]
    state.charms += tuple(
        (kind, new, until) for kind, on, until in state.charms if CHARMS[kind].whole and on == unit
    )
    _settle(state, leaving, new)
    state.units[unit].ranks = tuple(m for m in state.units[unit].ranks if m not in leaving)
    state.units[new].ranks, state.units[new].orders = tuple(leaving), ()
    loosen(state, unit)
    loosen(state, new)
    tell(state, unit, "{unit} divide[s]")
    return new


def _founded(state: RagNarok, parent: int) -> int:
    """A number for a new Unit: one that nobody belongs to any more, or the next."""
    homes, parents = state.homes
    homes = homes or tuple(one.unit for one in state.roster.fighters)
    bought = len(state.units) - len(parents)
    # Descent counts from what was bought: a number that is free again may be below its parent's.
    parent = parents[parent - bought] if parent >= bought else parent
    empty = (n for n in range(bought, len(state.units)) if n not in homes)
    new = next((n for n in empty if squad(state, n).seat == squad(state, parent).seat), -1)
    if new < 0:
        state.homes = (homes, (*parents, parent))
        return len(state.units)
    state.charms = tuple(laid for laid in state.charms if not _lies_on_unit(laid, new))
    known = list(parents)
    known[new - bought] = parent
    state.homes = (homes, tuple(known))
    return new


def _settle(state: RagNarok, movers: Sequence[int], home: int) -> None:  # rule: staff.composition
    """Somebody belongs to another Unit from now on; a Staff does not survive that."""
    state.homes = (_moved_in(state, movers, home), state.homes[1])  # rule: staff.not-in-movement
    state.staffs = tuple(
        [
            staff
            for staff in state.staffs
            if len({fighter(state, number).unit for number in (staff.commander, *staff.aides)}) == 1
        ]
    )


def _lies_on_unit(laid: Laid, unit: int) -> bool:
    return CHARMS[laid[0]].whole and laid[1] == unit


def join(state: RagNarok, unit: int, other: int) -> None:  # rule: ritual.effect-lost-on-split
    """All members of a Unit go over to another, the fallen with them."""
    tell(
        state, unit, "{unit} join[s] {target}", target=name(state, other)
    )  # rule: ruling.divided-units
    hand_over(state, state.units[unit].ranks, other)  # rule: ruling.resisted-duration
    fallen = [n for n, one in enumerate(state.roster.fighters) if one.unit == unit]
    _settle(state, fallen, other)
    state.units[unit].orders = ()
    loosen(state, other)


def hand_over(state: RagNarok, crew: Sequence[int], other: int) -> None:
    """Some members of a Unit go over to another, which has then done what either has done."""
    unit = fighter(state, crew[0]).unit  # rule: ritual.effect-lost-on-split, ruling.divided-units
    dispel(state, unit)  # rule: ruling.resisted-duration
    dispel(state, other)
    _settle(state, crew, other)
    left, joined = state.units[unit], state.units[other]
    left.ranks = tuple(member for member in left.ranks if member not in crew)
    joined.ranks = (*joined.ranks, *crew)
    joined.resisted = min(left.resisted, joined.resisted)
    for act in ACTS:
        setattr(joined, act, max(getattr(left, act), getattr(joined, act)))


def _moved_in(state: RagNarok, movers: Sequence[int], home: int) -> tuple[int, ...]:
    """Whose home is where after somebody moved."""
    before = enumerate(state.roster.fighters)
    return tuple([home if n in movers else one.unit for n, one in before])


def dispel(state: RagNarok, unit: int) -> None:  # rule: ritual.effect-lost-on-split
    """What a Ritual or Communion laid on a Unit ends when the Unit is no longer the same."""
    kept = [
        (kind, on, until)
        for kind, on, until in state.charms
        if not (CHARMS[kind].whole and on == unit and is_great(CHARMS[kind].name))
    ]
    state.charms = tuple(kept)


def is_great(charm: str) -> bool:
    return charm in RITUALS or charm in COMMUNIONS


def part_with_spirits(state: RagNarok, unit: int) -> list[int]:  # rule: spell.storm-spirit-alone
    """Whoever is under Storm Spirit leaves the others to charge; return the Units that charge."""
    if not state.charms or state.units[unit].aboard >= 0:  # rule: transport.no-forced-movement
        return []  # rule: spell.storm-spirit-other-order
    found = [m for m in state.units[unit].ranks if lies_on(state.charms, "storm-spirit", m)]
    if len(found) == len(state.units[unit].ranks):
        return [unit]
    return [divide(state, unit, [member]) for member in found]
