"""Attacks through the air: reach from the token, fights on air boards, dive charges."""

from __future__ import annotations  # rule: flight.replaces

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import (
    assemble,
    can_meet,
    has_landed,
    levels_apart,
    obstacles,
    rise,
    route,
    sink,
    token_of,
)
from fimbul.games.rag_narok.ground.contact import in_melee, touching
from fimbul.games.rag_narok.ground.councils import is_rooted
from fimbul.games.rag_narok.ground.field import Block, block_of, loosen, on_table
from fimbul.games.rag_narok.ground.slots import Slot, beside, is_clear
from fimbul.games.rag_narok.measure.crossing import travel
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Point,
    base,
    bearing,
    centre,
    disc,
    gap,
    holds,
    hull,
    moved,
    offset,
    squared,
    within,
)
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.mask import is_barred
from fimbul.games.rag_narok.rules.charge.meeting import disorganise, meet
from fimbul.games.rag_narok.rules.flight.airborne import carry, drift
from fimbul.games.rag_narok.rules.machines.artillery import is_manned
from fimbul.games.rag_narok.rules.moves import allowance
from fimbul.games.rag_narok.state import (
    RagNarok,
    enemies,
    flight_mov,
    middle,
    place_of,
    shapes,
    tell,
)

APPROACH = 15  # cm from the middle of its board at which a target sees its attackers come


def is_airy(state: RagNarok, this: Assault) -> bool:
    """Whether anybody of an attack is in the air."""
    return bool(state.units[this.unit].altitude or state.units[this.target].altitude)


def stance(state: RagNarok, unit: int) -> Place:  # rule: flight.token
    """Where a Unit is and looks, on the table."""
    token = state.units[unit].token
    return block_of(state, unit).at if token is None else (*token, state.units[unit].facing)


def may_answer(state: RagNarok, this: Assault, order: int) -> bool:
    """Nobody counter-charges into another level, out of a melee, or without a crew.

    A Unit that has landed uses no MOV at all.
    """
    if has_landed(state, this.target):  # rule: flight.landing-ends-move, flight.contact-same-level
        return False  # rule: ruling.air-reactions, ruling.counter-charge-held, machine.crew
    if order != p.COUNTER_CHARGE:
        return True
    held = levels_apart(state, this.unit, this.target) or in_melee(state, this.target)
    held = held or is_rooted(state, this.target)  # rule: ritual.warmage-no-move
    return not held and all(is_manned(state, member) for member in state.units[this.target].ranks)


# -- reach -----------------------------------------------------------------------------------


def air_limit(
    state: RagNarok,
    this: Assault,
) -> int:  # rule: flight.level-change-cost, ruling.dive-level-cost
    """How far the attacker flies: 5 less of MOV if it must change level, then doubled."""
    less = p.CLIMB * levels_apart(state, this.unit, this.target)  # rule: flight.max-distance-double
    return max(0, flight_mov(state, this.unit) - less) * (1 + this.far)


def air_reach(state: RagNarok, this: Assault) -> int | None:
    """How far its token is from the target, as it flies; None: too far, or no way there.

    A pursuit changes no level.
    """
    if not can_meet(state, this.unit, this.target):  # rule: flight.charge-measured-from-token
        return None  # rule: flight.no-level-change-push, flight.level2-terrain
    if this.pursuit and levels_apart(state, this.unit, this.target):
        return None
    start = token_of(state, this.unit)
    mine = disc(start, 2 * p.TOKEN)
    end, apart = min(
        ((centre(shape), gap(mine, shape)) for shape in shapes(state, this.target)),
        key=lambda found: found[1],
    )
    level = max(state.units[this.unit].altitude, state.units[this.target].altitude)
    blocked = obstacles(state, this.unit, level)
    straight = route(start, end, ())
    way = route(start, end, tuple(shape for shape in blocked if not holds(shape, end)))
    if way is None or straight is None:
        return None
    far = apart + way - straight
    return far if far <= air_limit(state, this) else None


# -- contact ---------------------------------------------------------------------------------


def swoop(state: RagNarok, this: Assault) -> bool:  # rule: flight.air-charge-placement
    """Bring an attacker to its target through the air; return whether it got there."""
    if this.answer == p.COUNTER_CHARGE:  # rule: flight.dive-charge, ruling.dive-level-cost
        come_to_meet(state, this)
    if air_reach(state, this) is None:
        return False
    token, dived = token_of(state, this.unit), state.units[this.unit].altitude
    places = list(state.places)
    if not gather(state, this, token):
        state.places = places
        return False
    dive = this.charge and dived > state.units[this.target].altitude
    settle_level(state, this, token)
    if dive:
        state.units[this.unit].dived = this.target
        tell(state, this.unit, "{unit} dive[s]")
    return True


def settle_level(state: RagNarok, this: Assault, token: Point) -> None:
    """The attacker is on the target's level now, its token beside the other."""
    unit, there = this.unit, middle(state, this.target)
    now = state.units[unit]
    change = state.units[this.target].altitude - now.altitude
    if change > 0:
        now.token = token
        now.altitude += 1
        now.shifted = 1
    elif change < 0:
        sink(state, unit)
    now.facing = bearing(token, there)
    if now.altitude:
        now.token = beside_token(state, there, token)
    loosen(state, unit)


def beside_token(state: RagNarok, there: Point, token: Point) -> Point:
    """A token's place that touches another, on the side it came from."""
    x, y, _ = moved((*there, 0), bearing(there, token), 2 * p.TOKEN)
    return (x, y) if on_table(state, disc((x, y), 2 * p.TOKEN)) else there


def gather(state: RagNarok, this: Assault, token: Point) -> bool:
    """Each fighter beside an enemy, nearest to where it came from; the rest beside their own.

    False: there is no room for all of them.
    """
    start = approach(state, this, token)  # rule: flight.air-charge-placement, formation.distance
    done: list[int] = []  # rule: ruling.air-board-geometry
    for member in state.units[this.unit].ranks:
        place = first_place(state, this, (member, start), done)
        if place is None:
            return False
        state.places[member] = place
        done.append(member)
    return bool(done)


def approach(state: RagNarok, this: Assault, token: Point) -> Point:
    """From where the target's board, or the table, sees them come."""
    if not state.units[this.target].altitude:
        return token
    heading = bearing(middle(state, this.target), token)
    at: Block = block_of(state, this.target)
    x, y, _ = moved((*at.at[:2], 0), heading, APPROACH * 100)
    return x, y


def first_place(
    state: RagNarok, this: Assault, who: tuple[int, Point], done: list[int]
) -> Place | None:
    """The nearest free place beside the target, or else beside those already there."""
    member, start = who
    for near in (state.units[this.target].ranks, tuple(done)):
        found = sorted(beside(state, member, near), key=lambda place: squared(start, place[:2]))
        for place in found:
            if fits_in(state, this, Slot(0, member, place), done):
                return place
        if not done:
            return None
    return None


def fits_in(state: RagNarok, this: Assault, slot: Slot, done: list[int]) -> bool:
    """Free, within reach of the token, and linked to those of the Unit already there."""
    bases = state.roster.bases  # rule: flight.charge-measured-from-token, formation.distance
    linked = not done or any(
        touching(slot.place, bases[slot.member], place_of(state, one), bases[one], p.CHAIN)
        for one in done
    )
    if not linked or not is_clear(state, slot):
        return False
    if is_barred(state, this.unit, slot.member, slot.place):
        return False
    if state.units[this.target].altitude:
        return True
    token = disc(token_of(state, this.unit), 2 * p.TOKEN)
    return within(token, base(slot.place, bases[slot.member]), air_limit(state, this))


def come_to_meet(state: RagNarok, this: Assault) -> None:  # rule: countercharge.procedure
    """A counter-charge in the air: the target's token flies at the attacker's, up to its MOV."""
    here, there = token_of(state, this.target), token_of(state, this.unit)
    heading, mov = bearing(here, there), flight_mov(state, this.target)
    far = min(mov, gap(disc(here, 2 * p.TOKEN), disc(there, 2 * p.TOKEN)))
    found = obstacles(state, this.target, state.units[this.target].altitude)
    blocked = tuple(shape for shape in found if not holds(shape, there))
    for length in (far, *range(far // CM * CM, 0, -CM), 0):  # rule: ruling.air-reactions
        x, y, _ = moved((*here, 0), heading, length)
        way = route(here, (x, y), blocked)
        if way is not None and way <= mov + 1:  # rounding, as in any flight
            break
    state.units[this.target].facing = heading
    assemble(state, this.target)
    carry(state, this.target, heading, length)
    state.units[this.target].moved = p.FAST


# -- attacks that fail -----------------------------------------------------------------------


def miss_in_air(state: RagNarok, this: Assault) -> None:  # rule: charge.failed
    """Out of reach: on towards the target by its MOV, risen if it had to rise."""
    heading = bearing(token_of(state, this.unit), middle(state, this.target))
    less = 0  # rule: ruling.level-change-moment
    if (
        state.units[this.unit].altitude < state.units[this.target].altitude
        and not state.units[this.unit].shifted
    ):
        rise(state, this.unit)
        less = p.CLIMB
    most = flight_mov(state, this.unit) - less
    if state.units[this.unit].altitude and not in_melee(state, this.unit):
        drift(state, this.unit, heading, most * (1 + this.pursuit))


def token_ahead(state: RagNarok, unit: int, most: int) -> int | None:
    """The first enemy of its level whose token lies ahead or touches its way; None: nobody."""
    at = (*token_of(state, unit), state.units[unit].facing)  # rule: ruling.blind-charge-distance
    sides = (disc(offset(at, 0, aside), 2 * p.TOKEN) for aside in (p.CONTACT, -p.CONTACT))
    mine = hull(corner for side in sides for corner in side)  # rule: flight.contact-same-level
    found = [
        (way, foe)
        for foe in enemies(state, unit)
        if not levels_apart(state, unit, foe)
        and (way := travel(mine, state.units[unit].facing, shapes(state, foe), most)) is not None
    ]
    return min(found)[1] if found else None


def fly_ahead(state: RagNarok, unit: int) -> None:  # rule: ruling.blind-charge-distance
    """A blind charge with the token, on its own level, that meets nobody."""
    drift(state, unit, state.units[unit].facing, allowance(state, unit, p.CHARGE))
    disorganise(state, unit)  # rule: charge.no-contact-disorganised


def attack_from_air(state: RagNarok, this: Assault) -> None:  # rule: flight.dive-charge
    """By token to the target, or on by its MOV."""
    if swoop(state, this):  # rule: charge.failed
        meet(state, this)
        return
    tell(state, this.unit, "{unit} [does|do] not reach [its|their] target")
    if this.ahead:
        fly_ahead(state, this.unit)
        return
    miss_in_air(state, this)
    if this.charge:
        disorganise(state, this.unit)
