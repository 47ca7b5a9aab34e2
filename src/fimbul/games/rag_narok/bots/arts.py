"""What a sergeant does with shots, spells, miracles, steam and Staffs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.blades import dearest
from fimbul.games.rag_narok.bots.footwork import QUARTER, off_front
from fimbul.games.rag_narok.bots.might import chance, mark, shot_at
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.rules.charge.approach import first_ahead
from fimbul.games.rag_narok.rules.command import staffs
from fimbul.games.rag_narok.rules.fear import howling
from fimbul.games.rag_narok.rules.fear.toga import is_near
from fimbul.games.rag_narok.rules.machines import rush, steam
from fimbul.games.rag_narok.rules.magic import casting, incantation, mana, rituals
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS
from fimbul.games.rag_narok.rules.magic.spells import formula_of
from fimbul.games.rag_narok.rules.melee import assassins, banner
from fimbul.games.rag_narok.rules.set_up import reserves
from fimbul.games.rag_narok.rules.shooting import volleys as fire
from fimbul.games.rag_narok.rules.shooting.victims import STRAYS
from fimbul.games.rag_narok.rules.values import heads
from fimbul.games.rag_narok.state import RagNarok, card_mov, enemies, fighter, unit_named

Options = Sequence[str]
STRAY = STRAYS / p.FACES  # the part of the hits on a Unit in melee that strikes a friend
DOUBT = 0.6  # a Power roll less likely than this gets another die
DICE = 2  # and no more
ADDITIONAL = 3  # further Orders that a Commander gives, by rule of thumb
HELD = 2  # Units in reserve, at most
COOL = 1  # steam that is rolled for again


# -- shots -----------------------------------------------------------------------------------


def shoot_at(state: RagNarok, step: fire.Volley, options: Options) -> str:
    """The target that the shooters who see it harm most; a Unit that sees nobody turns to the
    enemy."""
    units = [thing for thing in options if thing.startswith("unit:")]
    worth = {thing: harm_at(state, step.unit, unit_named(state, thing)) for thing in units}
    best = max(units, key=worth.__getitem__, default="")
    if best and worth[best] > 0:
        return best
    degrees = off_front(state, step.unit)
    turn = f"turn:{90 if degrees > 0 else -90}"
    return turn if abs(degrees) > QUARTER and turn in options else fire.HOLD


def harm_at(state: RagNarok, unit: int, foe: int) -> float:
    """The AP that shots take from an enemy, less what they take from friends fighting it."""
    hits = likely_hits(state, unit, foe)
    if not in_melee(state, foe):
        return hits
    touched = contacts(state)
    friends = sorted({f for member in state.units[foe].ranks for f in touched.get(member, ())})
    cost = likely_hits(state, unit, foe, tuple(friends)) if friends else 0.0
    return (1 - STRAY) * hits - STRAY * cost


def likely_hits(
    state: RagNarok, unit: int, foe: int, struck: tuple[int, ...] | None = None
) -> float:
    """The AP that the shooters of a Unit take from another as they stand, or from these instead."""
    target = mark(state.armies, struck or state.units[foe].ranks)
    found = fire.shots(state, unit, foe)
    return sum(shot_at(fighter(state, one.shooter), target, one.difficulty) for one in found)


# -- spells and miracles ----------------------------------------------------------------------


def rather_than_not(state: RagNarok, step: Any, options: Options) -> str:
    """The first thing that can be done, where doing nothing comes before it."""
    return options[1]


def wanted(state: RagNarok, seat: int) -> set[int]:
    """The elements of all spells and Rituals that a side owns."""
    owned = {extra for one in state.roster.fighters if one.seat == seat for extra in one.extras}
    found = [formula.card.elements for formula in FORMULAS if formula.card.id in owned]
    return {p.ELEMENTS.index(element) for elements in found for element in elements}


def fill(state: RagNarok, step: mana.Fill, options: Options) -> str:
    """As many gems as possible of what somebody casts with, none of anything else."""
    useful = wanted(state, step.seat)
    return options[0 if step.element in useful or not useful else -1]


def regain(state: RagNarok, step: mana.Regain, options: Options) -> str:
    """A gem of what somebody casts with."""
    useful = {f"element:{p.ELEMENTS[element].lower()}" for element in wanted(state, step.seat)}
    return next((thing for thing in options if thing in useful), options[0])


def chant(state: RagNarok, step: incantation.Chant, options: Options) -> str:
    """A Ritual, if one can be begun; else the first spell."""
    begun = [thing for thing in options if thing.startswith("ritual:")]
    return begun[0] if begun else options[0]


def gather(state: RagNarok, step: rituals.GatherCouncil, options: Options) -> str:
    """Everybody who can take part: each gives a die."""
    more = [thing for thing in options if thing != rituals.DONE]
    return more[0] if more else rituals.DONE


def invest(state: RagNarok, step: incantation.Invest, options: Options) -> str:
    """One more die where the first is in doubt; a Familiar's costs nothing."""
    if incantation.CAST not in options:
        return options[0]
    now = casting.current(state)
    free = [thing for thing in options if thing.startswith("familiar:")]
    power = fighter(state, now.caster).card.power or 0
    sure = chance(casting.difficulty(state, now) - power)
    if free or (sure < DOUBT and casting.mastery(state, now) < DICE):
        return (free or [thing for thing in options if thing != incantation.CAST])[0]
    return incantation.CAST


def empower(state: RagNarok, step: incantation.Empower, options: Options) -> str:
    """One more gem for a stronger spell, if that is the last this turn."""
    now = casting.current(state)
    used = state.magic.casts.count((now.caster, now.spell))
    last = used >= formula_of(state, now).often
    return options[1] if last and not now.extra else options[0]


def raise_banner(state: RagNarok, step: banner.RaiseBanner, options: Options) -> str:
    """Once a game: as soon as they fight."""
    return banner.RAISE


def let_howl(state: RagNarok, step: howling.Howl, options: Options) -> str:
    """As soon as an enemy is near enough to hear it."""
    number = howling.bearer(state, step.unit)
    heard = any(is_near(state, number, foe) for foe in enemies(state, step.unit))
    return howling.HOWL if heard else howling.SILENT


def stab(state: RagNarok, step: assassins.Stab, options: Options) -> str:
    """The dearest victim, at the least difficulty: nobody parries a stab."""
    return options[0] if step.victim >= 0 else dearest(state, step, options)


# -- steam and machines -----------------------------------------------------------------------


def raise_steam(state: RagNarok, step: steam.Pressure, options: Options) -> str:
    """Always roll: five faces of six help."""
    return options[1]


def reheat(state: RagNarok, step: steam.Reheat, options: Options) -> str:
    return steam.AGAIN if p.PRESSURE[step.face - 1] <= COOL else steam.KEEP


def regulate(state: RagNarok, step: steam.Regulate, options: Options) -> str:
    return steam.RAISE if steam.RAISE in options else steam.KEEP


def brake(state: RagNarok, step: rush.Brake, options: Options) -> str:
    """Rush on only if that meets an enemy."""
    ahead = first_ahead(state, step.unit, 2 * card_mov(state, step.unit))
    return rush.BRAKE if ahead is None else rush.RUSH


# -- Staffs and reserves ----------------------------------------------------------------------


def join_staff(state: RagNarok, step: staffs.DeclareStaffs, options: Options) -> str:
    """Whoever may serve does; nobody leaves."""
    pairs = staffs.candidates(state, step.seat)
    new = [thing for thing in options if thing in pairs and not staffs.is_in(state, pairs[thing])]
    return new[0] if new else options[0]


def hold_back(state: RagNarok, step: reserves.Reserve, options: Options) -> str:
    """Units that would get no Order at first wait out of harm's way; preferably quick ones."""
    mine = [u for u in state.roster.of(step.seat) if not state.roster.units[u].summoned]
    chiefs = [n for n in heads(state.armies) if fighter(state, n).seat == step.seat]
    served = len(chiefs) + ADDITIONAL + len(step.held)
    units = [unit_named(state, thing) for thing in options if thing.startswith("unit:")]
    homes = {fighter(state, n).unit for n in chiefs}
    free = [unit for unit in units if unit not in homes]
    if len(mine) <= served or not free or len(step.held) >= HELD:
        return options[0]
    chosen = max(free, key=lambda unit: (card_mov(state, unit), unit))
    return state.roster.units[chosen].id
