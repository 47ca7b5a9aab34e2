"""Blazing Eruption: the Fire Elemental burns everybody near it."""

from __future__ import annotations

from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.ground.air import within_levels
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.measure.tables import SKILLS
from fimbul.games.rag_narok.rules.melee.fights import shaken
from fimbul.games.rag_narok.rules.rolls import OpenRoll, attempt, lay_open, thrown
from fimbul.games.rag_narok.rules.shooting.bands import BANDS as DIFFICULTIES
from fimbul.games.rag_narok.rules.strokes import CloseUp, blows_on
from fimbul.games.rag_narok.state import RagNarok, fighter, is_aboard, owner, say
from fimbul.kernel import phrase

DEEDS = SKILLS["blazing-eruption"].deeds
AIM, STRENGTH = DEEDS.aim, DEEDS.strength  # rule: ability.eruption-no-modifiers
BANDS = tuple(zip(DEEDS.bands, DIFFICULTIES, strict=True))  # rule: ability.eruption-bands


def burnt(state: RagNarok, number: int) -> dict[int, int]:  # rule: ability.eruption-bands
    """Everybody near it, friend or foe, seen or not, and the difficulty to hit each."""
    found: dict[int, int] = {}  # rule: ability.eruption-no-modifiers, ruling.eruption-fractions
    for other, place in enumerate(state.places):  # rule: unalterable.immune
        if place is None or other == number or not within_levels(state, number, other):
            continue  # rule: flight.shoot-adjacent-level
        if can_burn(state, other):
            for reach, difficulty in BANDS:
                if near(state, number, other, reach):
                    found[other] = difficulty
                    break
    return found


def can_burn(state: RagNarok, number: int) -> bool:  # rule: unalterable.immune
    """Not the Unalterable, nor anybody inside a machine."""
    return not fighter(state, number).card.has("unalterable") and not is_aboard(state, number)


def eruptions(state: RagNarok, seat: int) -> dict[str, int]:  # rule: state.rout, state.disorganised
    """Those whose fire may break out now: once a turn, if somebody is near and it may shoot."""
    return {
        f"eruption:{fighter(state, number).id.removeprefix('fighter:')}": number
        for number in holders(state.armies, "blazing-eruption")
        if state.places[number] is not None
        and fighter(state, number).seat == seat
        and not state.fighters[number].erupted
        and not shaken(state, fighter(state, number).unit)
        and burnt(state, number)
    }  # rule: ruling.eruption-fractions


def _burns(state: RagNarok, number: int, victim: int, difficulty: int) -> bool:
    """One roll of an eruption, laid open."""
    unit, who = fighter(state, number).unit, fighter(state, victim).card.name
    rule, words = "ability.eruption-bands", ("hit", "miss")
    trial = OpenRoll("Blazing Eruption", "AIM", AIM, difficulty, rule, words, who)
    return lay_open(state, unit, trial, attempt(state, unit, AIM, difficulty))


def erupt(state: RagNarok, number: int) -> None:  # rule: ability.eruption-no-modifiers
    """A shooting roll with the AIM of its card for each, without any modifier."""
    unit, near_it = fighter(state, number).unit, burnt(state, number)
    state.fighters[number].erupted = 1  # rule: ability.eruption-bands
    before = len(state.events)
    hit = [
        victim
        for victim, difficulty in near_it.items()
        if _burns(state, number, victim, difficulty)
    ]
    words, hits = "Blazing Eruption: nobody is near", {"hits": len(hit), "near": len(near_it)}
    if near_it:
        blaze = "Blazing Eruption: {dice}, {hits} of {near} hit"
        words = phrase(blaze, dice=thrown(state, before), **hits)
    say(state, owner(state, unit), words)
    burning = tuple(sorted({fighter(state, victim).unit for victim in hit}))
    if hit:
        state.then(*blows_on(state, unit, hit, STRENGTH), CloseUp(units=burning))
