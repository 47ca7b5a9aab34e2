"""The Howling Toga: an aura of terror as long as its bearer stands still."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.measure.geometry import Place, Shape, base, swept, within
from fimbul.games.rag_narok.measure.tables import ARTEFACTS
from fimbul.games.rag_narok.rules.fear.courage import reaction, set_mood
from fimbul.games.rag_narok.rules.rolls import OpenRoll, attempt, lay_open, told
from fimbul.games.rag_narok.rules.values import brave_df, fearless, fearsome_df, unit_value
from fimbul.games.rag_narok.state import (
    RagNarok,
    df,
    fighter,
    name,
    owner,
    shape_of,
    standing,
    tell,
)
from fimbul.kernel import phrase

BRAVED = "{unit} test[s] Courage: {sum} against the Toga's {terror}, passed"
COWED = "{unit} test[s] Courage: {sum} against the Toga's {terror}, failed"
TOGA = ARTEFACTS["howling-toga"].deeds
RADIUS, TERROR = TOGA.near, TOGA.fear  # rule: toga.trigger, toga.courage-12


def auras(state: RagNarok, seat: int) -> list[int]:  # rule: toga.persists
    """Whose Toga howls against that seat: he lives, and has not moved at all since."""
    return [
        number
        for number, *place in state.magic.toga
        if state.places[number] == tuple(place) and fighter(state, number).seat != seat
    ]


def is_near(state: RagNarok, bearer: int, unit: int) -> bool:
    return any(near(state, bearer, member, RADIUS) for member in state.units[unit].ranks)


def is_shaken_by(state: RagNarok, unit: int) -> bool:  # rule: toga.courage-12, fear.resisted
    """Whether that terror means anything to a Unit."""
    brave = brave_df(state, unit)
    bold = not brave or brave < fearsome_df(state, unit) or fearless(state, unit)
    return not bold and not state.units[unit].roar and state.units[unit].resisted < TERROR


def host(state: RagNarok, bearer: int) -> int:  # rule: toga.df
    """The DF of the bearer and of all Undead of his side near him."""
    dead = [
        member
        for unit in standing(state, fighter(state, bearer).seat)
        for member in state.units[unit].ranks
        if member == bearer
        or (fighter(state, member).card.has("undead") and near(state, bearer, member, RADIUS))
    ]
    return sum(fighter(state, member).card.df for member in dead)


def face_terror(state: RagNarok, unit: int, bearer: int) -> bool:  # rule: toga.courage-12, toga.df
    """A Courage test against the Toga, if one is due; return whether the Unit can go on."""
    if not is_shaken_by(state, unit):  # rule: toga.entering
        return True
    value = unit_value(state, unit, "cou") or 0
    roll = attempt(state, unit, value, TERROR)
    title = phrase("{unit}, Courage against the Toga", unit=name(state, unit))
    good = lay_open(state, unit, OpenRoll(title, "COU", value, TERROR, "toga.courage-12"), roll)
    tell(state, unit, BRAVED if good else COWED, sum=told(roll, value), terror=TERROR)
    if good:
        state.units[unit].resisted = TERROR
        return True
    set_mood(state, unit, reaction(df(state, unit), host(state, bearer), roll.die == 1))
    return state.units[unit].mood == p.FEAR


def dares(state: RagNarok, unit: int, heading: int, distance: int) -> bool:  # rule: toga.entering
    """Whether a Unit that is about to go that way keeps its head all along it."""
    if not state.magic.toga:
        return True
    paths = [swept(shape_of(state, n), heading, distance) for n in state.units[unit].ranks]
    return _keeps_its_head(state, unit, paths)


def dares_to(state: RagNarok, unit: int, places: Sequence[Place]) -> bool:  # rule: toga.entering
    """The same for a turn or a new formation, after which its members would stand there."""
    if not state.magic.toga:
        return True
    bases = state.roster.bases
    ends = [base(at, bases[n]) for n, at in zip(state.units[unit].ranks, places, strict=True)]
    return _keeps_its_head(state, unit, ends)


def _keeps_its_head(state: RagNarok, unit: int, ways: Sequence[Shape]) -> bool:
    """A test for each aura that it enters; the hull of a machine keeps auras out."""
    riding = state.units[unit].aboard >= 0  # rule: toga.entering, ruling.toga-hull
    for bearer in auras(state, owner(state, unit)):
        there = shape_of(state, bearer)
        enters = any(within(way, there, RADIUS) for way in ways)
        inside = not riding and is_near(state, bearer, unit)
        if enters and not inside and not face_terror(state, unit, bearer):
            return False
    return True
