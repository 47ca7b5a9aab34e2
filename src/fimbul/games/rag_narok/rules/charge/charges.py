"""Charge and contact: naming a target, reactions, the move, closing up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import can_meet
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import Way, carried
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.ground.sight import unit_sees
from fimbul.games.rag_narok.measure.geometry import in_arc
from fimbul.games.rag_narok.rules.charge.approach import (
    face,
    first_ahead,
    furthest,
    hindrance,
    reach,
    way_to,
)
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.mask import approachable, unseen
from fimbul.games.rag_narok.rules.charge.meeting import disorganise, make_contact
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.command.orders import reveal, token
from fimbul.games.rag_narok.rules.fear.courage import face_fear, flees_at_once, is_broken
from fimbul.games.rag_narok.rules.fear.howling import Howl, bearer, run_if_routed
from fimbul.games.rag_narok.rules.fear.toga import dares
from fimbul.games.rag_narok.rules.flight.attacks import (
    attack_from_air,
    fly_ahead,
    is_airy,
    may_answer,
    stance,
    token_ahead,
)
from fimbul.games.rag_narok.rules.movement.marches import cancels
from fimbul.games.rag_narok.rules.moves import allowance, go_on, stand_clear
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.rules.values import war_cry
from fimbul.games.rag_narok.state import (
    RagNarok,
    card_mov,
    enemies,
    is_routed,
    middle,
    name,
    owner,
    squad,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import about
from fimbul.kernel import phrase

NONE = "button:no-reaction"
HOLD = "button:hold"
BEYOND = "{unit} [is|are] on another level: only an enemy in sight can be charged."
UNSEEN = "{unit} [is|are] out of sight: only an enemy in sight can be charged."
CHARGED, ENGAGED = "{unit} charge[s] {target}. React?", "{unit} engage[s] {target}. React?"


class Charge(UnitStep, frozen=True):  # rule: charge.procedure
    """Name one enemy Unit in sight that it can meet."""

    phase = p.MOVEMENT
    prompt, rule = (
        "Choose the enemy Unit to charge. It will fight you at a disadvantage",
        "charge.procedure",
    )
    tried: bool = False  # whether it has tried to cancel the Order

    def options(self, state: RagNarok) -> Sequence[str]:
        return [squad(state, foe).id for foe in in_sight(state, self.unit)]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            state.then(BlindCharge(self.seat, self.unit, self.tried))
            return
        target = unit_named(state, pick)
        tell(state, self.unit, "{unit} charge[s] {target}", target=name(state, target))
        begin_contact(state, Assault(self.unit, target, True))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if (foe := enemy_named(state, self.unit, thing)) is not None:
            seen = unit_sees(state, self.unit, foe)
            return self.rule, about(squad(state, foe), BEYOND if seen else UNSEEN)
        return self.rule, "A Unit charges one enemy Unit that it sees."


def enemy_named(state: RagNarok, unit: int, thing: str) -> int | None:
    """The enemy on the table that goes by that id."""
    foes = (foe for foe in enemies(state, unit) if squad(state, foe).id == thing)
    return next(foes, None)


def in_sight(state: RagNarok, unit: int) -> list[int]:  # rule: charge.procedure, flight.dive-charge
    """The enemies a Unit may charge."""
    return [
        foe
        for foe in approachable(state, unit)
        if can_meet(state, unit, foe) and unit_sees(state, unit, foe)
    ]


class BlindCharge(UnitStep, frozen=True):  # rule: charge.no-visible-target-cancel
    """Nobody is in sight: try to cancel the Order, if not tried yet, or charge straight ahead."""

    phase = p.MOVEMENT  # rule: charge.blind-must-charge
    prompt, rule = "No enemy is in sight", "charge.no-visible-target-cancel"
    tried: bool = False

    def options(self, state: RagNarok) -> Sequence[str]:
        return () if self.tried else ("button:cancel", "button:charge-ahead")

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick != "button:cancel" or not cancels(state, self.unit):
            charge_ahead(state, self.unit)


def charge_ahead(state: RagNarok, unit: int) -> None:  # rule: ruling.blind-charge-distance
    """Straight on up to twice MOV; whoever it meets is engaged, not charged, and may react."""
    most, flying = allowance(state, unit, p.CHARGE), state.units[unit].altitude
    foe = token_ahead(state, unit, most) if flying else first_ahead(state, unit, most)
    if foe is not None:  # rule: charge.blind-is-engagement, charge.no-contact-disorganised
        begin_contact(state, Assault(unit, foe, False, ahead=True))
    elif flying:
        fly_ahead(state, unit)
    else:
        fall_short(state, unit, state.units[unit].facing, most)


class Engage(UnitStep, frozen=True):  # rule: engage.procedure
    """Up to MOV into contact with one enemy Unit, seen or not."""

    phase = p.MOVEMENT
    prompt, rule = (
        "Choose the enemy Unit to engage, which brings yours into contact",
        "engage.procedure",
    )

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [
            squad(state, foe).id
            for foe in approachable(state, self.unit)
            if reach(state, Assault(self.unit, foe, False)) is not None
        ]
        return [*found, HOLD] if found else []

    def default(self, state: RagNarok, options: Sequence[str]) -> str:
        return HOLD  # rule: ruling.stalemate

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick in (None, HOLD):
            tell(state, self.unit, "{unit} engage[s] nobody")
            return
        target = unit_named(state, pick or "")
        tell(state, self.unit, "{unit} engage[s] {target}", target=name(state, target))
        begin_contact(state, Assault(self.unit, target, False))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if (foe := enemy_named(state, self.unit, thing)) is not None:
            why = hindrance(state, Assault(self.unit, foe, False)) or "it may not be met now"
            words = "It cannot reach {unit}: {why}."
            return self.rule, phrase(words, unit=name(state, foe), why=why)
        return self.rule, "Out of reach: it turns at most 45 degrees and goes up to its MOV."


class Pursue(UnitStep, frozen=True):  # rule: pursuit.procedure, flight.no-level-change-push
    """After opponents who have all left the melee this turn, up to twice MOV."""

    phase = p.MOVEMENT
    prompt, rule = (
        "Choose the enemy Unit to pursue, which brings yours into contact again",
        "pursuit.procedure",
    )

    def options(self, state: RagNarok) -> Sequence[str]:
        rivals = state.units[self.unit].rivals
        gone = all(state.units[foe].left or not state.units[foe].ranks for foe in rivals)
        if not gone or in_melee(state, self.unit):
            return ()
        return [
            squad(state, foe).id
            for foe in rivals
            if state.units[foe].ranks
            and state.units[foe].altitude == state.units[self.unit].altitude
        ]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            tell(state, self.unit, "{unit} [has|have] nobody to pursue")
            return
        target = unit_named(state, pick)
        tell(state, self.unit, "{unit} pursue[s] {target}", target=name(state, target))
        begin_contact(state, Assault(self.unit, target, False, True))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Only Units that left this melee this turn can be pursued."


def begin_contact(state: RagNarok, this: Assault) -> None:  # rule: countercharge.before-measuring
    """The target reacts, the attacker tests its Courage, then all is measured."""
    seat = owner(state, this.target)  # rule: countercharge.courage-timing, ruling.measuring
    if this.charge:
        cry_out(state, this.unit)
    state.then(React(seat, this.unit, this.target, this.charge, this.pursuit, this.ahead))


class React(UnitStep, frozen=True):  # rule: countercharge.before-measuring, ruling.measuring
    """Whoever is charged or engaged may use a reaction Order, before anything is measured."""

    phase = p.MOVEMENT  # rule: ruling.hidden-information
    prompt, rule = "Reveal a reaction Order?", "countercharge.before-measuring"
    target: int = 0
    charge: bool = True
    pursuit: bool = False
    ahead: bool = False

    def ask(self, state: RagNarok) -> str:
        words = CHARGED if self.charge else ENGAGED
        return about(squad(state, self.unit), words, target=name(state, self.target))

    def answers(self, state: RagNarok) -> dict[str, int]:
        """Counter-Charge only against what comes from within its arc."""
        held = enumerate(state.units[self.target].orders)
        found = {token(state, self.target, n): order for n, order in held if order in p.REACTIONS}
        at = stance(state, self.target)
        if not in_arc(at, middle(state, self.unit)):
            found = {thing: o for thing, o in found.items() if o != p.COUNTER_CHARGE}
        this = Assault(self.unit, self.target, self.charge)
        return {thing: o for thing, o in found.items() if may_answer(state, this, o)}

    def options(self, state: RagNarok) -> Sequence[str]:
        """Asked whenever a face-down Order lies there, so that being asked tells nothing."""
        if not state.units[self.target].orders or is_routed(state, self.target):
            return ()
        return [*self.answers(state), NONE]

    def default(self, state: RagNarok, options: Sequence[str]) -> str:  # rule: ruling.stalemate
        """Whoever does not answer in time is treated as having no Orders."""
        return NONE

    def run(self, state: RagNarok, pick: str | None) -> None:
        answer = self.answers(state).get(pick or "", -1)
        this = Assault(self.unit, self.target, self.charge, self.pursuit, answer, self.ahead)
        if answer >= 0:
            reveal(state, self.target, answer)
        if answer >= 0 and bearer(state, self.target) >= 0:  # rule: toga.trigger
            state.then(Howl(self.seat, self.target), Assail(this=this))
        else:
            assault(state, this)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith("leave:"):  # rule: unit.no-leaving-in-countercharge
            rule = "unit.no-leaving-in-countercharge"
            return rule, "Nobody leaves a Unit while it answers a charge."
        return self.rule, "Reveal a reaction Order of the Unit that is attacked, or none."

    def fits(self, state: RagNarok) -> bool:
        known = 0 <= self.target < len(state.units) and bool(state.units[self.target].ranks)
        return super().fits(state) and known and owner(state, self.target) == self.seat


class Assail(RagStep, frozen=True):  # rule: toga.trigger
    """The attack goes on after a howl of the Toga, if that has not broken it."""

    phase = p.MOVEMENT
    this: Assault = Assault(0, 0, False)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if state.units[self.this.unit].ranks and not is_broken(state, self.this.unit):
            assault(state, self.this)

    def fits(self, state: RagNarok) -> bool:
        known = range(len(state.units))
        if self.this.unit not in known or self.this.target not in known:
            return False
        foes = owner(state, self.this.unit) != owner(state, self.this.target)
        there = bool(state.units[self.this.target].ranks)
        return foes and there and self.this.answer in p.REACTIONS


def assault(state: RagNarok, this: Assault) -> None:  # rule: fear.charger-fails
    """Courage of the attacker, then the move."""
    if this.answer == p.COUNTER_CHARGE:  # rule: countercharge.cancelled, countercharge.rout-flees
        cry_out(state, this.unit, this.target)  # rule: countercharge.control-stays
    if not dares_to_meet(state, this):
        if flees_at_once(state, this.unit):
            flee(state, this.unit)
        return
    state.units[this.unit].moved = p.FAST
    if is_airy(state, this):
        attack_from_air(state, this)
        return
    if this.answer == p.COUNTER_CHARGE:
        this = counter_charge(state, this)
    state.magic.masked += tuple(unseen(state, this))
    if not state.units[this.target].ranks:
        return
    if not this.ahead and not face(state, this):
        return
    way = way_to(state, this, furthest(state, this))
    if way is None:
        miss(state, this)
    elif keeps_on(state, this.unit, state.units[this.unit].facing, way):
        make_contact(state, this)


def cry_out(state: RagNarok, *chargers: int) -> None:  # rule: ruling.war-cry-brave
    """The War Cry of all who count as charging."""
    for charger in chargers:  # rule: countercharge.procedure
        state.units[charger].roar = war_cry(state, charger)


def keeps_on(state: RagNarok, unit: int, heading: int, way: int) -> bool:  # rule: toga.entering
    """It goes that way, unless an aura of terror breaks it; if that routs it, it flees."""
    if dares(state, unit, heading, way):
        go_on(state, unit, heading, way)
        return True
    stand_clear(state, unit, carried(state, unit, heading, 0))  # it may have turned on a rock
    run_if_routed(state, unit)
    return False


def dares_to_meet(state: RagNarok, this: Assault) -> bool:  # rule: fear.when-charging
    """The Courage test of an attacker; what cannot be stopped takes none.

    A Unit that fails has neither charged nor been counter-charged, and may shoot if it stands.
    """
    if this.charge and this.ahead:  # rule: fear.charger-fails, countercharge.cancelled, ruling.rush
        return True
    if face_fear(state, this.unit, this.target) or state.units[this.unit].mood == p.FEAR:
        return True
    state.units[this.unit].revealed = -1
    if this.answer >= 0:
        state.units[this.target].revealed, state.units[this.target].roar = -1, 0
    return False


def miss(state: RagNarok, this: Assault) -> None:  # rule: charge.failed
    """The target is out of reach. Only a failed charge leaves a Unit Disorganised."""
    tell(
        state, this.unit, "{unit} [does|do] not reach [its|their] target"
    )  # rule: charge.no-contact-disorganised
    heading, mov = state.units[this.unit].facing, card_mov(state, this.unit)
    if this.charge != this.ahead:  # a rush has no target to miss
        fall_short(state, this.unit, heading, mov * (1 + this.ahead))
    else:
        found = distances(state, this.unit, heading, mov * (1 + this.far), Way(aside=True))
        keeps_on(state, this.unit, heading, found[-1])


def counter_charge(state: RagNarok, this: Assault) -> Assault:  # rule: countercharge.procedure
    """The target comes to meet the attacker, up to its MOV, unless terror stops it."""
    given_up = structs.replace(this, answer=-1)  # rule: toga.entering
    back = Assault(this.target, this.unit, True)
    if not face(state, back):
        return given_up
    heading, most = state.units[this.target].facing, card_mov(state, this.target)
    way = way_to(state, back, most)
    if way is None:
        way = distances(state, this.target, heading, most, Way(keep=False, aside=True))[-1]
    if not keeps_on(state, this.target, heading, way):
        return given_up
    state.units[this.target].moved = max(state.units[this.target].moved, p.FAST)  # a feat stays one
    return this


def fall_short(state: RagNarok, unit: int, heading: int, most: int) -> None:  # rule: charge.failed
    """Out of reach: it goes on by its MOV and is Disorganised."""
    found = distances(state, unit, heading, most, Way(aside=True))
    if not found[-1] or keeps_on(state, unit, heading, found[-1]):
        disorganise(state, unit)
