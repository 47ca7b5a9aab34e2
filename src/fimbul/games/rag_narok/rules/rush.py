"""What an irrepressible machine does while it has a speed counter."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.field import Way, block_of
from fimbul.games.rag_narok.geometry import travel
from fimbul.games.rag_narok.paths import distances
from fimbul.games.rag_narok.rules.assault import Assault
from fimbul.games.rag_narok.rules.charge import path_is_clear
from fimbul.games.rag_narok.rules.meeting import make_contact
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.rolls import unit_test
from fimbul.games.rag_narok.state import (
    RagNarok,
    UnitStep,
    card_mov,
    enemies,
    name,
    shapes,
    tell,
)
from fimbul.games.rag_narok.values import discipline

BRAKE, RUSH = "button:brake", "button:rush"


class Brake(UnitStep, frozen=True):
    """It must go straight ahead, unless it passes a Discipline test."""

    # rule: machine.irrepressible
    phase = p.MOVEMENT
    prompt, rule = "It cannot be stopped: brake, or rush on?", "machine.irrepressible"

    def ask(self, state: RagNarok) -> str:
        return f"{name(state, self.unit)} cannot be stopped: brake, or rush on?"

    def options(self, state: RagNarok) -> Sequence[str]:
        return (RUSH, BRAKE) if state.speed[self.unit] else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick == BRAKE:
            value = discipline(state, self.unit)
            if unit_test(state, self.unit, "Discipline to brake", value, p.STOP):
                state.speed[self.unit] = 0
        if state.speed[self.unit]:
            rush(state, self.unit)


def rush(state: RagNarok, unit: int) -> None:
    """Straight ahead, twice its MOV; the first enemy in its way is charged."""
    # rule: machine.irrepressible, machine.impact
    heading, most = state.facing[unit], 2 * card_mov(state, unit)
    shape = block_of(state, unit).shape
    ways = [
        (way, foe)
        for foe in enemies(state, unit)
        if not state.altitude[foe]
        and (way := travel(shape, heading, shapes(state, foe), most)) is not None
    ]
    state.moved[unit] = p.FAST
    tell(state, unit, "rushes on")
    for way, foe in sorted(ways)[:1]:
        this = Assault(unit, foe, True)
        if path_is_clear(state, this, heading, way):
            go_on(state, unit, heading, way)
            make_contact(state, this)
            return
    go_on(state, unit, heading, distances(state, unit, heading, most, Way())[-1])
