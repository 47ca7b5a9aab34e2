"""The Power roll: 1d6 plus POW, with mastery dice."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.rules.rolls import Roll, best_of
from fimbul.games.rag_narok.state import RagNarok, fighter


def power_of(one: Fighter) -> int:  # rule: familiar.reaction
    """POW; a Familiar has its own."""
    return p.FAMILIAR_POWER if one.card.power is None else one.card.power


def power_roll(state: RagNarok, number: int, dice: int, wanted: int) -> Roll:
    """The best of some dice plus POW; a 6 is rolled again while the result is not enough."""
    one = fighter(state, number)  # rule: power.natural-one, spell.mastery, test.six-reroll
    return best_of(state, one.unit, power_of(one), (dice, wanted))
