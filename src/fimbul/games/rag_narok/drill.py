"""What a sergeant would do without thinking: a sensible answer to every question, at once.

The commander plays battles on in this manner to see what comes of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fimbul.games.rag_narok import arts, blades, commands, flying, footwork, stationing
from fimbul.games.rag_narok.rules import activation as act
from fimbul.games.rag_narok.rules import (
    airborne,
    assassins,
    banner,
    blows,
    casting,
    charge,
    combat,
    communions,
    deploy,
    divination,
    fury,
    grasp,
    harassment,
    howling,
    incantation,
    machines,
    mana,
    movement,
    orders,
    push,
    reserves,
    rituals,
    rush,
    scouts,
    staffs,
    withdraw,
)
from fimbul.games.rag_narok.rules import shooting as fire
from fimbul.games.rag_narok.state import RagNarok, step_of
from fimbul.kernel import Decision

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
    deploy.Form: stationing.form,
    deploy.Aim: lambda state, step, options: "turn:0",
    deploy.Stand: stationing.stand,
    scouts.Lurk: lambda state, step, options: options[-1],
    reserves.ShapeUp: stationing.form,
    reserves.Enter: stationing.come_in,
    staffs.DeclareStaffs: arts.join_staff,
    mana.Fill: arts.fill,
    mana.Regain: arts.regain,
    grasp.BuyOrders: commands.buy,
    orders.GiveOrders: commands.give,
    machines.Pressure: arts.raise_steam,
    machines.Reheat: arts.reheat,
    machines.Regulate: arts.regulate,
    rush.Brake: arts.brake,
    act.WhoBegins: commands.begin,
    act.Activate: commands.activate,
    act.Announce: footwork.announce,
    movement.Wheel: footwork.wheel,
    movement.TurnAfter: footwork.face,
    movement.Advance: footwork.advance,
    movement.Withdraw: footwork.withdraw,
    movement.Sideways: footwork.sideways,
    movement.Sidestep: lambda state, step, options: options[-1],
    airborne.ChooseLevel: flying.level,
    airborne.Soar: flying.soar,
    airborne.Glide: flying.glide,
    airborne.Face: flying.look,
    withdraw.Disengage: commands.break_away,
    withdraw.BreakAway: flying.level,
    charge.Charge: commands.prey,
    charge.Engage: commands.prey,
    charge.Pursue: commands.prey,
    howling.Howl: arts.let_howl,
    fury.Fury: arts.rather_than_not,
    harassment.Harass: arts.rather_than_not,
    assassins.Stab: arts.stab,
    banner.RaiseBanner: arts.raise_banner,
    fire.Volley: arts.shoot_at,
    fire.RevealFire: commands.keep_fire,
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
    combat.Split: blades.split,
    combat.Strike: blades.strike,
    blows.Ward: blades.ward,
    blows.Riposte: blades.again,
    blows.Suffer: blades.cheapest,
    blows.Devastate: blades.dearest,
    push.Push: blades.press,
}
