"""What contact does: closing up, lost Orders, fear, Impact; and what a failed charge does."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import foes_of
from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.closing import close_in, close_up
from fimbul.games.rag_narok.rules.command.orders import discard_orders
from fimbul.games.rag_narok.rules.faith.communions import interrupt
from fimbul.games.rag_narok.rules.fear.courage import face_fear
from fimbul.games.rag_narok.rules.machines.steam import Impact, rams
from fimbul.games.rag_narok.state import RagNarok, tell


def disorganise(state: RagNarok, unit: int) -> None:  # rule: charge.failed
    state.units[unit].moved = max(state.units[unit].moved, p.FAST)  # a feat stays one
    state.units[unit].shaken = 1
    tell(state, unit, "{unit} [is|are] Disorganised")


def make_contact(state: RagNarok, this: Assault) -> None:  # rule: formation.loose
    """The attacker stands loose, and its fighters close up."""
    loosen(state, this.unit)
    close_in(state, this.unit, this.target)
    meet(state, this)


def meet(state: RagNarok, this: Assault) -> None:  # rule: formation.loose
    """Both Units stand loose, Orders are lost, the target may answer or be afraid."""
    unit, target = this.unit, this.target  # rule: order.lost-when-contacted, charge.penalty
    interrupt(state, target)  # rule: countercharge.procedure, receive.procedure, charge.closing-up
    for foe in foes_of(state, unit):  # rule: order.no-disengage-pursuit-same-turn
        loosen(state, foe)
        state.units[foe].met = 1
        discard_orders(state, foe, p.REACTIONS)
    chargers = (unit, target) if this.answer == p.COUNTER_CHARGE else (unit,) * this.charge
    state.units[unit].assailed = 1
    for charger in chargers:
        state.units[charger].charging = state.units[charger].assailed = 1
    if this.answer == p.RECEIVE_CHARGE:
        close_up(state, target, unit)
    elif this.answer == p.COUNTER_CHARGE:  # whoever counts as charging closes up
        close_in(state, target, unit)
    elif chargers == (unit,):
        state.units[target].charged_by = (*state.units[target].charged_by, unit)
    face_fear(state, target, unit)
    state.then(
        *[Impact(unit=c) for c in chargers if any(rams(state, n) for n in state.units[c].ranks)]
    )
