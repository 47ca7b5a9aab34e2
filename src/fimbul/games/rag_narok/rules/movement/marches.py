"""Moves: turning, marching, running, sideways and back; new formations."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import (
    Formation,
    Way,
    block_of,
    form_up,
    formations,
    formed,
    free_turns,
    in_ranks,
    loosen,
    may_form,
    may_stand,
    settle_in,
    shape_now,
    troops,
    turn,
    turned,
)
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.measure.geometry import Place
from fimbul.games.rag_narok.measure.lengths import read_distance, said
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.fear.courage import is_broken
from fimbul.games.rag_narok.rules.fear.toga import dares, dares_to
from fimbul.games.rag_narok.rules.moves import allowance, go_on
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.rules.set_up.deploy import read_shape, shape_id
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.rules.values import discipline
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    place_of,
    tell,
)
from fimbul.kernel import phrase

QUARTERS = LEFT, RIGHT = (90, -90)
FRONTS, AHEAD = (0, *QUARTERS, 180), "turn:0"
PACES = {p.MARCH: p.MARCHED, p.RUN: p.RAN, p.RETREAT: p.FAST}  # rule: move.march, move.run


def become_tidy(state: RagNarok, unit: int) -> None:  # rule: state.disorganised
    """An Immobile Unit puts itself in order."""
    if state.units[unit].shaken:
        state.units[unit].shaken = 0
        tell(state, unit, "{unit} [is|are] no longer Disorganised")


def cancels(state: RagNarok, unit: int) -> bool:  # rule: order.cancel
    """Whether a Unit manages to cancel its Order; then it is Immobile."""
    value = discipline(state, unit)
    if not unit_test(state, unit, "Discipline to call off the Order", value, p.CANCEL):
        return False
    state.units[unit].revealed = p.IMMOBILE
    become_tidy(state, unit)
    return True


def _quarter(state: RagNarok, unit: int, degrees: int) -> tuple[Formation, Place]:
    """Files and ranks change places."""
    block = block_of(state, unit)  # rule: ruling.unit-pivot
    at = (block.at[0], block.at[1], (block.at[2] + degrees) % 360)
    now = shape_now(state, unit)
    ranks = -(-troops(state, unit) // max(1, now.files))
    return Formation(max(1, ranks), now.spread), at


def quarters(state: RagNarok, unit: int) -> list[int]:
    """The quarter turns, left and right, that there is room for."""
    if not state.units[unit].files:
        return free_turns(state, unit, QUARTERS)
    new, (x, y, left) = _quarter(state, unit, LEFT)
    ways = {LEFT: left, RIGHT: (left + 180) % 360}
    return [turn for turn in QUARTERS if may_form(state, unit, new, (x, y, ways[turn]))]


def wheel(state: RagNarok, unit: int, degrees: int) -> bool:
    """Its one reorientation of this turn; return whether the Unit can go on."""
    able = pivot(state, unit, degrees)  # rule: move.straight-one-reorientation
    if able and degrees:
        note_turn(state, unit)
    return able


def note_turn(state: RagNarok, unit: int) -> None:  # rule: move.straight-one-reorientation
    """A turn by a manoeuvre is the reorientation of this turn too."""
    state.units[unit].wheeled = 1  # rule: ruling.one-reorientation


def pivot(state: RagNarok, unit: int, degrees: int) -> bool:  # rule: toga.entering
    """Turn a Unit unless that brings it near a terror that breaks it; return if it can go on."""
    able = not degrees or dares_to(state, unit, turned(state, unit, degrees))
    if able:
        turn(state, unit, degrees)
    return able


def reform(state: RagNarok, unit: int, shape: Formation, at: Place) -> bool:  # rule: toga.entering
    """The same for a new formation."""
    able = dares_to(state, unit, formed(state, unit, shape, at)[0])
    if able:
        form_up(state, unit, shape, at)
    return able


def quarter_turn(state: RagNarok, unit: int, degrees: int) -> bool:  # rule: manoeuvre.quarter-turn
    """The Unit faces a quarter further; a loose one just turns. Return if it can go on."""
    if state.units[unit].files:
        able = reform(state, unit, *_quarter(state, unit, degrees))
    else:
        able = pivot(state, unit, degrees)
    if able:
        tell(state, unit, "{unit} make[s] a quarter turn")
    return able


def about_turn(state: RagNarok, unit: int) -> None:  # rule: manoeuvre.u-turn, ruling.unit-pivot
    """The last rank becomes the first; the ground stays the same."""
    now = state.units[unit]
    for member in now.ranks:
        x, y, heading = place_of(state, member)
        state.places[member] = (x, y, (heading + 180) % 360)
    now.facing = (now.facing + 180) % 360
    if now.files:
        at = block_of(state, unit).at
        ranked = in_ranks(state, unit)
        lone = [m for m in now.ranks if m not in ranked]
        now.ranks = (*reversed(ranked), *lone)
        found, _ = formed(state, unit, shape_now(state, unit), at)
        if may_stand(state, unit, found, Way()):
            settle_in(state, unit, found)
        else:  # all turn where they stand, which is no longer in ranks  # rule: formation.loose
            loosen(state, unit)
    tell(state, unit, "{unit} turn[s] about")


class Reshape(UnitStep, frozen=True):  # rule: formation.change
    """Another formation or number of files, about the same centre."""

    phase = p.MOVEMENT
    prompt, rule = "Choose the new formation", "formation.change"

    def options(self, state: RagNarok) -> Sequence[str]:
        shapes = formations(state, self.unit)
        return [shape_id(shape) for shape in shapes if fronts(state, self.unit, shape)]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None:
            state.then(Front(self.seat, self.unit, *read_shape(pick)))


def fronts(state: RagNarok, unit: int, shape: Formation) -> list[int]:
    """To which sides, counted from its facing, a Unit has room to form up."""
    x, y, facing = block_of(state, unit).at
    return [side for side in FRONTS if may_form(state, unit, shape, (x, y, (facing + side) % 360))]


class Turning(UnitStep, frozen=True):  # rule: ruling.stalemate
    """A choice of turns; whoever does not answer in time does not turn, if that is allowed."""

    phase = p.MOVEMENT

    def default(self, state: RagNarok, options: Sequence[str]) -> str:
        return AHEAD if AHEAD in options else options[0]


class Front(Turning, frozen=True):  # rule: formation.change
    """The heading of the new ranks: as before, to a side, or to the rear."""

    prompt, rule = "Which way do the ranks face?", "formation.change"
    files: int = 1
    spread: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        found = fronts(state, self.unit, Formation(self.files, self.spread))
        return [f"turn:{side}" for side in found]

    def run(self, state: RagNarok, pick: str | None) -> None:
        x, y, facing = block_of(state, self.unit).at
        side = int((pick or AHEAD).removeprefix("turn:"))
        at = (x, y, (facing + side) % 360)
        if reform(state, self.unit, Formation(self.files, self.spread), at):
            if side:
                note_turn(state, self.unit)
            words = "{unit} form[s] up dispersed, {files} wide"
            if not self.spread:
                words = "{unit} form[s] up in close order, {files} wide"
            tell(state, self.unit, words, files=self.files)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "The ranks face ahead, to a side or to the rear, where there is room."

    def fits(self, state: RagNarok) -> bool:
        good = Formation(self.files, self.spread) in formations(state, self.unit)
        return super().fits(state) and good


def turn_options(state: RagNarok, unit: int) -> list[str]:  # rule: move.straight-one-reorientation
    """The turns there is room for; nothing, if it can only look straight on, or has turned."""
    if state.units[unit].wheeled:
        return []
    found = [f"turn:{turn}" for turn in free_turns(state, unit, p.TURNS)]
    return found if len(found) > 1 else []


class Wheel(Turning, frozen=True):  # rule: move.straight-one-reorientation, move.reorient
    """The free reorientation, up to 45 degrees, before moving; none, if one is announced after."""

    prompt, rule = (
        "Turn the Unit before it moves? It goes straight ahead",
        "move.reorient",
    )  # rule: ruling.one-reorientation
    order: int = p.MARCH
    quarter_after: bool = False

    def options(self, state: RagNarok) -> Sequence[str]:
        return () if self.quarter_after else turn_options(state, self.unit)

    def run(self, state: RagNarok, pick: str | None) -> None:
        degrees = int((pick or AHEAD).removeprefix("turn:"))
        if not wheel(state, self.unit, degrees):
            return
        free = not state.units[self.unit].wheeled
        after = TurnAfter(self.seat, self.unit, self.quarter_after, free)
        state.then(Advance(self.seat, self.unit, self.order), after)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "A Unit turns at most 45 degrees, where it has room."

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in (p.MARCH, p.RUN)


class Straight(UnitStep, frozen=True):
    """A straight move of any length that its allowance and the ground permit."""

    phase = p.MOVEMENT
    prompt, rule = "Choose how far the Unit goes", "move.march"
    order: int = p.MARCH

    def heading(self, state: RagNarok) -> int:
        return state.units[self.unit].facing

    def most(self, state: RagNarok) -> int:
        return allowance(state, self.unit, self.order)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = distances(state, self.unit, self.heading(state), self.most(state), Way(aside=True))
        return [f"advance:{said(distance)}" for distance in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        distance = read_distance(pick)
        if distance and not dares(state, self.unit, self.heading(state), distance):
            return
        if distance or self.order == p.RUN:  # a Run counts, however short
            state.units[self.unit].moved = PACES[self.order]
        if distance:
            go_on(state, self.unit, self.heading(state), distance)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        text = "It may go up to {far} cm, and keeps 2.5 cm from enemies."
        return self.rule, phrase(text, far=said(self.most(state)))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in PACES


class Advance(Straight, frozen=True):  # rule: move.march, move.run
    """Straight ahead."""


class Withdraw(Straight, frozen=True):  # rule: retreat.procedure
    """Straight back, keeping the heading."""

    rule = "retreat.procedure"
    order: int = p.RETREAT

    def heading(self, state: RagNarok) -> int:
        return (state.units[self.unit].facing + 180) % 360

    def most(self, state: RagNarok) -> int:
        return card_mov(state, self.unit)


class Sideways(UnitStep, frozen=True):  # rule: manoeuvre.lateral, manoeuvre.tests
    """Left or right, then up to half the allowance, heading kept."""

    phase = p.MOVEMENT
    prompt, rule = "Choose the side to which the Unit steps", "manoeuvre.lateral"
    order: int = p.MARCH

    def options(self, state: RagNarok) -> Sequence[str]:
        return ("button:left", "button:right")

    def run(self, state: RagNarok, pick: str | None) -> None:
        side = -1 if pick == "button:right" else 1
        state.then(Sidestep(self.seat, self.unit, self.order, side))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in (p.MARCH, p.RUN)


class Sidestep(Straight, frozen=True):  # rule: manoeuvre.lateral
    rule = "manoeuvre.lateral"
    side: int = 1

    def heading(self, state: RagNarok) -> int:
        return (state.units[self.unit].facing + 90 * self.side) % 360

    def most(self, state: RagNarok) -> int:  # rule: ruling.move-options
        """Whole centimetres."""
        return allowance(state, self.unit, self.order) // 2 // CM * CM

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.side in (-1, 1)


class TurnAfter(Turning, frozen=True):  # rule: move.straight-one-reorientation
    """The free reorientation after moving, if none was made before; an announced quarter turn."""

    prompt, rule = (
        "Turn the Unit after its move? It sees and charges where it faces",
        "move.straight-one-reorientation",
    )
    quarter: bool = False  # rule: manoeuvre.quarter-turn
    free: bool = True

    def options(self, state: RagNarok) -> Sequence[str]:
        if is_broken(state, self.unit):  # by terror on its way
            return ()
        crew = state.units[self.unit].ranks
        if not crew or in_melee(state, self.unit):  # it has engaged somebody
            return ()
        if state.units[self.unit].wheeled:
            return ()
        if self.quarter:
            return [f"turn:{turn}" for turn in (0, *quarters(state, self.unit))]
        return turn_options(state, self.unit) if self.free else ()

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.unit < len(state.units)  # whoever engaged may have been cut down

    def run(self, state: RagNarok, pick: str | None) -> None:
        degrees = int((pick or AHEAD).removeprefix("turn:"))
        if abs(degrees) == 90:
            quarter_turn(state, self.unit, degrees)
        else:
            pivot(state, self.unit, degrees)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "One reorientation a turn, by at most 45 degrees, where there is room."
