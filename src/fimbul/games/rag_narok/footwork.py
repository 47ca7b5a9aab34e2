"""Where a sergeant leads a Unit: whom it goes for, what it can reach, and where it wants to stand.

A Unit wants to end its move where the next charge or volley begins: within reach, the enemy before
it, no scenery in between, and room around, as nobody moves or turns who is hemmed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isqrt
from typing import Any, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.field import (
    Block,
    Way,
    block_of,
    grounds_in,
    grounds_near,
    turn,
)
from fimbul.games.rag_narok.geometry import (
    ONE,
    Place,
    Point,
    Shape,
    along,
    around,
    base,
    bearing,
    bounds,
    clash,
    moved,
    squared,
    swept,
    turn_between,
)
from fimbul.games.rag_narok.lore import (
    CHARGING,
    ROUNDS,
    STUBBORN,
    View,
    edge,
    margin,
    rounds_left,
    sights,
    stance,
)
from fimbul.games.rag_narok.might import Fire, barrage, chance
from fimbul.games.rag_narok.paths import distances
from fimbul.games.rag_narok.routes import routes
from fimbul.games.rag_narok.rules import movement
from fimbul.games.rag_narok.rules.approach import reach
from fimbul.games.rag_narok.rules.assault import Assault
from fimbul.games.rag_narok.rules.ending import scores
from fimbul.games.rag_narok.rules.fear import must_test
from fimbul.games.rag_narok.rules.moves import allowance, read_distance
from fimbul.games.rag_narok.sight import unit_sees
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    fighter,
    middle,
    owner,
    place_of,
    standing,
)
from fimbul.games.rag_narok.tables import CM, Weapon
from fimbul.games.rag_narok.values import terror, unit_value

Options = Sequence[str]
CROWD, ROOM = 10 * CM, 2 * CM  # what it is worth to have so much room around
ARC = 40  # degrees off the front at which an enemy is surely seen
DEGREE = CM // 5  # what one degree more is worth in distance
BARRED = 10 * CM  # what scenery between a Unit and its enemy is worth
HIDDEN = 6 * CM  # and where no way leads round it
MASKED = 10 * CM  # what friends in between are worth
PACE, PACES = 2 * CM, 3  # who cannot go so far is stuck; how coarsely moves are thought out
LEAD = 1.2  # of what wins: who is so far ahead takes no Courage test
LATE = 2  # rounds to come: who would only draw risks a Courage test
SURE = 0.7  # of the shots to come are counted on
BROKEN, GONE = 0.5, 1.0  # of a Unit's AP is lost by a rout, and by one that ends off the table
COMES = 1.5  # times MOV an enemy comes nearer in a turn
LIKELY = 3  # turns that are looked at first
WIDE = 8 * CM  # by so much the middle of a Unit may be farther off than its nearest base
SOME = 0.2  # of a turn: nobody is quite out of reach
HASTE = 2  # the power by which fewer turns of melee count
NEAREST = 10 * CM  # nobody goes nearer before a charge, and farther off who is faster
ROUNDED = 3  # hundredths by which a point may be off


def weapons(state: RagNarok, unit: int) -> list[Weapon]:
    cards = [fighter(state, member).card for member in state.ranks[unit]]
    return [card.weapon for card in cards if card.weapon is not None]


def quarry(state: RagNarok, unit: int) -> View | None:
    """The enemy that a Unit goes for: rather one that it soon meets than a better one far away."""
    mov, turns = card_mov(state, unit), state.terms.turns - state.turn + 1

    def worth(view: View) -> float:
        late = max(0, view.gap - 2 * mov) / (2 * mov) + (not view.ahead)
        return max(edge(state, unit, view.foe), STUBBORN) * max(SOME, turns - late) ** HASTE

    return max(sights(state, unit), key=worth, default=None)


def can_engage(state: RagNarok, unit: int) -> bool:
    """Whether anybody could be engaged where all stand."""
    far = card_mov(state, unit) + WIDE
    near = [view.foe for view in sights(state, unit) if view.gap <= far]
    return any(can_reach(state, unit, foe, False) and pays(state, unit, foe) for foe in near)


def can_attack(state: RagNarok, unit: int) -> bool:
    """Whether a charge would reach anybody where all stand, and pays."""
    return any(pays(state, unit, foe) for foe in preys(state, unit))


def pays(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether meeting an enemy brings more than the Courage test may cost.

    Who leads, or will by shooting, risks nothing; who would only draw risks it in the end.
    """
    if not must_test(state, unit, foe):
        return True
    seat = owner(state, unit)
    points = scores(state)
    lead = points[seat] - points[1 - seat] + SURE * (shots(state, seat) - shots(state, 1 - seat))
    if lead >= LEAD * margin(state):
        return False
    rounds = min(ROUNDS, state.terms.turns - state.turn + 1)
    if rounds <= LATE and lead < margin(state):
        return True
    fails = 1 - chance(terror(state, foe) - (unit_value(state, unit, "cou") or 0))
    ap = sum(fighter(state, member).ap for member in state.ranks[unit])
    near = to_edge(state, middle(state, unit)) < flight(state, unit)
    return edge(state, unit, foe, CHARGING) * rounds > fails * ap * (GONE if near else BROKEN)


def shots(state: RagNarok, seat: int) -> float:
    """What a seat's shooters will still take, if nobody comes at them."""
    total = 0.0
    for unit in standing(state, seat):
        able = weapons(state, unit) and not in_melee(state, unit)
        if able and (view := quarry(state, unit)):
            total += barrage(fire_at(state, unit, view.foe), view.gap // CM * CM)
    return total


def fire_at(state: RagNarok, unit: int, foe: int) -> Fire:
    """The shots that a Unit still has, at that enemy."""
    turns = max(0, rounds_left(state) - bool(state.shot[unit]))
    mine, theirs = state.ranks[unit], state.ranks[foe]
    return Fire(state.armies, mine, theirs, card_mov(state, unit), turns, coming(state, foe))


def coming(state: RagNarok, unit: int) -> int:
    """How far a Unit comes nearer in a turn: nobody does who has not come a MOV a turn so far."""
    y, mov = middle(state, unit)[1], card_mov(state, unit)
    from_edge = y if owner(state, unit) == state.south else state.terms.table[1] - y
    comes = from_edge - state.terms.deployment >= mov * (state.turn - 1)
    return int(COMES * mov) // CM * CM if comes or state.turn <= 1 else 0


def flight(state: RagNarok, unit: int) -> int:
    """How far from an edge of the table a Unit must stand so that a rout does not take it off."""
    return 2 * card_mov(state, unit) + min(block_of(state, unit).extent) // 2 + CM


def preys(state: RagNarok, unit: int) -> list[int]:
    """The enemies that a charge would reach where they stand."""
    far = 2 * card_mov(state, unit) + WIDE
    views = [view for view in sights(state, unit) if view.gap <= far]
    return [view.foe for view in views if can_charge(state, unit, view.foe)]


def can_charge(state: RagNarok, unit: int, foe: int) -> bool:
    """Whether a charge would reach that enemy where it stands."""
    return can_reach(state, unit, foe, True) and unit_sees(state, unit, foe)


def can_reach(state: RagNarok, unit: int, foe: int, charging: bool) -> bool:
    return reach(state, Assault(unit, foe, charging)) is not None


def off_front(state: RagNarok, unit: int) -> int:
    """The turn that would point a Unit at its enemy, or at the way round to it."""
    aim = aim_of(state, unit)
    if aim is None:
        return 0
    at = aim.block.at
    return turn_between(at[2], aim.way(at[:2])[1])


def is_stuck(state: RagNarok, unit: int) -> bool:
    """Whether it can neither go straight on nor turn."""
    ahead = distances(state, unit, state.facing[unit], PACE, Way())
    return ahead[-1] < PACE and not movement.turn_options(state, unit)


def sideways(state: RagNarok, step: movement.Sideways, options: Options) -> str:
    """To the side where there is more room, rather to that of the enemy."""
    unit, left = step.unit, off_front(state, step.unit) > 0

    def room(thing: str) -> tuple[int, bool]:
        side = 90 if thing == "button:left" else -90
        heading = (state.facing[unit] + side) % 360
        return distances(state, unit, heading, 4 * CM, Way())[-1], left == (side > 0)

    return max(options, key=room)


def face(state: RagNarok, step: Any, options: Options) -> str:
    degrees = off_front(state, step.unit)
    return min(options, key=lambda thing: abs(int(thing.removeprefix("turn:")) - degrees))


class Aim(NamedTuple):
    """Where a Unit wants to stand: so near to an enemy, before it, not among friends."""

    state: RagNarok
    block: Block
    foe: Block
    crowd: tuple[Shape, ...]  # friends, rocks and walls
    far: int
    line: tuple[Shape, ...]  # friends, who may stand in the way
    shy: int  # so near to an edge of the table a rout would take it off
    near: int  # it goes no nearer before a charge

    def miss(self, heading: int, distance: int, spare: int, bar: float = inf) -> int:
        """How much is amiss after a straight move, if it may still turn by `spare` degrees.

        Where it is at least `bar`, that is told as soon as it is known.
        """
        at = moved(self.block.at, heading, distance)
        if (least := self.least(self.gap(at[:2]))) >= bar:  # no way round is shorter
            return least
        gap, towards = self.way(at[:2])
        off = abs(turn_between(heading, towards))
        arc = ARC + spare + (max(p.TURNS) if gap > self.far else 0)  # far off, it turns next time
        lost = max(0, gap - self.far) + max(0, self.near - gap) + DEGREE * max(0, off - arc)
        lost += max(0, self.shy - to_edge(self.state, at[:2]))
        if (found := 10 * lost + max(0, gap) + off) >= bar:
            return found
        crowded = CROWD * self.is_cramped((at[0], at[1], heading))
        return found + 10 * (crowded + MASKED * self.is_masked((at[0], at[1], towards), gap))

    def gap(self, at: Point) -> int:
        """How far it is to the enemy from there as the crow flies."""
        return isqrt(squared(at, self.foe.at[:2])) - _near(self.block, self.foe)

    def closest(self, heading: int, most: int) -> int:
        """The least that a straight move can leave of it, or a hair less."""
        (x, y, _), (there_x, there_y, _) = self.block.at, self.foe.at
        ahead = along(there_x - x, there_y - y, heading) // ONE
        at = moved(self.block.at, heading, min(max(0, ahead), most))
        return self.gap(at[:2]) - ROUNDED

    def least(self, gap: int) -> int:
        """What is surely amiss so far off."""
        return 10 * max(0, gap - self.far) + max(0, gap)

    def way(self, at: Point) -> tuple[int, int]:
        """How far it is to the enemy from there, round what lies in between, and which way."""
        there = self.foe.at[:2]
        gap, towards = self.gap(at), bearing(at, there)
        if not self.is_barred((at[0], at[1], towards), gap):
            return gap, towards
        ways = routes(self.state.scenario, self.state.scenery, self.block.extent[0], there)
        length = ways.length(at)
        if length is None:
            return gap + HIDDEN, towards
        return max(gap, length - _near(self.block, self.foe)) + BARRED, bearing(at, ways.first(at))

    def hope(self, most: int) -> int:
        """About what is amiss after a move that nothing hinders."""
        gap = self.gap(self.block.at[:2])
        return 10 * (max(0, gap - most - self.far) + PACE) + max(0, gap)

    def is_barred(self, at: Place, gap: int) -> bool:
        """Whether scenery lies between a place and the enemy."""
        shape = base(at, self.block.extent)
        if gap <= 0 or not grounds_in(self.state, around(bounds(shape), bounds(self.foe.shape))):
            return False
        path = swept(shape, at[2], gap)
        return any(clash(path, ground.shape) for ground in grounds_near(self.state, path))

    def is_masked(self, at: Place, gap: int) -> bool:
        """Whether friends stand between a place and the enemy."""
        if gap <= 0:
            return False
        path = swept(base(at, self.block.extent), at[2], gap)
        return any(clash(path, other) for other in self.line)

    def is_cramped(self, at: Place) -> bool:
        """Whether it would have no room to turn there."""
        wide, deep = self.block.extent
        shape = base(at, (wide + 2 * ROOM, deep + 2 * ROOM))
        return any(clash(shape, other) for other in self.crowd)


def to_edge(state: RagNarok, at: Point) -> int:
    """How far the nearest edge of the table is."""
    (x, y), (wide, deep) = at, state.terms.table
    return min(x, y, wide - x, deep - y)


def _near(mine: Block, theirs: Block) -> int:
    return (min(mine.extent) + min(theirs.extent)) // 2


def aim_of(state: RagNarok, unit: int) -> Aim | None:
    """Shooters want short range, others to charge next turn."""
    view = quarry(state, unit)
    if view is None:
        return None
    guns = [weapon.short for weapon in weapons(state, unit)]
    far = max(guns) if guns else 2 * card_mov(state, unit)
    others = [other for other in standing(state, owner(state, unit)) if other != unit]
    friends = [block_of(state, other).shape for other in others]
    comes = coming(state, view.foe)
    bars = p.SOLID if comes or state.spread[unit] else (*p.SOLID, *p.ROUGH)
    crowd = friends + [ground.shape for ground, _ in state.terms.boxes if ground.kind in bars]
    tested = not guns and must_test(state, unit, view.foe)
    here = block_of(state, unit)
    there = nearest(state, view.foe, here.at[:2])
    shy = flight(state, unit) if tested else 0
    far -= 2 * CM
    safe = 2 * card_mov(state, view.foe) + CM  # there he cannot charge it
    near = safe if NEAREST < safe < far and not guns and not comes else NEAREST
    return Aim(state, here, there, tuple(crowd), far, tuple(friends), shy, near)


def nearest(state: RagNarok, foe: int, here: Point) -> Block:
    """Whom of a Unit one meets first, or its token; its middle may be far off, or nobody there."""
    if state.skies[foe] is not None:
        return stance(state, foe)
    near = min(state.ranks[foe], key=lambda one: squared(here, place_of(state, one)[:2]))
    return Block(place_of(state, near), state.roster.bases[near])


def wheel(state: RagNarok, step: movement.Wheel, options: Options) -> str:
    """Towards the place where the next charge or volley begins, but round what is in the way."""
    unit, aim = step.unit, aim_of(state, step.unit)
    if aim is None:
        return "turn:0"
    most = allowance(state, unit, step.order)
    degrees = turn_between(state.facing[unit], aim.way(aim.block.at[:2])[1])
    near = sorted(options, key=lambda thing: abs(_degrees(thing) - degrees))
    best, least = near[0], inf
    for number, thing in enumerate(near):
        if number == LIKELY and least <= aim.hope(most):  # nothing is in the way
            break
        if (found := _amiss(aim, unit, _degrees(thing), most, least)) < least:
            best, least = thing, found
    return best


def _degrees(thing: str) -> int:
    return int(thing.removeprefix("turn:"))


def _amiss(aim: Aim, unit: int, degrees: int, most: int, bar: float) -> float:
    """How much is amiss where a turn and a move can lead at best, if that is less than `bar`."""
    state, spare = aim.state, max(p.TURNS)
    heading = (state.facing[unit] + degrees) % 360
    if aim.least(aim.closest(heading, most)) >= bar:
        return bar
    if degrees:
        state, spare = state.clone(), 0
        turn(state, unit, degrees)
    ways = distances(state, unit, heading, most, Way())
    for far in reversed((*ways[::PACES], ways[-1])):
        bar = min(bar, aim.miss(heading, far, spare, bar))
    return bar


def advance(state: RagNarok, step: movement.Advance, options: Options) -> str:
    """As far as the next charge or volley wants it."""
    aim = aim_of(state, step.unit)
    if aim is None:
        return options[-1]
    after = state.agenda[-2][0] if len(state.agenda) > 1 else None
    free = isinstance(after, movement.TurnAfter) and after.free
    heading, spare = state.facing[step.unit], max(p.TURNS) if free else 0
    return min(options, key=lambda thing: aim.miss(heading, read_distance(thing), spare))
