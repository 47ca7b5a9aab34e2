"""Familiars: whose they are, the die they give, and what they do when their magician dies."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.power import power_roll
from fimbul.games.rag_narok.rules.rolls import passes
from fimbul.games.rag_narok.state import RagNarok, fighter, remove, squad, tell


def bonds(state: RagNarok, unit: int) -> list[tuple[int, int]]:
    """Magicians of a Unit and their Familiars, in the order in which both were bought."""
    # rule: familiar.same-unit, ruling.familiar-bond
    members = squad(state, unit).members
    mages = [n for n in members if fighter(state, n).card.power is not None]
    familiars = [n for n in members if fighter(state, n).card.has("familiar")]
    return list(zip(mages, familiars, strict=False))


def familiar_of(state: RagNarok, mage: int) -> int:
    """The living Familiar of a magician; -1: none."""
    bound = dict(bonds(state, fighter(state, mage).unit)).get(mage, -1)
    return bound if bound >= 0 and state.places[bound] is not None else -1


def ready_familiar(state: RagNarok, mage: int) -> int:
    """The Familiar that has not given its die this turn; -1: none."""
    # rule: familiar.reaction
    found = familiar_of(state, mage)
    return found if found not in state.helped else -1


def mourn(state: RagNarok, mage: int) -> None:
    """A magician is dead: its Familiar stays with the Unit or is gone."""
    # rule: familiar.reaction, power.natural-one
    number = familiar_of(state, mage)
    if number < 0:
        return
    roll = power_roll(state, number, 1, p.FAMILIAR_STAYS)
    one = fighter(state, number)
    if passes(roll, p.FAMILIAR_STAYS):
        tell(state, one.unit, f"{one.card.name} stays")
    else:
        tell(state, one.unit, f"{one.card.name} vanishes")
        remove(state, number, p.FLED)
