"""All that lies on the table, and what many rules ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from msgspec import field

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import (
    AS_BOUGHT,
    ROSTERS,
    Fighter,
    Group,
    Homes,
    Roster,
    Squad,
    settled,
)
from fimbul.games.rag_narok.army.terms import FIXED, SKIRMISH, Terms, terms
from fimbul.games.rag_narok.measure.geometry import Place, Point, Shape, base, centre, disc, hull
from fimbul.games.rag_narok.parts import half as half
from fimbul.games.rag_narok.state.aside import Aside
from fimbul.games.rag_narok.state.charms import CHARMS, NUMBER, as_laid, charmed, lies_on
from fimbul.games.rag_narok.state.checks import problems
from fimbul.games.rag_narok.state.facts import FighterNumber, Heading, Until, UntilClose, forget
from fimbul.games.rag_narok.state.faith import Faith
from fimbul.games.rag_narok.state.fighters import Figure
from fimbul.games.rag_narok.state.magic import Magic
from fimbul.games.rag_narok.state.melee import Fray
from fimbul.games.rag_narok.state.sides import Camp, Staff
from fimbul.games.rag_narok.state.telling import about
from fimbul.games.rag_narok.state.units import Unit
from fimbul.kernel import Removed, Said, State

Fallen = tuple[FighterNumber, int, int, Heading]
HASTE = NUMBER["thermo-acceleration"]
STEAM = attrgetter("steam")  # asked for every move


class RagNarok(State, kw_only=True):
    """A Unit and a fighter are their roster's numbers: so lists by Unit, by fighter, by seat."""

    order = "turn.activation"

    armies: tuple[str, str]
    scenario: str = SKIRMISH
    scenery: str = FIXED[SKIRMISH]
    sixes: bool = False  # whether players are asked before a 6 is rolled again
    turn: int = 0
    phase: int = p.DEPLOYMENT
    south: int = -1  # the seat whose long edge is the lower one
    winner: int = -1  # of the last Tactics roll
    homes: Homes = AS_BOUGHT  # who is in which Unit, once Units divide or join
    charms: tuple[tuple[int, int, int], ...] = ()  # which, on whom, until the end of which turn

    sides: list[Camp] = []
    units: list[Unit] = []
    fighters: list[Figure] = []
    places: list[Place | None] = []  # by fighter; None: not on the table
    staffs: tuple[Staff, ...] = ()
    fallen: UntilClose[tuple[Fallen, ...]] = ()  # the dead of this turn and where they stood
    melee: Fray = field(default_factory=Fray)
    magic: Magic = field(default_factory=Magic)
    faith: Faith = field(default_factory=Faith)
    aside: Aside = field(default_factory=Aside)

    @property
    def terms(self) -> Terms:
        return terms(self.scenario, self.scenery)

    @property
    def roster(self) -> Roster:
        if self.charms:
            return charmed(self.armies, self.homes, self.charms)
        return settled(self.armies, self.homes) if self.homes[0] else ROSTERS[self.armies]

    def problems(self) -> Iterator[str]:
        yield from problems(self)


def lapse(state: RagNarok, until: Until) -> None:
    """All facts that last until then go back to their first value."""
    for rows in (state.sides, state.units, state.fighters):
        forget(rows, until)
    for facts in (state, state.melee, state.magic, state.faith):
        forget([facts], until)


def fighter(state: RagNarok, number: int) -> Fighter:
    return state.roster.fighters[number]


def squad(state: RagNarok, unit: int) -> Squad:
    return state.roster.units[unit]


def group(state: RagNarok, number: int) -> Group:
    return state.roster.groups[number]


def owner(state: RagNarok, unit: int) -> int:
    return state.roster.units[unit].seat


def name(state: RagNarok, unit: int) -> str:
    return state.roster.units[unit].name


def unit_named(state: RagNarok, thing: str) -> int:
    return next(n for n, unit in enumerate(state.roster.units) if unit.id == thing)


def standing(state: RagNarok, seat: int) -> list[int]:
    """That seat's Units on the table."""
    units, fighters = state.units, state.fighters
    return [
        unit
        for unit in state.roster.of(seat)
        if (crew := units[unit].ranks) and fighters[crew[0]].fate == p.STANDING
    ]


def is_standing(state: RagNarok, unit: int) -> bool:
    """Whether it is on the table: a Unit is deployed whole."""
    crew = state.units[unit].ranks
    return bool(crew) and state.fighters[crew[0]].fate == p.STANDING


def all_standing(state: RagNarok) -> list[int]:
    fighters = state.fighters
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.ranks and fighters[unit.ranks[0]].fate == p.STANDING
    ]


def enemies(state: RagNarok, unit: int) -> list[int]:
    """Those on the table; nobody can get at anybody inside a machine."""
    return [foe for foe in standing(state, 1 - owner(state, unit)) if state.units[foe].aboard < 0]


def place_of(state: RagNarok, number: int) -> Place:
    place = state.places[number]
    assert place is not None, "only fighters on the table are asked where they stand"
    return place


def board_of(place: Place) -> int:  # rule: flight.air-board
    """0 is the table; from 1 on, the boards for figures in the air."""
    return place[0] // p.STRIDE


def shape_of(state: RagNarok, number: int) -> Shape:
    return base(place_of(state, number), state.roster.bases[number])


def spot_of(state: RagNarok, number: int) -> Place:
    """Where a fighter is seen and measured on the table: its base, token or cockpit."""
    unit = state.roster.fighters[number].unit
    now = state.units[unit]
    if now.aboard >= 0:  # rule: ruling.awareness-range
        return place_of(state, now.aboard)
    token = now.token
    return place_of(state, number) if token is None else (*token, now.facing)


def own_mov(state: RagNarok, number: int) -> int:  # rule: flight.landed-push-ground-mov
    """A fighter's own MOV, as it is on the ground or in the air."""
    one = state.roster.fighters[number]  # rule: flight.air-push-flight-mov
    if state.units[one.unit].altitude:
        return one.card.mov_flight
    return one.card.mov + _steam(state, number)


def shapes(state: RagNarok, unit: int) -> list[Shape]:  # rule: flight.token
    """What lies on the table: its bases, the token of a Unit in the air, or a cockpit."""
    now = state.units[unit]  # rule: flight.one-token-per-unit
    if now.aboard >= 0:
        return [cockpit(state, now.aboard)]
    token = now.token
    if token is not None:
        return [disc(token, 2 * p.TOKEN)]
    bases = state.roster.bases
    return [base(place_of(state, member), bases[member]) for member in now.ranks]


def cockpit(state: RagNarok, machine: int) -> Shape:  # rule: ruling.awareness-range
    """The middle of a machine's base, from where and to where its passengers are measured."""
    return disc(place_of(state, machine)[:2], 2)


def is_aboard(state: RagNarok, number: int) -> bool:
    return state.units[state.roster.fighters[number].unit].aboard >= 0


def corners(state: RagNarok, unit: int) -> list[Point]:
    return [corner for shape in shapes(state, unit) for corner in shape]


def outline(state: RagNarok, unit: int) -> Shape:
    """The convex outline of a Unit's bases."""
    return hull(corners(state, unit))


def middle(state: RagNarok, unit: int) -> Point:
    """The centre of a Unit."""
    return centre(tuple(corners(state, unit)))


def card_mov(state: RagNarok, unit: int) -> int:
    """A Unit moves as fast as its slowest member, in the air by its flight MOV."""
    if state.units[unit].altitude:
        return flight_mov(state, unit)
    fighters, crew = state.roster.fighters, state.units[unit].ranks
    if not any(map(STEAM, state.fighters)):
        return min([fighters[member].card.mov for member in crew])
    movs = [fighters[member].card.mov + _steam(state, member) for member in crew]
    hasty = [lies_on(state.charms, CHARMS[HASTE].name, member) for member in crew]
    if any(hasty) and not all(hasty):  # rule: spell.thermo-acceleration-area
        more = as_laid(state.roster, fighters[crew[0]].seat, HASTE).adds["mov"]
        movs = [mov - more * quick for mov, quick in zip(movs, hasty, strict=True)]
    return min(movs)


def _steam(state: RagNarok, number: int) -> int:  # rule: boiler.pressure
    """What a Boiler adds to MOV."""
    bonus = state.fighters[number].steam
    return bonus and p.STEAM * bonus * ("boiler/MOV" in fighter(state, number).card.skills)


def flight_mov(state: RagNarok, unit: int) -> int:  # rule: flight.two-mov
    """The flight MOV of its slowest member; 0: somebody cannot fly."""
    return min(fighter(state, member).card.mov_flight for member in state.units[unit].ranks)


def df(state: RagNarok, unit: int) -> int:  # rule: df.by-size
    """The Domination Factor of all living members."""
    return sum(fighter(state, member).card.df for member in state.units[unit].ranks)


def say(state: RagNarok, seat: int, words: str) -> None:
    state.events.append(Said(seat=seat, words=words))


def tell(state: RagNarok, unit: int, template: str, **parts: str | int) -> None:
    """Tell something about a Unit, in its owner's name."""
    one = squad(state, unit)
    say(state, one.seat, about(one, template, **parts))


def remove(state: RagNarok, number: int, fate: int) -> None:
    """A fighter leaves the table, dead or fled."""
    one = fighter(state, number)
    state.places[number], state.fighters[number].fate = None, fate
    unit = next(unit for unit in state.units if number in unit.ranks)
    unit.ranks = tuple(member for member in unit.ranks if member != number)
    if state.magic.stored:  # rule: ruling.transfigured-gem
        state.magic.stored = tuple([pair for pair in state.magic.stored if number not in pair])
    state.events.append(Removed(seat=one.seat, thing=one.id, origin="table"))
    _forget(state, number)
    if not unit.ranks:
        unit.orders, unit.aboard = (), -1


def _forget(state: RagNarok, number: int) -> None:  # rule: staff.composition, toga.persists
    """The gone serve in no Staff and let no Toga howl, not even if they rise again."""
    state.magic.toga = tuple([howled for howled in state.magic.toga if howled[0] != number])
    left = [(s.commander, tuple(n for n in s.aides if n != number)) for s in state.staffs]
    state.staffs = tuple([Staff(head, aides) for head, aides in left if aides and head != number])


def is_routed(state: RagNarok, unit: int) -> bool:
    return state.units[unit].mood == p.ROUT
