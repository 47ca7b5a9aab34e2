"""Each miracle: whom it may be called on, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import CALL, SUMMONED
from fimbul.games.rag_narok.ground.contact import in_contact
from fimbul.games.rag_narok.ground.field import Formation, Way, form_up, formed, may_stand
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.deeds import Touches, Whom
from fimbul.games.rag_narok.measure.geometry import Place, moved
from fimbul.games.rag_narok.measure.tables import CM, Miracle
from fimbul.games.rag_narok.rules.charge.withdraw import main_card
from fimbul.games.rag_narok.rules.faith.faithful import can_reach, can_reach_unit, may_call, miracle
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.strokes import CloseUp, blows_on
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    say,
    spot_of,
    squad,
    standing,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Placed, phrase

APPEAR = Formation(SUMMONED, 0)  # how Reapers stand when they appear


class Call(Struct, frozen=True):
    """Who calls which miracle, on what, and the TF paid for further dice."""

    cleric: int
    miracle: str
    targets: tuple[str, ...] = ()
    stake: int = 0


def prayer_of(state: RagNarok, call: Call) -> Miracle:  # rule: ruling.own-profiles
    """The miracle as the caller's army has it."""
    return miracle(state, call.cleric, call.miracle)


def difficulty(state: RagNarok, call: Call) -> int:  # rule: ruling.knighting-difficulty
    """Harder for each fighter named after the first."""
    more = max(0, len(call.targets) - 1)  # rule: miracle.knighting-one-roll
    prayer = prayer_of(state, call)
    return prayer.difficulty + prayer.deeds.harder * more


# -- targets ---------------------------------------------------------------------------------


def targets(state: RagNarok, cleric: int, prayer: Miracle) -> list[str]:
    """The things that a miracle may be called on."""
    deeds = prayer.deeds
    return list(AIMS[deeds.touches, deeds.whom](state, cleric, prayer))


def _friends(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    for unit in standing(state, fighter(state, cleric).seat):
        if can_reach_unit(state, cleric, unit, prayer):
            yield squad(state, unit).id


def _templars(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    for unit in standing(state, fighter(state, cleric).seat):
        templars = main_card(state, unit).id == "griffin-templar"
        if templars and can_reach_unit(state, cleric, unit, prayer):
            yield squad(state, unit).id


def _friend(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    yield from _fighters(state, cleric, prayer, fighter(state, cleric).seat)


def _enemy(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    yield from _fighters(state, cleric, prayer, 1 - fighter(state, cleric).seat)


def _fighters(state: RagNarok, cleric: int, prayer: Miracle, seat: int) -> Iterator[str]:
    for unit in standing(state, seat):
        for member in state.units[unit].ranks:
            untouched = fighter(state, member).card.has("unalterable")  # rule: unalterable.immune
            if member != cleric and not untouched and can_reach(state, cleric, member, prayer):
                yield fighter(state, member).id


def _comrades(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    """Fighters in contact with the faithful, seen or not: on its level, or in its machine."""
    one = fighter(state, cleric)  # rule: miracle.knighting-targets, flight.contact-same-level
    here = state.units[one.unit].altitude, state.units[one.unit].aboard
    for unit in standing(state, one.seat):
        if (state.units[unit].altitude, state.units[unit].aboard) != here:
            continue
        for member in state.units[unit].ranks:
            untouched = fighter(state, member).card.has("unalterable")  # rule: unalterable.immune
            if member != cleric and not untouched and in_contact(state, cleric, member):
                yield fighter(state, member).id


def _self(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    yield fighter(state, cleric).id


def _ground(state: RagNarok, cleric: int, prayer: Miracle) -> Iterator[str]:
    """Directions in which two Reapers find room."""
    unit = reapers(state, fighter(state, cleric).seat)  # rule: ruling.reapers-summoned
    if unit >= 0:
        for heading in range(0, 360, 45):
            if landing(state, cleric, unit, heading) is not None:
                yield f"spot:{heading}"


Aim = Callable[[RagNarok, int, Miracle], Iterator[str]]
AIMS: dict[tuple[Touches, Whom], Aim] = {
    ("unit", "friends"): _friends,
    ("unit", "templars"): _templars,
    ("fighter", "friends"): _friend,
    ("fighter", "enemies"): _enemy,
    ("fighter", "comrades"): _comrades,
    ("self", ""): _self,
    ("spot", ""): _ground,
}


def reapers(state: RagNarok, seat: int) -> int:
    """The Reapers that have not been called yet; -1: none."""
    for unit in state.roster.of(seat):
        members = squad(state, unit).members
        if squad(state, unit).summoned and members and state.fighters[members[0]].fate == p.WAITING:
            return unit
    return -1


def landing(state: RagNarok, cleric: int, unit: int, heading: int) -> Place | None:
    """The farthest place that way within the miracle's range; None: no room."""
    here = spot_of(state, cleric)
    for length in range(t.MIRACLES[CALL].deeds.reach, 2 * CM, -CM):
        at = moved((*here[:2], state.units[fighter(state, cleric).unit].facing), heading, length)
        if may_stand(state, unit, formed(state, unit, APPEAR, at)[0], Way()):
            return at
    return None


# -- effects ---------------------------------------------------------------------------------


def grant(state: RagNarok, call: Call) -> None:
    """A miracle that succeeded does its work."""
    words = phrase("{miracle} is granted", miracle=prayer_of(state, call).name)
    say(state, fighter(state, call.cleric).seat, words)
    deeds = prayer_of(state, call).deeds
    if deeds.strength:
        smite(state, call)
    elif deeds.summons:
        summon(state, call)
    else:
        for thing in call.targets:
            whole = deeds.touches == "unit"
            target = unit_named(state, thing) if whole else number_of(state, thing)
            maintained = prayer_of(state, call).duration == "while maintained"
            lay(state, call.miracle, target, state.terms.turns if maintained else 0)


def number_of(state: RagNarok, thing: str) -> int:
    return next(n for n, one in enumerate(state.roster.fighters) if one.id == thing)


def smite(state: RagNarok, call: Call) -> None:
    """A wound roll on one enemy."""
    victim = number_of(state, call.targets[0])
    mine, strength = fighter(state, call.cleric).unit, prayer_of(state, call).deeds.strength
    blows = blows_on(state, mine, [victim], strength)
    state.then(*blows, CloseUp(units=(fighter(state, victim).unit,)))


def summon(state: RagNarok, call: Call) -> None:  # rule: ruling.reapers-summoned
    """Two Reapers as a new Unit without Orders."""
    seat = fighter(state, call.cleric).seat
    unit = reapers(state, seat)
    at = landing(state, call.cleric, unit, int(call.targets[0].removeprefix("spot:")))
    assert at is not None, "only directions with room are offered"
    for member in state.units[unit].ranks:
        state.fighters[member].fate = p.STANDING
    form_up(state, unit, APPEAR, at)
    words = about(squad(state, unit), "{unit} rise[s] from the ground")
    state.events.append(Placed(seat=seat, thing=squad(state, unit).id, to="table", words=words))


# -- what can be called ----------------------------------------------------------------------


def owned(state: RagNarok, cleric: int) -> list[Miracle]:
    extras = fighter(state, cleric).extras
    return [miracle(state, cleric, extra) for extra in extras if extra in t.MIRACLES]


def thing_of(state: RagNarok, cleric: int, prayer: Miracle) -> str:
    """The id of a miracle in a faithful's hands."""
    return f"miracle:{prayer.id}/{fighter(state, cleric).id.removeprefix('fighter:')}"


def callable_by(state: RagNarok, clerics: list[int], early: bool) -> dict[str, Call]:
    """What these faithful can call now; `early`: in the movement phase."""
    found: dict[str, Call] = {}  # rule: tf.movement-phase-miracles
    for cleric in clerics:
        for prayer in owned(state, cleric):
            if early and not prayer.deeds.moving:
                continue
            if may_call(state, cleric, prayer) and targets(state, cleric, prayer):
                found[thing_of(state, cleric, prayer)] = Call(cleric, prayer.id)
    return found
