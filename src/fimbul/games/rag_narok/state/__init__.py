"""All that lies on the table, and what many rules ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

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
from fimbul.games.rag_narok.state.affairs import Casting, Combat, Conclave, Council, Pair, Staff
from fimbul.games.rag_narok.state.charms import CHARMS, NUMBER, as_laid, charmed, lies_on
from fimbul.games.rag_narok.state.checks import problems
from fimbul.kernel import BookStep, Removed, Said, State

Lair = tuple[int, int, int]  # a hidden Unit, and where it lies
HASTE = NUMBER["thermo-acceleration"]


class RagNarok(State, kw_only=True):
    """Lists are by Unit unless said otherwise; a Unit and a fighter are their roster's numbers."""

    order = "turn.activation"

    armies: tuple[str, str]
    scenario: str = SKIRMISH
    scenery: str = FIXED[SKIRMISH]
    stones: tuple[int, int] = (0, 0)  # by seat: what the stones it held have brought
    turn: int = 0
    phase: int = p.DEPLOYMENT
    south: int = -1  # the seat whose long edge is the lower one
    winner: int = -1  # of the last Tactics roll
    results: list[int] = []  # of that roll, by seat
    generals: list[int] = []  # the army Commanders, by seat; -1: none
    idle: list[int] = []  # by seat: 1 when it has said that nobody is left to activate

    places: list[Place | None] = []  # by fighter; None: not on the table
    fates: list[int] = []  # by fighter
    hurt: list[int] = []  # by fighter: wounds taken
    foes: list[int] = []  # by fighter: the Unit it fights in this melee phase; -1: none
    spent: list[int] = []  # by fighter: dice used in this melee phase
    guard: list[int] = []  # by fighter: dice placed in defence outside its own combat
    raged: list[int] = []  # fighters whose War Fury of this melee phase is used or forgone
    amid: list[int] = []  # Characters that had several opponents when the open fight began
    struck: list[int] = []  # fighters that lost wounds or died this turn
    fallen: list[tuple[int, int, int, int]] = []  # the dead of this turn and where they stood
    masters: list[int] = []  # Characters that made their Masterstroke this turn

    homes: Homes = AS_BOUGHT  # who is in which Unit, once Units divide or join
    ranks: list[tuple[int, ...]] = []  # living members in the order they stand
    files: list[int] = []  # 0: loose, no ranks
    spread: list[int] = []  # 1: dispersed
    facing: list[int] = []
    moods: list[int] = []
    shaken: list[int] = []  # 1: Disorganised
    orders: list[tuple[int, ...]] = []  # face down
    revealed: list[int] = []  # the Order being carried out or already carried out; -1: none
    done: list[int] = []  # 1: activated in this movement phase
    moved: list[int] = []
    shot: list[int] = []
    charged_by: list[tuple[int, ...]] = []  # whose charge costs it 1 INI, ATT and DEF
    charging: list[int] = []  # 1: counts as charging this turn
    met: list[int] = []  # 1: was charged or engaged this turn
    assailed: list[int] = []  # 1: has charged or engaged somebody this turn
    rivals: list[tuple[int, ...]] = []  # enemy Units it was in contact with when movement began
    left: list[int] = []  # 1: disengaged or fled this turn
    resisted: list[int] = []  # the highest Fear it has resisted
    losses: list[int] = []  # DF lost in this melee phase
    brawls: list[int] = []  # which melee of this phase it is in; -1: none
    fought: list[Pair] = []  # fights of this phase that are over
    clashed: list[Pair] = []  # combats of the open fight that are over
    pushed: list[int] = []  # 1: has pushed, or need not, in this phase
    combat: Combat | None = None

    pools: list[tuple[int, ...]] = []  # by fighter: its gems of each element; (): it holds none
    horns: list[int] = []  # by fighter: Darkness gems in its Horns of Damnation
    springs: list[tuple[int, int, int, int]] = []  # Sources of Fire: owner, place, gems
    stored: list[Pair] = []  # Light gems laid on troops: whose, and on whom
    casts: list[Pair] = []  # what was cast this turn: caster and formula
    chanted: list[int] = []  # magicians that had their activation this turn
    helped: list[int] = []  # Familiars that gave their die this turn
    conjured: list[tuple[int, int, int, int, int]] = []  # formula, place, until which turn
    councils: list[Council] = []
    casting: Casting | None = None
    staffs: list[Staff] = []
    bought: list[int] = []  # by seat: Orders bought by Dark Grasp this turn
    roars: list[int] = []  # the FEAR of its War Cry this turn; 0: none
    harassed: list[int] = []  # 1: shot in the first phase and has a March to carry out
    masked: list[Pair] = []  # who struck unseen this turn, and which Unit
    toga: list[tuple[int, int, int, int]] = []  # who let the Toga howl, and from where
    raised: list[int] = []  # bearers whose Lion Banner was raised
    erupted: list[int] = []  # Fire Elementals that erupted this turn
    paces: list[int] = []  # how far it has gone this turn
    faith: list[int] = []  # by fighter: Temporary Faith
    prayers: list[tuple[int, str]] = []  # who called what this turn
    conclaves: list[Conclave] = []
    charms: tuple[tuple[int, int, int], ...] = ()  # which, on whom, until the end of which turn

    # rule: flight.three-levels, flight.token, flight.one-token-per-unit
    altitude: list[int] = []
    skies: list[Point | None] = []  # the altitude token on the table; None: on the ground
    shifted: list[int] = []  # 1: changed its level this turn
    dives: list[int] = []  # the Unit it dived upon this turn; -1: none
    speed: list[int] = []  # 1: has a speed counter
    steam: list[int] = []  # by fighter: what its Boiler adds this turn
    aboard: list[int] = []  # the machine that carries it; -1: none

    reserve: tuple[int, ...] = ()  # Units that are held back: a secret while others deploy
    hidden: tuple[Lair, ...] = ()  # Scouts that lie in wait: a secret of their side
    crowded: tuple[int, ...] = ()  # Units that are in reserve, or were, because they found no room
    arrived: tuple[int, ...] = ()  # Units that came from the reserve this turn
    wheeled: tuple[int, ...] = ()  # Units that made their one reorientation of this turn
    sixes: bool = False  # whether players are asked before a 6 is rolled again

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


class RagStep(BookStep[RagNarok], frozen=True):
    """A line of the rulebook."""

    phase: ClassVar[int] = -1  # the only phase in which such a step can stand; -1: any


class UnitStep(RagStep, frozen=True):
    """A step about one Unit, that still stands."""

    unit: int = 0

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.unit < len(state.ranks) and bool(state.ranks[self.unit])


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
    ranks, fates = state.ranks, state.fates
    return [n for n in state.roster.of(seat) if ranks[n] and fates[ranks[n][0]] == p.STANDING]


def is_standing(state: RagNarok, unit: int) -> bool:
    """On the table, or not: a Unit is deployed whole."""
    crew = state.ranks[unit]
    return bool(crew) and state.fates[crew[0]] == p.STANDING


def all_standing(state: RagNarok) -> list[int]:
    return [n for n in range(len(state.ranks)) if is_standing(state, n)]


def enemies(state: RagNarok, unit: int) -> list[int]:
    """Those on the table; nobody gets at who sits in a machine."""
    return [foe for foe in standing(state, 1 - owner(state, unit)) if state.aboard[foe] < 0]


def place_of(state: RagNarok, number: int) -> Place:
    place = state.places[number]
    assert place is not None, "only fighters on the table are asked where they stand"
    return place


def board_of(place: Place) -> int:
    """0 is the table; from 1 on, the boards for figures in the air."""  # rule: flight.air-board
    return place[0] // p.STRIDE


def shape_of(state: RagNarok, number: int) -> Shape:
    return base(place_of(state, number), state.roster.bases[number])


def spot_of(state: RagNarok, number: int) -> Place:
    """Where a fighter is seen and measured on the table: its base, token or cockpit."""
    unit = state.roster.fighters[number].unit
    if state.aboard[unit] >= 0:  # rule: ruling.awareness-range
        return place_of(state, state.aboard[unit])
    token = state.skies[unit]
    return place_of(state, number) if token is None else (*token, state.facing[unit])


def own_mov(state: RagNarok, number: int) -> int:
    """A fighter's own MOV, as it is on the ground or in the air."""
    # rule: flight.landed-push-ground-mov, flight.air-push-flight-mov
    one = state.roster.fighters[number]
    if state.altitude[one.unit]:
        return one.card.mov_flight
    return one.card.mov + _steam(state, number)


def shapes(state: RagNarok, unit: int) -> list[Shape]:
    """What lies on the table: its bases, the token of a Unit in the air, or a cockpit."""
    # rule: flight.token, flight.one-token-per-unit
    if state.aboard[unit] >= 0:
        return [cockpit(state, state.aboard[unit])]
    token = state.skies[unit]
    if token is not None:
        return [disc(token, 2 * p.TOKEN)]
    bases = state.roster.bases
    return [base(place_of(state, member), bases[member]) for member in state.ranks[unit]]


def cockpit(state: RagNarok, machine: int) -> Shape:
    """The middle of a machine's base, from where and to where its passengers are measured."""
    # rule: ruling.awareness-range
    return disc(place_of(state, machine)[:2], 2)


def is_aboard(state: RagNarok, number: int) -> bool:
    return state.aboard[state.roster.fighters[number].unit] >= 0


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
    if state.altitude[unit]:
        return flight_mov(state, unit)
    fighters, crew = state.roster.fighters, state.ranks[unit]
    if not any(state.steam):
        return min([fighters[member].card.mov for member in crew])
    movs = [fighters[member].card.mov + _steam(state, member) for member in crew]
    hasty = [lies_on(state.charms, CHARMS[HASTE].name, member) for member in crew]
    if any(hasty) and not all(hasty):  # rule: spell.thermo-acceleration-area
        more = as_laid(state.roster, fighters[crew[0]].seat, HASTE).adds["mov"]
        movs = [mov - more * quick for mov, quick in zip(movs, hasty, strict=True)]
    return min(movs)


def _steam(state: RagNarok, number: int) -> int:
    """What a Boiler adds to MOV."""  # rule: boiler.pressure
    bonus = state.steam[number]
    return bonus and p.STEAM * bonus * ("boiler/MOV" in fighter(state, number).card.skills)


def flight_mov(state: RagNarok, unit: int) -> int:
    """The flight MOV of its slowest member; 0: somebody cannot fly."""  # rule: flight.two-mov
    return min(fighter(state, member).card.mov_flight for member in state.ranks[unit])


def df(state: RagNarok, unit: int) -> int:
    """The Domination Factor of all living members."""  # rule: df.by-size
    return sum(fighter(state, member).card.df for member in state.ranks[unit])


def say(state: RagNarok, seat: int, words: str) -> None:
    state.events.append(Said(seat=seat, words=words))


def tell(state: RagNarok, unit: int, words: str) -> None:
    """Something about a Unit, in its owner's name."""
    one = squad(state, unit)
    say(state, one.seat, f"{one.name}: {words}")


def remove(state: RagNarok, number: int, fate: int) -> None:
    """A fighter leaves the table, dead or fled."""
    one = fighter(state, number)
    state.places[number], state.fates[number] = None, fate
    unit = next(n for n, members in enumerate(state.ranks) if number in members)
    state.ranks[unit] = tuple(member for member in state.ranks[unit] if member != number)
    if state.stored:  # rule: ruling.transfigured-gem
        state.stored = [pair for pair in state.stored if number not in pair]
    state.events.append(Removed(seat=one.seat, thing=one.id, origin="table"))
    _forget(state, number)
    if not state.ranks[unit]:
        state.orders[unit], state.aboard[unit] = (), -1


def _forget(state: RagNarok, number: int) -> None:
    """Who is gone serves in no Staff, and lets no Toga howl: not even when he rises again."""
    # rule: staff.composition, toga.persists
    state.toga = [howled for howled in state.toga if howled[0] != number]
    left = [(s.commander, tuple(n for n in s.aides if n != number)) for s in state.staffs]
    state.staffs = [Staff(head, aides) for head, aides in left if aides and head != number]


def is_routed(state: RagNarok, unit: int) -> bool:
    return state.moods[unit] == p.ROUT
