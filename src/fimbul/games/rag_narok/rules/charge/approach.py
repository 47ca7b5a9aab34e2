"""How an attacker comes to its target: the turn, how far it is, and what is in the way."""

from __future__ import annotations

from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import is_walled
from fimbul.games.rag_narok.ground.field import (
    Way,
    block_of,
    carried,
    grounds_near,
    may_stand,
    on_table,
    turn,
    turned,
)
from fimbul.games.rag_narok.ground.paths import (
    ahead,
    cost,
    is_barred,
    is_ethereal,
    nears_edge,
    outlines,
    passes_friends,
)
from fimbul.games.rag_narok.measure.crossing import travel
from fimbul.games.rag_narok.measure.geometry import (
    Place,
    Shape,
    base,
    bearing,
    centre,
    clash,
    shifted,
    squared,
    swept,
    turn_between,
    within,
)
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.mask import approachable, clear_places
from fimbul.games.rag_narok.rules.charge.mask import is_barred as shuns
from fimbul.games.rag_narok.rules.fear.howling import run_if_routed
from fimbul.games.rag_narok.rules.flight.attacks import air_limit, air_reach, is_airy
from fimbul.games.rag_narok.rules.movement.marches import wheel
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    middle,
    name,
    owner,
    shape_of,
    shapes,
)
from fimbul.kernel import phrase

PASSING = Way(keep=False, over=True)  # where one turns and goes on


class Course(NamedTuple):
    """How an attacker comes at its target: the turn, and how far it then goes; None: it cannot."""

    turn: int
    way: int | None


SLOW = "a {kind} (for close order)"


def face(state: RagNarok, this: Assault) -> bool:  # rule: move.small-obstacle
    """Pivot towards the target if there is room; return whether the Unit can go on.

    A Unit that goes on from there may turn on a small rock.
    """
    unit, (degrees, way) = this.unit, course(state, this)
    passing = Way(keep=False, over=way is not None)
    if not degrees or not may_stand(state, unit, turned(state, unit, degrees), passing):
        return True
    if wheel(state, unit, degrees):
        return True
    run_if_routed(state, unit)
    return False


def course(state: RagNarok, this: Assault) -> Course:  # rule: ruling.headings, charge.procedure
    """At the middle of the target; if that fails, at one of its fighters, or straight on."""
    (x, y, facing), _ = block_of(state, this.unit)  # rule: engage.procedure
    first = turn_between(facing, bearing((x, y), middle(state, this.target)))
    way = way_after(state, this, first)
    if way is not None or not is_near(state, this):
        return Course(first, way)
    theirs = sorted(map(centre, shapes(state, this.target)), key=lambda at: squared((x, y), at))
    others = (turn_between(facing, bearing((x, y), at)) for at in theirs)
    for degrees in dict.fromkeys((*others, 0)):
        if degrees != first and (way := way_after(state, this, degrees)) is not None:
            return Course(degrees, way)
    return Course(first, None)


def is_near(state: RagNarok, this: Assault) -> bool:
    """Whether the target is near enough for another turn to lead there."""
    shape, limit = block_of(state, this.unit).shape, furthest(state, this)
    return any(within(shape, other, limit) for other in shapes(state, this.target))


def way_after(state: RagNarok, this: Assault, degrees: int) -> int | None:  # rule: charge.procedure
    """How far it goes to touch its target after that turn; None: it does not, or cannot turn."""
    twin = state  # rule: engage.procedure
    if not this.far and abs(degrees) > _most_turn(state, this.unit):
        return None
    if degrees:
        if not may_stand(state, this.unit, turned(state, this.unit, degrees), PASSING):
            return None
        twin = state.clone()
        turn(twin, this.unit, degrees)
    return way_to(twin, this, furthest(state, this))


def _most_turn(state: RagNarok, unit: int) -> int:  # rule: move.straight-one-reorientation
    """How far an engaging Unit turns: not at all, if it has turned by a manoeuvre."""
    return 0 if state.units[unit].wheeled else max(p.TURNS)  # rule: ruling.one-reorientation


def first_ahead(state: RagNarok, unit: int, most: int) -> int | None:
    """The enemy that a Unit runs into first if it goes straight on; None: nobody."""
    ways = [
        (way, foe)
        for foe in approachable(state, unit)
        if not state.units[foe].altitude
        and (way := straight_to(state, unit, foe, most)) is not None
    ]  # rule: ruling.blind-charge-distance, machine.irrepressible
    return min(ways)[1] if ways else None


def straight_to(state: RagNarok, unit: int, foe: int, most: int) -> int | None:
    """How far straight on it touches an enemy, or comes into contact with one beside its way."""
    (at, (wide, deep)), heading = block_of(state, unit), state.units[unit].facing
    theirs = shapes(state, foe)  # rule: charge.blind-is-engagement, contact.distance
    far = travel(base(at, (wide, deep)), heading, theirs, most)
    if far is not None:
        return far
    beside = travel(base(at, (wide + 2 * p.CONTACT, deep)), heading, theirs, most)
    lengths = range(most + 1 if beside is None else beside, most + 1, p.HALF_CM)
    ends = ((length, carried(state, unit, heading, length)) for length in lengths)
    return next((length for length, end in ends if _meets(state, (unit, foe), end)), None)


def furthest(state: RagNarok, this: Assault) -> int:  # rule: charge.procedure, engage.procedure
    """How far an attacker can go, on foot or through the air."""
    if is_airy(state, this):  # rule: pursuit.procedure, flight.max-distance-double
        return air_limit(state, this)
    return card_mov(state, this.unit) * (1 + this.far)


def reach(state: RagNarok, this: Assault) -> int | None:  # rule: charge.procedure, engage.procedure
    """How far it must go to touch its target; None: too far, or something is in the way."""
    if is_airy(state, this):
        return air_reach(state, this)
    return way_after(state, this, 0) if this.ahead else course(state, this).way


def way_to(state: RagNarok, this: Assault, limit: int) -> int | None:  # rule: move.difficult
    """How far it is straight ahead to the target, if the ground lets it get that far."""
    shape, heading = block_of(state, this.unit).shape, state.units[this.unit].facing
    if this.ahead:  # rule: move.feat
        far = straight_to(state, this.unit, this.target, limit)
    else:
        far = travel(shape, heading, shapes(state, this.target), limit)
    way = None if far is None else footing(state, this, far)
    if way is None or cost(state, this.unit, heading, way) > limit:
        return None
    return way if path_is_clear(state, this, way) else None


def footing(state: RagNarok, this: Assault, way: int) -> int | None:  # rule: ruling.path-blocking
    """That way, or a slightly shorter one if a wall or a rock lies at its end; None: no room.

    If only a small rock is in the way, figures stand round it.
    """
    shape, heading = block_of(state, this.unit).shape, state.units[this.unit].facing
    end = shifted(shape, heading, way)  # rule: contact.distance, move.small-obstacle
    solid = any(ground.kind in p.SOLID for ground in grounds_near(state, end))
    if not solid and not state.magic.masked:
        return way
    for length in range(way, max(-1, way - p.CONTACT - 1), -p.HALF_CM):
        places = ahead(state, this.unit, heading, length)
        if may_stand(state, this.unit, places, Way(keep=False)) and not _shunned(
            state, this.unit, places
        ):
            if _meets(state, (this.unit, this.target), places):
                return length
            break
    aside = clear_places(state, this.unit, ahead(state, this.unit, heading, way))
    met = aside is not None and _meets(state, (this.unit, this.target), aside)
    return way if met else None


def _shunned(state: RagNarok, unit: int, places: list[Place]) -> bool:
    """Whether anybody would stand beside somebody who struck it unseen."""
    stands = zip(state.units[unit].ranks, places, strict=True)  # rule: artefact.mask-receive-charge
    return bool(state.magic.masked) and any(shuns(state, unit, *stand) for stand in stands)


def _meets(state: RagNarok, both: tuple[int, int], places: list[Place]) -> bool:
    """Whether the first Unit, if it stands there, is in contact with the second."""
    unit, target = both
    bases, foes = state.roster.bases, shapes(state, target)
    stands = zip(places, state.units[unit].ranks, strict=True)
    mine = [base(place, bases[member]) for place, member in stands]
    return any(within(one, foe, p.CONTACT) for one in mine for foe in foes)


def path_is_clear(state: RagNarok, this: Assault, way: int) -> bool:
    return not in_the_way(state, this, way)


def in_the_way(state: RagNarok, this: Assault, way: int) -> str:  # rule: move.difficult
    """What stops an attacker on that way; nothing if it meets its target and nobody else."""
    shape, heading = block_of(state, this.unit).shape, state.units[this.unit].facing
    if not _stays_on_table(state, this.unit, shifted(shape, heading, way), way):
        return "the edge of the table"  # rule: move.no-interpenetration
    ghostly = is_ethereal(state, this.unit)
    path = shifted(shape, heading, way) if ghostly else swept(shape, heading, way)
    if (unit := _blocker(state, this, way, ghostly)) >= 0:
        return name(state, unit)
    if is_walled(state, path):
        return "a conjured wall"
    if ghostly:
        return ""
    if is_barred(state, path):
        return "scenery that nobody can pass"
    close = this.charge and not state.units[this.unit].spread
    slow = [ground for ground in state.terms.grounds if ground.kind in p.ROUGH] if close else []
    found = (ground.kind for ground in slow if clash(path, ground.shape))
    return next((phrase(SLOW, kind=kind) for kind in found), "")


def hindrance(state: RagNarok, this: Assault) -> str:  # rule: charge.procedure, engage.procedure
    """Why an attacker does not get to its target, in words; nothing if it does."""
    if reach(state, this) is not None:
        return ""
    if is_airy(state, this):
        return "too far, or on a level that it cannot reach"
    degrees = 0 if this.ahead else course(state, this).turn
    if not this.far and abs(degrees) > _most_turn(state, this.unit):
        return "it would have to turn too far"
    twin = state
    if degrees:
        if not may_stand(state, this.unit, turned(state, this.unit, degrees), PASSING):
            return "no room to turn towards it"
        twin = state.clone()
        turn(twin, this.unit, degrees)
    return _shortfall(twin, this)


def _shortfall(state: RagNarok, this: Assault) -> str:
    """Why somebody who looks at its target does not get there straight ahead."""
    shape, heading = block_of(state, this.unit).shape, state.units[this.unit].facing
    far = travel(shape, heading, shapes(state, this.target), sum(state.terms.table))
    if far is None:
        return "it would pass it by"
    most = furthest(state, this)
    if far > most:
        return phrase("{far} cm, {beyond} too far", far=said(far), beyond=said(far - most))
    way = footing(state, this, far)
    if way is None:
        return "no room to stand before it"
    if (price := cost(state, this.unit, heading, way)) > most:
        return phrase("slow ground: {far} cm cost {price}", far=said(way), price=said(price))
    return phrase("{what} in the way", what=in_the_way(state, this, way))


def _stays_on_table(state: RagNarok, unit: int, end: Shape, way: int) -> bool:
    """Whether nobody would hang over the edge at the end. Usually the rectangle tells."""
    if not nears_edge(state, end):  # rule: move.table-edge
        return True
    now = state.units[unit]
    stands = zip(ahead(state, unit, now.facing, way), now.ranks, strict=True)
    bases = state.roster.bases
    return all(on_table(state, base(place, bases[member])) for place, member in stands)


def _blocker(state: RagNarok, this: Assault, way: int, ghostly: bool) -> int:
    """A Unit besides the target in the way; -1: none. Some are passed, but not stood on."""
    heading, friends = state.units[this.unit].facing, owner(state, this.unit)
    moving = outlines(state, this.unit, block_of(state, this.unit).shape)
    ends = [shifted(one, heading, way) for one in moving]  # rule: move.no-interpenetration
    paths = ends if ghostly else [swept(one, heading, way) for one in moving]
    passed = friends if passes_friends(state, this.unit) else -1  # rule: ruling.path-blocking
    mine = {*state.units[this.unit].ranks, *state.units[this.target].ranks}
    for number, place in enumerate(state.places):
        if place is not None and number not in mine:
            one = fighter(state, number)
            areas = ends if one.seat == passed else paths
            if any(clash(area, shape_of(state, number)) for area in areas):
                return one.unit
    return -1
