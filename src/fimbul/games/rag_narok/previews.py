"""What a look at a thing shows: arcs, ranges and reach of a Unit, where a move leads, what a roll
needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.air import landing_spot, shape_in_ranks
from fimbul.games.rag_narok.chances import foretold
from fimbul.games.rag_narok.field import Formation, block_at, block_of, shape_now
from fimbul.games.rag_narok.geometry import Place, Shape, base, disc, moved
from fimbul.games.rag_narok.ghosts import ghosts
from fimbul.games.rag_narok.rules.airborne import AirStep
from fimbul.games.rag_narok.rules.charge import React
from fimbul.games.rag_narok.rules.deploy import Stand
from fimbul.games.rag_narok.rules.flight import stance
from fimbul.games.rag_narok.rules.moves import said
from fimbul.games.rag_narok.rules.reserves import Enter
from fimbul.games.rag_narok.rules.shooting import ranges
from fimbul.games.rag_narok.spots import outlined
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    card_mov,
    fighter,
    is_standing,
    owner,
    squad,
    step_of,
)
from fimbul.kernel import SEAT_TONES, Decision, Mark, Preview, Tone, decision_of

HALF_ARC, STEP = 45, 9  # degrees  # rule: los.arc-90
RANGE_TONES: tuple[Tone, ...] = ("gold", "gold", "ice")


def previews(state: RagNarok, seat: int | None) -> tuple[Preview, ...]:
    """One for each Unit on the table, and one for each option that leads somewhere."""
    decision = None if seat is None else decision_of(state, seat)
    found = dict(_options(state, decision)) if decision else {}
    row = state.agenda[-1] if state.agenda else ()
    blind = any(isinstance(step, React) for step in row)  # rule: ruling.measuring
    for unit in all_standing(state):
        thing = squad(state, unit).id
        notes = found[thing].notes if thing in found else ()
        marks = () if blind or state.aboard[unit] >= 0 else tuple(_reach(state, unit))
        found[thing] = Preview(thing, marks=marks, notes=notes)
    return tuple(found.values())


def _reach(state: RagNarok, unit: int) -> Iterator[Mark]:
    """What a Unit sees, how far it charges and shoots; in the air, from its token."""
    # rule: flight.token, flight.charge-measured-from-token
    at, tone = stance(state, unit), SEAT_TONES[owner(state, unit)]
    deep = block_of(state, unit).extent[1] if state.skies[unit] is None else 2 * p.TOKEN
    front = moved(at, at[2], deep // 2)
    charge = 2 * card_mov(state, unit)
    yield Mark("arc", outlined(state, _arc(front, charge)), tone, f"charge {said(charge)} cm")
    weapons = [fighter(state, member).card.weapon for member in state.ranks[unit]]
    gun = next((weapon for weapon in weapons if weapon is not None), None)
    for reach, colour in zip(ranges(gun) if gun else (), RANGE_TONES, strict=False):
        yield Mark("arc", outlined(state, _arc(front, reach)), colour, f"{said(reach)} cm")


def _arc(eye: Place, reach: int) -> Shape:
    """The eye, then the far edge of what lies within 45 degrees of its front."""
    turns = range(-HALF_ARC, HALF_ARC + 1, STEP)
    return (eye[:2], *(moved(eye, (eye[2] + turn) % 360, reach)[:2] for turn in turns))


# -- options -----------------------------------------------------------------------------------


def _options(state: RagNarok, decision: Decision) -> Iterator[tuple[str, Preview]]:
    step = step_of(state, decision.seat)
    for thing, place, _ in ghosts(state, decision):
        if thing.startswith(("spot:", "advance:", "entry:")):
            yield thing, Preview(thing, marks=tuple(_stood(state, step, place)))
        elif thing.startswith("turn:") and is_standing(state, step.unit):
            here = stance(state, step.unit)
            turned = (here[0], here[1], place[2])
            yield thing, Preview(thing, marks=tuple(_stood(state, step, turned)))
    for thing in decision.options:
        notes = tuple(foretold(state, step, thing))
        if notes:
            yield thing, Preview(thing, notes=notes)


def _stood(state: RagNarok, step: Any, at: Place) -> Iterator[Mark]:
    """The Unit there: its outline, its front, and the way to it."""
    tone = SEAT_TONES[step.seat]
    shape, deep = _there(state, step, at)
    if is_standing(state, step.unit):
        here = stance(state, step.unit)
        if here[:2] != at[:2]:
            yield Mark("path", outlined(state, (here[:2], at[:2])), tone)
    yield Mark("outline", outlined(state, shape), tone)
    ahead = moved(at, at[2], deep // 2 + 3 * p.HALF_CM)
    yield Mark("arrow", outlined(state, (at[:2], ahead[:2])), tone)


def _there(state: RagNarok, step: Any, at: Place) -> tuple[Shape, int]:
    """What a Unit would cover there, and how deep that is: its ranks, or its token."""
    if state.skies[step.unit] is not None:
        if not (isinstance(step, AirStep) and step.down) or step.level_after(state):
            return disc(at[:2], 2 * p.TOKEN), 2 * p.TOKEN
        spot, now = landing_spot(state, step.unit, at), shape_in_ranks(state, step.unit)
        there = block_at(state, step.unit, now, spot)
        return there.shape, there.extent[1]
    shape = Formation(step.files, step.spread) if isinstance(step, Stand | Enter) else None
    now = shape or shape_now(state, step.unit)
    there = block_at(state, step.unit, now, at) if now.files else block_of(state, step.unit)
    return base(at, there.extent), there.extent[1]  # out of its ranks it keeps the shape it has
