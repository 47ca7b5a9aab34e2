"""Whom a Unit goes for, whether meeting them pays, and what it can reach."""

from __future__ import annotations

from math import inf
from operator import itemgetter

from fimbul.games.rag_narok.bots.lore import (
    CHARGING,
    ROUNDS,
    STUBBORN,
    View,
    edge,
    rounds_left,
    sights,
)
from fimbul.games.rag_narok.bots.might import Firepower, barrage, chance, volley
from fimbul.games.rag_narok.bots.roads import Road, nearest
from fimbul.games.rag_narok.ground.air import can_meet
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import block_of
from fimbul.games.rag_narok.ground.sight import unit_sees
from fimbul.games.rag_narok.measure.geometry import Point
from fimbul.games.rag_narok.measure.tables import CM, Weapon
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.ending import margin, scores
from fimbul.games.rag_narok.rules.fear.courage import must_test
from fimbul.games.rag_narok.rules.values import terror, unit_value
from fimbul.games.rag_narok.state import RagNarok, card_mov, fighter, middle, owner, standing

LEAD = 2.5  # times what wins: whoever is this far ahead takes no Courage test
LATE_ROUNDS = 2  # rounds to come: whoever would only draw risks a Courage test
SURE = 0.7  # what part of the shots to come is counted on
BROKEN, GONE = 0.5, 1.0  # the part of a Unit's AP lost by a rout, and by one that leaves the table
COMES = 1.5  # times MOV an enemy comes nearer in a turn
WIDEST_UNIT = 8 * CM  # how much farther off than its nearest base the middle of a Unit may be
LEAST_OF_A_TURN = 0.2  # of a turn: nobody is quite out of reach
HASTE = 2  # the power by which fewer turns of melee count
LOOKS = 3  # ways that are looked for: each takes long
MINGLED = 0.1  # what part of their worth shots keep at an enemy among friends
OUT_OF_REACH = 0.05  # what part of its worth an enemy in the air keeps
SHARED = 0.3  # what part of its worth an enemy already in melee keeps


def weapons(state: RagNarok, unit: int) -> list[Weapon]:
    cards = [fighter(state, member).card for member in state.units[unit].ranks]
    return [card.weapon for card in cards if card.weapon is not None]


def quarry(state: RagNarok, unit: int) -> View | None:
    """The enemy that a Unit goes for: one it soon meets rather than a better one far away.

    An enemy that others already fight leaves little room.
    """
    mov, turns = card_mov(state, unit), state.terms.turns - state.turn + 1

    def worth(view: View, gap: int) -> float:
        late = max(0, gap - 2 * mov) / (2 * mov) + (not view.ahead)
        return harvest(state, unit, view) * max(LEAST_OF_A_TURN, turns - late) ** HASTE

    hopes = [(worth(view, view.gap), view) for view in sights(state, unit)]
    hopes.sort(key=itemgetter(0), reverse=True)
    best, most = None, -inf
    for hope, view in hopes[:LOOKS]:
        if hope <= most:  # no way is shorter than none
            break
        near = view.gap <= 2 * mov or len(hopes) == 1
        found = hope if near else worth(view, distance(state, unit, view))
        if found > most:
            best, most = view, found
    return best


def harvest(state: RagNarok, unit: int, view: View) -> float:
    """What an enemy is worth to a Unit: by shots if it has any; little if they cannot meet."""
    mine, theirs, busy = (
        state.units[unit].ranks,
        state.units[view.foe].ranks,
        in_melee(state, view.foe),
    )
    if guns := weapons(state, unit):
        near = min(view.gap, max(weapon.short for weapon in guns)) // CM * CM
        return (MINGLED if busy else 1.0) * volley(state.armies, mine, theirs, near)
    room = SHARED if view.gap > 0 and busy else 1.0
    if not can_meet(state, unit, view.foe):
        room = OUT_OF_REACH
    return room * max(edge(state, unit, view.foe), STUBBORN)


def distance(state: RagNarok, unit: int, view: View) -> int:
    """How far it is to an enemy, round what lies in between."""
    here = block_of(state, unit)
    road = Road(state, here, nearest(state, view.foe, here.at[:2]))
    return max(view.gap, road.way(here.at[:2])[0])


def can_engage(state: RagNarok, unit: int) -> bool:
    """Whether anybody could be engaged where all stand."""
    far = card_mov(state, unit) + WIDEST_UNIT
    near = [view.foe for view in sights(state, unit) if view.gap <= far]
    return any(pays(state, unit, foe) and can_reach(state, unit, foe, False) for foe in near)


def can_attack(state: RagNarok, unit: int) -> bool:
    """Whether a charge would reach anybody where all stand, and pays."""
    near = within_charge(state, unit)
    return any(pays(state, unit, foe) and can_charge(state, unit, foe) for foe in near)


def pays(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether meeting an enemy brings more than the Courage test may cost.

    Whoever leads, or will by shooting, risks nothing; whoever would only draw risks it late.
    """
    if not must_test(state, unit, foe):
        return True
    seat = owner(state, unit)
    points = scores(state)
    lead = points[seat] - points[1 - seat] + SURE * (shots(state, seat) - shots(state, 1 - seat))
    if lead >= LEAD * margin(state):
        return False
    rounds = min(ROUNDS, state.terms.turns - state.turn + 1)
    if rounds <= LATE_ROUNDS and lead < margin(state):
        return True
    fails = 1 - chance(terror(state, foe) - (unit_value(state, unit, "cou") or 0))
    ap = sum(fighter(state, member).ap for member in state.units[unit].ranks)
    near = to_edge(state, middle(state, unit)) < flight(state, unit)
    return edge(state, unit, foe, CHARGING) * rounds > fails * ap * (GONE if near else BROKEN)


def is_wary(state: RagNarok, unit: int) -> bool:
    """Whether an enemy that it would rather not meet may charge it."""
    return any(
        view.gap < safe(state, view.foe) and not pays(state, unit, view.foe)
        for view in sights(state, unit)
    )


def safe(state: RagNarok, foe: int) -> int:
    """How far off it is out of reach of that enemy's charge."""
    return 2 * card_mov(state, foe) + CM


def shots(state: RagNarok, seat: int) -> float:
    """What a seat's shooters will still take, if nobody comes at them."""
    total = 0.0
    for unit in standing(state, seat):
        able = weapons(state, unit) and not in_melee(state, unit)
        if able and (view := quarry(state, unit)):
            total += barrage(fire_at(state, unit, view.foe), view.gap // CM * CM)
    return total


def fire_at(state: RagNarok, unit: int, foe: int) -> Firepower:
    """The shots that a Unit still has, at that enemy."""
    turns = max(0, rounds_left(state) - bool(state.units[unit].shot))
    mine, theirs = state.units[unit].ranks, state.units[foe].ranks
    return Firepower(state.armies, mine, theirs, card_mov(state, unit), turns, coming(state, foe))


def coming(state: RagNarok, unit: int) -> int:
    """How far a Unit comes nearer in a turn: not at all if it has not come a MOV a turn so far."""
    y, mov = middle(state, unit)[1], card_mov(state, unit)
    from_edge = y if owner(state, unit) == state.south else state.terms.table[1] - y
    comes = from_edge - state.terms.deployment >= mov * (state.turn - 1)
    return int(COMES * mov) // CM * CM if comes or state.turn <= 1 else 0


def flight(state: RagNarok, unit: int) -> int:
    """How far from an edge of the table a Unit must stand so that a rout does not take it off."""
    return 2 * card_mov(state, unit) + min(block_of(state, unit).extent) // 2 + CM


def to_edge(state: RagNarok, at: Point) -> int:
    """How far the nearest edge of the table is."""
    (x, y), (wide, deep) = at, state.terms.table
    return min(x, y, wide - x, deep - y)


def preys(state: RagNarok, unit: int) -> list[int]:
    """The enemies that a charge would reach where they stand."""
    return [foe for foe in within_charge(state, unit) if can_charge(state, unit, foe)]


def within_charge(state: RagNarok, unit: int) -> list[int]:
    """The enemies that are near enough for a charge."""
    far = 2 * card_mov(state, unit) + WIDEST_UNIT
    return [view.foe for view in sights(state, unit) if view.gap <= far]


def can_charge(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether a charge would reach that enemy where it stands."""
    return unit_sees(state, unit, foe) and can_reach(state, unit, foe, True)


def can_reach(state: RagNarok, unit: int, foe: int, charging: bool) -> bool:
    return reach(state, Assault(unit, foe, charging)) is not None
