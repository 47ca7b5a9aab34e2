"""Magic on the table: gems, spells as cards, veils and walls, what an area would cover."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.conjured import WALLS, area, standing_areas
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import Place, Shape
from fimbul.games.rag_narok.rules.magic.casting import difficulty
from fimbul.games.rag_narok.rules.magic.formulas import BY_THING, FORMULAS, formula_for
from fimbul.games.rag_narok.rules.magic.incantation import AimSpell
from fimbul.games.rag_narok.rules.magic.mana import (
    HORNS,
    SPRING,
    Well,
    magicians,
    own_wells,
    well_id,
)
from fimbul.games.rag_narok.rules.magic.reach import spots_in_reach
from fimbul.games.rag_narok.rules.magic.spells import facing_caster, formula_of
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.kernel import Decision, Fact, Note, Thing, Tone, Zone, phrase

GEM_TONES: tuple[Tone, ...] = ("bone", "stone", "ice", "blood", "gold", "violet")
GEM_TIP = "Mana gems pay for spells; each one more adds a mastery die."
HELD = {HORNS: "Horns of Damnation", SPRING: "Source of Fire"}


def mana_zones(state: RagNarok) -> Iterator[Zone]:  # rule: ruling.gems-are-open
    """The gems of each side, open to everybody."""
    if not magicians(state.armies) and not any(now.horns for now in state.fighters):
        return
    for seat in range(p.SEATS):
        found = tuple(_gem(state, well) for well in _held(state, seat))
        if found:
            yield Zone(f"mana-{seat}", "Mana", "row", things=found, seat=seat)


def _held(state: RagNarok, seat: int) -> Iterator[Well]:
    for number, one in enumerate(state.roster.fighters):
        if one.seat == seat and state.places[number] is not None:
            yield from own_wells(state, number)
            if state.fighters[number].horns:
                yield Well(HORNS, number, p.DARKNESS, state.fighters[number].horns)
    for owner, _, _, gems in state.magic.springs:
        if gems and fighter(state, owner).seat == seat:
            yield Well(SPRING, owner, p.FIRE, gems)


def _gem(state: RagNarok, well: Well) -> Thing:
    one, element = fighter(state, well.holder), p.ELEMENTS[well.element]
    label = phrase("{element}, {fighter}", element=element, fighter=one.card.name)
    if well.kind in HELD:
        label = phrase("{gem} ({place})", gem=label, place=HELD[well.kind])
    badge, tone = str(well.gems), GEM_TONES[well.element]
    return Thing(well_id(state, well), "gem", label, tone=tone, badge=badge, tip=GEM_TIP)


def conjured_shapes(state: RagNarok) -> Iterator[tuple[Shape, Tone, str]]:
    """Veils and walls, with a colour and a name."""
    for kind, shape in standing_areas(state) if state.magic.conjured else ():
        yield shape, "stone" if kind in WALLS else "mute", FORMULAS[kind].card.name


def spell_ghosts(state: RagNarok) -> Iterator[tuple[str, Place, str]]:
    """The places offered for a veil or a wall."""
    casting = state.magic.casting
    if casting is None or casting.spell not in t.CONJURING:
        return
    formula = formula_of(state, casting)
    for thing, place in spots_in_reach(state, casting.caster, formula).items():
        far = thing.rpartition("-")[2]
        yield thing, place, phrase("{spell}, {far} cm away", spell=formula.card.name, far=far)


def covers(state: RagNarok, decision: Decision) -> Iterator[tuple[str, Shape]]:
    """What the card of an area spell would cover, for each of its targets."""
    step, casting = state.agenda[-1][0], state.magic.casting
    if casting is None or not isinstance(step, AimSpell):
        return
    formula = formula_of(state, casting)
    if casting.spell in t.CONJURING:
        spots = spots_in_reach(state, casting.caster, formula)
        yield from ((thing, area(formula.card, at)) for thing, at in spots.items())
    elif formula.card.id == "tornado":
        numbers = {one.id: n for n, one in enumerate(state.roster.fighters)}
        for thing in decision.options:
            at = facing_caster(state, casting.caster, numbers[thing])
            yield thing, area(formula.card, at)


def spell_card(state: RagNarok, seat: int, thing: str) -> Thing:
    """A spell or Ritual that may be chosen, with what its card says."""
    card = formula_for(state, seat, BY_THING[thing]).card
    tip = phrase(
        "Cost {cost}, difficulty {difficulty}, range {range}. {effect}", cost=card.cost,
        difficulty=card.difficulty, range=card.range, effect=card.effect,
    )  # fmt: skip
    return Thing(thing, "spell", card.name, tone="violet", tip=tip, kind="card")


def casting_notes(state: RagNarok) -> Iterator[Note]:
    """The spell on its way: what the Power roll needs, and why."""
    casting = state.magic.casting
    if casting is None:
        return
    one, formula = fighter(state, casting.caster), formula_of(state, casting)
    facts = [
        Fact(phrase("Difficulty {number}", number=difficulty(state, casting)), "spell.casting"),
        Fact("POW", "spell.casting", one.card.power),
        Fact("Gems paid", "spell.mastery", sum(casting.paid)),
    ]
    if casting.free:
        facts.append(Fact("Mastery dice without gems", "familiar.reaction", casting.free))
    if casting.extra and not formula.ritual:
        facts.append(Fact("Gems in addition", "spell.gems-in-addition", casting.extra))
    title = phrase("{fighter}, {spell}", fighter=one.card.name, spell=formula.card.name)
    yield Note(title, tuple(facts))
