"""Rapid Fire: the shots before movement."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.charge.withdraw import main_card
from fimbul.games.rag_narok.rules.command.orders import reveal, token
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.shooting.volleys import Volley, may_shoot
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import (
    RagNarok,
    all_standing,
    owner,
    standing,
    tell,
)


class FirstShooting(RagStep, frozen=True):  # rule: rapidfire.before-movement, rapidfire.first-phase
    """Rapid Fire is revealed together, the loser of the Tactics roll first."""

    def run(self, state: RagNarok, pick: str | None) -> None:  # rule: rapidfire.simultaneous-reveal
        state.phase = p.FIRST_SHOOTING
        state.then(RevealFire(1 - state.winner), RevealFire(state.winner), FireRapidly())


class RevealFire(RagStep, frozen=True):  # rule: rapidfire.second-order-choice
    """A Unit with another Order besides Rapid Fire keeps one of the two."""

    phase = p.FIRST_SHOOTING
    prompt, rule = "Rapid Fire, or the other Order?", "rapidfire.second-order-choice"

    def reveals(self, state: RagNarok) -> bool:  # rule: order.hidden
        return True  # whoever is asked holds it, nobody else does

    def undecided(self, state: RagNarok) -> int:
        units = standing(state, self.seat)
        two = [
            u
            for u in units
            if len(state.units[u].orders) > 1 and p.RAPID_FIRE in state.units[u].orders
        ]
        return two[0] if two else -1

    def options(self, state: RagNarok) -> Sequence[str]:
        unit = self.undecided(state)
        if unit < 0:
            return ()
        return [token(state, unit, number) for number in range(len(state.units[unit].orders))]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            for unit in standing(state, self.seat):
                if p.RAPID_FIRE in state.units[unit].orders:
                    reveal(state, unit, p.RAPID_FIRE)
                    state.units[unit].done = 1
            return
        unit = self.undecided(state)
        chosen = state.units[unit].orders[self.options(state).index(pick)]
        state.units[unit].orders = (chosen,)
        tell(state, unit, "{unit} keep[s] one of [its|their] two Orders")
        state.then(RevealFire(self.seat))


class FireRapidly(RagStep, frozen=True):  # rule: rapidfire.ini-order, rapidfire.ini-tie
    """In descending order of INI; between equals the Tactics winner's Units first."""

    phase = p.FIRST_SHOOTING

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
            return
        units = [
            unit
            for unit in all_standing(state)
            if state.units[unit].revealed == p.RAPID_FIRE and not state.units[unit].shot
        ]
        if units:
            first = min(units, key=lambda unit: fire_rank(state, unit))
            state.units[first].shot = 1 - may_shoot(state, first)
            state.then(Volley(owner(state, first), first, True), FireRapidly())


def fire_rank(state: RagNarok, unit: int) -> tuple[int, bool, int]:
    return -main_card(state, unit).ini, owner(state, unit) != state.winner, unit
