"""Contact: who is near enough to fight, and which Units are in a melee."""

from __future__ import annotations

from functools import lru_cache

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.ground.conjured import walls
from fimbul.games.rag_narok.measure.crossing import inside
from fimbul.games.rag_narok.measure.geometry import (
    Extent,
    Place,
    Shape,
    base,
    centres_in,
    disc,
    within,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, cockpit, fighter, place_of, shape_of

Contacts = dict[int, tuple[int, ...]]
WIDEST = 10 * CM  # no base is this large, even across


APART = WIDEST + p.CONTACT  # fighters whose centres are this far apart are not in contact


def touching(one: Place, mine: Extent, other: Place, theirs: Extent, limit: int) -> bool:
    """Whether two bases are at most that far apart. Often their centres are enough to tell."""
    across, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    if across * across + up * up <= limit * limit:
        return True
    reach = (max(mine) + max(theirs)) * 3 // 4 + limit
    return across <= reach >= up and _touching(one, mine, other, theirs, limit)


@lru_cache(maxsize=1 << 17)
def _touching(one: Place, mine: Extent, other: Place, theirs: Extent, limit: int) -> bool:
    return within(base(one, mine), base(other, theirs), limit)


def near(state: RagNarok, one: int, other: int, limit: int) -> bool:
    """Whether two fighters' bases are at most that far apart; in the air, ranges go by tokens."""
    first, second = (one, other) if one < other else (other, one)
    here, there = state.places[first], state.places[second]  # rule: flight.shoot-distance-ground
    assert here is not None, "only fighters on the table are near each other"
    assert there is not None, "only fighters on the table are near each other"
    board = here[0] // p.STRIDE
    if board != there[0] // p.STRIDE or (board and limit > p.CONTACT):
        return within(on_table(state, one), on_table(state, other), limit)
    if abs(here[0] - there[0]) > limit + WIDEST or abs(here[1] - there[1]) > limit + WIDEST:
        return False
    bases = state.roster.bases
    return touching(here, bases[first], there, bases[second], limit)


def on_table(state: RagNarok, number: int) -> Shape:
    """Its base, the token of its Unit if that is in the air, or the cockpit it sits behind."""
    unit = fighter(state, number).unit
    if state.units[unit].aboard >= 0:
        return cockpit(state, state.units[unit].aboard)
    token = state.units[unit].token
    return shape_of(state, number) if token is None else disc(token, 2 * p.TOKEN)


def contacts(
    state: RagNarok,
) -> Contacts:  # rule: contact.definition, contact.distance, flight.air-board
    """For each fighter on the table the enemies in contact with it.

    Figures in the air stand on boards of their own, so nobody touches anybody of another level.
    """
    found = _contacts(state.armies, tuple(state.places))  # rule: flight.contact-same-level
    return _apart(state, found) if found and state.magic.conjured else found


def _apart(state: RagNarok, found: Contacts) -> Contacts:
    """Those contacts that no wall has cut."""
    kept = {
        one: tuple(foe for foe in foes if not is_walled_off(state, one, foe))
        for one, foes in found.items()
    }
    return {one: foes for one, foes in kept.items() if foes}


def is_walled_off(state: RagNarok, one: int, other: int) -> bool:  # rule: contact.distance
    """Whether a wall that nobody passes lies between two fighters."""
    here, there = place_of(state, one)[:2], place_of(state, other)[:2]
    return any(inside(here, there, wall) is not None for wall in walls(state))


def in_contact(state: RagNarok, one: int, other: int) -> bool:  # rule: contact.definition
    """Whether two fighters could fight each other if they were enemies."""
    bases = state.roster.bases  # rule: contact.distance, flight.contact-same-level
    here, there = place_of(state, one), place_of(state, other)
    close = touching(here, bases[one], there, bases[other], p.CONTACT)
    return close and not (state.magic.conjured and is_walled_off(state, one, other))


@lru_cache(maxsize=1 << 13)
def _contacts(armies: tuple[str, str], places: tuple[Place | None, ...]) -> Contacts:
    roster = muster(armies)
    bases, fighters = roster.bases, roster.fighters
    here = [(n, place) for n, place in enumerate(places) if place is not None]
    mine = [(n, place) for n, place in here if fighters[n].seat == 0]
    theirs = [(n, place) for n, place in here if fighters[n].seat == 1]
    centres = [place for _, place in theirs]
    found: dict[int, list[int]] = {}
    for one, at in mine:
        box = (at[0] - APART, at[1] - APART, at[0] + APART, at[1] + APART)
        for other, there in [theirs[number] for number in centres_in(centres, box)]:
            if touching(at, bases[one], there, bases[other], p.CONTACT):
                found.setdefault(one, []).append(other)
                found.setdefault(other, []).append(one)
    return {number: tuple(foes) for number, foes in found.items()}


def foes_of(state: RagNarok, unit: int) -> list[int]:
    """The enemy Units with a fighter in contact with this one."""
    touching_ = contacts(state)
    if not touching_:
        return []
    mine = {foe for member in state.units[unit].ranks for foe in touching_.get(member, ())}
    units = range(len(state.units))
    return [other for other in units if not mine.isdisjoint(state.units[other].ranks)]


def in_melee(state: RagNarok, unit: int) -> bool:
    touching_ = contacts(state)
    return bool(touching_) and any(member in touching_ for member in state.units[unit].ranks)
