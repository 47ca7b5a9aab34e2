"""What each spell and Ritual does when it succeeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import area
from fimbul.games.rag_narok.ground.contact import on_table
from fimbul.games.rag_narok.measure.deeds import LATER
from fimbul.games.rag_narok.measure.geometry import Place, Shape, bearing, clash, squared
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic.formulas import Formula, formula, mendable
from fimbul.games.rag_narok.rules.melee.regrowth import heal
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.strokes import STRONGEST, CloseUp, blows_on
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    fighter,
    name,
    owner,
    say,
    spot_of,
    tell,
)
from fimbul.games.rag_narok.state.magic import Casting
from fimbul.kernel import phrase

Effect = Callable[[RagNarok, Casting], None]
MOST_VICTIMS = 20  # of any card


def formula_of(state: RagNarok, casting: Casting) -> Formula:
    return formula(state, casting.caster, casting.spell)


def blast(state: RagNarok, caster: int, victims: Iterable[int], strength: int) -> None:
    """A wound roll on each that magic can touch, then the ranks close."""
    struck = [
        number
        for number in victims
        if state.places[number] is not None and not fighter(state, number).card.has("unalterable")
    ]  # rule: unalterable.immune, ruling.unalterable-abilities
    units = tuple(sorted({fighter(state, number).unit for number in struck}))
    blows = blows_on(state, fighter(state, caster).unit, struck, strength)
    if blows:
        state.then(*blows, CloseUp(units=units))


# -- wounds ----------------------------------------------------------------------------------


def bolt(state: RagNarok, casting: Casting) -> None:  # rule: spell.gems-in-addition
    """One fighter; gems in addition raise the STR."""
    deeds = formula_of(state, casting).card.deeds
    strength = deeds.strength + deeds.extra_strength * casting.extra
    blast(state, casting.caster, [casting.target], strength)


def tears(state: RagNarok, casting: Casting) -> None:  # rule: spell.gems-both-uses
    """Some fighters, chosen by their owner, and STR for each gem."""
    deeds = formula_of(state, casting).card.deeds
    strength = deeds.gem_strength * sum(casting.paid)
    seat = owner(state, casting.target)
    state.then(Weep(seat, casting.caster, casting.target, strength, deeds.victims))


class Weep(RagStep, frozen=True):
    """The owner names who suffers, one after the other, each only once."""

    prompt, rule = "Choose who is struck by the Thousand Tears", "spell.gems-both-uses"
    caster: int = 0
    unit: int = 0
    strength: int = 0
    left: int = 0
    chosen: tuple[int, ...] = ()

    def able(self, state: RagNarok) -> list[int]:
        return [member for member in state.units[self.unit].ranks if member not in self.chosen]

    def options(self, state: RagNarok) -> Sequence[str]:
        able = self.able(state) if self.left else []
        return [fighter(state, n).id for n in able] if len(able) > self.left else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        able = self.able(state)
        if pick is None:
            more = able if self.left else []
            blast(state, self.caster, (*self.chosen, *more), self.strength)
        else:
            chosen = next(n for n in able if fighter(state, n).id == pick)
            rest, left = (*self.chosen, chosen), self.left - 1
            state.then(Weep(self.seat, self.caster, self.unit, self.strength, left, rest))

    def fits(self, state: RagNarok) -> bool:
        known = self.unit in range(len(state.units)) and self.caster in range(len(state.places))
        sound = set(self.chosen) <= set(state.units[self.unit].ranks) if known else False
        return sound and 0 <= self.left <= MOST_VICTIMS and 0 <= self.strength <= STRONGEST


def covered(state: RagNarok, shape: Shape, levels: Sequence[int]) -> list[int]:
    """Exactly the fighters of these levels whose base or token the card touches, friend or foe."""
    return [
        member
        for unit in all_standing(state)
        if state.units[unit].altitude in levels and state.units[unit].aboard < 0
        for member in state.units[unit].ranks
        if clash(shape, on_table(state, member))
    ]  # rule: spell.area-card-only, ruling.template-level


def facing_caster(state: RagNarok, caster: int, centre: int) -> Place:
    """A card laid on a fighter, its long side towards the caster."""
    here, there = spot_of(state, caster)[:2], spot_of(state, centre)[:2]
    return (*there, bearing(here, there))


def tornado(state: RagNarok, casting: Casting) -> None:  # rule: spell.area-card-only
    """All under the card, on the ground and in low flight; Units that lose one are Disorganised."""
    formula = formula_of(state, casting)  # rule: ruling.area-placement, ruling.template-level
    at = facing_caster(state, casting.caster, casting.target)
    victims = covered(state, area(formula.card, at), formula.card.deeds.levels)
    state.then(Scatter(victims=tuple(victims)))
    blast(state, casting.caster, victims, formula.card.deeds.strength)


class Scatter(RagStep, frozen=True):
    """Units that have lost any of these fighters are Disorganised."""

    victims: tuple[int, ...] = ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        lost = [n for n in self.victims if state.places[n] is None]
        for unit in sorted({fighter(state, n).unit for n in lost}):
            if state.units[unit].ranks:
                state.units[unit].shaken = 1
                tell(state, unit, "{unit} [is|are] Disorganised")

    def fits(self, state: RagNarok) -> bool:
        return all(n in range(len(state.places)) for n in self.victims)


def lightning(state: RagNarok, casting: Casting) -> None:  # rule: ruling.ritual-council
    """1d6 fighters of the Unit, the nearest to anybody in the Council first."""
    count = d6(state, fighter(state, casting.caster).unit)
    council = [spot_of(state, one)[:2] for one in (casting.caster, *casting.acolytes)]

    def away(victim: int) -> int:
        return min(squared(spot, spot_of(state, victim)[:2]) for spot in council)

    near = sorted(state.units[casting.target].ranks, key=lambda victim: (away(victim), victim))
    blast(state, casting.caster, near[:count], formula_of(state, casting).card.deeds.strength)


def column(state: RagNarok, casting: Casting) -> None:  # rule: ritual.column-of-light-gems
    """A circle on the target; stronger for every Light gem that the Council still holds."""
    deeds = formula_of(state, casting).card.deeds
    strength = deeds.strength + min(deeds.pool_most, deeds.pool_strength * casting.extra)
    state.then(CentreColumn(fighter(state, casting.caster).seat, casting, strength))


class CentreColumn(RagStep, frozen=True):  # rule: ruling.area-placement
    """On which fighter of the target the circle is centred."""

    prompt, rule = "Choose the centre of the Column of Light", "ritual.column-of-light-gems"
    casting: Casting = Casting(0, 0)
    strength: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        crew = state.units[self.casting.target].ranks
        return [fighter(state, member).id for member in crew] if len(crew) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        crew = state.units[self.casting.target].ranks
        centre = next((n for n in crew if fighter(state, n).id == pick), crew[0])
        shape = area(formula_of(state, self.casting).card, spot_of(state, centre))
        level = state.units[self.casting.target].altitude  # rule: ruling.template-level
        blast(state, self.casting.caster, covered(state, shape, (level,)), self.strength)

    def fits(self, state: RagNarok) -> bool:
        unit = self.casting.target
        known = unit in range(len(state.units)) and bool(state.units[unit].ranks)
        caster = self.casting.caster in range(len(state.places))
        return known and caster and 0 <= self.strength <= STRONGEST


# -- charms and things on the table ----------------------------------------------------------


def charm(state: RagNarok, casting: Casting) -> None:
    """For as long as its card says."""
    card = formula_of(state, casting).card
    lay(state, card.id, casting.target, LATER[card.duration])


def on_oneself(state: RagNarok, casting: Casting) -> None:  # rule: spell.range-zero-personal
    lay(state, formula_of(state, casting).card.id, casting.caster)


def spasm(state: RagNarok, casting: Casting) -> None:  # rule: spell.lamentations-no-spread
    """One Warrior of Danu, by a die; nobody else of its Unit, however many there are."""
    least = formula_of(state, casting).card.deeds.least  # rule: spell.lamentations-cost
    if d6(state, fighter(state, casting.target).unit) >= least:
        lay(state, "spasm", casting.target)


def conjure(state: RagNarok, casting: Casting) -> None:
    """A veil or a wall, for as long as its card says."""
    card = formula_of(state, casting).card
    until = state.turn + LATER[card.duration]
    state.magic.conjured += ((casting.spell, *casting.spot, until),)
    one = fighter(state, casting.caster)
    words = phrase("{fighter} raises {spell}", fighter=one.card.name, spell=card.name)
    say(state, one.seat, words)


def store(state: RagNarok, casting: Casting) -> None:  # rule: ruling.transfigured-gem
    """The gem that was paid lies on the troop until its owner takes it back."""
    state.magic.stored += ((casting.caster, casting.target),)


# -- healing ---------------------------------------------------------------------------------


def healing(state: RagNarok, casting: Casting) -> None:
    heal(state, casting.target)


def mending(state: RagNarok, casting: Casting) -> None:
    state.then(MendBones(fighter(state, casting.caster).seat, casting.target))


class MendBones(RagStep, frozen=True):
    """One Undead killed this turn returns, or one wound is healed."""

    prompt, rule = "Choose whom Bone Mending helps", "spell.casting"
    unit: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        found = mendable(state, self.unit)
        return [mend_id(state, number) for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = mendable(state, self.unit)
        if found:
            chosen = next((n for n in found if mend_id(state, n) == pick), found[0])
            heal(state, chosen)
            if state.fighters[chosen].fate == p.STANDING:
                state.fallen = tuple([fell for fell in state.fallen if fell[0] != chosen])

    def fits(self, state: RagNarok) -> bool:
        return self.unit in range(len(state.units))


def mend_id(state: RagNarok, number: int) -> str:
    """The fallen are no longer things on the table."""
    standing = state.places[number] is not None
    return fighter(state, number).id.replace("fighter:", "fighter:" if standing else "fallen:")


EFFECTS: dict[str, Effect] = {
    "thousand-tears": tears,
    "tornado": tornado,
    "veil-of-mist": conjure,
    "veil-of-soot": conjure,
    "wall-of-earth": conjure,
    "storm-spirit": charm,
    "lamentations-of-danu": spasm,
    "thermo-compression": charm,
    "thermo-acceleration": charm,
    "transfiguration": store,
    "dark-lash": bolt,
    "bone-mending": mending,
    "healing-light": healing,
    "stone-skin": charm,
    "primal-bolt": bolt,
    "injection-of-rage": charm,
    "gift-of-the-jackal": charm,
    "mark-of-the-caste": on_oneself,
    "column-of-light": column,
    "lightning-from-the-abyss": lightning,
    "weight-of-the-grave": charm,
}


def take_effect(state: RagNarok, casting: Casting) -> None:
    formula = formula_of(state, casting)
    one = fighter(state, casting.caster)
    parts = {"fighter": one.card.name, "spell": formula.card.name}
    words = "{fighter} casts {spell}"
    if formula.touches == "unit":
        words, parts["target"] = "{fighter} casts {spell} on {target}", name(state, casting.target)
    say(state, one.seat, phrase(words, **parts))
    EFFECTS[formula.card.id](state, casting)
