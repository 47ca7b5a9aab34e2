"""The movement phase: who activates which Unit, Orders revealed, manoeuvres announced."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import can_fly
from fimbul.games.rag_narok.ground.contact import contacts, foes_of, in_melee
from fimbul.games.rag_narok.ground.councils import is_rooted
from fimbul.games.rag_narok.ground.hiding import OUT, appear, lair_of
from fimbul.games.rag_narok.measure.tables import MANOEUVRES
from fimbul.games.rag_narok.rules.charge.charges import Charge, Engage, Pursue
from fimbul.games.rag_narok.rules.charge.withdraw import Disengage, Flight
from fimbul.games.rag_narok.rules.command.grasp import MARCH_COST, PayGems, grasped
from fimbul.games.rag_narok.rules.command.orders import ROLLING, can_activate, reveal
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle
from fimbul.games.rag_narok.rules.faith.faithful import clerics
from fimbul.games.rag_narok.rules.faith.miracles import Call, callable_by
from fimbul.games.rag_narok.rules.fear.courage import is_broken
from fimbul.games.rag_narok.rules.fear.howling import Howl, Panic, bearer
from fimbul.games.rag_narok.rules.flight.airborne import ChooseLevel, Withdrawing
from fimbul.games.rag_narok.rules.machines.artillery import NO_CREW, is_manned
from fimbul.games.rag_narok.rules.machines.rush import Brake
from fimbul.games.rag_narok.rules.machines.steam import raise_steam
from fimbul.games.rag_narok.rules.machines.transport import Alight, board, rides
from fimbul.games.rag_narok.rules.magic.fury import Fury, lovers
from fimbul.games.rag_narok.rules.magic.incantation import Chant, chanters
from fimbul.games.rag_narok.rules.magic.mana import rest_magicians
from fimbul.games.rag_narok.rules.movement.leaving import (
    Unite,
    departures,
    divisions,
    has_kin,
    leave,
)
from fimbul.games.rag_narok.rules.movement.manoeuvres import (
    AFTER,
    LATERAL,
    LEFT,
    RESHAPE,
    RIGHT,
    SIDES,
    TESTS,
    U_TURN,
    WORDS,
    manoeuvres,
)
from fimbul.games.rag_narok.rules.movement.marches import (
    Reshape,
    Sideways,
    TurnAfter,
    Wheel,
    Withdraw,
    about_turn,
    become_tidy,
    cancels,
    note_turn,
    quarter_turn,
)
from fimbul.games.rag_narok.rules.movement.parties import divide, part_with_spirits
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.rules.set_up.scouts import Lurk, in_waiting, look_out, watch
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.rules.values import discipline
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    card_mov,
    name,
    say,
    squad,
    tell,
)
from fimbul.kernel import phrase, player

PASS = "button:pass"
CARRY_OUT, CANCEL = "button:carry-out", "button:cancel"
DIVIDING = tuple(p.ORDERS.index(order) for order in MANOEUVRES["divide"].orders)


class Movement(RagStep, frozen=True):  # rule: turn.activation
    """The phase opens: the Tactics winner decides who begins."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.phase = p.MOVEMENT
        for unit in all_standing(state) if contacts(state) else ():
            state.units[unit].rivals = tuple(foes_of(state, unit))
        state.then(*raise_steam(state), WhoBegins(state.winner))


class WhoBegins(RagStep, frozen=True):  # rule: turn.activation
    phase = p.MOVEMENT
    prompt, rule = "Who activates the first Unit?", "turn.activation"

    def options(self, state: RagNarok) -> Sequence[str]:
        return p.SEAT_IDS

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(Activate(int(pick == p.SEAT_IDS[1])))


class Activate(RagStep, frozen=True):  # rule: turn.activation, order.hidden
    """One Unit each in turn; nobody with a Unit to activate may pass."""

    phase = p.MOVEMENT
    prompt, rule = "Choose an Order to reveal, or a routed Unit", "turn.activation"

    def options(self, state: RagNarok) -> Sequence[str]:
        if is_over(state):
            return ()
        found = list(can_activate(state, self.seat))
        free = [*grasped(state, self.seat), *in_waiting(state, self.seat)]
        free += self.prayers(state)  # rule: ruling.dark-grasp-second, ruling.lurking
        if not found:
            return [PASS, *free] if free and not state.sides[self.seat].idle else ()
        return [*found, *free, *chanters(state, self.seat)]

    def reveals(self, state: RagNarok) -> bool:
        return True  # whoever is asked holds an Order for an activation

    def prayers(self, state: RagNarok) -> dict[str, Call]:  # rule: tf.movement-phase-miracles
        """Miracles that may be called now, with the TF of the turn before."""
        return callable_by(state, clerics(state, self.seat), True)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
        elif pick is None or pick == PASS:
            self.rest(state)
        elif pick.startswith("grasp:"):
            self.grasp(state, grasped(state, self.seat)[pick])
        elif pick.startswith("fighter:"):
            state.then(Chant(self.seat, chanters(state, self.seat)[pick]), Activate(self.seat))
        elif pick.startswith("miracle:"):
            state.then(AimMiracle(self.seat, self.prayers(state)[pick]), Activate(self.seat))
        elif pick in in_waiting(state, self.seat):
            self.come_out(state, in_waiting(state, self.seat)[pick])
        else:
            unit, order = can_activate(state, self.seat)[pick]
            state.units[unit].done = 1
            rest_magicians(state)  # spells may be cast before the next one too
            state.then(*watch(state), Activate(1 - self.seat))
            if state.aside.hidden and lair_of(state, unit) is None:
                look_out(state, unit)
            activate(state, unit, order)

    def grasp(self, state: RagNarok, unit: int) -> None:  # rule: ruling.dark-grasp-second
        """A gem lets a Unit without Orders march."""
        state.units[unit].done, state.units[unit].revealed = 1, p.MARCH
        tell(state, unit, "{unit} march[es] in the Dark Grasp")
        state.then(*watch(state), Activate(1 - self.seat))
        if state.aside.hidden:
            look_out(state, unit)
        obey(state, unit, p.MARCH)
        state.then(PayGems(self.seat, MARCH_COST))

    def come_out(self, state: RagNarok, unit: int) -> None:  # rule: ruling.lurking
        """Scouts without Orders show themselves; that is no activation."""
        state.units[unit].done = 1
        appear(state, unit, OUT)
        state.then(*watch(state), Activate(self.seat))

    def rest(self, state: RagNarok) -> None:
        """Nobody is left here; the other side goes on, or the phase is over.

        Whoever was idle may have Units to activate again: those that have been routed since.
        """
        if not state.sides[self.seat].idle:
            state.sides[self.seat].idle = 1
            words = phrase("{who} has no Unit left to activate", who=player(self.seat))
            say(state, self.seat, words)
        if not all(side.idle for side in state.sides) or can_activate(state, 1 - self.seat):
            state.then(Activate(1 - self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith(f"token:{1 - self.seat}-"):
            return self.rule, "That is an Order of the other side."
        if thing.startswith("token:"):
            return "order.families", "A reaction Order is revealed when the Unit is charged."
        return self.rule, "Reveal the Order of a Unit that has not yet moved this turn."


def activate(state: RagNarok, unit: int, order: int) -> None:
    """Carry out an Order, or flee."""
    seat = squad(state, unit).seat
    if lair_of(state, unit):
        reveal(state, unit, order)
        state.then(Lurk(seat, unit, order), Emerged(seat, unit, order))
        return
    if state.units[unit].speed and not in_melee(state, unit):
        state.then(Brake(seat, unit), Braked(seat, unit, order))
        return
    if order < 0:
        state.then(Flight(seat, unit))
        return
    reveal(state, unit, order)
    late = state.units[unit].arrived  # rule: reserve.test
    alone = [] if late else part_with_spirits(state, unit)
    if unit not in alone:
        obey(state, unit, order)
    for spirit in alone:  # rule: spell.storm-spirit-alone, spell.storm-spirit-other-order
        state.units[spirit].revealed = p.CHARGE
        obey(state, spirit, p.CHARGE)
    if state.units[unit].ranks and lovers(state, unit):
        state.then(Fury(seat, unit))


def obey(state: RagNarok, unit: int, order: int) -> None:
    """Announce an Order that can be carried out, and what follows it."""
    if asked := announced(state, unit, order):
        state.then(*asked, *aftermath(state, unit))


def announced(state: RagNarok, unit: int, order: int) -> list[UnitStep]:
    """The question about an Order, if it can be carried out."""
    if in_melee(state, unit) and order not in (p.IMMOBILE, p.DISENGAGE, p.PURSUIT):
        tell(state, unit, "{unit} cannot do that in a melee")  # rule: order.in-melee
        return []
    if order == p.RAPID_FIRE:
        return []
    crew = state.units[unit].ranks
    if not all(is_manned(state, member) for member in crew):  # rule: machine.crew
        tell(state, unit, NO_CREW)
        return []
    seat = squad(state, unit).seat
    return [Alight(seat, unit) if state.units[unit].aboard >= 0 else Announce(seat, unit, order)]


def aftermath(state: RagNarok, unit: int) -> list[UnitStep]:
    """What follows when an Order is carried out: terror, and perhaps a Unit to join."""
    seat = squad(state, unit).seat
    panic = [Panic(seat, unit)] if state.magic.toga else []
    return [*panic, Unite(seat, unit)] if has_kin(state, unit) else [*panic]


class Emerged(UnitStep, frozen=True):  # rule: ruling.lurking
    """Scouts that have come out carry out their Order like anybody."""

    phase = p.MOVEMENT
    order: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        if lair_of(state, self.unit) is None:
            obey(state, self.unit, self.order)

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in p.ACTIONS


class Braked(UnitStep, frozen=True):  # rule: machine.irrepressible
    """A machine that was stopped carries out its Order, if it has one."""

    phase = p.MOVEMENT
    order: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        if not state.units[self.unit].speed and self.order != ROLLING:
            activate(state, self.unit, self.order)

    def fits(self, state: RagNarok) -> bool:
        held = self.order < 0 or self.order in state.units[self.unit].orders
        return super().fits(state) and held and self.order >= ROLLING


class Announce(UnitStep, frozen=True):  # rule: manoeuvre.announce-on-activation
    """Carry the Order out, try to cancel it, or announce a manoeuvre first."""

    phase = p.MOVEMENT  # rule: manoeuvre.immobile-counts, order.cancel
    prompt, rule = "Carry out the Order?", "manoeuvre.announce-on-activation"
    order: int = 0

    def ask(self, state: RagNarok) -> str:
        rooted = self.order != p.IMMOBILE and is_rooted(state, self.unit)
        words = "Should {unit} carry out {order}?"
        if rooted:
            words = "Should {unit} carry out {order}, but stay for the Ritual?"
        return phrase(words, unit=name(state, self.unit), order=p.ORDER_NAMES[self.order])

    def options(self, state: RagNarok) -> Sequence[str]:
        cancel = [CANCEL] if self.order != p.IMMOBILE else []
        found = manoeuvres(state, self.unit, self.order)
        parted: dict[str, object] = {}
        if self.order in DIVIDING:
            parted |= divisions(state, self.unit)
        parted |= rides(state, self.unit, self.order)
        return [CARRY_OUT, *cancel, *found, *parted, *departures(state, self.unit)]

    def default(self, state: RagNarok, options: Sequence[str]) -> str:  # rule: ruling.stalemate
        """Whoever does not answer in time is taken to want no Order."""
        return CANCEL if CANCEL in options else CARRY_OUT

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None and pick.startswith("divide:"):
            self.divide(state, divisions(state, self.unit)[pick])
            return
        if pick is not None and pick.startswith("board:"):
            board(state, self.unit, rides(state, self.unit, self.order)[pick])
            return
        if pick is not None and pick.startswith("leave:"):
            self.leave(state, *departures(state, self.unit)[pick])
            return
        if pick == CANCEL and cancels(state, self.unit):
            return
        carry_out(state, self.unit, self.order, pick or CARRY_OUT)

    def divide(self, state: RagNarok, part: tuple[int, ...]) -> None:  # rule: unit.leave-join
        """Both parts carry the Order out, the front first, without a further manoeuvre."""
        new = divide(state, self.unit, part)  # rule: manoeuvre.announce-on-activation
        state.then(*aftermath(state, new))
        carry_out(state, new, self.order, CARRY_OUT)
        carry_out(state, self.unit, self.order, CARRY_OUT)

    def leave(self, state: RagNarok, crew: tuple[int, ...], other: int) -> None:
        """Whoever acts alone does so at once, then its Unit; only then may they join again."""
        new = leave(state, self.unit, crew, other)  # rule: unit.leave-join, ruling.leave-once
        rest = Announce(self.seat, self.unit, self.order)
        if other < 0:
            state.then(*announced(state, new, self.order), rest, *aftermath(state, new))
        else:
            state.then(rest)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith(("leave:", "divide:")):
            return "unit.leave-join", "All parts must be lawful Units, and nobody may hold them."
        if thing.startswith("board:"):
            return "machine.transport", "A small Unit boards a machine beside it that has seats."
        if thing.startswith("manoeuvre:") and is_rooted(state, self.unit):
            return "ritual.warmage-no-move", "Nobody who takes part in a Ritual may move."
        if thing == LATERAL:
            return "manoeuvre.lateral", "Only a March or a Run can be made sideways."
        return self.rule, "Carry the Order out, cancel it, or announce a manoeuvre."

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in p.ACTIONS


def carry_out(state: RagNarok, unit: int, order: int, manoeuvre: str) -> None:
    """The manoeuvre, with its test, then the Order."""
    seat = squad(state, unit).seat  # rule: manoeuvre.test-at-announcement
    if manoeuvre in TESTS:
        what, value = WORDS[manoeuvre], discipline(state, unit)
        if not unit_test(state, unit, what, value, TESTS[manoeuvre]):
            manoeuvre = CARRY_OUT
    if manoeuvre in (LEFT, RIGHT):
        if not quarter_turn(state, unit, SIDES[manoeuvre]):
            return
        note_turn(state, unit)
    elif manoeuvre == U_TURN:
        about_turn(state, unit)
        note_turn(state, unit)
    howl = (Howl(seat, unit),) if bearer(state, unit) >= 0 else ()
    if order != p.IMMOBILE and is_rooted(state, unit):  # rule: ritual.warmage-no-move
        tell(state, unit, "{unit} stay[s] put for a Ritual")
        state.then(*howl)
    elif manoeuvre == LATERAL:
        state.then(*howl, Sideways(seat, unit, order))
    elif manoeuvre == RESHAPE:
        state.then(*howl, Reshape(seat, unit), Resolve(seat, unit, order))
    else:
        tried = manoeuvre == CANCEL
        state.then(*howl, Resolve(seat, unit, order, manoeuvre == AFTER, tried))


class Resolve(UnitStep, frozen=True):
    """The Order itself."""

    phase = p.MOVEMENT
    order: int = 0
    quarter_after: bool = False
    tried: bool = False  # whether it has tried to cancel the Order

    def run(self, state: RagNarok, pick: str | None) -> None:
        unit, order, seat = self.unit, self.order, self.seat
        if is_broken(state, unit):  # by terror, as it formed up
            return
        if order == p.IMMOBILE:
            become_tidy(state, unit)
        elif order in (p.MARCH, p.RUN) and can_fly(state, unit):
            state.then(ChooseLevel(seat, unit, order, self.quarter_after))
        elif order in (p.MARCH, p.RUN):
            state.then(Wheel(seat, unit, order, self.quarter_after))
        elif order == p.CHARGE:
            state.then(Charge(seat, unit, self.tried))
        elif order == p.RETREAT and state.units[unit].altitude:
            state.then(Withdrawing(seat, unit, card_mov(state, unit)))
        else:
            steps = {
                p.ENGAGE: Engage, p.DISENGAGE: Disengage, p.PURSUIT: Pursue, p.RETREAT: Withdraw,
            }  # fmt: skip
            after = [TurnAfter(seat, unit, True, False)] if self.quarter_after else []
            state.then(steps[order](seat, unit), *after)

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.order in p.ACTIONS and self.order != p.RAPID_FIRE
