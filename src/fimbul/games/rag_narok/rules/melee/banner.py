"""The Lion Banner: for one melee, Lion Knights are Characters."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    name,
    standing,
    tell,
)
from fimbul.kernel import phrase

RAISE, KEEP = "button:raise-banner", "button:keep-banner"
BANNER = "lion-banner"


def bearers(state: RagNarok, seat: int) -> list[int]:  # rule: ruling.lion-banner
    """Who could raise it now: it has not been, and its Unit fights."""
    fighters = state.roster.fighters
    return [
        number
        for unit in standing(state, seat)
        for number in state.units[unit].ranks
        if BANNER in fighters[number].extras
        and not state.fighters[number].raised
        and in_melee(state, unit)
    ]


class RaiseBanner(RagStep, frozen=True):  # rule: ruling.lion-banner
    """Once a game, at the start of the melee phase."""

    phase = p.MELEE
    prompt, rule = "Raise the Lion Banner?", "skill.masterstroke-lion-banner"
    bearer: int = 0

    def ask(self, state: RagNarok) -> str:
        unit = name(state, fighter(state, self.bearer).unit)
        return phrase("Should {unit} raise the Lion Banner?", unit=unit)

    def options(self, state: RagNarok) -> Sequence[str]:
        return (KEEP, RAISE)

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick == RAISE:
            unit = fighter(state, self.bearer).unit
            state.fighters[self.bearer].raised = 1
            lay(state, BANNER, unit)
            tell(state, unit, "{unit} raise[s] the Lion Banner")

    def fits(self, state: RagNarok) -> bool:
        return self.seat in range(p.SEATS) and self.bearer in bearers(state, self.seat)
