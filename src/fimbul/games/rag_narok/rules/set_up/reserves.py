"""Reserves: Units kept back in secret before deployment, and how they come in later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import RESERVES, held_at_most
from fimbul.games.rag_narok.ground.field import (
    Formation,
    Way,
    block_at,
    form_up,
    formations,
    formed,
    may_stand,
)
from fimbul.games.rag_narok.measure.geometry import Place
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.command.orders import DONE
from fimbul.games.rag_narok.rules.magic.mana import lay_source
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.rules.set_up.deploy import facing, read_shape, shape_id
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.rules.values import tactics
from fimbul.games.rag_narok.state import (
    RagNarok,
    name,
    owner,
    squad,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Placed, Row, phrase, player

PITCH = 4 * CM  # of the offered points of an edge  # rule: ruling.deploy-options
SIDE = 30 * CM  # how far along a short edge  # rule: reserve.test
SIDES = {"left": 0, "right": 180}  # short edges, and the heading into the table


def may_be_held(state: RagNarok, seat: int, held: Sequence[int]) -> list[int]:
    """The Units that may be kept back besides these: up to a quarter of the budget, never all."""
    mine = [u for u in state.roster.of(seat) if not state.roster.units[u].summoned]
    left = held_at_most(state.scenario) - sum(squad(state, unit).ap for unit in held)
    free = [unit for unit in mine if unit not in held]  # rule: reserve.declare
    return [unit for unit in free if squad(state, unit).ap <= left] if len(free) > 1 else []


class Reserve(RagStep, frozen=True):  # rule: reserve.declare, ruling.hidden-information
    """Both sides choose at the same time, in secret."""

    phase = p.DEPLOYMENT
    prompt, rule = "Hold a Unit in reserve, or finish", "reserve.declare"
    held: tuple[int, ...] = ()

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [squad(state, unit).id for unit in may_be_held(state, self.seat, self.held)]
        return [DONE, *found] if found or self.held else []

    def again(self, state: RagNarok, pick: str) -> Reserve | None:
        return None if pick == DONE else Reserve(self.seat, (*self.held, unit_named(state, pick)))

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.aside.reserve = tuple(sorted((*state.aside.reserve, *self.held)))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        most = held_at_most(state.scenario)
        words = "At most {most} army points (AP) may be held in reserve, and never the whole army."
        return self.rule, phrase(words, most=most)

    def fits(self, state: RagNarok) -> bool:
        return all(
            unit in may_be_held(state, self.seat, self.held[:number])
            for number, unit in enumerate(self.held)
        )


def declared(state: RagNarok) -> tuple[Row, ...]:
    """The question of reserves, where the scenario has any."""
    if state.scenario not in RESERVES:
        return ()
    return (tuple(Reserve(seat) for seat in range(p.SEATS)),)


# -- arrival -----------------------------------------------------------------------------------


def arrivals(state: RagNarok) -> tuple[RagStep, ...]:  # rule: reserve.test
    """From turn 2 each Unit in reserve tries to come; the last Tactics winner begins."""
    if not state.aside.reserve or state.turn < p.ARRIVALS:
        return ()
    ordered = sorted(state.aside.reserve, key=lambda unit: owner(state, unit) != state.winner)
    return tuple(Arrive(owner(state, unit), unit) for unit in ordered)


class ReserveStep(UnitStep, frozen=True):
    """About a Unit that is still in reserve."""

    phase = p.STRATEGY

    def fits(self, state: RagNarok) -> bool:
        return self.unit in state.aside.reserve and owner(state, self.unit) == self.seat


class Arrive(ReserveStep, frozen=True):  # rule: reserve.test, reserve.entry-after-test
    """The test of its army's Commander; only then is it chosen where the Unit comes in."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        value = tactics(state, self.seat)
        if unit_test(state, self.unit, "Discipline to arrive", value, p.ARRIVE):
            state.then(ShapeUp(self.seat, self.unit))


class ShapeUp(ReserveStep, frozen=True):
    """Its formation; if there is no room at all, it goes on waiting."""

    prompt, rule = "Choose a formation", "reserve.test"

    def ask(self, state: RagNarok) -> str:
        return about(squad(state, self.unit), "{unit} arrive[s]. Choose a formation")

    def options(self, state: RagNarok) -> Sequence[str]:
        found = formations(state, self.unit)
        return [shape_id(shape) for shape in found if any(entries(state, self.unit, shape))]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            tell(state, self.unit, "{unit} find[s] no room to come in")
            return
        shape = read_shape(pick)
        state.then(Enter(self.seat, self.unit, shape.files, shape.spread))


class Enter(ReserveStep, frozen=True):  # rule: reserve.test, reserve.entry-after-test
    """A point on its own long edge, or on a short one within 30 cm of it."""

    prompt, rule = "Choose where the Unit comes in", "reserve.test"
    files: int = 1
    spread: int = 0

    def ask(self, state: RagNarok) -> str:
        return about(squad(state, self.unit), "Choose where {unit} come[s] in")

    def options(self, state: RagNarok) -> Sequence[str]:
        return list(entries(state, self.unit, Formation(self.files, self.spread)))

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            return
        shape, unit = Formation(self.files, self.spread), self.unit
        for member in state.units[unit].ranks:
            state.fighters[member].fate = p.STANDING
        form_up(state, unit, shape, read_entry(state, self, pick))
        for member in state.units[unit].ranks:
            lay_source(state, member)  # rule: ruling.mana-sources
        state.aside.reserve = tuple(other for other in state.aside.reserve if other != unit)
        state.units[unit].arrived = 1
        words = phrase("{who} brings in {unit}", who=player(self.seat), unit=name(state, unit))
        event = Placed(seat=self.seat, thing=squad(state, unit).id, to="table", words=words)
        state.events.append(event)

    def fits(self, state: RagNarok) -> bool:
        good = Formation(self.files, self.spread) in formations(state, self.unit)
        return good and super().fits(state)


def entries(state: RagNarok, unit: int, shape: Formation) -> Iterator[str]:
    """The points of the edges where a Unit in that formation finds room."""
    wide = state.terms.table[0]
    points = [f"entry:own-{x // CM}" for x in range(PITCH, wide, PITCH)]
    points += [f"entry:{side}-{y // CM}" for side in SIDES for y in range(PITCH, SIDE + 1, PITCH)]
    for thing in points:
        places, _ = formed(state, unit, shape, entry(state, unit, shape, thing))
        if may_stand(state, unit, places, Way()):
            yield thing


def entry(state: RagNarok, unit: int, shape: Formation, thing: str) -> Place:
    """Where the middle of a Unit touching the edge there stands."""
    (wide, deep), low = state.terms.table, state.south == owner(state, unit)
    side, _, along = thing.removeprefix("entry:").partition("-")
    far, back = int(along) * CM, (block_at(state, unit, shape, (0, 0, 0)).extent[1] + 1) // 2
    if side == "own":
        return far, back if low else deep - back, facing(state, unit, 0)
    return (back if side == "left" else wide - back), (far if low else deep - far), SIDES[side]


def read_entry(state: RagNarok, step: Enter, thing: str) -> Place:
    return entry(state, step.unit, Formation(step.files, step.spread), thing)
