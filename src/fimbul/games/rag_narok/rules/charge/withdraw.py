"""Leaving: disengagement and flight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import assemble, can_fly
from fimbul.games.rag_narok.ground.conjured import is_walled
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.ground.field import (
    Formation,
    Way,
    can_turn,
    form_up,
    formed,
    may_stand,
    on_table,
    others,
    troops,
    turn,
)
from fimbul.games.rag_narok.ground.hold import passengers
from fimbul.games.rag_narok.ground.paths import (
    cost,
    crosses_wall,
    distances,
    is_barred,
    is_ethereal,
)
from fimbul.games.rag_narok.measure.geometry import Place, clash, moved, swept, turn_between
from fimbul.games.rag_narok.measure.lengths import read_distance, said
from fimbul.games.rag_narok.measure.tables import CM, Profile
from fimbul.games.rag_narok.rules.ending import NameSuccessor
from fimbul.games.rag_narok.rules.fear.toga import dares_to
from fimbul.games.rag_narok.rules.flight.airborne import ChooseLevel, carry
from fimbul.games.rag_narok.rules.machines.artillery import NO_CREW, is_manned
from fimbul.games.rag_narok.rules.melee.fights import slowed
from fimbul.games.rag_narok.rules.movement.marches import Wheel
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    corners,
    df,
    fighter,
    is_routed,
    middle,
    outline,
    owner,
    remove,
    tell,
)
from fimbul.kernel import phrase

DODGE, FORCE = "button:dodge", "button:force"
SLIDES = (0, 15, -15, 30, -30, 45, -45)  # rule: ruling.nearest-edge
HARD = 4  # rule: disengage.procedure
TURN = 15  # degrees between two ways out  # rule: ruling.disengage-path


def main_cards(state: RagNarok, unit: int) -> list[Profile]:
    """The profiles with the most DF in a Unit: several if they tie."""
    shares: Counter[str] = Counter()
    cards = [fighter(state, member).card for member in state.units[unit].ranks]
    for card in cards:
        shares[card.id] += card.df
    most = max(shares.values())
    return [card for card in cards if shares[card.id] == most]


def main_card(state: RagNarok, unit: int) -> Profile:
    return max(main_cards(state, unit), key=lambda card: card.id)


def against(state: RagNarok, unit: int) -> list[int]:
    """The enemies in contact with a Unit."""
    touching = contacts(state)
    return sorted({foe for member in state.units[unit].ranks for foe in touching.get(member, ())})


def difficulty(state: RagNarok, unit: int, way: str) -> int:  # rule: disengage.procedure
    """4 plus the best INI or STR of the enemies in contact, 1 more against superior DF."""
    foes = [fighter(state, foe) for foe in against(state, unit)]  # rule: ruling.disengage-values
    best = max(
        foe.card.ini - slowed(state, foe.unit) if way == DODGE else foe.card.strength
        for foe in foes
    )
    return HARD + best + (sum(foe.card.df for foe in foes) > df(state, unit))


def vigour(state: RagNarok, unit: int, way: str) -> int:  # rule: disengage.procedure
    """The INI or STR with which a Unit tries to leave a melee."""
    cards = main_cards(state, unit)  # rule: test.unit-value, ruling.disengage-values
    if way == FORCE:
        return max(card.strength for card in cards)
    return max(card.ini for card in cards) - slowed(state, unit)


def break_free(state: RagNarok, unit: int, way: str) -> bool:  # rule: disengage.procedure
    """The test to leave a melee; automatic when nobody is in contact."""
    if not in_melee(state, unit):  # rule: disengage.automatic-if-free
        return True
    what = "INI to dodge away" if way == DODGE else "STR to break away"
    return unit_test(state, unit, what, vigour(state, unit, way), difficulty(state, unit, way))


class Disengage(UnitStep, frozen=True):  # rule: disengage.procedure, disengage.march-only
    """By dodging or by force; then only a march."""

    phase = p.MOVEMENT  # rule: disengage.automatic-if-free
    prompt, rule = "How does the Unit break away?", "disengage.procedure"

    def options(self, state: RagNarok) -> Sequence[str]:
        return (DODGE, FORCE) if in_melee(state, self.unit) else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            state.units[self.unit].left = 1
            flyer = can_fly(state, self.unit)
            state.then((ChooseLevel if flyer else Wheel)(self.seat, self.unit, p.MARCH))
        elif break_free(state, self.unit, pick):
            if can_fly(state, self.unit):
                state.then(BreakAway(self.seat, self.unit, p.MARCH))
            else:
                state.then(WayOut(self.seat, self.unit))


class BreakAway(ChooseLevel, frozen=True):  # rule: ruling.takeoff-in-contact
    """A flyer is free of a melee: its march may change its level."""

    def walk(self, state: RagNarok) -> None:  # rule: flight.air-disengage-token
        state.then(WayOut(self.seat, self.unit))

    def fly(self, state: RagNarok, change: int) -> None:
        super().fly(state, change)
        state.units[self.unit].left, state.units[self.unit].moved = 1, p.MARCHED
        tell(state, self.unit, "{unit} leave[s] the melee")


class WayOut(UnitStep, frozen=True):  # rule: disengage.sensible-path, disengage.even-surrounded
    """A Unit is free of a melee: which way out, of those that cross the fewest enemies?"""

    phase = p.MOVEMENT  # rule: ruling.disengage-path
    prompt, rule = "Which way does the Unit leave?", "disengage.sensible-path"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = outlets(state, self.unit)
        return [f"way:{heading}" for heading in found] if len(found) > 1 else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = [int(pick.removeprefix("way:"))] if pick else outlets(state, self.unit)
        if found:
            state.then(Depart(self.seat, self.unit, found[0]))
        else:
            march_away(state, self.unit, ways_out(state, self.unit), Way())

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "It leaves where the fewest enemies stand, and where there is room."


class Depart(UnitStep, frozen=True):  # rule: disengage.march-only, ruling.disengage-path
    """How far it goes that way; it forms up there."""

    phase = p.MOVEMENT
    prompt, rule = "Choose how far the Unit goes", "disengage.march-only"
    heading: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(lengths_out(state, self.unit, self.heading, Way()))
        return [f"advance:{said(length)}" for length in found] if len(found) > 1 else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = [read_distance(pick)] if pick else []
        lengths = found or list(lengths_out(state, self.unit, self.heading, Way()))
        go_out(state, self.unit, self.heading, lengths[0])

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        text = "It marches up to {far} cm, to where it finds room."
        return self.rule, phrase(text, far=said(card_mov(state, self.unit)))

    def fits(self, state: RagNarok) -> bool:
        able = super().fits(state) and self.heading in range(0, 360, TURN)
        return able and any(lengths_out(state, self.unit, self.heading, Way()))


def outlets(state: RagNarok, unit: int) -> list[int]:  # rule: disengage.sensible-path
    """The ways that cross the fewest enemies, of those with room at their end; its own edge first.

    Empty if it is in the air: there it leaves with its token.
    """
    if state.units[unit].altitude:  # rule: flight.air-disengage-token
        return []
    fewest = -1
    found: list[int] = []
    for crossed, heading in crossings(state, unit):
        if found and crossed > fewest:
            break
        if any(lengths_out(state, unit, heading, Way())):
            fewest, found = crossed, [*found, heading]
    return found


def ways_out(state: RagNarok, unit: int) -> list[int]:
    """All headings by how few enemies are crossed, those towards its own edge first."""
    return [heading for _, heading in crossings(state, unit)]


def crossings(state: RagNarok, unit: int) -> list[tuple[int, int]]:
    """How many enemies each way out crosses: the fewest first, then towards its own edge."""
    shape, mine = outline(state, unit), owner(state, unit)  # rule: disengage.even-surrounded
    home = 270 if state.south == mine else 90  # rule: disengage.sensible-path
    foes = [base for seat, base in others(state, unit) if seat != mine]
    mov = card_mov(state, unit)  # rule: ruling.disengage-path

    def crossed(heading: int) -> int:
        path = swept(shape, heading, mov)
        return sum(clash(path, foe) for foe in foes)

    found = [(crossed(heading), heading) for heading in range(0, 360, TURN)]
    return sorted(found, key=lambda way: (way[0], abs(turn_between(home, way[1]))))


def march_away(state: RagNarok, unit: int, headings: Sequence[int], way: Way) -> bool:
    """Form up at the end of the first way that has room; shorter or a little longer if needed."""
    if state.units[unit].altitude:  # rule: ruling.disengage-path, rout.march-to-edge
        fly_off(state, unit, headings[0], card_mov(state, unit))  # rule: rout.stragglers
        tell(state, unit, "{unit} leave[s] the melee")
        return True
    for heading in headings:
        for length in lengths_out(state, unit, heading, way):
            return go_out(state, unit, heading, length)
    tell(state, unit, "{unit} find[s] no way out")
    return False


def lengths_out(state: RagNarok, unit: int, heading: int, way: Way) -> Iterator[int]:
    """How far a Unit can go out of a melee: its march first, then less; more only if it must."""
    mov, found = card_mov(state, unit), False  # rule: ruling.disengage-path
    for length in dict.fromkeys((mov, *range(mov // CM * CM, 0, -CM))):
        if has_room_at(state, unit, heading, length, way):
            found = True
            yield length
    for length in range(mov + CM, mov + p.STEP_BACK + 1, CM):
        if not found and has_room_at(state, unit, heading, length, way):
            found = True
            yield length


def has_room_at(state: RagNarok, unit: int, heading: int, length: int, way: Way) -> bool:
    places = formed(state, unit, *_regrouped(state, unit, heading, length))[0]
    return may_stand(state, unit, places, way) and is_open(state, unit, heading, length)


def _regrouped(state: RagNarok, unit: int, heading: int, length: int) -> tuple[Formation, Place]:
    """The ranks in which a Unit forms up outside a melee, and where."""
    count = troops(state, unit)
    shape = Formation(
        max(1, min(count, max(p.LEAST_FILES, -(-count // 2)))), state.units[unit].spread
    )
    return shape, moved((*middle(state, unit), heading), heading, length)


def go_out(state: RagNarok, unit: int, heading: int, length: int) -> bool:
    """Leave a melee that way, unless terror stops it; return whether it did."""
    shape, at = _regrouped(state, unit, heading, length)
    if not is_routed(state, unit) and not dares_to(state, unit, formed(state, unit, shape, at)[0]):
        return False  # rule: toga.entering
    feat = crosses_wall(state, unit, heading, length)
    form_up(state, unit, shape, at)
    state.units[unit].left, state.units[unit].moved = 1, p.FEATED if feat else p.MARCHED
    tell(state, unit, "{unit} leave[s] the melee")
    off_the_table(state, unit)
    return True


def is_open(state: RagNarok, unit: int, heading: int, length: int) -> bool:  # rule: move.difficult
    """Whether the ground lets a march out of a melee go that far; fighters do not hinder it."""
    if is_ethereal(state, unit):  # rule: ability.spectre-ethereal, move.feat
        return True  # rule: move.no-interpenetration, disengage.even-surrounded
    path = swept(outline(state, unit), heading, length)
    if is_walled(state, path) or is_barred(state, path):
        return False
    return cost(state, unit, heading, length) <= max(length, card_mov(state, unit))


def edge(state: RagNarok, unit: int) -> int:  # rule: ruling.nearest-edge
    """The heading of the nearest table edge; ties go to its own long edge, then clockwise."""
    (x, y), (wide, deep) = middle(state, unit), state.terms.table
    home = 270 if state.south == owner(state, unit) else 90
    far = {0: wide - x, 90: deep - y, 180: x, 270: y}
    return min(far, key=lambda heading: (far[heading], (home - heading) % 360))


def flee(state: RagNarok, unit: int) -> None:  # rule: state.rout, ruling.nearest-edge
    """Twice its MOV towards the nearest edge, round what is in the way; off it, it is lost."""
    now = state.units[unit]  # rule: ruling.fled-double
    if now.aboard >= 0:  # rule: transport.no-forced-movement
        tell(state, unit, "{unit} stay[s] aboard")
        return
    if not all(is_manned(state, member) for member in now.ranks):  # rule: machine.crew
        tell(state, unit, NO_CREW)
        return
    heading, most = edge(state, unit), 2 * card_mov(state, unit)
    if now.altitude:
        tell(state, unit, "{unit} flee[s]")
        fly_off(state, unit, heading, most)
        return
    degrees = turn_between(now.facing, heading)
    if can_turn(state, unit, degrees):
        turn(state, unit, degrees)
    best = (0, 0)
    for slide in SLIDES:
        towards = (heading + slide) % 360
        found = distances(state, unit, towards, most, Way(leave=True, aside=True))[-1]
        if found > best[0]:
            best = (found, towards)
        if found == most:
            break
    tell(state, unit, "{unit} flee[s]")
    if best[0]:
        go_on(state, unit, best[1], best[0])
        now.left = 1
        now.moved = max(now.moved, p.FAST)  # a feat stays one  # rule: move.feat
    off_the_table(state, unit)


def fly_off(state: RagNarok, unit: int, heading: int, most: int) -> None:
    """Straight that way with the token, over everything; off the table, it is lost."""
    state.units[unit].facing = heading  # rule: flight.air-disengage-token, move.table-edge
    assemble(state, unit)  # rule: ruling.air-rout
    carry(state, unit, heading, most)
    state.units[unit].left, state.units[unit].moved = 1, p.FAST
    off_the_table(state, unit)


def off_the_table(state: RagNarok, unit: int) -> None:  # rule: move.table-edge
    """A Unit that crosses the edge is lost with all its members."""
    if not on_table(state, tuple(corners(state, unit))):
        tell(state, unit, "{unit} leave[s] the table and [is|are] lost")
        riding = [n for machine in state.units[unit].ranks for n in passengers(state, machine)]
        lost = (*riding, *state.units[unit].ranks)
        for member in lost:
            remove(state, member, p.FLED)
        if state.sides[owner(state, unit)].general in lost:
            state.then(NameSuccessor(owner(state, unit)))


class Flight(UnitStep, frozen=True):  # rule: rout.in-melee-must-disengage
    """A routed Unit is activated: it flees, or tries to get out of the melee first."""

    phase = p.MOVEMENT  # rule: rout.forced-disengage-type, rout.failed-disengage-stays

    def run(self, state: RagNarok, pick: str | None) -> None:
        if not in_melee(state, self.unit):
            flee(state, self.unit)
            return
        if break_free(state, self.unit, forced_way(state, self.unit)):
            heading = edge(state, self.unit)
            ways = [(heading + slide) % 360 for slide in SLIDES]
            march_away(state, self.unit, ways, Way(leave=True))


def forced_way(state: RagNarok, unit: int) -> str:  # rule: rout.forced-disengage-type
    """Dodging if INI is at least STR, otherwise force."""
    ini = vigour(state, unit, DODGE) + slowed(state, unit)  # rule: ruling.disengage-values
    return DODGE if ini >= vigour(state, unit, FORCE) else FORCE
