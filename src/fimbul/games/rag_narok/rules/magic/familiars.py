"""Familiars: whose they are, the die they give, and what they do when their magician dies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.rules.magic.power import power_roll
from fimbul.games.rag_narok.rules.rolls import passes
from fimbul.games.rag_narok.state import RagNarok, fighter, remove, say
from fimbul.kernel import phrase


@lru_cache(maxsize=1 << 8)
def bonds(armies: tuple[str, str]) -> Mapping[int, int]:  # rule: familiar.same-unit
    """Magicians and their Familiars: in each Unit, in the order in which both were bought."""
    roster = muster(armies)  # rule: ruling.familiar-bond
    found: dict[int, int] = {}
    for unit in roster.units:
        mages = [n for n in unit.members if roster.fighters[n].card.power is not None]
        familiars = [n for n in unit.members if roster.fighters[n].card.has("familiar")]
        found |= dict(zip(mages, familiars, strict=False))
    return found


def familiar_of(state: RagNarok, mage: int) -> int:
    """The living Familiar of a magician; -1: none."""
    bound = bonds(state.armies).get(mage, -1)
    return bound if bound >= 0 and state.places[bound] is not None else -1


def ready_familiar(state: RagNarok, mage: int) -> int:  # rule: familiar.reaction
    """The Familiar that has not given its die this turn; -1: none."""
    found = familiar_of(state, mage)
    return found if found < 0 or not state.fighters[found].helped else -1


def helpers(state: RagNarok, mage: int) -> list[str]:  # rule: familiar.reaction
    """The Familiar that could give a magician a die now."""
    number = ready_familiar(state, mage)
    return [fighter(state, number).id] if number >= 0 else []


def help_out(state: RagNarok, mage: int) -> None:  # rule: familiar.reaction
    """Its Familiar gives a magician the die of this turn."""
    state.fighters[ready_familiar(state, mage)].helped = 1


def mourn(state: RagNarok, mage: int) -> None:  # rule: familiar.reaction, power.natural-one
    """A magician is dead: its Familiar stays with the Unit or is gone."""
    number = familiar_of(state, mage)
    if number < 0:
        return
    roll = power_roll(state, number, 1, p.FAMILIAR_STAYS)
    one = fighter(state, number)
    if passes(roll, p.FAMILIAR_STAYS):
        say(state, one.seat, phrase("{fighter} stays", fighter=one.card.name))
    else:
        say(state, one.seat, phrase("{fighter} vanishes", fighter=one.card.name))
        remove(state, number, p.FLED)
