"""Wounds and deaths, whatever caused them."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.ending import NameSuccessor
from fimbul.games.rag_narok.rules.familiars import mourn
from fimbul.games.rag_narok.rules.rolls import Blow, d6, wound_roll
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, remove, tell


def levels_left(state: RagNarok, number: int) -> int:
    return fighter(state, number).card.wounds - state.hurt[number]


def strike(state: RagNarok, attacker: int, victim: int, strength: int, bonus: int = 0) -> int:
    """A wound roll by a Unit on a fighter; how many wounds were more than it could take."""
    # rule: melee.wound-roll, devastating.definition, devastating.remaining-levels
    left = levels_left(state, victim)
    card = fighter(state, victim).card
    caused = wound_roll(state, attacker, Blow(strength - card.res, bonus, left))
    if caused and card.has("hard-boiled") and d6(state, fighter(state, victim).unit) == p.FACES:
        caused -= 1
    inflict(state, victim, caused)
    return caused - left


def inflict(state: RagNarok, number: int, caused: int) -> None:
    """Wounds on one fighter; what it cannot take is lost."""  # rule: melee.casualties
    if caused <= 0:
        return
    one = fighter(state, number)
    state.hurt[number] = min(one.card.wounds, state.hurt[number] + caused)
    if number not in state.struck:
        state.struck.append(number)
    if levels_left(state, number) == 0:
        kill(state, number)
    else:
        tell(state, one.unit, f"{one.card.name} is wounded")


def kill(state: RagNarok, number: int) -> None:
    """The dead are removed at once."""  # rule: wounds.by-size, melee.casualties
    one = fighter(state, number)
    state.fallen.append((number, *place_of(state, number)))
    state.losses[one.unit] += one.card.df
    tell(state, one.unit, f"{one.card.name} falls")
    remove(state, number, p.DEAD)
    if one.card.power is not None:
        mourn(state, number)
    if state.generals[one.seat] == number:
        state.then(NameSuccessor(one.seat))
