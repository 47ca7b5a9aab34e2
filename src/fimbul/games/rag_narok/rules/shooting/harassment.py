"""Harassment: shoot in the first phase, then march."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.gaps import in_reach
from fimbul.games.rag_narok.rules.command.orders import tokens
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.shooting.volleys import Volley, harasses, may_shoot
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, standing, tell

PASS = "button:pass"


class Harassment(RagStep, frozen=True):  # rule: ruling.harassment
    """After Rapid Fire, the loser of the Tactics roll first."""

    def run(self, state: RagNarok, pick: str | None) -> None:
        state.then(Harass(1 - state.winner), Harass(state.winner))


class Harass(RagStep, frozen=True):  # rule: ruling.harassment, disengage.harassment-no-first-phase
    """A Unit with a March Order may shoot now and march later; never one with Disengage.

    Asked wherever such a Unit could hold a March, so that being asked tells nothing.
    """

    phase = p.FIRST_SHOOTING  # rule: shoot.quarter-turn-before
    prompt, rule = "Shoot before you march?", "ruling.harassment"

    def able(self, state: RagNarok) -> list[int]:
        """Units that may: what everybody sees of them."""
        return [
            unit
            for unit in standing(state, self.seat)
            if state.units[unit].orders
            and harasses(state, unit)
            and not in_melee(state, unit)
            and may_shoot(state, unit)
            and in_reach(state, unit)
        ]

    def marches(self, state: RagNarok) -> dict[str, int]:
        able = self.able(state)
        found = tokens(state, self.seat, (p.MARCH,)).items() if able else ()
        return {thing: unit for thing, (unit, _) in found if unit in able}

    def options(self, state: RagNarok) -> Sequence[str]:
        return [PASS, *self.marches(state)] if self.able(state) and not is_over(state) else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
        elif pick is not None and pick != PASS:
            unit = self.marches(state)[pick]
            state.units[unit].harassed = 1
            tell(state, unit, "{unit} shoot[s] before [it marches|they march]")
            state.then(Volley(self.seat, unit), Harass(self.seat))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        rule = "disengage.harassment-no-first-phase"
        return rule, "Only a Unit with Harassment and a March Order shoots now, and not in a melee."
