"""Transports: getting aboard, getting off."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.ground.air import shape_in_ranks
from fimbul.games.rag_narok.ground.contact import in_melee, near
from fimbul.games.rag_narok.ground.councils import is_rooted
from fimbul.games.rag_narok.ground.field import Way, form_up, formed, may_stand
from fimbul.games.rag_narok.ground.hold import can_ride, room_left, stow
from fimbul.games.rag_narok.measure.geometry import Place, base, moved, within
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.fear.toga import dares_to
from fimbul.games.rag_narok.rules.movement.marches import become_tidy
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    is_routed,
    name,
    owner,
    place_of,
    shape_of,
    squad,
    tell,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Moved, phrase

STAY = "button:stay-aboard"
BOARDING = (p.IMMOBILE, p.MARCH, p.RUN)  # Orders that a Unit may give up for a ride
DOORS = {  # directions from the machine, counted from its front
    0: "ahead", 45: "ahead left", 90: "left", 135: "rear left",
    180: "behind", 225: "rear right", 270: "right", 315: "ahead right",
}  # fmt: skip
FARTHEST = 20 * CM  # the middles of a machine and of a Unit beside it are never this far apart


def rides(state: RagNarok, unit: int, order: int) -> dict[str, int]:  # rule: machine.transport
    """The machines that a Unit may board instead of moving."""
    machines = holders(state.armies, "transport")  # rule: ruling.transport
    if not machines or order not in BOARDING or not is_free(state, unit):
        return {}
    crew = state.units[unit].ranks
    if not all(can_ride(fighter(state, member).card) for member in crew):
        return {}
    return {
        f"board:{fighter(state, machine).id.removeprefix('fighter:')}": machine
        for machine in machines
        if takes(state, machine, unit)
    }


def is_free(state: RagNarok, unit: int) -> bool:  # rule: ritual.warmage-no-move
    """On the ground, and neither an enemy nor a Ritual holds it."""
    away = state.units[unit].altitude or is_routed(state, unit) or state.units[unit].aboard >= 0
    away = away or is_rooted(state, unit)
    return not away and not in_melee(state, unit)


def takes(state: RagNarok, machine: int, unit: int) -> bool:  # rule: machine.transport
    """Whether a free machine of its people stands beside a Unit, with seats for all of it."""
    one, crew = fighter(state, machine), state.units[unit].ranks  # rule: ruling.transport
    first = fighter(state, crew[0])
    if state.places[machine] is None or (one.seat, one.card.people) != (
        first.seat,
        first.card.people,
    ):
        return False
    beside = any(near(state, machine, member, p.CONTACT) for member in crew)
    fits = len(crew) <= room_left(state, machine)
    return beside and fits and not in_melee(state, one.unit)


def board(state: RagNarok, unit: int, machine: int) -> None:  # rule: machine.transport
    """The Unit gets in; that is its whole movement."""
    stow(state, unit, machine)
    state.units[unit].moved = p.MARCHED
    _report(state, unit, "{unit} board[s] {machine}", machine=fighter(state, machine).card.name)


def _report(state: RagNarok, unit: int, template: str, **parts: str) -> None:
    thing, seat = squad(state, unit).id, owner(state, unit)
    told = about(squad(state, unit), template, **parts)
    state.events.append(Moved(seat=seat, thing=thing, origin="table", to="table", words=told))


class Alight(UnitStep, frozen=True):  # rule: machine.transport, ruling.transport
    """A Unit aboard is activated: it gets off, which is its whole movement, or rides on."""

    phase = p.MOVEMENT
    prompt, rule = "Get off, or ride on?", "machine.transport"

    def ask(self, state: RagNarok) -> str:
        return phrase("Should {unit} get off, or ride on?", unit=name(state, self.unit))

    def doors(self, state: RagNarok) -> dict[str, Place]:
        """On each side, as near to the machine as there is room."""
        machine = state.units[self.unit].aboard
        if is_rooted(state, self.unit):  # rule: ritual.warmage-no-move
            return {}
        found = {side: way_out(state, self.unit, machine, side) for side in DOORS}
        return {f"door:{side}": place for side, place in found.items() if place is not None}

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.doors(state) if state.units[self.unit].aboard >= 0 else {}
        return [STAY, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None or pick == STAY:
            tell(state, self.unit, "{unit} stay[s] aboard")
            if state.units[self.unit].revealed == p.IMMOBILE:
                become_tidy(state, self.unit)
            return
        shape, at = shape_in_ranks(state, self.unit), self.doors(state)[pick]
        if not dares_to(state, self.unit, formed(state, self.unit, shape, at)[0]):
            tell(state, self.unit, "{unit} stay[s] aboard")  # rule: toga.entering, ruling.toga-hull
            return
        state.units[self.unit].aboard = -1
        form_up(state, self.unit, shape, at)
        state.units[self.unit].moved = p.MARCHED
        _report(state, self.unit, "{unit} get[s] off")

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "There is no room on that side, or an enemy is too near."


def way_out(state: RagNarok, unit: int, machine: int, side: int) -> Place | None:
    """Where a Unit that leaves on that side forms up; None: no room."""
    here, hull = place_of(state, machine), shape_of(state, machine)
    shape, bases = shape_in_ranks(state, unit), state.roster.bases
    for length in range(2 * CM, FARTHEST, CM):
        x, y, _ = moved(here, (here[2] + side) % 360, length)
        at = (x, y, here[2])
        places = formed(state, unit, shape, at)[0]
        if may_stand(state, unit, places, Way()):
            outside = zip(state.units[unit].ranks, places, strict=True)
            close = any(within(base(place, bases[m]), hull, p.CONTACT) for m, place in outside)
            return at if close else None
    return None
