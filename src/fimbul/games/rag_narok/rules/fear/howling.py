"""When the Howling Toga howls, and the flight of those it frightens."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.fear.courage import flees_at_once
from fimbul.games.rag_narok.rules.fear.toga import auras, face_terror, is_near
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.rules.values import bears
from fimbul.games.rag_narok.state import RagNarok, enemies, owner, place_of, say

SILENT, HOWL = "button:keep-silent", "button:howl"


def bearer(state: RagNarok, unit: int) -> int:
    """Who in a Unit wears a Toga that does not howl yet; -1: nobody."""
    fighters = state.roster.fighters
    found = [n for n in state.units[unit].ranks if bears(fighters[n], "howling-toga")]
    active = auras(state, 1 - owner(state, unit)) if found else ()
    return next((n for n in found if n not in active), -1)


class Howl(UnitStep, frozen=True):  # rule: toga.trigger
    """As his Unit carries out an Order, the bearer may let the Toga howl."""

    phase = p.MOVEMENT
    prompt, rule = "Let the Toga howl?", "toga.trigger"

    def options(self, state: RagNarok) -> Sequence[str]:
        return (SILENT, HOWL) if bearer(state, self.unit) >= 0 else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick != HOWL:
            return
        number = bearer(state, self.unit)
        state.magic.toga = tuple([howled for howled in state.magic.toga if howled[0] != number])
        state.magic.toga += ((number, *place_of(state, number)),)
        say(state, self.seat, "The Howling Toga howls")
        for foe in enemies(state, self.unit):  # rule: toga.courage-12
            if is_near(state, number, foe):
                face_terror(state, foe, number)
                run_if_routed(state, foe)


def run_if_routed(state: RagNarok, unit: int) -> None:  # rule: state.rout
    """A Unit that is routed and free flees at once."""
    if not state.units[unit].left and flees_at_once(state, unit):
        flee(state, unit)


class Panic(UnitStep, frozen=True):  # rule: toga.entering
    """After the move of a Unit that an aura may have broken."""

    phase = p.MOVEMENT

    def run(self, state: RagNarok, pick: str | None) -> None:
        run_if_routed(state, self.unit)

    def fits(self, state: RagNarok) -> bool:
        return 0 <= self.unit < len(state.units)
