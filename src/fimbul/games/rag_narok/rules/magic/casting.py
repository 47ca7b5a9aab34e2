"""A spell on its way: absorption, the Power roll, the counter, the effect."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import between_levels
from fimbul.games.rag_narok.rules.magic.familiars import help_out, helpers
from fimbul.games.rag_narok.rules.magic.mana import (
    Pool,
    Well,
    draw,
    fitting,
    is_magician,
    own_wells,
    plus,
    well_id,
    wells,
)
from fimbul.games.rag_narok.rules.magic.power import power_roll
from fimbul.games.rag_narok.rules.magic.reach import may_answer
from fimbul.games.rag_narok.rules.magic.spells import formula_of, take_effect
from fimbul.games.rag_narok.rules.rolls import Roll, passes, rolled_on, told
from fimbul.games.rag_narok.rules.sixes import Six
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, fighter, say, standing
from fimbul.games.rag_narok.state.magic import Casting
from fimbul.kernel import phrase

LET, ENOUGH = "button:let-it-happen", "button:enough"


def current(state: RagNarok) -> Casting:
    assert state.magic.casting is not None, "something is being cast"
    return state.magic.casting


def recast(state: RagNarok, **changes: object) -> None:
    state.magic.casting = structs.replace(current(state), **changes)


class CastStep(RagStep, frozen=True):
    """A step of the spell that is being cast."""

    def fits(self, state: RagNarok) -> bool:
        return state.magic.casting is not None


def pick_well(state: RagNarok, found: Sequence[Well], pick: str | None) -> Well:
    return next((well for well in found if well_id(state, well) == pick), found[0])


def mastery(state: RagNarok, casting: Casting) -> int:  # rule: spell.mastery, spell.gems-both-uses
    """All dice of the Power roll: gems beyond the basic cost give one each."""
    formula = formula_of(state, casting)  # rule: spell.gems-in-addition
    bought = 0 if formula.ritual else sum(casting.paid) - formula.least - casting.extra
    return 1 + bought + casting.free


def rivals(state: RagNarok, seat: int) -> list[int]:  # rule: ruling.ritual-council
    """The magicians of a side that can answer what is being cast."""
    casting = current(state)
    bound = [
        n for council in state.magic.councils if council.turn == state.turn for n in council.members
    ]
    caster, formula = casting.caster, formula_of(state, casting)
    return [
        member
        for unit in standing(state, seat)
        for member in state.units[unit].ranks
        if is_magician(fighter(state, member))
        and any(state.fighters[member].pool)
        and member not in bound
        and may_answer(state, member, caster, formula)
    ]


def against(pool: Pool, paid: Pool) -> Pool | None:  # rule: counter.absorb, magic.elements
    """The gems that absorb a spell, exact opposites first, then Darkness; None: not enough."""
    price = p.NO_GEMS
    for element, count in enumerate(paid):
        exact = min(count, pool[p.OPPOSITE[element]] - price[p.OPPOSITE[element]])
        price = plus(price, p.OPPOSITE[element], exact)
        if count > exact and element == p.DARKNESS:
            return None
        price = plus(price, p.DARKNESS, count - exact)
    return price if all(due <= has for due, has in zip(price, pool, strict=True)) else None


class AbsorbSpell(CastStep, frozen=True):  # rule: counter.absorb, counter.los-and-range
    """Before the roll an enemy magician may smother the spell with opposed gems."""

    prompt, rule = "Absorb the spell?", "counter.absorb"

    def prices(self, state: RagNarok) -> dict[str, tuple[int, Pool]]:
        paid = current(state).paid
        found = {n: against(state.fighters[n].pool, paid) for n in rivals(state, self.seat)}
        return {fighter(state, n).id: (n, price) for n, price in found.items() if price}

    def ask(self, state: RagNarok) -> str:
        return phrase("Absorb {spell}?", spell=formula_of(state, current(state)).card.name)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(self.prices(state)) if sum(current(state).paid) else []
        return [LET, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick in (None, LET):
            state.then(RollPower())
            return
        number, price = self.prices(state)[pick or ""]
        pool = state.fighters[number].pool
        state.fighters[number].pool = tuple(had - due for had, due in zip(pool, price, strict=True))
        one = fighter(state, number)
        spell = formula_of(state, current(state)).card.name
        words = phrase("{fighter} absorbs {spell}", fighter=one.card.name, spell=spell)
        say(state, one.seat, words)
        state.magic.casting = None

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return (
            self.rule,
            "Whoever absorbs must see the caster in range and hold the opposed gems.",
        )


def difficulty(state: RagNarok, casting: Casting) -> int:  # rule: flight.magic-same-limits
    """That of the spell, 2 more at a target on another level."""
    formula, target = formula_of(state, casting), casting.target
    if target < 0 or formula.touches not in ("unit", "fighter"):
        return formula.card.difficulty
    unit = target if formula.touches == "unit" else fighter(state, target).unit
    mine = fighter(state, casting.caster).unit
    return formula.card.difficulty + between_levels(state, mine, unit)


class RollPower(CastStep, frozen=True):  # rule: spell.casting, spell.mastery, power.natural-one
    """The Power roll against the difficulty; a spell that fails has lost its gems."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting = current(state)
        hard = difficulty(state, casting)
        weigh(state, power_roll(state, casting.caster, mastery(state, casting), hard))


def weigh(state: RagNarok, roll: Roll) -> None:  # rule: test.six-reroll, ruling.reroll-default
    """A 6 that is enough can still be rolled again if somebody could counter the spell."""
    casting = current(state)  # rule: counter.procedure
    seat, hard = fighter(state, casting.caster).seat, difficulty(state, casting)
    if state.sixes and roll.six and passes(roll, hard) and rivals(state, 1 - seat):
        state.then(PowerSix(seat, roll))
    else:
        conclude(state, roll)


class PowerSix(Six, CastStep, frozen=True):  # rule: test.six-reroll, ruling.reroll-default
    """A higher result is harder to counter; a 1 loses the spell."""

    roll: Roll = Roll(0, False, 0)  # rule: power.natural-one

    def ask(self, state: RagNarok) -> str:
        spell = formula_of(state, current(state)).card.name
        words = "A 6: {spell} with Power {total}. Keep it, or roll on against a counter?"
        return phrase(words, spell=spell, total=self.roll.total)

    def thrower(self, state: RagNarok) -> int:
        return fighter(state, current(state).caster).unit

    def add(self, state: RagNarok, die: int) -> None:
        weigh(state, rolled_on(self.roll, die))

    def keep(self, state: RagNarok) -> None:
        conclude(state, self.roll)

    def fits(self, state: RagNarok) -> bool:
        return CastStep.fits(self, state) and self.roll.six and self.seat in range(p.SEATS)


def conclude(state: RagNarok, roll: Roll) -> None:  # rule: spell.casting, power.natural-one
    """What the Power roll has come to."""
    casting = current(state)
    one, card = fighter(state, casting.caster), formula_of(state, casting).card
    hard = difficulty(state, casting)
    good = passes(roll, hard)
    words = "{fighter} tries {spell}, Power {sum} against {difficulty}, failed"
    if good:
        words = "{fighter} tries {spell}, Power {sum} against {difficulty}, passed"
    sum_ = told(roll, one.card.power or 0)
    parts = {"fighter": one.card.name, "spell": card.name, "sum": sum_, "difficulty": hard}
    say(state, one.seat, phrase(words, **parts))
    if good:
        recast(state, result=roll.total)
        state.then(CounterSpell(1 - one.seat), FulfilSpell())
    else:
        state.magic.casting = None


class CounterSpell(CastStep, frozen=True):  # rule: counter.procedure, counter.los-and-range
    """One enemy magician may answer a spell that succeeds."""

    prompt, rule = "Counter the spell?", "counter.procedure"  # rule: magic.in-melee

    def ask(self, state: RagNarok) -> str:
        casting = current(state)
        spell = formula_of(state, casting).card.name
        return phrase("Counter {spell} (Power {total})?", spell=spell, total=casting.result)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [fighter(state, n).id for n in rivals(state, self.seat)]
        return [LET, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick not in (None, LET):
            rival = next(n for n in rivals(state, self.seat) if fighter(state, n).id == pick)
            recast(state, rival=rival)
            state.then(CounterGems(self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return (
            self.rule,
            "Whoever counters needs a gem and sees the caster, in the spell's range.",
        )


class CounterGems(CastStep, frozen=True):  # rule: counter.procedure, spell.mastery
    """Gems for the counter: one, and one more for each mastery die; a Familiar gives one too."""

    prompt, rule = "Pay gems for the counter", "counter.procedure"  # rule: familiar.reaction

    def options(self, state: RagNarok) -> Sequence[str]:
        casting = current(state)
        found = own_wells(state, casting.rival)
        if not casting.bid and len(found) == 1:
            return ()
        gems = [well_id(state, well) for well in found]
        if not casting.bid:
            return gems
        more = gems + helpers(state, casting.rival)
        return [ENOUGH, *more] if more else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting = current(state)
        if pick == ENOUGH or (pick is None and casting.bid):
            answer(state, casting)
            return
        if pick in helpers(state, casting.rival):
            help_out(state, casting.rival)
            recast(state, lent=casting.lent + 1)
        else:
            draw(state, pick_well(state, own_wells(state, casting.rival), pick))
            recast(state, bid=casting.bid + 1)
        state.then(CounterGems(self.seat))

    def fits(self, state: RagNarok) -> bool:
        now = state.magic.casting
        return (
            now is not None
            and now.rival >= 0
            and (now.bid > 0 or any(state.fighters[now.rival].pool))
        )


def answer(state: RagNarok, casting: Casting) -> None:  # rule: counter.procedure, power.natural-one
    """The counter's Power roll against the caster's result."""
    one = fighter(state, casting.rival)
    roll = power_roll(state, casting.rival, casting.bid + casting.lent, casting.result)
    good = passes(roll, casting.result)
    words = "{fighter} tries to counter, Power {sum} against {difficulty}, failed"
    if good:
        words = "{fighter} tries to counter, Power {sum} against {difficulty}, passed"
    sum_ = told(roll, one.card.power or 0)
    parts = {"fighter": one.card.name, "sum": sum_, "difficulty": casting.result}
    say(state, one.seat, phrase(words, **parts))
    if good:
        state.magic.casting = None


class FulfilSpell(RagStep, frozen=True):
    """Nobody stopped it."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        casting = state.magic.casting
        state.magic.casting = None
        if casting is not None:
            take_effect(state, casting)


def release(state: RagNarok, casting: Casting) -> None:
    """Everything is paid: the other side may absorb it, then the die is thrown."""
    state.magic.casting = casting
    state.then(AbsorbSpell(1 - fighter(state, casting.caster).seat))


def usable(state: RagNarok, casting: Casting) -> list[Well]:
    """Where the caster finds gems that its spell can use."""
    return fitting(wells(state, casting.caster), formula_of(state, casting).card.elements)
