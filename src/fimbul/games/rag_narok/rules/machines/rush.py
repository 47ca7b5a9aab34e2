"""What an irrepressible machine does while it has a speed counter."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.rules.charge.approach import first_ahead
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import begin_contact
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.rules.steps import UnitStep
from fimbul.games.rag_narok.rules.values import discipline
from fimbul.games.rag_narok.state import RagNarok, card_mov, squad, tell
from fimbul.games.rag_narok.state.telling import about

BRAKE, RUSH = "button:brake", "button:rush"


class Brake(UnitStep, frozen=True):  # rule: machine.irrepressible
    """It must go straight ahead unless it passes a Discipline test."""

    phase = p.MOVEMENT
    prompt, rule = "Brake, or rush on?", "machine.irrepressible"

    def ask(self, state: RagNarok) -> str:
        words = "{unit} [is|are] hard to stop. Brake, or rush on?"
        return about(squad(state, self.unit), words)

    def options(self, state: RagNarok) -> Sequence[str]:
        return (RUSH, BRAKE) if state.units[self.unit].speed else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick == BRAKE:
            value = discipline(state, self.unit)
            if unit_test(state, self.unit, "Discipline to brake", value, p.STOP):
                state.units[self.unit].speed = 0
        if state.units[self.unit].speed:
            rush(state, self.unit)


def rush(state: RagNarok, unit: int) -> None:  # rule: machine.irrepressible, machine.impact
    """Straight ahead, twice its MOV; the first enemy in its way is charged, and may react."""
    heading, most = state.units[unit].facing, 2 * card_mov(state, unit)  # rule: ruling.rush
    state.units[unit].moved = p.FAST
    tell(state, unit, "{unit} rush[es] on")
    foe = first_ahead(state, unit, most)
    if foe is not None:
        begin_contact(state, Assault(unit, foe, True, ahead=True))
    else:
        go_on(state, unit, heading, distances(state, unit, heading, most, Way(aside=True))[-1])
