"""What can be wrong with a state that was read from outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army import setup
from fimbul.games.rag_narok.army.roster import muster, scouting, settled
from fimbul.games.rag_narok.army.terms import STONES, Known, held_at_most, is_scenery
from fimbul.games.rag_narok.measure.geometry import SLACK, Place, base
from fimbul.games.rag_narok.measure.tables import COMMUNIONS
from fimbul.games.rag_narok.state.charms import CHARMS
from fimbul.games.rag_narok.state.checks.magic import magic_checks, outside
from fimbul.games.rag_narok.state.checks.sizes import sizes
from fimbul.kernel import NOBODY, Step, first_problems

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok
    from fimbul.games.rag_narok.state.affairs import Combat, Conclave

BY_FIGHTER = (
    "places", "fates", "hurt", "foes", "spent", "guard", "faith", "pools", "horns", "steam",
)  # fmt: skip
FLAGS = (
    "spread", "shaken", "done", "shot", "charging", "met", "assailed", "left", "pushed",
    "harassed", "shifted", "speed",
)  # fmt: skip
BY_UNIT = (
    *FLAGS, "ranks", "files", "facing", "moods", "orders", "revealed", "moved", "charged_by",
    "rivals", "resisted", "losses", "brawls", "paces", "roars", "altitude", "skies", "dives",
    "aboard",
)  # fmt: skip
FAR = 1_000_000  # hundredths of a centimetre that nobody goes in a turn
MANY = 60  # dice, difficulties and bonuses stay far below


def problems(state: RagNarok) -> Iterator[str]:
    """Each check may rely on those before it."""
    checks = (sizes, _terms, _armies, _homes, _charms, _shape, _numbers)
    more = (_fighters, _fallen, _units, _reserve, _hidden, _air, _holds)
    last = (_turn, _prayers, _staffs, _melee, *magic_checks, _agenda)
    return first_problems(state, *checks, *more, *last)


def _terms(state: RagNarok) -> Iterator[str]:
    """The scenario is known, and what lies on its table."""
    if state.scenario not in get_args(Known):
        yield f"scenario: there is no {state.scenario!r}"
    elif not is_scenery(state.scenario, state.scenery):
        yield f"scenery: {state.scenery!r} cannot lie there"
    elif (any(state.stones) and state.scenario != STONES) or outside(state.stones, range(1000)):
        yield f"stones: {state.stones} cannot have been scored"


def _armies(state: RagNarok) -> Iterator[str]:
    if state.seats != p.SEATS:
        yield f"seats: {p.SEATS} can play"
    for text in state.armies:
        for problem in setup.army_problems(text, state.scenario, True):  # agreed beforehand
            yield f"armies: {problem}"


def _homes(state: RagNarok) -> Iterator[str]:
    """Everybody has a home on its own side; new Units come from those that were bought."""
    homes, parents = state.homes
    plain = muster(state.armies)
    bought = [unit.seat for unit in plain.units]
    seats = bought + [bought[one] if one in range(len(bought)) else -1 for one in parents]
    if len(homes) not in (0, len(plain.fighters)) or -1 in seats or len(seats) > MANY:
        yield "homes: one for each fighter, or none"
    elif parents and not homes:
        yield "homes: a new Unit has somebody"
    elif outside(homes, range(len(seats))):
        yield "homes: a Unit that is none"
    elif any(seats[home] != one.seat for home, one in zip(homes, plain.fighters, strict=False)):
        yield "homes: nobody lives with the enemy"


def _charms(state: RagNarok) -> Iterator[str]:
    """First of all: the roster hangs on them."""
    plain = settled(state.armies, state.homes)
    for kind, target, until in state.charms:
        if kind not in range(len(CHARMS)) or until not in range(state.terms.turns + 3):
            yield "charms: a charm that is none"
        elif target not in range(len(plain.units if CHARMS[kind].whole else plain.fighters)):
            yield "charms: one lies on nobody"
    if len({charm[:2] for charm in state.charms}) < len(state.charms):
        yield "charms: one lies twice on the same"


def _shape(state: RagNarok) -> Iterator[str]:
    fighters, units = len(state.roster.fighters), len(state.roster.units)
    for names, count in ((BY_FIGHTER, fighters), (BY_UNIT, units)):
        for name in names:
            if len(getattr(state, name)) != count:
                yield f"{name}: there must be {count} of them"
    for name in ("results", "generals", "idle", "bought"):
        if len(getattr(state, name)) != p.SEATS:
            yield f"{name}: one for each seat"


def _numbers(state: RagNarok) -> Iterator[str]:
    units, fighters = len(state.ranks), len(state.places)
    limits: dict[str, range] = {
        **dict.fromkeys(FLAGS, range(2)),
        "bought": range(100), "idle": range(2), "results": range(1000), "files": range(21),
        "facing": range(360),
        "moods": range(4), "revealed": range(-1, len(p.ORDERS)), "moved": range(5),
        "resisted": range(100), "losses": range(1000), "brawls": range(-1, units),
        "foes": range(-1, units), "spent": range(MANY), "guard": range(MANY),
        "fates": range(4), "hurt": range(MANY), "struck": range(fighters),
        "masters": range(fighters), "generals": range(-1, fighters), "faith": range(1000),
        "raised": range(fighters), "raged": range(fighters), "erupted": range(fighters),
        "amid": range(fighters),
        "paces": range(FAR), "roars": range(100),
        "altitude": range(len(p.LEVEL_NAMES)), "dives": range(-1, units),
        "steam": range(-1, 4), "aboard": range(-1, fighters),
    }  # fmt: skip
    for name, allowed in limits.items():
        if outside(getattr(state, name), allowed):
            yield f"{name}: a number that cannot be"
    begun = state.phase != p.DEPLOYMENT
    if state.phase not in range(len(p.PHASES)) or state.turn not in range(state.terms.turns + 1):
        yield "turn: a turn or phase that is none"
    if state.winner not in range(-1 + begun, 2) or state.south not in range(-1 + begun, 2):
        yield "winner: no such seat"
    if begun and state.turn == 0:
        yield "turn: the battle has begun"
    for name in ("charged_by", "rivals"):
        if any(outside(others, range(units)) for others in getattr(state, name)):
            yield f"{name}: Units that are none"
    if any(len(held) > p.MOST_ORDERS or sorted(set(held)) != list(held) for held in state.orders):
        yield "orders: at most two different ones for each Unit"
    if any(outside(held, range(len(p.ORDERS))) for held in state.orders):
        yield "orders: an Order that is none"


def _good_place(state: RagNarok, place: Place, extent: tuple[int, int]) -> bool:
    board = place[0] // p.STRIDE
    wide, deep = state.terms.table if board <= 0 else (p.AIR_BOARD, p.AIR_BOARD)
    if place[2] not in range(360):
        return False
    here = (place[0] - max(0, board) * p.STRIDE, place[1], place[2])
    return all(
        -SLACK <= x <= wide + SLACK and -SLACK <= y <= deep + SLACK for x, y in base(here, extent)
    )


def _fighters(state: RagNarok) -> Iterator[str]:
    roster = state.roster
    aside = (*state.reserve, *(unit for unit, *_ in state.hidden))
    for number, fate in enumerate(state.fates):
        place, one = state.places[number], roster.fighters[number]
        if (place is None) == (fate == p.STANDING):
            yield f"places: {one.id} is on the table or it is not"
        elif place is not None and not _good_place(state, place, roster.bases[number]):
            yield f"places: {one.id} stands where nobody can"
        full = state.hurt[number] >= one.card.wounds
        if full != (fate == p.DEAD) or (fate == p.WAITING and state.hurt[number]):
            yield f"hurt: {one.id} has another number of wounds"
        called = roster.units[one.unit].summoned
        held = one.unit in aside
        if state.phase != p.DEPLOYMENT and fate == p.WAITING and not called and not held:
            yield f"fates: {one.id} should be deployed"


def _fallen(state: RagNarok) -> Iterator[str]:
    dead = {number for number, fate in enumerate(state.fates) if fate == p.DEAD}
    fell = [number for number, *_ in state.fallen]
    if len(set(fell)) < len(fell) or not set(fell) <= dead & set(state.struck):
        yield "fallen: only the dead of this turn, once each"
    for number, x, y, heading in state.fallen:
        if number in dead and not _good_place(state, (x, y, heading), state.roster.bases[number]):
            yield "fallen: somebody fell where nobody can stand"
    if len(set(state.struck)) < len(state.struck):
        yield "struck: each fighter once"
    for number in set(state.struck) & dead - set(fell):
        if state.phase not in (p.MELEE, p.END):
            yield f"struck: nobody knows where {state.roster.fighters[number].id} fell"


def _units(state: RagNarok) -> Iterator[str]:
    for unit, squad in enumerate(state.roster.units):
        crew = state.ranks[unit]
        present = [n for n in squad.members if state.fates[n] in (p.WAITING, p.STANDING)]
        if sorted(crew) != present:
            yield f"ranks: {squad.id} has other members"
        if len({state.fates[n] for n in present}) > 1:
            yield f"fates: {squad.id} is deployed whole or not at all"
        if not crew and state.orders[unit]:
            yield f"orders: {squad.id} is gone and holds no Orders"
        enemies = [n for n, other in enumerate(state.roster.units) if other.seat != squad.seat]
        if not {*state.charged_by[unit], *state.rivals[unit]} <= set(enemies):
            yield f"charged_by: {squad.id} is attacked by enemies only"
    for seat, general in enumerate(state.generals):
        if general >= 0 and state.roster.fighters[general].seat != seat:
            yield "generals: an army is commanded by one of its own"
        if general >= 0 and not state.roster.fighters[general].commands:
            yield "generals: not everybody can command an army"


def _reserve(state: RagNarok) -> Iterator[str]:
    """Who is held back is not on the table, and not too many are."""
    units, most = state.roster.units, held_at_most(state.scenario)
    if outside((*state.reserve, *state.crowded, *state.arrived, *state.wheeled), range(len(units))):
        yield "reserve: Units that are none"
        return
    for field, told in (("reserve", state.reserve), ("crowded", state.crowded)):
        if sorted(set(told)) != list(told):
            yield f"{field}: each Unit once, in order"
    if any(state.fates[m] != p.WAITING for unit in state.reserve for m in state.ranks[unit]):
        yield "reserve: somebody is on the table"
    for seat in range(p.SEATS):
        # rule: ruling.no-room
        chosen = [units[n] for n in state.reserve if n not in state.crowded]
        if sum(unit.ap for unit in chosen if unit.seat == seat) > most:
            yield "reserve: more is held back than may be"


def _hidden(state: RagNarok) -> Iterator[str]:
    """Only Scouts that are not on the table lie hidden on it."""
    units, (wide, deep) = [unit for unit, *_ in state.hidden], state.terms.table
    if len(set(units)) < len(units) or not set(units) <= scouting(state.armies):
        yield "hidden: Scouts, each Unit once"
    elif set(units) & set(state.reserve) or not all(state.ranks[unit] for unit in units):
        yield "hidden: somebody that is not there"
    elif any(state.fates[m] != p.WAITING for unit in units for m in state.ranks[unit]):
        yield "hidden: somebody is on the table"
    elif any(x not in range(wide + 1) or y not in range(deep + 1) for _, x, y in state.hidden):
        yield "hidden: somebody lies beside the table"


def _air(state: RagNarok) -> Iterator[str]:
    """Who is in the air has a token on the table, and its figures on one of the boards."""
    for unit, squad in enumerate(state.roster.units):
        token, crew = state.skies[unit], state.ranks[unit]
        if (token is None) != (state.altitude[unit] == p.GROUND):
            yield f"skies: {squad.id} is in the air or it is not"
        elif token is not None and not _good_place(state, (*token, 0), (0, 0)):
            yield f"skies: {squad.id} flies where nobody can"
        places = [place for n in crew if (place := state.places[n]) is not None]
        boards = {place[0] // p.STRIDE for place in places}
        away = token is not None or state.aboard[unit] >= 0
        if len(boards) > 1 or any((board > 0) != away for board in boards):
            yield f"places: {squad.id} stands on the table or on one board"
        if boards and max(boards) > len(state.ranks) + 1:
            yield f"places: {squad.id} stands on a board that is none"
        able = all(state.roster.fighters[n].card.mov_flight for n in crew)
        if token is not None and not able:
            yield f"skies: {squad.id} cannot fly"


def _holds(state: RagNarok) -> Iterator[str]:
    """Who rides in a machine: it stands, is of their side, and has seats for all."""
    for machine in {on for on in state.aboard if on >= 0}:
        one, riding = state.roster.fighters[machine], 0
        for unit, on in enumerate(state.aboard):
            if on == machine:
                riding += len(state.ranks[unit])
                crew = [state.fates[n] for n in state.ranks[unit]]
                if p.STANDING not in crew or state.roster.units[unit].seat != one.seat:
                    yield "aboard: nobody, or somebody of the other side"
                if state.skies[unit] is not None:
                    yield "aboard: nobody flies inside"
        if state.places[machine] is None or state.aboard[one.unit] >= 0:
            yield "aboard: a machine that is not there"
        elif riding > one.card.rating("transport"):
            yield "aboard: more than there are seats"


def _turn(state: RagNarok) -> Iterator[str]:
    placed = any(fate != p.WAITING for fate in state.fates)
    if placed and state.south not in (0, 1):
        yield "south: somebody is deployed, so the edges are known"


def _prayers(state: RagNarok) -> Iterator[str]:
    fighters = state.roster.fighters
    for number, miracle in state.prayers:
        if number not in range(len(fighters)) or miracle not in fighters[number].extras:
            yield "prayers: somebody called what it does not own"
    if state.conclaves and state.phase != p.DIVINATION:
        yield "conclaves: only in the Divination phase"
    if any(not _is_conclave(state, conclave) for conclave in state.conclaves):
        yield "conclaves: one that cannot be"


def _is_conclave(state: RagNarok, conclave: Conclave) -> bool:
    fighters, prayer = state.roster.fighters, COMMUNIONS.get(conclave.communion)
    if prayer is None or outside(conclave.members, range(len(fighters))):
        return False
    one = fighters[conclave.eminence]
    faithful = all(fighters[n].card.faith is not None for n in conclave.members)
    same = all(fighters[n].seat == one.seat for n in conclave.members)
    if conclave.target not in range(len(state.ranks)) or not (faithful and same):
        return False
    enemy = state.roster.units[conclave.target].seat != one.seat
    return enemy == (prayer.deeds.whom == "enemies") and conclave.communion in one.extras


def _staffs(state: RagNarok) -> Iterator[str]:
    fighters, many_units = state.roster.fighters, range(len(state.ranks))
    if any(n not in range(len(fighters)) or u not in many_units for n, u in state.masked):
        yield "masked: somebody that is nobody"
    if outside((n for n, *_ in state.toga), range(len(fighters))):
        yield "toga: somebody that is nobody"
    for staff in state.staffs:
        many = (staff.commander, *staff.aides)
        if outside(many, range(len(fighters))) or len(set(many)) < len(many) or len(many) < 2:
            yield "staffs: one that cannot be"
        elif len({fighters[n].unit for n in many}) > 1:
            yield "staffs: all belong to one Unit"


def _melee(state: RagNarok) -> Iterator[str]:
    squads, groups = state.roster.units, state.roster.groups
    for number, foe in enumerate(state.foes):
        if foe >= 0 and squads[foe].seat == state.roster.fighters[number].seat:
            yield "foes: nobody fights its own side"
    units, many = range(len(squads)), range(len(groups))
    if any(a not in units or b not in units for a, b in state.fought):
        yield "fought: Units that are none"
    if any(a not in many or b not in many for a, b in state.clashed):
        yield "clashed: groups that are none"
    if state.combat is not None:
        yield from combat_problems(state, state.combat)


def combat_problems(state: RagNarok, now: Combat) -> Iterator[str]:
    many = range(len(state.roster.groups))
    if any(number not in many for number in now.groups):
        yield "combat: groups that are none"
    elif [state.roster.groups[number].seat for number in now.groups] != [0, 1]:
        yield "combat: one group of each side"
    counts = (*now.dice, *now.attack, *now.defence, *now.announced, *now.hits, *now.rerolls)
    if outside((*counts, now.excess), range(MANY)) or now.first not in (0, 1):
        yield "combat: dice or difficulties that cannot be"
    if len(now.hits) > MANY or outside(now.retried, range(len(state.places))):
        yield "combat: too many hits, or a fighter that is none"


def _agenda(state: RagNarok) -> Iterator[str]:
    steps: list[Any] = [step for row in state.agenda for step in row]
    steps += state.lanes.values()
    for step in steps:
        name = type(step).__name__
        if step.phase not in (-1, state.phase):
            yield f"agenda: {name} belongs to another phase"
        elif step.seat == NOBODY and type(step).options is not Step.options:
            yield f"agenda: {name} asks nobody"
        elif not step.fits(state):
            yield f"agenda: {name} does not fit the table"
