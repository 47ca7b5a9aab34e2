"""Where a Unit can be brought in one gesture: every place stands for the picks that lead there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import Formation, block_of, formed, troops
from fimbul.games.rag_narok.measure.geometry import Place, gap
from fimbul.games.rag_narok.measure.lengths import read_distance, said
from fimbul.games.rag_narok.rules.charge.charges import HOLD, Charge, Engage, Pursue
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, can_activate
from fimbul.games.rag_narok.rules.movement.activation import (
    CARRY_OUT,
    Activate,
    Announce,
    WhoBegins,
)
from fimbul.games.rag_narok.rules.movement.marches import AHEAD, Straight, Wheel
from fimbul.games.rag_narok.rules.set_up.deploy import (
    TURNS,
    Aim,
    Form,
    NextDeployment,
    Stand,
    facing,
    read_shape,
    read_spot,
    shape_id,
)
from fimbul.games.rag_narok.rules.shooting.volleys import Shoot, Volley
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.scene.ghosts import ghosts, spot_name
from fimbul.games.rag_narok.scene.handing import counter, handed
from fimbul.games.rag_narok.scene.rulers import footprint, nearest
from fimbul.games.rag_narok.scene.spots import MM, art_of, at, turn_of
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    is_standing,
    middle,
    squad,
    unit_named,
)
from fimbul.kernel import (
    SEAT_TONES,
    Decision,
    Facing,
    Goal,
    Reach,
    Thing,
    decision_of,
    phrase,
    step_of,
    tried,
)

STAY = "advance:0"
IN_PLACE = (p.IMMOBILE, p.PURSUIT)  # Orders that may lead nowhere
Picks = tuple[str, ...]


def reaches(state: RagNarok, seat: int | None) -> Iterator[Reach]:
    """For the Unit that is asked about, or each that may be activated or deployed now."""
    if seat is None or decision_of(state, seat) is None:
        return
    step = step_of(state, seat)
    if isinstance(step, UnitStep):
        yield from _of_unit(state, seat, step)
    elif isinstance(step, GiveOrders):
        yield from handed(state, seat)
    elif isinstance(step, Activate):
        yield from _activations(state, step)
    elif isinstance(step, WhoBegins):
        yield from _beginnings(state, step)
    elif isinstance(step, Shoot):
        yield from _shots(state, step)
    elif isinstance(step, NextDeployment):
        for thing in step.options(state):
            yield from _deployed(state, seat, thing)


def _of_unit(state: RagNarok, seat: int, step: UnitStep) -> Iterator[Reach]:
    if isinstance(step, Form):
        yield from _deployed(state, seat, squad(state, step.unit).id)
        yield from _formations(state, step)
    elif isinstance(step, Aim | Stand):
        shape = Formation(step.files, step.spread)
        yield from _laid(state, step.unit, shape, _goals(state, seat, step.unit))
    elif is_standing(state, step.unit):
        yield from _led(state, step.unit, _goals(state, seat, step.unit))


# -- Units on the table --------------------------------------------------------------------------


def _activations(state: RagNarok, step: Activate, picked: Picks = ()) -> Iterator[Reach]:
    """By its Order or by any of its bases. Hidden enemies may be found first."""
    if state.aside.hidden:  # rule: ruling.hidden-information
        return
    for token, (unit, order) in can_activate(state, step.seat).items():
        if is_standing(state, unit):
            goals = list(_after(state, step.seat, unit, picked, token))
            if not goals and order in IN_PLACE:
                goals = list(_stays(state, step.seat, unit, (*picked, token)))
            yield from _led(state, unit, goals, (token,))


def _stays(state: RagNarok, seat: int, unit: int, picks: Picks) -> Iterator[Goal]:
    """An Order that is carried out where the Unit stands."""
    after = tried(state, seat, picks[-1])
    step = step_of(after, seat) if after is not None else None
    if isinstance(step, Announce) and step.unit == unit:
        place = block_of(state, unit).at
        yield _goal(state, place, (*picks, CARRY_OUT), p.ORDER_NAMES[step.order])


def _beginnings(state: RagNarok, step: WhoBegins) -> Iterator[Reach]:
    """Whoever moves a Unit at once is the one to begin."""
    me = p.SEAT_IDS[step.seat]
    after = tried(state, step.seat, me)
    first = step_of(after, step.seat) if after is not None else None
    if after is not None and isinstance(first, Activate):
        yield from _activations(after, first, (me,))


def _shots(state: RagNarok, step: Shoot) -> Iterator[Reach]:
    """From a Unit to its target."""
    for unit in step.ready(state):
        thing = squad(state, unit).id
        after = tried(state, step.seat, thing)
        aim = step_of(after, step.seat) if after is not None else None
        foes = aim.targets(after) if after is not None and isinstance(aim, Volley) else ()
        if foes:
            goals = tuple(_shot(state, unit, foe, (thing, squad(state, foe).id)) for foe in foes)
            here = at(state, middle(state, unit))
            yield Reach(thing, here, goals, ghosts=(_counter_at(here),))


def _shot(state: RagNarok, unit: int, foe: int, picks: Picks) -> Goal:
    far = said(gap(footprint(state, unit), footprint(state, foe)))
    text = phrase("{unit}, {far} cm", unit=squad(state, foe).name, far=far)
    return Goal(picks, at(state, middle(state, foe)), text=text)


def _counter_at(here: tuple[int, int]) -> Thing:
    return msgspec.structs.replace(counter(p.RAPID_FIRE), at=here)


def _led(
    state: RagNarok, unit: int, goals: Iterable[Goal], by: Sequence[str] = ()
) -> Iterator[Reach]:
    """A Unit that stands on the table, from where it stands."""
    if found := tuple(goals):
        x, y, heading = block_of(state, unit).at
        name = squad(state, unit).id
        grips = tuple(one for one in by if one != name)
        moves = any(goal.picks[-1].startswith("advance:") for goal in found)
        facings = _facings(p.TURNS, "") if moves else ()
        yield Reach(name, at(state, (x, y)), found, turn_of(heading), grips, facings=facings)


def _facings(turns: Iterable[int], ahead: str) -> tuple[Facing, ...]:
    """Straight on first; what there is no room for is asked about when the place is known."""
    ways = sorted(turns, key=abs)
    return tuple(Facing(f"turn:{turn}" if turn else ahead, -turn) for turn in ways)


def _goals(state: RagNarok, seat: int, unit: int, picked: Picks = ()) -> Iterator[Goal]:
    """Where a Unit may come to from here, by the steps that ask about it."""
    step, decision = step_of(state, seat), decision_of(state, seat)
    if decision is None or not isinstance(step, UnitStep) or step.unit != unit:
        return
    if isinstance(step, Straight):
        yield from _lengths(state, decision, picked)
    elif isinstance(step, Charge | Engage | Pursue):
        for foe in decision.options:
            if foe != HOLD:
                yield _contact(state, unit, foe, (*picked, foe))
    elif isinstance(step, Stand):
        yield from _stands(state, step, picked)
    else:
        for pick in _leading(step, decision.options):
            yield from _after(state, seat, unit, picked, pick)


def _leading(step: UnitStep, options: Sequence[str]) -> Sequence[str]:
    """The picks that lead on to a place, the plainest first."""
    if isinstance(step, Announce):
        return [CARRY_OUT]
    ahead_first = sorted(options, key=lambda one: one != AHEAD)
    if isinstance(step, Aim):  # at the enemy, unless somebody asks for another facing
        return ahead_first[:1]
    return ahead_first if isinstance(step, Wheel) else ()


def _after(state: RagNarok, seat: int, unit: int, picked: Picks, pick: str) -> Iterator[Goal]:
    after = tried(state, seat, pick)
    if after is not None:
        yield from _goals(after, seat, unit, (*picked, pick))


def _lengths(state: RagNarok, decision: Decision, picked: Picks) -> Iterator[Goal]:
    """The farthest first. Whoever only wants to turn stays put, and is asked then."""
    has_turned = _turns(picked)
    for thing, place, _ in reversed(list(ghosts(state, decision))):
        if thing != STAY or not has_turned:
            text = phrase("{far} cm", far=said(read_distance(thing)))
            yield _goal(state, place, (*picked, thing), text)


def _turns(picked: Sequence[str]) -> bool:
    return any(pick.startswith("turn:") and pick != AHEAD for pick in picked)


def _goal(state: RagNarok, place: Place, picks: Picks, text: str) -> Goal:
    return Goal(picks, at(state, place[:2]), turn_of(place[2]), text)


def _contact(state: RagNarok, unit: int, foe: str, picks: Picks) -> Goal:
    """Up to an enemy, where both are nearest."""
    other = unit_named(state, foe)
    mine, theirs = footprint(state, unit), footprint(state, other)
    (x, y), (to_x, to_y) = nearest(mine, theirs)
    block = block_of(state, unit).at
    there = (block[0] + to_x - x, block[1] + to_y - y, block[2])
    far = said(gap(mine, theirs))
    text = phrase("{unit}, {far} cm", unit=squad(state, other).name, far=far)
    return _goal(state, there, picks, text)


# -- deployment ----------------------------------------------------------------------------------


def _deployed(state: RagNarok, seat: int, thing: str) -> Iterator[Reach]:
    """A Unit into the strip, in the formation that is probably meant."""
    step, unit = step_of(state, seat), unit_named(state, thing)
    forming = state if isinstance(step, Form) else tried(state, seat, thing)
    decision = decision_of(forming, seat) if forming is not None else None
    if forming is None or decision is None:
        return
    shape = _likely(state, unit, decision.options)
    first = () if forming is state else (thing,)
    yield from _laid(state, unit, shape, _after(forming, seat, unit, first, shape_id(shape)))


def _formations(state: RagNarok, step: Form) -> Iterator[Reach]:
    for thing in step.options(state):
        goals = _after(state, step.seat, step.unit, (), thing)
        yield from _laid(state, step.unit, read_shape(thing), goals, thing)


def _likely(state: RagNarok, unit: int, options: Sequence[str]) -> Formation:
    """Close and two deep; in one line, if it shoots."""
    crew = state.units[unit].ranks
    shoots = any(fighter(state, member).card.weapon is not None for member in crew)
    files = troops(state, unit) if shoots else (troops(state, unit) + 1) // 2
    shapes = [read_shape(thing) for thing in options]
    return min(shapes, key=lambda shape: (shape.spread, abs(shape.files - files)))


def _laid(
    state: RagNarok, unit: int, shape: Formation, goals: Iterator[Goal], thing: str = ""
) -> Iterator[Reach]:
    """A Unit that is not on the table yet, with its bases as they would stand."""
    found = _middle_first(state, goals)
    if found:
        wide, deep = state.terms.table
        here: Place = (wide // 2, deep // 2, facing(state, unit, 0))
        places, _ = formed(state, unit, shape, here)
        ranks = zip(state.units[unit].ranks, places, strict=True)
        bases = tuple(_base(state, member, place) for member, place in ranks)
        yield Reach(
            thing or squad(state, unit).id, at(state, here[:2]), found,
            turn_of(here[2]), ghosts=bases, facings=_facings(TURNS, AHEAD),
        )  # fmt: skip


def _base(state: RagNarok, member: int, place: Place) -> Thing:
    one = fighter(state, member)
    return Thing(
        one.id, art_of(one), one.card.name, at(state, place[:2]), one.card.base_mm[0],
        turn_of(place[2]), SEAT_TONES[one.seat], whole=squad(state, one.unit).id,
    )  # fmt: skip


def _stands(state: RagNarok, step: Stand, picked: Picks) -> Iterator[Goal]:
    decision = decision_of(state, step.seat)
    for thing in decision.options if decision else ():
        place = read_spot(state, step, thing)
        yield _goal(state, place, (*picked, thing), spot_name(thing))


def _middle_first(state: RagNarok, goals: Iterator[Goal]) -> tuple[Goal, ...]:
    """The middle of the strip comes first."""
    across = state.terms.table[0] // MM // 2
    return tuple(sorted(goals, key=lambda goal: abs(goal.at[0] - across)))
