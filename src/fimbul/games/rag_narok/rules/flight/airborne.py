"""Flying: taking off, changing level, moving a token, landing, fleeing through the air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import (
    assemble,
    can_fly,
    landing_spot,
    obstacles,
    rise,
    route,
    shape_in_ranks,
    sink,
    token_of,
)
from fimbul.games.rag_narok.ground.field import form_up, may_form, on_table
from fimbul.games.rag_narok.measure.geometry import Place, Point, disc, holds, moved
from fimbul.games.rag_narok.measure.lengths import read_distance, said
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.movement.marches import Wheel
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    flight_mov,
    half,
    squad,
    tell,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import Moved, phrase

STAY, UP, DOWN = "level:stay", "level:up", "level:down"
CHANGES = {STAY: 0, UP: 1, DOWN: -1}
HOVER = "button:hover"
TURNS = tuple(sorted(range(-165, 181, 15), key=abs))  # rule: flight.token-goes-around


def air_allowance(
    state: RagNarok,
    unit: int,
    order: int,
    change: int,
) -> int:  # rule: ruling.march-distance-flight
    """The flight MOV, 5 less for a change of level, doubled by fast Orders."""
    mov = flight_mov(state, unit) - p.CLIMB * bool(change)  # rule: flight.level-change-cost
    return max(0, mov) * p.PACES[order]  # rule: flight.max-distance-double, flight.uses-flight-mov


def level_changes(state: RagNarok, unit: int) -> list[str]:  # rule: flight.one-level-change
    """Stay, or one level up or down, once in a movement phase."""
    if state.units[unit].shifted or not can_fly(state, unit):
        return [STAY]
    up = [UP] if state.units[unit].altitude < p.HIGH else []
    return [STAY, *up, *([DOWN] if state.units[unit].altitude > p.GROUND else [])]


class ChooseLevel(UnitStep, frozen=True):  # rule: flight.one-level-change, flight.uses-flight-mov
    """A flyer marches or runs: on which level?"""

    phase = p.MOVEMENT  # rule: ruling.level-change-moment
    prompt, rule = "Change level?", "flight.one-level-change"
    order: int = p.MARCH
    quarter_after: bool = False

    def ask(self, state: RagNarok) -> str:
        level = p.LEVEL_NAMES[state.units[self.unit].altitude]
        words = "{unit} [is|are] {level}. Change level?"
        return about(squad(state, self.unit), words, level=level)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = level_changes(state, self.unit)
        return found if len(found) > 1 else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        change = CHANGES[pick or STAY]
        if state.units[self.unit].altitude == p.GROUND and not change:
            self.walk(state)
        else:
            self.fly(state, change)

    def walk(self, state: RagNarok) -> None:
        state.then(Wheel(self.seat, self.unit, self.order, self.quarter_after))

    def fly(self, state: RagNarok, change: int) -> None:
        most = air_allowance(state, self.unit, self.order, change)
        pace = p.RAN if self.order == p.RUN else p.MARCHED
        if change > 0:
            rise(state, self.unit)
        assemble(state, self.unit)
        state.then(Soar(self.seat, self.unit, most, pace, change < 0))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "A flyer changes its level once in a movement phase, by one."

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in (p.MARCH, p.RUN)


class AirStep(UnitStep, frozen=True):
    """A token on its way: how far it may go, how fast that is, whether it comes down at the end."""

    most: int = 0
    pace: int = p.MARCHED
    down: bool = False

    def fits(self, state: RagNarok) -> bool:
        aloft = super().fits(state) and state.units[self.unit].token is not None
        return aloft and 0 <= self.most <= 100 * CM and self.pace in range(5)

    def level_after(self, state: RagNarok) -> int:
        return state.units[self.unit].altitude - self.down


class Soar(AirStep, frozen=True):  # rule: flight.moves-with-token, flight.unit-as-one
    """The direction; tokens turn freely, so any will do."""

    prompt, rule = "Fly in which direction?", "flight.token-goes-around"

    def options(self, state: RagNarok) -> Sequence[str]:  # rule: flight.token-goes-around
        stay = [HOVER] if can_end(state, self, token_of(state, self.unit)) else []
        facing = state.units[self.unit].facing
        found = [
            f"turn:{turn}"
            for turn in TURNS
            if any(flights(state, self, (facing + turn) % 360, farthest_first=True))
        ]
        return [*stay, *found]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            tell(state, self.unit, "{unit} find[s] no room to come down, and stay[s] in the air")
        elif pick == HOVER:
            arrive(state, self, 0)
        else:
            turn = int(pick.removeprefix("turn:"))
            state.units[self.unit].facing = (state.units[self.unit].facing + turn) % 360
            state.then(Glide(self.seat, self.unit, self.most, self.pace, self.down))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Nothing in that direction is free within its reach."


class Glide(AirStep, frozen=True):  # rule: flight.same-movement-rules, flight.token-goes-around
    """How far, measured along a way round everything in between."""

    prompt, rule = "Choose how far the Unit goes", "flight.same-movement-rules"

    def options(self, state: RagNarok) -> Sequence[str]:
        found = sorted(flights(state, self, state.units[self.unit].facing))
        return [f"advance:{said(distance)}" for distance in found]

    def run(self, state: RagNarok, pick: str | None) -> None:
        arrive(state, self, read_distance(pick))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, phrase(
            "It may fly up to {far} cm, to where it finds room.", far=said(self.most)
        )


class Face(AirStep, frozen=True):  # rule: flight.token-goes-around, flight.token
    """The heading in which the way ends."""

    prompt, rule = "Which way does the Unit look now?", "flight.token-goes-around"

    def options(self, state: RagNarok) -> Sequence[str]:
        facing = state.units[self.unit].facing
        return [
            f"turn:{turn}"
            for turn in TURNS
            if not self.down or self.level_after(state) or self.lands(state, (facing + turn) % 360)
        ]

    def lands(self, state: RagNarok, heading: int) -> bool:
        return can_land(state, self.unit, (*token_of(state, self.unit), heading))

    def run(self, state: RagNarok, pick: str | None) -> None:
        turn = int((pick or "turn:0").removeprefix("turn:"))
        state.units[self.unit].facing = (state.units[self.unit].facing + turn) % 360
        if self.down:
            come_down(state, self.unit)
        else:
            assemble(state, self.unit)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "It may look anywhere, and lands only where it finds room."


def flights(
    state: RagNarok, step: AirStep, heading: int, farthest_first: bool = False
) -> Iterator[int]:  # rule: flight.token-goes-around, ruling.move-options
    """The whole centimetres, and the end of its allowance, that a token may go that way."""
    whole = [*range(CM, step.most + 1, CM), *([step.most] if step.most % CM else [])]
    start = token_of(state, step.unit)
    blocked = obstacles(state, step.unit, state.units[step.unit].altitude)
    for distance in reversed(whole) if farthest_first else whole:
        x, y, _ = moved((*start, 0), heading, distance)
        if can_end(state, step, (x, y), heading):
            way = route(start, (x, y), blocked)
            # a way along a whole degree may, by rounding, be longer than its name
            if way is not None and way <= step.most + 1:
                yield distance


def can_end(state: RagNarok, step: AirStep, spot: Point, heading: int | None = None) -> bool:
    """Whether a token may rest there, or its figures land there, whichever way they look."""
    if not on_table(state, disc(spot, 2 * p.TOKEN)):  # rule: move.table-edge, flight.level2-terrain
        return False  # rule: flight.token-goes-around
    level = step.level_after(state)
    if level > p.GROUND:
        return not any(holds(shape, spot) for shape in obstacles(state, step.unit, level))
    there = state.units[step.unit].facing if heading is None else heading
    # whoever has come there turns freely before its figures stand
    ways = ((*spot, (there + turn) % 360) for turn in TURNS)
    return any(can_land(state, step.unit, at) for at in ways)


def can_land(state: RagNarok, unit: int, at: Place) -> bool:  # rule: move.keep-distance
    """Whether its figures find room with their first rank there."""
    return may_form(state, unit, shape_in_ranks(state, unit), landing_spot(state, unit, at))


def arrive(state: RagNarok, step: AirStep, distance: int) -> None:  # rule: flight.moves-with-token
    """Carry the token there; then it may look anywhere."""
    carry(state, step.unit, state.units[step.unit].facing, distance)
    if distance or step.down or step.pace == p.RAN:
        state.units[step.unit].moved = max(state.units[step.unit].moved, step.pace)
    state.then(Face(step.seat, step.unit, step.most, step.pace, step.down))


def carry(state: RagNarok, unit: int, heading: int, distance: int) -> None:
    x, y, _ = moved((*token_of(state, unit), 0), heading, distance)
    state.units[unit].token = (x, y)
    state.units[unit].paces += distance
    words = about(squad(state, unit), "{unit} [flies|fly] {far} cm", far=said(distance))
    thing = squad(state, unit).id
    state.events.append(
        Moved(seat=squad(state, unit).seat, thing=thing, origin="table", to="table", words=words)
    )


def come_down(state: RagNarok, unit: int) -> None:  # rule: flight.landing-ends-move
    """One level lower; on the ground its figures form up, and its movement is over."""
    if state.units[unit].altitude == p.LOW:  # rule: flight.landed-may-act
        at = (*token_of(state, unit), state.units[unit].facing)
        spot, shape = landing_spot(state, unit, at), shape_in_ranks(state, unit)
        sink(state, unit)
        form_up(state, unit, shape, spot)
    else:
        sink(state, unit)
        assemble(state, unit)


def drift(state: RagNarok, unit: int, heading: int, most: int) -> int:
    """Straight on as far as it is free; return how far it went."""
    step = AirStep(0, unit, most)
    far = next(flights(state, step, heading, farthest_first=True), 0)
    state.units[unit].facing = heading
    assemble(state, unit)
    carry(state, unit, heading, far)
    return far


class Withdrawing(AirStep, frozen=True):  # rule: retreat.procedure
    """Straight back with the token, heading kept."""

    phase = p.MOVEMENT
    prompt, rule = "Choose how far the Unit falls back", "retreat.procedure"

    def back(self, state: RagNarok) -> int:
        return (state.units[self.unit].facing + 180) % 360

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [0, *flights(state, self, self.back(state))]
        return [f"advance:{said(distance)}" for distance in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        distance = read_distance(pick)
        if distance:
            carry(state, self.unit, self.back(state), distance)
            state.units[self.unit].moved = p.FAST

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, phrase(
            "It may go back up to {far} cm, and keeps its heading.", far=said(self.most)
        )


def regroup_in_air(
    state: RagNarok,
    seat: int,
    unit: int,
) -> None:  # rule: flight.air-push-flight-mov
    """A push used to regroup: the token moves, up to half the flight MOV."""
    assemble(state, unit)  # rule: flight.air-disengage-token, flight.no-level-change-push
    state.then(Soar(seat, unit, half(flight_mov(state, unit)), p.STILL))
