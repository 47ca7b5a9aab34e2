"""Regeneration at the end of the melee phase."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import touching
from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.ground.slots import Slot, beside, is_clear
from fimbul.games.rag_narok.measure.geometry import Place
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, say
from fimbul.kernel import phrase


def regenerate(state: RagNarok) -> None:  # rule: end.regeneration
    """Whoever lost wounds or died this turn rolls: X or more heals one wound."""
    for number in mending(state):  # rule: skill.regeneration-destroyed-unit
        one = fighter(state, number)  # rule: skill.regeneration-no-orders
        if d6(state, one.unit) >= one.card.rating("regeneration"):
            heal(state, number)
    state.fallen = ()


def mending(state: RagNarok) -> list[int]:
    """The fighters that will roll, unless a spell heals them first."""
    return [
        number
        for number, now in enumerate(state.fighters)
        if now.struck
        and now.hurt > 0
        and now.fate in (p.STANDING, p.DEAD)
        and fighter(state, number).card.has("regeneration")
    ]


def heal(state: RagNarok, number: int) -> None:
    """One wound less, or back on the table with one wound level left."""
    one = fighter(state, number)
    if state.fighters[number].fate == p.DEAD:
        spot = next(iter(places(state, number)), None)
        if spot is None:
            return
        state.places[number], state.fighters[number].fate = spot, p.STANDING
        if not state.units[one.unit].ranks:  # rule: ruling.regeneration-wiped
            state.units[one.unit].facing = spot[2]
        state.units[one.unit].ranks = (*state.units[one.unit].ranks, number)
        loosen(state, one.unit)
        say(state, one.seat, phrase("{fighter} rises again", fighter=one.card.name))
    else:
        say(state, one.seat, phrase("{fighter} heals", fighter=one.card.name))
    state.fighters[number].hurt -= 1


def places(state: RagNarok, number: int) -> Iterator[Place]:
    """Where it fell, if its Unit is near, or beside one of its Unit."""
    unit, bases = fighter(state, number).unit, state.roster.bases
    fell = next((x, y, heading) for who, x, y, heading in state.fallen if who == number)
    members = state.units[unit].ranks
    close = not members or any(
        touching(fell, bases[number], place_of(state, one), bases[one], p.CHAIN) for one in members
    )
    for place in ([fell] if close else []) + list(beside(state, number, members)):
        if is_clear(state, Slot(0, number, place)):
            yield place
