"""Deployment: edges, the first Tactics roll, Units placed in turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import scouting
from fimbul.games.rag_narok.army.terms import RESERVES
from fimbul.games.rag_narok.ground.field import Formation, form_up, formations, layout
from fimbul.games.rag_narok.measure.geometry import Box, Extent, Place, box_of
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.set_up.tactics import decide, throw
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    name,
    owner,
    say,
    tell,
    unit_named,
)
from fimbul.kernel import Placed, Thrown, phrase, player

TURNS = (-45, 0, 45)  # rule: ruling.deploy-options
PITCH = 4 * CM  # how far apart the offered places are
ROWS = ("front", "back")
EDGES = ("button:lower-edge", "button:upper-edge")


def waiting(state: RagNarok, seat: int) -> list[int]:
    """The Units of a seat that are still to be deployed in its strip."""
    scouts = scouting(state.armies)
    return [
        unit
        for unit in state.roster.of(seat)
        if not state.roster.units[unit].summoned
        and unit not in state.aside.reserve
        and unit not in scouts
        and state.units[unit].ranks
        and state.fighters[state.units[unit].ranks[0]].fate == p.WAITING
    ]


class RollForEdge(RagStep, frozen=True):  # rule: setup.terrain
    """A die each; the loser chooses a long edge."""

    phase = p.DEPLOYMENT

    def run(self, state: RagNarok, pick: str | None) -> None:
        first = [state.roster.of(seat)[0] for seat in range(p.SEATS)]
        dice = [d6(state, unit) for unit in first]
        while dice[0] == dice[1]:
            dice = [d6(state, unit) for unit in first]
        loser = int(dice[1] < dice[0])
        for seat in range(p.SEATS):
            state.events.append(
                Thrown(
                    seat=seat, title="Roll for the long edge", who=player(seat),
                    faces=(dice[seat],), outcome="chooses" * (seat == loser), rule="setup.terrain",
                )
            )  # fmt: skip
        words = "{who} rolls {mine} against {theirs} and chooses an edge"
        parts = {"mine": dice[loser], "theirs": dice[1 - loser]}
        say(state, loser, phrase(words, who=player(loser), **parts))
        state.then(ChooseEdge(loser))


class ChooseEdge(RagStep, frozen=True):
    phase = p.DEPLOYMENT
    prompt, rule = "Choose the long edge from which your army starts", "setup.terrain"

    def options(self, state: RagNarok) -> Sequence[str]:
        return EDGES

    def run(self, state: RagNarok, pick: str | None) -> None:
        lower = pick != EDGES[1]
        state.south = self.seat if lower else 1 - self.seat
        words = "{who} takes the lower edge" if lower else "{who} takes the upper edge"
        say(state, self.seat, phrase(words, who=player(self.seat)))


class FirstTactics(RagStep, frozen=True):  # rule: setup.deploy
    """Whoever loses deploys first."""

    phase = p.DEPLOYMENT

    def run(self, state: RagNarok, pick: str | None) -> None:
        decide(state, throw(state))
        state.then(NextDeployment(1 - state.winner))


class NextDeployment(RagStep, frozen=True):  # rule: setup.deploy
    """In turn, while anybody has Units left."""

    phase = p.DEPLOYMENT
    prompt, rule = "Choose the Unit that you deploy next", "setup.deploy"

    def options(self, state: RagNarok) -> Sequence[str]:
        units = waiting(state, self.seat)
        return [state.roster.units[unit].id for unit in units] if len(units) > 1 else []

    def reveals(self, state: RagNarok) -> bool:  # rule: reserve.declare
        return state.scenario in RESERVES  # a side with nobody left holds the others back

    def run(self, state: RagNarok, pick: str | None) -> None:
        units = waiting(state, self.seat)
        if pick is not None:
            units = [unit_named(state, pick)]
        if units:
            state.then(Form(self.seat, units[0]), NextDeployment(1 - self.seat))
        elif waiting(state, 1 - self.seat):
            state.then(NextDeployment(1 - self.seat))


class Form(UnitStep, frozen=True):  # rule: setup.deploy, formation.close
    """Formation and number of files."""

    phase = p.DEPLOYMENT
    prompt, rule = "Choose a formation", "setup.deploy"

    def ask(self, state: RagNarok) -> str:
        return phrase("Choose a formation for {unit}", unit=name(state, self.unit))

    def options(self, state: RagNarok) -> Sequence[str]:
        able = fits_somewhere(state, self.unit, formations(state, self.unit))
        return [shape_id(shape) for shape in able]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            find_no_room(state, self.unit)
            return
        shape = read_shape(pick)
        state.then(Aim(self.seat, self.unit, shape.files, shape.spread))

    def fits(self, state: RagNarok) -> bool:
        return self.unit in waiting(state, self.seat)


def find_no_room(state: RagNarok, unit: int) -> None:  # rule: ruling.no-room
    """A Unit that finds no room comes later, like a reserve."""
    state.aside.reserve = tuple(sorted((*state.aside.reserve, unit)))
    state.units[unit].crowded = 1
    tell(state, unit, "{unit} find[s] no room, and come[s] later")


def shape_id(shape: Formation) -> str:
    return f"shape:{'dispersed' if shape.spread else 'close'}-{shape.files}"


def read_shape(thing: str) -> Formation:
    kind, _, files = thing.removeprefix("shape:").partition("-")
    return Formation(int(files), int(kind == "dispersed"))


class Aim(UnitStep, frozen=True):  # rule: setup.deploy
    """The heading."""

    phase = p.DEPLOYMENT
    prompt, rule = (
        "Choose where the Unit faces; it sees and charges in that direction",
        "setup.deploy",
    )
    files: int = 1
    spread: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        strip, shape = strip_of(state, self.unit), Formation(self.files, self.spread)
        return [
            f"turn:{turn}"
            for turn in TURNS
            if has_room(aimed(state, self.unit, shape, turn), strip)
        ]

    def run(self, state: RagNarok, pick: str | None) -> None:
        turn = int((pick or "turn:0").removeprefix("turn:"))
        state.then(Stand(self.seat, self.unit, self.files, self.spread, turn))

    def fits(self, state: RagNarok) -> bool:
        good = Formation(self.files, self.spread) in formations(state, self.unit)
        return good and self.unit in waiting(state, self.seat)


class Stand(UnitStep, frozen=True):  # rule: setup.deploy
    """The place, inside the strip along its own edge."""

    phase = p.DEPLOYMENT
    prompt, rule = "Choose where the Unit starts, in the strip along your edge", "setup.deploy"
    files: int = 1
    spread: int = 0
    turn: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        shape = Formation(self.files, self.spread)
        return spots(aimed(state, self.unit, shape, self.turn), strip_of(state, self.unit))

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            return
        at = read_spot(state, self, pick)
        for member in state.units[self.unit].ranks:
            state.fighters[member].fate = p.STANDING
        form_up(state, self.unit, Formation(self.files, self.spread), at)
        parts = {"who": player(self.seat), "unit": name(state, self.unit)}
        words = phrase("{who} deploys {unit}", **parts)
        thing = state.roster.units[self.unit].id
        state.events.append(Placed(seat=self.seat, thing=thing, to="table", words=words))

    def fits(self, state: RagNarok) -> bool:
        good = Formation(self.files, self.spread) in formations(state, self.unit)
        known = self.turn in TURNS and state.south in range(p.SEATS)
        return good and known and self.unit in waiting(state, self.seat)


class Strip(NamedTuple):
    """Where one side deploys: whether along the lower edge, and what already stands there."""

    low: bool
    boxes: tuple[Box, ...]
    table: Extent
    depth: int


def strip_of(state: RagNarok, unit: int) -> Strip:
    terms, low = state.terms, state.south == owner(state, unit)
    edge = terms.deployment if low else terms.table[1] - terms.deployment
    own, bases = state.units[unit].ranks, state.roster.bases
    boxes = [
        box_of(place, bases[number])
        for number, place in enumerate(state.places)
        if place is not None and number not in own
    ]
    here = tuple([box for box in boxes if (box[1] < edge if low else box[3] > edge)])
    return Strip(low, here, terms.table, terms.deployment)


def fits_somewhere(state: RagNarok, unit: int, shapes: Sequence[Formation]) -> list[Formation]:
    """The formations in which a Unit finds room, whatever its heading."""
    strip = strip_of(state, unit)
    headings = [facing(state, unit, turn) for turn in TURNS]
    return [
        shape
        for shape in shapes
        if any(has_room(girth(state, unit, shape, heading), strip) for heading in headings)
    ]


def aimed(state: RagNarok, unit: int, shape: Formation, turn: int) -> Extent:
    """How far a Unit deployed that way reaches from its middle."""
    return girth(state, unit, shape, facing(state, unit, turn))


def girth(state: RagNarok, unit: int, shape: Formation, heading: int) -> Extent:
    """How far its bases reach from the middle of a formation, across the table and up it."""
    left, low, right, high = layout(state.armies, state.units[unit].ranks, shape, heading).box
    return max(-left, right), max(-low, high)  # rule: setup.deploy, move.table-edge


@lru_cache(maxsize=1 << 12)
def has_room(reach: Extent, strip: Strip) -> bool:
    return bool(spots(reach, strip))


def spots(reach: Extent, strip: Strip) -> list[str]:
    """The places in the strip with room for a Unit that reaches that far from its middle."""
    broad, tall = reach
    if 2 * tall > strip.depth:
        return []
    wide, found = strip.table[0], []
    for row in ROWS if 2 * tall < strip.depth else ROWS[:1]:
        y = line(strip, row, tall)
        free = [x for x in range(PITCH, wide, PITCH) if broad <= x <= wide - broad]
        for left, low, right, high in strip.boxes:
            if y - tall < high and low < y + tall:
                free = [x for x in free if x <= left - broad or right + broad <= x]
        found += [f"spot:{x // CM}-{row}" for x in free]
    return found


def facing(state: RagNarok, unit: int, turn: int) -> int:
    return ((90 if state.south == owner(state, unit) else 270) + turn) % 360


def line(strip: Strip, row: str, tall: int) -> int:
    """How far up the table the middle of a Unit stands: at the front of its strip or the back."""
    own = strip.depth - tall if row == "front" else tall
    return own if strip.low else strip.table[1] - own


def read_spot(state: RagNarok, step: Stand, thing: str) -> Place:
    """The place behind a `spot:` thing."""
    x, _, row = thing.removeprefix("spot:").partition("-")
    _, tall = aimed(state, step.unit, Formation(step.files, step.spread), step.turn)
    strip = strip_of(state, step.unit)
    return int(x) * CM, line(strip, row, tall), facing(state, step.unit, step.turn)
