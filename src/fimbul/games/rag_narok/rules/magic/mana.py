"""Mana: pools and other sources of gems, filling them, paying, recovering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter, capacity, muster
from fimbul.games.rag_narok.ground.contact import in_contact, near
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import offset, within
from fimbul.games.rag_narok.rules.magic.power import power_roll
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.values import bears
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, say, shape_of
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import phrase

Pool = tuple[int, ...]  # gems by element
KINDS = ("gem", "horns", "spring")
POOL, HORNS, SPRING = range(len(KINDS))
DAMNATION, SOURCE = "horns-of-damnation", "source-of-fire"
HELD, FLOWING = t.ARTEFACTS[DAMNATION].deeds, t.ARTEFACTS[SOURCE].deeds


def is_magician(one: Fighter) -> bool:
    return one.card.power is not None


def empty_pool(one: Fighter) -> Pool:
    return p.NO_GEMS if capacity(one) else ()


@lru_cache(maxsize=1 << 8)
def magicians(texts: tuple[str, str]) -> tuple[int, ...]:
    """Everybody in two armies who casts or carries gems."""
    fighters = enumerate(muster(texts).fighters)
    return tuple(number for number, one in fighters if is_magician(one) or capacity(one))


def rest_magicians(state: RagNarok) -> None:
    """Every magician may be activated once more."""
    for number in magicians(state.armies):
        state.fighters[number].chanted = 0


def has_mana(state: RagNarok) -> bool:
    return bool(magicians(state.armies)) or any(
        bears(one, DAMNATION) for one in state.roster.fighters
    )


def room(state: RagNarok, number: int) -> int:  # rule: mana.pool-limit
    """How many more gems it can carry."""
    return capacity(fighter(state, number)) - sum(state.fighters[number].pool)


def plus(pool: Pool, element: int, count: int = 1) -> Pool:
    return tuple(held + count * (n == element) for n, held in enumerate(pool))


def gain(state: RagNarok, number: int, element: int, count: int = 1) -> None:
    """Gems into a pool, never more than it holds."""
    more = min(count, room(state, number))  # rule: mana.pool-limit
    state.fighters[number].pool = plus(state.fighters[number].pool, element, more)


def mastered(state: RagNarok, number: int) -> list[int]:
    """The elements of somebody's gems; a mana source serves all magicians of its side."""
    one = fighter(state, number)
    mine = [one] if is_magician(one) else [f for f in state.roster.fighters if f.seat == one.seat]
    names = {name for other in mine for name in other.card.elements}
    return [n for n, name in enumerate(p.ELEMENTS) if name in names] or [0]


# -- where gems come from --------------------------------------------------------------------


class Well(NamedTuple):
    """Gems of one element that a magician can reach."""

    kind: int
    holder: int
    element: int
    gems: int


def well_id(state: RagNarok, well: Well) -> str:
    name = fighter(state, well.holder).id.removeprefix("fighter:")
    return f"{KINDS[well.kind]}:{name}-{p.ELEMENTS[well.element].lower()}"


def own_wells(state: RagNarok, number: int) -> list[Well]:
    pool = enumerate(state.fighters[number].pool)
    return [Well(POOL, number, element, count) for element, count in pool if count]


def wells(state: RagNarok, caster: int) -> list[Well]:  # rule: mana.other-sources
    """The caster's pool, and all other sources it can use while it casts."""
    found = own_wells(state, caster)  # rule: mana.full-pool-extra, mana.full-pool-no-carry
    seat = fighter(state, caster).seat  # rule: ruling.mana-sources
    for number, place in enumerate(state.places):
        if place is None or fighter(state, number).seat != seat:
            continue
        toad = state.fighters[number].pool and not is_magician(fighter(state, number))
        if toad and in_contact(state, caster, number):
            found += own_wells(state, number)
        if state.fighters[number].horns and _uses_horns(state, caster, number):
            found.append(Well(HORNS, number, p.DARKNESS, state.fighters[number].horns))
    for owner, x, y, count in state.magic.springs:
        beside = within(shape_of(state, caster), ((x, y),), FLOWING.near)
        if count and beside and fighter(state, owner).seat == seat:
            found.append(Well(SPRING, owner, p.FIRE, count))
    return found


def _uses_horns(state: RagNarok, caster: int, bearer: int) -> bool:  # rule: ruling.horns-holders
    """One's own, or those of a troop near it."""
    if caster == bearer:
        return True
    troop = fighter(state, bearer).card.kind == "troop"
    return troop and near(state, caster, bearer, HELD.near)


def fitting(found: Iterable[Well], elements: Sequence[str]) -> list[Well]:  # rule: magic.elements
    """The gems that can pay for a spell of these elements."""
    return [w for w in found if "any" in elements or p.ELEMENTS[w.element] in elements]


def draw(state: RagNarok, well: Well) -> None:
    """One gem is spent."""
    holder = well.holder
    if well.kind == POOL:
        state.fighters[holder].pool = plus(state.fighters[holder].pool, well.element, -1)
    elif well.kind == HORNS:
        state.fighters[holder].horns -= 1
    else:
        state.magic.springs = tuple(
            [(owner, x, y, count - (owner == holder)) for owner, x, y, count in state.magic.springs]
        )


# -- before the battle -----------------------------------------------------------------------


class FillPools(RagStep, frozen=True):  # rule: mana.capacity, horns.commander-gems
    """Pools are full at the start, Horns and Sources hold what they hold."""

    phase = p.DEPLOYMENT  # rule: ruling.horns-holders

    def run(self, state: RagNarok, pick: str | None) -> None:
        for number, one in enumerate(state.roster.fighters):
            if bears(one, DAMNATION):
                state.fighters[number].horns = horns_hold(state, number)
            if state.places[number] is not None:
                lay_source(state, number)
        holders = [number for number, now in enumerate(state.fighters) if now.pool]
        state.then(*(Fill(fighter(state, n).seat, n, mastered(state, n)[0]) for n in holders))


def lay_source(state: RagNarok, number: int) -> None:  # rule: ruling.mana-sources
    """A Source of Fire lies before its owner where the owner first stands."""
    if SOURCE in fighter(state, number).extras:
        deep = state.roster.bases[number][1] // 2
        x, y = offset(place_of(state, number), deep, 0)
        state.magic.springs += ((number, x, y, FLOWING.gems),)


def horns_hold(state: RagNarok, number: int) -> int:  # rule: horns.commander-gems
    """1d6 for the army's Commander, whatever it shows; for anybody else what its card says."""
    commands = number in [side.general for side in state.sides]  # rule: ruling.horns-holders
    return d6(state, fighter(state, number).unit) if commands else HELD.gems


class ManaStep(RagStep, frozen=True):
    """A step about somebody's pool."""

    number: int = 0

    def fits(self, state: RagNarok) -> bool:
        known = self.number in range(len(state.fighters)) and bool(state.fighters[self.number].pool)
        return known and fighter(state, self.number).seat == self.seat


class Fill(ManaStep, frozen=True):  # rule: mana.capacity
    """How many gems of an element; the last element takes what is left."""

    phase = p.DEPLOYMENT
    rule = "mana.capacity"
    element: int = 0

    def ask(self, state: RagNarok) -> str:
        who, element = fighter(state, self.number).card.name, p.ELEMENTS[self.element]
        words = "How many gems of {element} for {fighter}?"
        return phrase(words, element=element, fighter=who)

    def options(self, state: RagNarok) -> Sequence[str]:
        if self.element == mastered(state, self.number)[-1]:
            return ()
        return [f"gems:{count}" for count in range(room(state, self.number), -1, -1)]

    def run(self, state: RagNarok, pick: str | None) -> None:
        free = room(state, self.number)
        gain(state, self.number, self.element, int(pick.removeprefix("gems:")) if pick else free)
        later = [e for e in mastered(state, self.number) if e > self.element]
        if later:
            state.then(Fill(self.seat, self.number, later[0]))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.element in mastered(state, self.number)


# -- the end of the turn ---------------------------------------------------------------------


class Recover(RagStep, frozen=True):  # rule: mana.recovery, mana.other-sources
    """One magician after the other makes a Power roll; each Source of Fire gains a gem."""

    phase = p.END
    number: int = 0  # the next fighter to look at

    def run(self, state: RagNarok, pick: str | None) -> None:
        if not self.number:
            full, more = FLOWING.gems, FLOWING.gains
            state.magic.springs = tuple(
                [(o, x, y, min(full, had + more)) for o, x, y, had in state.magic.springs]
            )
        number = next((n for n in range(self.number, len(state.places)) if thirsts(state, n)), -1)
        if number >= 0:
            gems = recovered(state, number)
            again = (Regain(fighter(state, number).seat, number, gems),) if gems else ()
            state.then(*again, Recover(number=number + 1))

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.number <= len(state.places)


def thirsts(state: RagNarok, number: int) -> bool:  # rule: mana.recovery
    """Whether a fighter is a magician on the table with room for gems."""
    here = state.places[number] is not None
    return here and is_magician(fighter(state, number)) and room(state, number) > 0


def recovered(state: RagNarok, number: int) -> int:  # rule: mana.recovery, power.natural-one
    """How many gems come back."""
    free = min(room(state, number), p.RECOVERY[0][1])
    wanted = min(result for result, gems in p.RECOVERY if gems >= free)
    roll = power_roll(state, number, 1, wanted)
    gems = 0 if roll.failed else next(gems for least, gems in p.RECOVERY if roll.total >= least)
    gems = min(gems, free)
    one, many = fighter(state, number), some(gems, "{count} gem", "{count} gems", "no gem")
    say(state, one.seat, phrase("{fighter} recovers {gems}", fighter=one.card.name, gems=many))
    return gems


class Regain(ManaStep, frozen=True):  # rule: mana.recovery
    """The elements of the gems that come back."""

    phase = p.END
    prompt, rule = "Which element comes back?", "mana.recovery"
    gems: int = 1

    def ask(self, state: RagNarok) -> str:
        who = fighter(state, self.number).card.name
        return phrase("Which gem does {fighter} recover?", fighter=who)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = mastered(state, self.number)
        return [f"element:{p.ELEMENTS[e].lower()}" for e in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        names = [name.lower() for name in p.ELEMENTS]
        only = mastered(state, self.number)[0]
        gain(state, self.number, names.index(pick.removeprefix("element:")) if pick else only)
        if self.gems > 1:
            state.then(Regain(self.seat, self.number, self.gems - 1))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and 1 <= self.gems <= p.RECOVERY[0][1]
