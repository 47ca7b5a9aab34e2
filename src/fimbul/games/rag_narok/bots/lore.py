"""What bots know: the lead in points, and what the Units on the table can still do about it.

A Unit is worth what it takes from its best opponent beyond what it suffers there, for as many
rounds as are left once it has got there: so Units go where they win, are given the Orders that
bring them there, and shooters keep somebody in range.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.might import melee, volley
from fimbul.games.rag_narok.ground.contact import foes_of
from fimbul.games.rag_narok.ground.field import Block, block_of
from fimbul.games.rag_narok.measure.geometry import in_arc, squared
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.ending import margin, scores
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    card_mov,
    enemies,
    fighter,
    standing,
)

CLOSE, OPEN = 5.0, 12.0  # a lead of this many AP, and more for each round left, is half won
ROUNDS = 4.0  # nobody looks farther ahead
EAGER = 0.5  # what a round is worth if a Unit must still walk to it
CHARGING = 0.25  # more harm by charging
STUBBORN = 2.0  # AP: what going at the enemy is worth even where it costs as much
SHAKEN = 3.0  # AP
LOOKING = 0.8  # what part of its worth a Unit keeps if its enemy is out of sight
FIRE = 0.6  # what part of the shots to come is really fired
TRIED = 150  # choices, where the battle may end without a die
LOOKED = 25_600  # runs at one decision if there were a single Unit


def near(state: RagNarok) -> int:
    """How many choices are worth trying in search of an end within a round.

    Only in the last turn, from the last activation of the Movement phase on.
    """
    if state.turn != state.terms.turns or state.phase < p.MOVEMENT:
        return 0
    waiting = sum(not state.units[unit].done for unit in all_standing(state))
    return TRIED if state.phase > p.MOVEMENT or waiting <= 1 else 0


def runs(state: RagNarok) -> int:
    """How many runs are worth a look: each costs more with every Unit, and is longer with every
    Order. A skirmish has all that bots like."""
    return LOOKED // max(1, len(state.units)) ** 2


def value(state: RagNarok, seat: int, fearful: float = 1.0) -> float:
    """What the lead promises; at the end the result itself.

    `fearful` is the part of the enemy's prospects that counts: the bold see more in their own.
    """
    if state.result is not None:
        return state.result.reward(seat)
    lead = material(state) * (1 - 2 * seat)
    mine, theirs = prospects(state, seat)
    lead += mine - fearful * theirs
    return assured(state, lead, CLOSE + OPEN * rounds_left(state))


def assured(state: RagNarok, lead: float, doubt: float) -> float:
    """From a lead to the chance of winning, by the margin."""
    wins = margin(state)
    return (_sure(lead - wins, doubt) + _sure(lead + wins, doubt)) / 2


def _sure(lead: float, doubt: float) -> float:
    """How sure it is that a lead stays one."""
    return lead / (abs(lead) + doubt)


def material(state: RagNarok) -> float:
    """The lead of the first seat in victory points, wounds counted in part."""
    points = list(scores(state))
    for number, now in enumerate(state.fighters):
        if now.hurt and now.fate == p.STANDING:
            one = fighter(state, number)
            points[1 - one.seat] += one.ap * now.hurt // (2 * one.card.wounds)
    return float(points[0] - points[1])


def rounds_left(state: RagNarok) -> int:
    """Melee phases still to come."""
    return state.terms.turns - state.turn + (state.phase < p.MELEE and state.turn > 0)


def prospects(state: RagNarok, seat: int) -> tuple[float, float]:
    """What a seat's Units can still win, and what the others can."""
    mine, theirs = standing(state, seat), standing(state, 1 - seat)
    if not mine or not theirs:
        return 0.0, 0.0
    blocks = {unit: stance(state, unit) for unit in (*mine, *theirs)}
    return (
        sum(promise(state, unit, theirs, blocks) for unit in mine),
        sum(promise(state, unit, mine, blocks) for unit in theirs),
    )


def promise(state: RagNarok, unit: int, foes: list[int], blocks: dict[int, Block]) -> float:
    """What one Unit can still win."""
    touched = foes_of(state, unit)
    if touched:
        more = CHARGING if state.units[unit].charging else 0.0
        gain = sum(edge(state, unit, foe, more) for foe in touched)
        return gain * min(ROUNDS, rounds_left(state))
    if state.units[unit].mood == p.ROUT:
        return 0.0
    views = [View(foe, *_sight(blocks[unit], blocks[foe])) for foe in foes]
    mov = card_mov(state, unit)
    fight = max([approach(state, unit, view, mov) for view in views])
    return fight + fire(state, unit, views) - SHAKEN * state.units[unit].shaken


def sights(state: RagNarok, unit: int) -> list[View]:
    """Every enemy Unit, as this one faces it."""
    here = stance(state, unit)
    return [View(foe, *_sight(here, stance(state, foe))) for foe in enemies(state, unit)]


def stance(state: RagNarok, unit: int) -> Block:  # rule: flight.token
    """Where a Unit is on the table: in the air, at its token."""
    block, token = block_of(state, unit), state.units[unit].token
    return block if token is None else Block((*token, state.units[unit].facing), block.extent)


class View(NamedTuple):
    """An enemy Unit as another one faces it: the gap, and whether it looks that way."""

    foe: int
    gap: int
    ahead: bool


def _sight(mine: Block, theirs: Block) -> tuple[int, bool]:
    centre = theirs.at[:2]
    apart = isqrt(squared(mine.at[:2], centre))
    near = (min(mine.extent) + min(theirs.extent)) // 2
    return max(0, apart - near), in_arc(mine.at, centre)


def edge(state: RagNarok, unit: int, foe: int, more: float = 0.0) -> float:
    """What a round against that enemy brings, less what it costs."""
    mine, theirs = state.units[unit].ranks, state.units[foe].ranks
    gain = melee(state.armies, mine, theirs) * (1 + more)
    return gain - 0.5 * melee(state.armies, theirs, mine)


def approach(state: RagNarok, unit: int, view: View, mov: int) -> float:
    """A round's edge, for the rounds that are left once the Unit gets there."""
    gain = max(edge(state, unit, view.foe, CHARGING), STUBBORN)
    waits = state.terms.turns - state.turn
    best = _rounds(waits, view.gap, mov)
    if state.phase < p.STRATEGY or state.phase == p.END:
        return gain * EAGER * best
    for order in orders_left(state, unit):
        best = max(best, _ordered(order, view, mov, waits))
    return gain * EAGER * best * (1.0 if view.ahead else LOOKING)


def _rounds(waits: int, gap: int, mov: int) -> float:
    """The rounds that are left to a Unit that must cross a gap first."""
    return max(0.0, min(ROUNDS, waits - max(0, gap - 2 * mov) / (2 * mov)))


def orders_left(state: RagNarok, unit: int) -> tuple[int, ...]:
    """The Orders that a Unit can still carry out in this turn; all, before they are given."""
    if state.units[unit].done or state.phase > p.MOVEMENT:
        return ()
    return state.units[unit].orders


def _ordered(order: int, view: View, mov: int, waits: int) -> float:
    """The rounds that are left after an Order."""
    if order == p.CHARGE and view.ahead:
        if view.gap <= 2 * mov - CM:
            return min(ROUNDS, waits + 1.0) / EAGER * 0.9
        return _rounds(waits, view.gap - mov, mov) - 0.3
    if order == p.ENGAGE and view.ahead and view.gap <= mov:
        return min(ROUNDS, waits + 1.0) / EAGER * 0.75
    paces = {p.MARCH: mov, p.RUN: 2 * mov}.get(order, 0)
    return _rounds(waits, max(3 * CM, view.gap - paces), mov) + 0.05 * (paces > 0)


def fire(state: RagNarok, unit: int, views: list[View]) -> float:
    """What its shooters can still do."""
    now = 0.0
    later = 0.0
    for view in views:
        hits = volley(state.armies, state.units[unit].ranks, state.units[view.foe].ranks, view.gap)
        later = max(later, hits)
        if view.ahead:
            now = max(now, hits)
    tired = (
        state.units[unit].shot
        or state.units[unit].moved > p.MARCHED
        or state.phase > p.SECOND_SHOOTING
    )
    rounds = min(ROUNDS, state.terms.turns - state.turn)
    return FIRE * ((0.0 if tired else now) + later * rounds)
