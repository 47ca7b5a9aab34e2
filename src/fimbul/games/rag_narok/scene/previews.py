"""What a look at a thing shows: arcs, ranges and reach, where a move leads, what a roll needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import landing_spot, shape_in_ranks
from fimbul.games.rag_narok.ground.field import Formation, block_at, block_of, shape_now
from fimbul.games.rag_narok.measure.geometry import Place, Point, Shape, base, disc, moved
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.measure.tables import CM, CONSTANTS
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge, React
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, token
from fimbul.games.rag_narok.rules.flight.airborne import AirStep
from fimbul.games.rag_narok.rules.flight.attacks import stance
from fimbul.games.rag_narok.rules.melee.duel import CombatStep
from fimbul.games.rag_narok.rules.melee.fights import fights
from fimbul.games.rag_narok.rules.melee.phase import NextFight
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.rules.set_up.deploy import Stand
from fimbul.games.rag_narok.rules.set_up.reserves import Enter
from fimbul.games.rag_narok.rules.shooting.bands import ranges
from fimbul.games.rag_narok.scene.foretell.assaults import of_assault
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.scene.ghosts import ghosts
from fimbul.games.rag_narok.scene.rulers import approach, between
from fimbul.games.rag_narok.scene.spots import MM, outlined
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    fighter,
    is_standing,
    outline,
    owner,
    squad,
    standing,
)
from fimbul.kernel import SEAT_TONES, Decision, Mark, Preview, Tone, decision_of, phrase, step_of

HALF_ARC, STEP = int(CONSTANTS["arc_degrees"]) // 2, 9  # degrees  # rule: los.arc-90
REACHING = frozenset({p.STRATEGY, p.MOVEMENT, p.FIRST_SHOOTING, p.SECOND_SHOOTING})
RANGE_TONES: tuple[Tone, ...] = ("gold", "gold", "ice")


def previews(state: RagNarok, seat: int | None) -> tuple[Preview, ...]:
    """One for each Unit on the table, and one for each option that leads somewhere."""
    decision = None if seat is None else decision_of(state, seat)
    found = dict(_options(state, decision)) if decision else {}
    mine = asked_about(state, decision)
    charges = mine >= 0 and may_charge(step_of(state, seat))
    for unit in all_standing(state):
        thing = squad(state, unit).id
        this = Assault(mine, unit, True) if charges and _is_met(state, mine, unit) else None
        notes = found[thing].notes if thing in found else ()
        if this and not notes:
            notes = tuple(of_assault(state, this))
        found[thing] = Preview(thing, marks=tuple(_looks(state, mine, unit, this)), notes=notes)
    for thing in decision.options if decision else ():
        if thing.startswith("token:"):
            notes = found[thing].notes if thing in found else ()
            marks = _token_looks(state, seat, thing, mine)
            found[thing] = Preview(thing, marks=marks, notes=notes)
    return tuple(found.values())


def _token_looks(state: RagNarok, seat: int | None, thing: str, mine: int) -> tuple[Mark, ...]:
    """An Order shows the reach of the Unit that holds it."""
    units = (
        unit
        for unit in standing(state, seat or 0)
        for number in range(len(state.units[unit].orders))
        if token(state, unit, number) == thing
    )
    return tuple(mark for unit in units for mark in _looks(state, mine, unit, None))


def may_charge(step: Any) -> bool:
    """Whether a charge is being ordered or made: then its way is measured."""
    if isinstance(step, Announce):
        return step.order == p.CHARGE
    return isinstance(step, GiveOrders | Charge)


def _is_met(state: RagNarok, mine: int, unit: int) -> bool:
    foes = owner(state, mine) != owner(state, unit)
    return foes and state.units[mine].aboard < 0 and state.units[unit].aboard < 0


def _looks(state: RagNarok, mine: int, unit: int, this: Assault | None) -> Iterator[Mark]:
    """The reach of a Unit, and how far an enemy is from the one that is asked about."""
    if is_blind(state):
        return
    if state.units[unit].aboard < 0:
        yield from _reach(state, unit)
    if this:
        yield approach(state, this)
    elif mine >= 0 and owner(state, mine) != owner(state, unit):
        yield between(state, mine, unit)


def asked_about(state: RagNarok, decision: Decision | None) -> int:
    """The Unit on the table that a decision is about; -1: none."""
    step = step_of(state, decision.seat) if decision else None
    unit = step.unit(state) if isinstance(step, CombatStep) else getattr(step, "unit", -1)
    if isinstance(step, React):
        unit = step.target  # whoever is charged answers
    return unit if unit >= 0 and is_standing(state, unit) else -1


def asked_reach(state: RagNarok, decision: Decision | None) -> Iterator[Mark]:
    """While a Unit is ordered, moved or shooting, its reach stays in sight."""
    unit, blind = asked_about(state, decision), is_blind(state)
    if unit >= 0 and not blind and state.phase in REACHING and state.units[unit].aboard < 0:
        yield from _reach(state, unit)


def is_blind(state: RagNarok) -> bool:  # rule: ruling.measuring
    """Whether nobody may measure: while a charge is answered."""
    return any(isinstance(step, React) for step in (state.agenda[-1] if state.agenda else ()))


def _reach(state: RagNarok, unit: int) -> Iterator[Mark]:  # rule: los.arc-90, charge.procedure
    """What a Unit sees, how far it charges and shoots; in the air, from its token."""
    at, tone = stance(state, unit), SEAT_TONES[owner(state, unit)]  # rule: shoot.difficulty
    deep = block_of(state, unit).extent[1] if state.units[unit].token is None else 2 * p.TOKEN
    front = moved(at, at[2], deep // 2)  # rule: flight.token, flight.charge-measured-from-token
    charge = allowance(state, unit, p.CHARGE)
    yield Mark("path", outlined(state, _sight(state, front)), tone)
    weapons = [fighter(state, member).card.weapon for member in state.units[unit].ranks]
    gun = next((weapon for weapon in weapons if weapon is not None), None)
    bands = ranges(gun) if gun else ()
    alike = [band for band in bands if abs(band - charge) < 2 * CM]  # one label would hide another
    told = phrase("charge {far} cm", far=said(charge))
    pivot = at if state.units[unit].token is None else front  # on foot it turns where it stands
    reach = charge + (deep // 2 if pivot is at else 0)  # rule: ruling.headings
    yield Mark("arc", outlined(state, _arc(state, pivot, reach)), tone, "" if alike else told)
    for band, colour in zip(bands, RANGE_TONES, strict=False):
        words = phrase("{far} cm", far=said(band))
        words = phrase("{range}, {charge}", range=words, charge=told) if band in alike else words
        yield Mark("arc", outlined(state, _arc(state, front, band)), colour, words)


def _sight(state: RagNarok, eye: Place) -> Shape:
    """The edges of the arc of sight, as far as the table goes."""
    far = sum(state.terms.table)
    return (_seen(state, eye, HALF_ARC, far), eye[:2], _seen(state, eye, -HALF_ARC, far))


def _arc(state: RagNarok, eye: Place, reach: int) -> Shape:
    """The eye, then the far edge of what lies within 45 degrees of its front."""
    turns = range(-HALF_ARC, HALF_ARC + 1, STEP)
    return (eye[:2], *(_seen(state, eye, turn, reach) for turn in turns))


def _seen(state: RagNarok, eye: Place, turn: int, reach: int) -> Point:
    """That far from the eye in that direction, or where the table ends."""
    heading, (wide, deep) = (eye[2] + turn) % 360, state.terms.table

    def on(far: int) -> bool:
        x, y, _ = moved(eye, heading, far)
        return 0 <= x <= wide and 0 <= y <= deep

    low, high = 0, reach
    while not on(high) and high - low > MM:
        far = (low + high) // 2
        low, high = (far, high) if on(far) else (low, far)
    return moved(eye, heading, high)[:2]


# -- options -----------------------------------------------------------------------------------


def _options(state: RagNarok, decision: Decision) -> Iterator[tuple[str, Preview]]:
    step: Any = step_of(state, decision.seat)
    for thing, place, _ in ghosts(state, decision):
        if thing.startswith(("spot:", "advance:", "entry:")):
            yield thing, Preview(thing, marks=tuple(_stood(state, step, place)))
        elif thing.startswith("turn:") and is_standing(state, step.unit):
            here = stance(state, step.unit)
            turned = (here[0], here[1], place[2])
            yield thing, Preview(thing, marks=tuple(_stood(state, step, turned)))
    fought = fights(state) if isinstance(step, NextFight) else {}
    for thing in decision.options:
        notes = tuple(foretold(state, step, thing))
        both = fought.get(thing, ())
        marks = (Mark("outline", outlined(state, outline(state, unit)), "gold") for unit in both)
        if notes:
            yield thing, Preview(thing, marks=tuple(marks), notes=notes)


def _stood(state: RagNarok, step: Any, at: Place) -> Iterator[Mark]:
    """A Unit as it would stand there: its outline, its front, and the way to it."""
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
    if state.units[step.unit].token is not None:
        if not (isinstance(step, AirStep) and step.down) or step.level_after(state):
            return disc(at[:2], 2 * p.TOKEN), 2 * p.TOKEN
        spot, now = landing_spot(state, step.unit, at), shape_in_ranks(state, step.unit)
        there = block_at(state, step.unit, now, spot)
        return there.shape, there.extent[1]
    shape = Formation(step.files, step.spread) if isinstance(step, Stand | Enter) else None
    now = shape or shape_now(state, step.unit)
    there = block_at(state, step.unit, now, at) if now.files else block_of(state, step.unit)
    return base(at, there.extent), there.extent[1]  # out of its ranks it keeps the shape it has
