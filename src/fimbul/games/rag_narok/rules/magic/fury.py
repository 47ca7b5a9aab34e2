"""The Spasm of Fury: Lovers of the Earth may transform when their Unit is activated."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.rolls import d6
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.state import RagNarok, name
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.kernel import phrase

CALM, RAGE = "button:stay-calm", "button:spasm-of-fury"


def lovers(state: RagNarok, unit: int) -> list[int]:
    """The members of a Unit that can still transform."""
    lovers = holders(state.armies, "lovers-of-the-earth")
    able = [member for member in state.units[unit].ranks if member in lovers]
    return [member for member in able if not lies_on(state.charms, "spasm", member)]


class Fury(UnitStep, frozen=True):  # rule: spell.lovers-of-the-earth
    """A die for each: 5 or more transforms it; if half the Unit transforms, all do."""

    phase = p.MOVEMENT
    prompt, rule = "Test the Spasm of Fury?", "spell.lovers-of-the-earth"

    def ask(self, state: RagNarok) -> str:
        return phrase("Should {unit} test the Spasm of Fury?", unit=name(state, self.unit))

    def options(self, state: RagNarok) -> Sequence[str]:
        return (CALM, RAGE) if lovers(state, self.unit) else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick != RAGE:
            return
        able = lovers(state, self.unit)
        changed = [member for member in able if d6(state, self.unit) >= p.FURY]
        spreads = 2 * len(changed) >= len(state.units[self.unit].ranks)
        for member in able if spreads else changed:
            lay(state, "spasm", member)
