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
from fimbul.games.rag_narok.state.checks import sizes
from fimbul.games.rag_narok.state.checks.magic import magic_checks, outside
from fimbul.games.rag_narok.state.facts import MOST_OF_A_COUNT, Of, all_facts, beyond
from fimbul.kernel import NOBODY, Step, first_problems

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok
    from fimbul.games.rag_narok.state.faith import Conclave
    from fimbul.games.rag_narok.state.melee import Combat


def problems(state: RagNarok) -> Iterator[str]:
    """Each check may rely on those before it."""
    checks = (sizes.sizes, _terms, _armies, _homes, _charms, _shape, _numbers, _turn)
    more = (_fighters, _fallen, _units, _reserve, _hidden, _air, _holds)
    last = (_south, _prayers, _staffs, _melee, *magic_checks, _agenda)
    return first_problems(state, *checks, *more, *last)


def _terms(state: RagNarok) -> Iterator[str]:
    """The scenario is known, and what lies on its table."""
    if state.scenario not in get_args(Known):
        yield f"scenario: there is no {state.scenario!r}"
    elif not is_scenery(state.scenario, state.scenery):
        yield f"scenery: {state.scenery!r} cannot lie there"
    elif any(side.stones for side in state.sides) and state.scenario != STONES:
        yield "stones: nobody can have scored any"


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
    if len(homes) not in (0, len(plain.fighters)) or -1 in seats or len(seats) > MOST_OF_A_COUNT:
        yield "homes: one for each fighter, or none"
    elif parents and not homes:
        yield "homes: a new Unit has somebody"
    elif outside(homes, range(len(seats))):
        yield "homes: a Unit that is none"
    elif any(seats[home] != one.seat for home, one in zip(homes, plain.fighters, strict=False)):
        yield "homes: nobody lives with the enemy"


def _charms(state: RagNarok) -> Iterator[str]:
    """First of all: the roster depends on them."""
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
    lists = {"sides": p.SEATS, "units": units, "fighters": fighters, "places": fighters}
    for name, count in lists.items():
        if len(getattr(state, name)) != count:
            yield f"{name}: there must be {count} of them"


def _numbers(state: RagNarok) -> Iterator[str]:
    """What the roster counts; other ranges are in the types, and were checked on reading."""
    most = counts(state)
    for name, value, hint in all_facts(state):
        if beyond(value, hint, most):
            yield f"{name}: a Unit, fighter or group that is none"


def counts(state: RagNarok) -> dict[Of, int]:
    roster = state.roster
    many = (len(roster.units), len(roster.fighters), len(roster.groups))
    return dict(zip((Of.UNITS, Of.FIGHTERS, Of.GROUPS), many, strict=True))


def _turn(state: RagNarok) -> Iterator[str]:
    begun = state.phase != p.DEPLOYMENT
    if state.phase not in range(len(p.PHASES)) or state.turn not in range(state.terms.turns + 1):
        yield "turn: a turn or phase that is none"
    if state.winner not in range(-1 + begun, 2) or state.south not in range(-1 + begun, 2):
        yield "winner: no such seat"
    if begun and state.turn == 0:
        yield "turn: the battle has begun"
    held = [unit.orders for unit in state.units]
    if any(len(some) > p.MOST_ORDERS or sorted(set(some)) != list(some) for some in held):
        yield "orders: at most two different ones for each Unit"


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
    aside = (*state.aside.reserve, *(unit for unit, *_ in state.aside.hidden))
    for number, now in enumerate(state.fighters):
        place, one, fate = state.places[number], roster.fighters[number], now.fate
        if (place is None) == (fate == p.STANDING):
            yield f"places: {one.id} is on the table or it is not"
        elif place is not None and not _good_place(state, place, roster.bases[number]):
            yield f"places: {one.id} stands where nobody can"
        full = now.hurt >= one.card.wounds
        if full != (fate == p.DEAD) or (fate == p.WAITING and now.hurt):
            yield f"hurt: {one.id} has another number of wounds"
        called = roster.units[one.unit].summoned
        held = one.unit in aside
        if state.phase != p.DEPLOYMENT and fate == p.WAITING and not called and not held:
            yield f"fates: {one.id} should be deployed"


def _fallen(state: RagNarok) -> Iterator[str]:
    dead = {number for number, now in enumerate(state.fighters) if now.fate == p.DEAD}
    struck = {number for number, now in enumerate(state.fighters) if now.struck}
    fell = [number for number, *_ in state.fallen]
    if len(set(fell)) < len(fell) or not set(fell) <= dead & struck:
        yield "fallen: only the dead of this turn, once each"
    for number, x, y, heading in state.fallen:
        if number in dead and not _good_place(state, (x, y, heading), state.roster.bases[number]):
            yield "fallen: somebody fell where nobody can stand"
    for number in struck & dead - set(fell):
        if state.phase not in (p.MELEE, p.END):
            yield f"struck: nobody knows where {state.roster.fighters[number].id} fell"


def _units(state: RagNarok) -> Iterator[str]:
    for unit, squad in enumerate(state.roster.units):
        crew = state.units[unit].ranks
        present = [n for n in squad.members if state.fighters[n].fate in (p.WAITING, p.STANDING)]
        if sorted(crew) != present:
            yield f"ranks: {squad.id} has other members"
        if len({state.fighters[n].fate for n in present}) > 1:
            yield f"fates: {squad.id} is deployed whole or not at all"
        if not crew and state.units[unit].orders:
            yield f"orders: {squad.id} is gone and holds no Orders"
        enemies = [n for n, other in enumerate(state.roster.units) if other.seat != squad.seat]
        if not {*state.units[unit].charged_by, *state.units[unit].rivals} <= set(enemies):
            yield f"charged_by: {squad.id} is attacked by enemies only"
    for seat, side in enumerate(state.sides):
        general = side.general
        if general >= 0 and state.roster.fighters[general].seat != seat:
            yield "generals: an army is commanded by one of its own"
        if general >= 0 and not state.roster.fighters[general].commands:
            yield "generals: not everybody can command an army"


def _reserve(state: RagNarok) -> Iterator[str]:
    """Units held back are not on the table, and not too many."""
    units, most, held = state.roster.units, held_at_most(state.scenario), state.aside.reserve
    if sorted(set(held)) != list(held):
        yield "reserve: each Unit once, in order"
    ranks = [state.units[unit].ranks for unit in held]
    if any(state.fighters[member].fate != p.WAITING for crew in ranks for member in crew):
        yield "reserve: somebody is on the table"
    for seat in range(p.SEATS):
        chosen = [units[n] for n in held if not state.units[n].crowded]  # rule: ruling.no-room
        if sum(unit.ap for unit in chosen if unit.seat == seat) > most:
            yield "reserve: more is held back than may be"


def _hidden(state: RagNarok) -> Iterator[str]:
    """Only Scouts that are not on the table lie hidden on it."""
    units, (wide, deep) = [unit for unit, *_ in state.aside.hidden], state.terms.table
    ranks = [state.units[unit].ranks for unit in units]
    if len(set(units)) < len(units) or not set(units) <= scouting(state.armies):
        yield "hidden: Scouts, each Unit once"
    elif set(units) & set(state.aside.reserve) or not all(ranks):
        yield "hidden: somebody that is not there"
    elif any(state.fighters[member].fate != p.WAITING for crew in ranks for member in crew):
        yield "hidden: somebody is on the table"
    elif any(not (0 <= x <= wide and 0 <= y <= deep) for _, x, y in state.aside.hidden):
        yield "hidden: somebody lies beside the table"


def _air(state: RagNarok) -> Iterator[str]:
    """A Unit in the air has a token on the table, and its figures on one of the boards."""
    for unit, squad in enumerate(state.roster.units):
        now = state.units[unit]
        token, crew = now.token, now.ranks
        if (token is None) != (now.altitude == p.GROUND):
            yield f"token: {squad.id} is in the air or it is not"
        elif token is not None and not _good_place(state, (*token, 0), (0, 0)):
            yield f"token: {squad.id} flies where nobody can"
        places = [place for n in crew if (place := state.places[n]) is not None]
        boards = {place[0] // p.STRIDE for place in places}
        away = token is not None or now.aboard >= 0
        if len(boards) > 1 or any((board > 0) != away for board in boards):
            yield f"places: {squad.id} stands on the table or on one board"
        if boards and max(boards) > len(state.units) + 1:
            yield f"places: {squad.id} stands on a board that is none"
        able = all(state.roster.fighters[n].card.mov_flight for n in crew)
        if token is not None and not able:
            yield f"token: {squad.id} cannot fly"


def _holds(state: RagNarok) -> Iterator[str]:
    """Who rides in a machine: it stands, is of their side, and has seats for all."""
    for machine in {unit.aboard for unit in state.units} - {-1}:
        one, riding = state.roster.fighters[machine], 0
        for unit, squad in zip(state.units, state.roster.units, strict=True):
            if unit.aboard == machine:
                riding += len(unit.ranks)
                crew = [state.fighters[n].fate for n in unit.ranks]
                if p.STANDING not in crew or squad.seat != one.seat:
                    yield "aboard: nobody, or somebody of the other side"
                if unit.token is not None:
                    yield "aboard: nobody flies inside"
        if state.places[machine] is None or state.units[one.unit].aboard >= 0:
            yield "aboard: a machine that is not there"
        elif riding > one.card.rating("transport"):
            yield "aboard: more than there are seats"


def _south(state: RagNarok) -> Iterator[str]:
    placed = any(now.fate != p.WAITING for now in state.fighters)
    if placed and state.south not in (0, 1):
        yield "south: somebody is deployed, so the edges are known"


def _prayers(state: RagNarok) -> Iterator[str]:
    fighters = state.roster.fighters
    for number, miracle in state.faith.prayers:
        if miracle not in fighters[number].extras:
            yield "prayers: somebody called what it does not own"
    if state.faith.conclaves and state.phase != p.DIVINATION:
        yield "conclaves: only in the Divination phase"
    if any(not _is_conclave(state, conclave) for conclave in state.faith.conclaves):
        yield "conclaves: one that cannot be"


def _is_conclave(state: RagNarok, conclave: Conclave) -> bool:
    fighters, prayer = state.roster.fighters, COMMUNIONS.get(conclave.communion)
    if prayer is None:
        return False
    one = fighters[conclave.eminence]
    faithful = all(fighters[n].card.faith is not None for n in conclave.members)
    same = all(fighters[n].seat == one.seat for n in conclave.members)
    if not (faithful and same):
        return False
    enemy = state.roster.units[conclave.target].seat != one.seat
    return enemy == (prayer.deeds.whom == "enemies") and conclave.communion in one.extras


def _staffs(state: RagNarok) -> Iterator[str]:
    fighters = state.roster.fighters
    for staff in state.staffs:
        many = (staff.commander, *staff.aides)
        if len(set(many)) < len(many) or len(many) < 2:
            yield "staffs: one that cannot be"
        elif len({fighters[n].unit for n in many}) > 1:
            yield "staffs: all belong to one Unit"


def _melee(state: RagNarok) -> Iterator[str]:
    for now, one in zip(state.fighters, state.roster.fighters, strict=True):
        if now.foe >= 0 and state.roster.units[now.foe].seat == one.seat:
            yield "foe: nobody fights its own side"
    if state.melee.combat is not None and not is_combat(state, state.melee.combat):
        yield "combat: one group of each side"


def is_combat(state: RagNarok, now: Combat) -> bool:
    return [state.roster.groups[number].seat for number in now.groups] == [0, 1]


def _agenda(state: RagNarok) -> Iterator[str]:
    steps: list[Any] = [step for row in state.agenda for step in row]
    steps += state.lanes.values()
    most = counts(state)
    for step in steps:
        name = type(step).__name__
        if step.phase not in (-1, state.phase):
            yield f"agenda: {name} belongs to another phase"
        elif step.seat == NOBODY and type(step).options is not Step.options:
            yield f"agenda: {name} asks nobody"
        elif beyond(step, type(step), most) or not step.fits(state):
            yield f"agenda: {name} does not fit the table"
