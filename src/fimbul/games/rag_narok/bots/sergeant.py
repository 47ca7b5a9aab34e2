"""What a sergeant does without thinking: a sensible answer to every question, at once.

The strategist plays battles on this way to see what comes of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fimbul.games.rag_narok.bots import (
    arts,
    blades,
    flying,
    footwork,
    ordering,
    partings,
    stationing,
)
from fimbul.games.rag_narok.rules.charge import charges, withdraw
from fimbul.games.rag_narok.rules.command import grasp, orders, staffs
from fimbul.games.rag_narok.rules.faith import communions, divination
from fimbul.games.rag_narok.rules.fear import howling
from fimbul.games.rag_narok.rules.flight import airborne
from fimbul.games.rag_narok.rules.machines import rush, steam
from fimbul.games.rag_narok.rules.magic import casting, fury, incantation, mana, rituals
from fimbul.games.rag_narok.rules.melee import assassins, banner, blows, combat, phase, push
from fimbul.games.rag_narok.rules.movement import activation as act
from fimbul.games.rag_narok.rules.movement import leaving, marches
from fimbul.games.rag_narok.rules.set_up import deploy, reserves, scouts
from fimbul.games.rag_narok.rules.shooting import harassment, rapid_fire
from fimbul.games.rag_narok.rules.shooting import volleys as fire
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Decision, step_of

Options = Sequence[str]


def answer(state: RagNarok, decision: Decision) -> str:
    """The option a sergeant takes; where he has no habit, the first."""
    options = decision.options
    if len(options) == 1:
        return options[0]
    step = step_of(state, decision.seat)
    habit = HABITS.get(type(step))
    wanted = habit(state, step, options) if habit else options[0]
    return wanted if wanted in options else options[0]


HABITS: dict[type, Callable[[RagNarok, Any, Options], str]] = {
    reserves.Reserve: arts.hold_back,
    deploy.NextDeployment: stationing.next_in_line,
    deploy.Form: stationing.form,
    deploy.Aim: lambda state, step, options: "turn:0",
    deploy.Stand: stationing.stand,
    scouts.Lurk: lambda state, step, options: options[-1],
    reserves.ShapeUp: stationing.form,
    reserves.Enter: stationing.come_in,
    staffs.DeclareStaffs: arts.join_staff,
    mana.Fill: arts.fill,
    mana.Regain: arts.regain,
    grasp.BuyOrders: ordering.buy,
    orders.GiveOrders: ordering.give,
    steam.Pressure: arts.raise_steam,
    steam.Reheat: arts.reheat,
    steam.Regulate: arts.regulate,
    rush.Brake: arts.brake,
    act.WhoBegins: ordering.begin,
    act.Activate: ordering.activate,
    act.Announce: footwork.announce,
    marches.Wheel: footwork.wheel,
    marches.Reshape: partings.reshape,
    marches.TurnAfter: footwork.face,
    leaving.Unite: partings.unite,
    marches.Advance: footwork.advance,
    marches.Withdraw: footwork.withdraw,
    marches.Sideways: footwork.sideways,
    marches.Sidestep: lambda state, step, options: options[-1],
    airborne.ChooseLevel: flying.level,
    airborne.Soar: flying.soar,
    airborne.Glide: flying.glide,
    airborne.Face: flying.look,
    withdraw.Disengage: ordering.break_away,
    withdraw.BreakAway: flying.level,
    charges.Charge: ordering.prey,
    charges.Engage: ordering.prey,
    charges.Pursue: ordering.prey,
    howling.Howl: arts.let_howl,
    fury.Fury: arts.rather_than_not,
    harassment.Harass: arts.rather_than_not,
    assassins.Stab: arts.stab,
    banner.RaiseBanner: arts.raise_banner,
    fire.Volley: arts.shoot_at,
    rapid_fire.RevealFire: ordering.keep_fire,
    incantation.Chant: arts.chant,
    rituals.StartRitual: blades.dearest,
    rituals.GatherCouncil: arts.gather,
    incantation.AimSpell: blades.dearest,
    incantation.Invest: arts.invest,
    incantation.Empower: arts.empower,
    casting.AbsorbSpell: arts.rather_than_not,
    casting.CounterSpell: arts.rather_than_not,
    communions.Commune: arts.rather_than_not,
    communions.AimCommunion: blades.dearest,
    communions.Interrupt: arts.rather_than_not,
    divination.Pray: arts.rather_than_not,
    divination.AimMiracle: blades.dearest,
    divination.StakeFaith: lambda state, step, options: options[-1],
    divination.Censor: arts.rather_than_not,
    phase.Separate: blades.separate,
    combat.Split: blades.split,
    combat.Strike: blades.strike,
    blows.Ward: blades.ward,
    blows.Riposte: blades.again,
    blows.Suffer: blades.cheapest,
    blows.Devastate: blades.dearest,
    push.Push: blades.press,
}
