"""Which roll follows which pick: for every option that leads to dice, what they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.charge.approach import first_ahead
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import BlindCharge, Charge, Engage, Pursue, React
from fimbul.games.rag_narok.rules.charge.withdraw import DODGE, Disengage, forced_way, vigour
from fimbul.games.rag_narok.rules.charge.withdraw import difficulty as to_leave
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, can_activate
from fimbul.games.rag_narok.rules.command.staffs import DeclareStaffs
from fimbul.games.rag_narok.rules.faith import divination as d
from fimbul.games.rag_narok.rules.faith.communions import Interrupt
from fimbul.games.rag_narok.rules.faith.faithful import aspects
from fimbul.games.rag_narok.rules.faith.miracles import Call, prayer_of
from fimbul.games.rag_narok.rules.harm import Stroke
from fimbul.games.rag_narok.rules.machines.artillery import LayGun, weapon_of
from fimbul.games.rag_narok.rules.machines.rush import BRAKE, Brake
from fimbul.games.rag_narok.rules.machines.steam import AGAIN, Pressure, Reheat, pressure
from fimbul.games.rag_narok.rules.magic import casting as c
from fimbul.games.rag_narok.rules.magic.fury import RAGE, Fury
from fimbul.games.rag_narok.rules.magic.incantation import CAST, AimSpell, Empower, Invest
from fimbul.games.rag_narok.rules.magic.spells import formula_of
from fimbul.games.rag_narok.rules.melee.assassins import Stab
from fimbul.games.rag_narok.rules.melee.blows import (
    PARRY,
    RIPOSTE,
    Brace,
    Devastate,
    Riposte,
    Suffer,
    Ward,
    stroke_of,
)
from fimbul.games.rag_narok.rules.melee.combat import RollAgain, Strike, attacks
from fimbul.games.rag_narok.rules.melee.duel import fighting
from fimbul.games.rag_narok.rules.melee.fights import (
    attack_value,
    combats,
    defence_value,
    engaged,
    fights,
)
from fimbul.games.rag_narok.rules.melee.phase import NextCombat, NextFight
from fimbul.games.rag_narok.rules.movement import activation as act
from fimbul.games.rag_narok.rules.movement.manoeuvres import LATERAL, RESHAPE, U_TURN
from fimbul.games.rag_narok.rules.movement.marches import Straight
from fimbul.games.rag_narok.rules.set_up.deploy import ChooseEdge
from fimbul.games.rag_narok.rules.set_up.tactics import TacticsSix
from fimbul.games.rag_narok.rules.shooting.eruption import AIM, STRENGTH, burnt, eruptions
from fimbul.games.rag_narok.rules.shooting.volleys import Shoot, Volley
from fimbul.games.rag_narok.rules.sixes import ROLL, Six, WoundSix
from fimbul.games.rag_narok.scene.foretell import needs
from fimbul.games.rag_narok.scene.foretell.assaults import of_assault, of_order
from fimbul.games.rag_narok.scene.foretell.wounding import of_impact, of_six, of_volley, of_wound
from fimbul.games.rag_narok.state import RagNarok, card_mov, fighter, unit_named
from fimbul.games.rag_narok.state.magic import Casting
from fimbul.kernel import Fact, Note, phrase

Telling = Callable[[RagNarok, Any, str], Iterator[Note]]
TESTS = {  # rule: order.cancel, manoeuvre.tests
    act.CANCEL: Fact("To call off an Order", "order.cancel", p.CANCEL),
    U_TURN: Fact("For a U-turn", "manoeuvre.tests", p.U_TURN),
    LATERAL: Fact("For a lateral move", "manoeuvre.tests", p.LATERAL),
    RESHAPE: Fact("To change formation", "manoeuvre.tests", p.RESHAPE),
}


def foretold(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    """What the roll that follows a pick needs."""
    for kinds, told in TOLD:  # rule: ruling.test-policy-shown
        if isinstance(step, kinds):
            yield from told(state, step, thing)
            return


# -- moving ------------------------------------------------------------------------------------


def _discipline(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    if thing in TESTS:
        yield needs.of_discipline(state, step.unit, "Discipline", TESTS[thing])


def _brake(state: RagNarok, step: Brake, thing: str) -> Iterator[Note]:
    if thing == BRAKE:
        hard = Fact("To brake", "machine.irrepressible", p.STOP)
        yield needs.of_discipline(state, step.unit, "Discipline", hard)
    far = 2 * card_mov(state, step.unit)
    if (foe := first_ahead(state, step.unit, far)) is not None:
        yield from of_impact(state, step.unit, foe, far)


def _assault(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    """The way, their answer, the test of Courage that a War Cry spares chargers, an Impact."""
    if thing.startswith("unit:"):
        pursues, target = isinstance(step, Pursue), unit_named(state, thing)
        yield from of_assault(state, Assault(step.unit, target, isinstance(step, Charge), pursues))


def _order(state: RagNarok, step: GiveOrders, thing: str) -> Iterator[Note]:
    """Whom an Order to attack would reach."""
    if step.unit >= 0 and thing in p.ORDER_OF:
        yield from of_order(state, step.unit, p.ORDER_OF[thing])


def _reaction(state: RagNarok, step: React, thing: str) -> Iterator[Note]:  # rule: ruling.measuring
    """Courage on both sides, and the hardest possible Impact: nobody knows how far it is."""
    yield from needs.of_courage(state, step.target, step.unit)
    yield from needs.of_courage(state, step.unit, step.target)
    if step.charge:
        yield from of_impact(state, step.unit, step.target, 2 * card_mov(state, step.unit))


def _flight(state: RagNarok, step: act.Activate, thing: str) -> Iterator[Note]:
    """A routed Unit in a melee must get out of it first."""
    unit, order = can_activate(state, step.seat).get(thing, (-1, 0))
    if order == -1 and in_melee(state, unit):  # rule: rout.in-melee-must-disengage
        yield _break(state, unit, forced_way(state, unit))


def _leaving(state: RagNarok, step: Disengage, thing: str) -> Iterator[Note]:
    yield _break(state, step.unit, thing)


def _break(state: RagNarok, unit: int, way: str) -> Note:
    name = "INI" if way == DODGE else "STR"
    value = Fact(name, "disengage.procedure", vigour(state, unit, way))
    hard = Fact("To break away", "disengage.procedure", to_leave(state, unit, way))
    return needs.needs("Break away", value, hard)


def _fury(state: RagNarok, step: Fury, thing: str) -> Iterator[Note]:
    if thing == RAGE:
        value = Fact("The die alone", "spell.lovers-of-the-earth", 0)
        yield needs.needs("Each", value, Fact("To transform", value.rule, p.FURY))


def _pressure(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:  # rule: boiler.pressure
    """Every die gives something."""
    groups = muster(state.armies).groups
    if isinstance(step, Reheat) and thing == AGAIN:
        one = groups[step.group]
    elif thing.startswith("group:"):
        one = next(group for group in groups if group.id == thing)
    else:
        return
    faces = range(1, p.FACES + 1)
    gains = (
        Fact(phrase("A {die}", die=n), "boiler.pressure", pressure(state, one, n)) for n in faces
    )
    yield Note("Pressure, by the die", tuple(gains))


# -- shooting ----------------------------------------------------------------------------------


def _shots(state: RagNarok, step: Volley, thing: str) -> Iterator[Note]:
    if thing.startswith("unit:"):
        target = unit_named(state, thing)
        yield from needs.of_shots(state, step.unit, target)
        yield from of_volley(state, step.unit, target)


def _gun(state: RagNarok, step: LayGun, thing: str) -> Iterator[Note]:
    for number, hard in step.marks:
        if fighter(state, number).id == thing:
            aim = Fact("AIM", "shoot.roll", fighter(state, step.gun).card.aim or 0)
            yield needs.needs("Hit", aim, Fact("Range and modifiers", "shoot.modifiers", hard))
            yield of_wound(state, Stroke(weapon_of(state, step.gun).strength), number)


def _eruption(state: RagNarok, step: Shoot, thing: str) -> Iterator[Note]:
    """A note for each band, with how many stand in it."""
    if thing.startswith("eruption:"):  # rule: ability.eruption-bands
        number = eruptions(state, step.seat)[thing]
        aim = Fact("AIM", "ability.eruption-no-modifiers", AIM)
        for hard, many in sorted(Counter(burnt(state, number).values()).items()):
            band = Fact("By the distance", "ability.eruption-bands", hard)
            yield needs.needs(phrase("{count} near it", count=many), aim, band)
        for victim in list(burnt(state, number))[:1]:
            yield of_wound(state, Stroke(STRENGTH), victim)


def _tactics(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    yield needs.of_tactics(state)


# -- melee -------------------------------------------------------------------------------------


def _meeting(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    """What decides who strikes first."""
    if isinstance(step, NextCombat):
        yield needs.of_contest(state, *combats(state, step.one, step.other)[thing])
        return
    one, other = fights(state)[thing]
    for pair in combats(state, one, other).values():
        yield needs.of_contest(state, *pair)


def _blow(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    """The attack, the parry, and what comes of all dice together."""
    if not thing.startswith("difficulty:"):
        return
    hard, mine, theirs = _announced(thing), step.mine(state), step.theirs(state)
    yield from needs.of_attack(state, mine, theirs, hard)
    dice = attacks(state, step.seat) - step.masters if isinstance(step, Strike) else 1
    needed = hard - attack_value(state, mine, theirs), hard - defence_value(state, theirs, mine)
    yield needs.of_hits((dice, fighting(state).defence[1 - step.seat]), needed)
    yield from _hit(state, mine, theirs)


def _suffering(state: RagNarok, step: Suffer, thing: str) -> Iterator[Note]:
    """The wound roll, for whoever takes the blow."""
    victim = next(n for n in step.victims(state) if fighter(state, n).id == thing)
    stroke = stroke_of(state, step.theirs(state), victim, step.more)
    yield of_wound(state, stroke, victim, "Wound roll")


def _devastating(state: RagNarok, step: Devastate, thing: str) -> Iterator[Note]:
    hard = fighting(state).announced[step.seat]
    target = next(n for n in step.targets(state) if fighter(state, n).id == thing)
    yield from needs.of_attack(state, step.mine(state), fighter(state, target).group, hard)
    yield of_wound(state, stroke_of(state, step.mine(state), target, 0), target)


def _again(state: RagNarok, step: RollAgain, thing: str) -> Iterator[Note]:
    """Whoever rolls none again goes on with the hits made so far."""
    hard, mine, theirs = fighting(state).announced[step.seat], step.mine(state), step.theirs(state)
    attack, parry = needs.of_attack(state, mine, theirs, hard)
    yield from (parry,) if thing == "again:0" else (attack, parry)
    yield from _hit(state, mine, theirs)


def _hit(state: RagNarok, mine: int, theirs: int) -> Iterator[Note]:  # rule: melee.casualties
    """What a hit does to the first it would strike."""
    able = engaged(state, theirs, mine)
    for victim in sorted(able, key=lambda number: -state.fighters[number].hurt)[:1]:
        yield of_wound(state, stroke_of(state, mine, victim, 0), victim)


def _bracing(state: RagNarok, step: Brace, thing: str) -> Iterator[Note]:
    """The Devastating Attack that is met, or not."""
    theirs, hard = step.theirs(state), fighting(state).announced[1 - step.seat]
    due = Fact("Announced", "melee.defence", hard)
    yield needs.of_parry(state, step.mine(state), theirs, due)
    yield of_wound(state, stroke_of(state, theirs, step.target, 0), step.target)


def _announced(thing: str) -> int:
    return int(thing.removeprefix("difficulty:"))


def _parry(state: RagNarok, step: Ward, thing: str) -> Iterator[Note]:
    if thing in (PARRY, RIPOSTE):
        announced = fighting(state).announced[1 - step.seat]
        more = p.COUNTER * (thing == RIPOSTE)
        rule = "melee.counter-attack" if more else "melee.defence"
        due = Fact("Announced + 2" if more else "Announced", rule, announced + more)
        yield needs.of_parry(state, step.mine(state), step.theirs(state), due)


def _stab(state: RagNarok, step: Stab, thing: str) -> Iterator[Note]:
    if thing.startswith("difficulty:"):
        value = Fact("ATT", "ruling.assassin-effect", step.value(state))
        yield needs.needs("Stab", value, Fact("Announced", "melee.attack", _announced(thing)))
        mine = fighter(state, step.number).group
        yield of_wound(state, stroke_of(state, mine, step.victim, 0), step.victim)


def _six(state: RagNarok, step: Six, thing: str) -> Iterator[Note]:
    """The 6 as it stands, or what the next die would make of it."""
    rolls = thing == ROLL
    if isinstance(step, WoundSix):
        yield of_six(state, step, rolls)
    elif isinstance(step, TacticsSix):
        total = step.rolls[step.seat].total
        yield needs.of_six(total, rolls, "the Tactics roll is lost")
    elif isinstance(step, c.PowerSix):
        yield needs.of_six(step.roll.total, rolls, "the spell fails")
    elif isinstance(step, d.CallSix):
        yield needs.of_six(step.roll.total, rolls, "the miracle is refused")


# -- magic and prayer --------------------------------------------------------------------------


def _power(state: RagNarok, casting: Casting) -> Note:
    one = fighter(state, casting.caster)
    return needs.needs_best(
        "Power",
        Fact("Dice, the best is kept", "spell.mastery", c.mastery(state, casting)),
        Fact("POW", "spell.casting", one.card.power or 0),
        Fact(formula_of(state, casting).card.name, "spell.casting", c.difficulty(state, casting)),
    )


def _aim(state: RagNarok, step: AimSpell, thing: str) -> Iterator[Note]:
    casting = c.current(state)
    touches = formula_of(state, casting).touches
    if touches == "unit":
        casting = structs.replace(casting, target=unit_named(state, thing))
    elif touches == "fighter":
        number = next(n for n, one in enumerate(state.roster.fighters) if one.id == thing)
        casting = structs.replace(casting, target=number)
    least = (formula_of(state, casting).least, *p.NO_GEMS[1:])
    yield _power(state, structs.replace(casting, paid=least))


def _cast(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    """As it stands, or with one more gem: the roll follows the last one at once."""
    casting = c.current(state)
    if thing == CAST:
        yield _power(state, casting)
    elif isinstance(step, Invest) and thing.startswith(("gem:", "horns:", "spring:")):
        paid = max(formula_of(state, casting).least, sum(casting.paid) + 1)
        yield _power(state, structs.replace(casting, paid=(paid, *p.NO_GEMS[1:])))


def _counter(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    casting = c.current(state)
    if thing.startswith("fighter:"):
        found = (n for n, one in enumerate(state.roster.fighters) if one.id == thing)
        casting = structs.replace(casting, rival=next(found), bid=1)
    elif thing != c.ENOUGH:
        return
    yield needs.needs_best(
        "Counter",
        Fact("Dice, the best is kept", "spell.mastery", casting.bid + casting.lent),
        Fact("POW", "counter.procedure", fighter(state, casting.rival).card.power or 0),
        Fact("The caster's result", "counter.procedure", casting.result),
    )


def _call(state: RagNarok, step: d.CallStep, thing: str) -> Iterator[Note]:
    call = step.call
    if isinstance(step, d.AimMiracle) and thing != d.DONE:
        call = Call(call.cleric, call.miracle, (*call.targets, thing))
    dice = int(thing.removeprefix("dice:")) if thing.startswith("dice:") else 1
    yield needs.needs_best(
        prayer_of(state, call).name,
        Fact("Dice, the best is kept", "miracle.calling", dice),
        Fact("Aspects together", "miracle.calling", aspects(fighter(state, call.cleric).card)),
        Fact("Difficulty", "miracle.calling", d.needed(state, call)),
    )


def _denial(state: RagNarok, step: Any, thing: str) -> Iterator[Note]:
    if thing.startswith("fighter:"):
        one = next(one for one in state.roster.fighters if one.id == thing)
        late = isinstance(step, d.Censor)
        due = step.result if late else step.prayer(state).difficulty
        value = Fact("Aspects together", "miracle.censorship", aspects(one.card))
        yield needs.needs("Denial", value, Fact("To deny it", "miracle.censorship", due))


TOLD: tuple[tuple[tuple[type, ...], Telling], ...] = (
    ((act.Announce, BlindCharge), _discipline),
    ((Straight,), needs.of_march),
    ((Brake,), _brake),
    ((Charge, Engage, Pursue), _assault),
    ((GiveOrders,), _order),
    ((React,), _reaction),
    ((act.Activate,), _flight),
    ((Disengage,), _leaving),
    ((Fury,), _fury),
    ((Pressure, Reheat), _pressure),
    ((Volley,), _shots),
    ((LayGun,), _gun),
    ((Shoot,), _eruption),
    ((ChooseEdge, DeclareStaffs), _tactics),
    ((NextFight, NextCombat), _meeting),
    ((Strike, Riposte), _blow),
    ((Suffer,), _suffering),
    ((Devastate,), _devastating),
    ((RollAgain,), _again),
    ((Brace,), _bracing),
    ((Ward,), _parry),
    ((Stab,), _stab),
    ((Six,), _six),
    ((AimSpell,), _aim),
    ((Invest, Empower), _cast),
    ((c.CounterSpell, c.CounterGems), _counter),
    ((d.AimMiracle, d.StakeFaith), _call),
    ((d.Censor, Interrupt), _denial),
)
