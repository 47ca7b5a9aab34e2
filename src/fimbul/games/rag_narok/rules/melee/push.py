"""Pushing movements after the fights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee, touching
from fimbul.games.rag_narok.ground.field import Formation, Way, form_up, formed, may_stand
from fimbul.games.rag_narok.ground.paths import is_ethereal
from fimbul.games.rag_narok.ground.slots import Slot, is_clear
from fimbul.games.rag_narok.measure.geometry import Place, bearing, in_arc, moved, squared
from fimbul.games.rag_narok.rules.charge.closing import allowed, fits, idle, slots, step_up
from fimbul.games.rag_narok.rules.charge.mask import open_to
from fimbul.games.rag_narok.rules.fear.howling import run_if_routed
from fimbul.games.rag_narok.rules.fear.toga import dares_to
from fimbul.games.rag_narok.rules.flight.airborne import regroup_in_air
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    half,
    name,
    own_mov,
    owner,
    place_of,
    tell,
)
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import phrase

PUSH, REGROUP, STAY = "button:push", "button:regroup", "button:stay"


class NextPush(RagStep, frozen=True):  # rule: push.procedure
    """Each Unit of a melee in turn, the Tactics winner's first."""

    phase = p.MELEE

    def run(self, state: RagNarok, pick: str | None) -> None:
        for seat in (self.seat, 1 - self.seat):
            for unit in state.roster.of(seat):
                if (
                    state.units[unit].brawl >= 0
                    and state.units[unit].ranks
                    and not state.units[unit].pushed
                ):
                    state.units[unit].pushed = 1
                    state.then(Push(seat, unit), NextPush(self.seat))
                    return


class Push(UnitStep, frozen=True):  # rule: push.procedure, push.forward, push.regroup-point
    """Free fighters step up to an enemy or forward, or the Unit gathers on one member."""

    phase = p.MELEE  # rule: flight.air-push-on-board
    prompt, rule = "Push, regroup, or stay?", "push.procedure"

    def ask(self, state: RagNarok) -> str:
        return phrase("Should {unit} push, regroup or stay?", unit=name(state, self.unit))

    def options(self, state: RagNarok) -> Sequence[str]:
        if state.units[self.unit].mood in (p.CONTROL, p.ROUT):  # rule: state.control, state.rout
            return ()
        push = [PUSH] if can_push(state, self.unit) else []
        gather = [REGROUP] if self.may_gather(state) else []
        return [*push, *gather, STAY] if push or gather else []

    def may_gather(self, state: RagNarok) -> bool:  # rule: flight.air-disengage-token
        """In the air a Unit gathers by moving its token, so nobody may hold it."""
        if state.units[self.unit].altitude:
            return not in_melee(state, self.unit)
        return len(state.units[self.unit].ranks) > 1 and bool(idle(state, self.unit))

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick == PUSH and dares_so(state, self.unit, push):
            push(state, self.unit)
        elif pick == REGROUP and state.units[self.unit].altitude:
            regroup_in_air(state, self.seat, self.unit)
        elif pick == REGROUP:
            state.then(Regroup(self.seat, self.unit))


def dares_so(state: RagNarok, unit: int, act: Callable[[RagNarok, int], None]) -> bool:
    """Whether a Unit keeps its head where a push would bring it; if that routs it, it flees."""
    if not state.magic.toga:  # rule: toga.entering
        return True
    trial = state.clone()
    act(trial, unit)
    if dares_to(state, unit, [place_of(trial, member) for member in state.units[unit].ranks]):
        return True
    run_if_routed(state, unit)
    return False


def can_push(state: RagNarok, unit: int) -> bool:
    """Whether anybody can step up to an enemy, or forward."""
    if any(fits(state, unit, slot) for slot in steps(state, unit)):
        return True
    foes = rivals(state, unit)
    return any(stride(state, unit, member, foes) for member in idle(state, unit))


def steps(state: RagNarok, unit: int) -> list[Slot]:  # rule: push.forward, move.keep-distance
    """Where fighters without an enemy in contact can reach one of their melee."""
    found, away = slots(state, idle(state, unit), rivals(state, unit)), strangers(state, unit)
    return [slot for slot in allowed(state, unit, found) if not meets(state, slot, away)]


def rivals(state: RagNarok, unit: int) -> tuple[int, ...]:
    """The enemies of a Unit's melee."""
    foes = (
        foe
        for other, one in enumerate(state.units)
        if owner(state, other) != owner(state, unit) and one.brawl == state.units[unit].brawl
        for foe in one.ranks
    )
    return open_to(state, unit, foes)


def strangers(state: RagNarok, unit: int) -> list[int]:  # rule: move.keep-distance
    """The enemies outside a Unit's melee: nobody pushes into contact with them."""
    fighters, seat, brawl = state.roster.fighters, owner(state, unit), state.units[unit].brawl
    return [
        number
        for number, place in enumerate(state.places)
        if place is not None
        and fighters[number].seat != seat
        and state.units[fighters[number].unit].brawl != brawl
    ]  # rule: ruling.push-ahead


def meets(state: RagNarok, slot: Slot, others: list[int]) -> bool:
    """Whether somebody would be in contact there with one of these."""
    bases = state.roster.bases
    mine = bases[slot.member]
    return any(touching(slot.place, mine, place_of(state, n), bases[n], p.CONTACT) for n in others)


def push(state: RagNarok, unit: int) -> None:  # rule: push.procedure, ruling.push-ahead
    """To an enemy within half their MOV, nearest first; the others forward as far as that."""
    foes, free = rivals(state, unit), idle(state, unit)
    went = step_up(state, unit, steps(state, unit))
    behind = [member for member in free if member not in went]
    for member in sorted(behind, key=lambda n: nearest(state, n, foes)[0]):
        if slot := stride(state, unit, member, foes):
            state.places[member] = slot.place
            went.append(member)
    fighters = some(len(went), "one fighter", "{count} fighters", "no fighter")
    tell(state, unit, "{unit} push[es] {fighters} forward", fighters=fighters)


def nearest(state: RagNarok, member: int, foes: tuple[int, ...]) -> tuple[int, Place]:
    """How far the nearest enemy of its melee is, squared, and where; itself if there is none."""
    here = place_of(state, member)
    spots = [place_of(state, foe) for foe in foes]
    return min(((squared(here[:2], spot[:2]), spot) for spot in spots), default=(0, here))


def stride(state: RagNarok, unit: int, member: int, foes: tuple[int, ...]) -> Slot | None:
    """Towards the nearest enemy ahead, or straight ahead, until somebody is in the way."""
    here, (far, there) = place_of(state, member), nearest(state, member, foes)  # rule: push.forward
    heading = bearing(here[:2], there[:2]) if far and in_arc(here, there[:2]) else here[2]
    best, away = None, strangers(state, unit)  # rule: ruling.push-ahead
    ghostly = is_ethereal(state, unit)  # rule: ability.spectre-ethereal
    for length in range(p.HALF_CM, half(own_mov(state, member)) + 1, p.HALF_CM):
        slot = Slot(length * length, member, moved(here, heading, length))
        free = fits(state, unit, slot) and allowed(state, unit, [slot])
        if free and not meets(state, slot, away):
            best = slot
        elif not ghostly:
            break
    return best


class Regroup(UnitStep, frozen=True):  # rule: push.regroup-point, push.regroup-point-fixed
    """One member is the rallying point and does not move; the others gather on it."""

    phase = p.MELEE
    prompt, rule = "Choose the rallying point", "push.regroup-point"

    def options(self, state: RagNarok) -> Sequence[str]:
        return [fighter(state, member).id for member in state.units[self.unit].ranks]

    def run(self, state: RagNarok, pick: str | None) -> None:
        crew = state.units[self.unit].ranks
        chosen = next((n for n in crew if fighter(state, n).id == pick), crew[0])
        if not dares_so(state, self.unit, partial(regroup, point=chosen)):
            return
        regroup(state, self.unit, chosen)
        point = fighter(state, chosen).card.name
        tell(state, self.unit, "{unit} regroup[s] on {fighter}", fighter=point)


def regroup(state: RagNarok, unit: int, point: int) -> None:  # rule: push.regroup-point-fixed
    """Back into ranks if everybody can reach its place, else as near as half a move brings it.

    Whoever has an enemy in contact stays with him.
    """
    if not in_melee(state, unit) and form_on(state, unit, point):  # rule: formation.loose
        return  # rule: ruling.regroup-in-contact
    there, away = place_of(state, point), strangers(state, unit)
    for member in sorted(
        idle(state, unit), key=lambda n: squared(place_of(state, n)[:2], there[:2])
    ):
        if member != point:
            step_towards(state, member, there, away)


def step_towards(state: RagNarok, member: int, there: Place, away: list[int]) -> None:
    """Straight towards a point, as far as half its MOV and the others let it."""
    here, most = place_of(state, member), half(own_mov(state, member))
    heading = bearing(here[:2], there[:2])
    for length in range(most, 0, -p.HALF_CM):
        slot = Slot(0, member, moved(here, heading, length))
        nearer = squared(slot.place[:2], there[:2]) < squared(here[:2], there[:2])
        free = is_clear(state, slot) and allowed(state, fighter(state, member).unit, [slot])
        if nearer and free and not meets(state, slot, away):
            state.places[member] = slot.place
            return


def form_on(state: RagNarok, unit: int, point: int) -> bool:
    """Form ranks around a member that keeps its place, if nobody has too far to go."""
    now = state.units[unit]
    crew = now.ranks
    lone = fighter(state, point).card.independent
    same = sorted(
        (n for n in crew if n != point and fighter(state, n).card.independent == lone),
        key=lambda n: squared(place_of(state, n)[:2], place_of(state, point)[:2]),
    )
    rest = [n for n in crew if fighter(state, n).card.independent != lone]
    order = (*rest, point, *same) if lone else (point, *same, *rest)
    before, now.ranks = crew, order
    count = len(crew) - len(rest) if not lone else len(rest)
    shape = Formation(max(1, min(count, max(p.LEAST_FILES, -(-count // 2)))), now.spread)
    here = place_of(state, point)
    trial, _ = formed(state, unit, shape, here)
    shift = trial[order.index(point)]
    at = (2 * here[0] - shift[0], 2 * here[1] - shift[1], here[2])
    found, _ = formed(state, unit, shape, at)
    near = all(
        squared(place_of(state, n)[:2], place[:2]) <= half(own_mov(state, n)) ** 2
        for n, place in zip(order, found, strict=True)
    )
    if near and may_stand(state, unit, found, Way()):  # rule: move.keep-distance
        form_up(state, unit, shape, at)
        return True
    now.ranks = before
    return False
