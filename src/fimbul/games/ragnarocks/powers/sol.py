"""Sol: a step east or west before the move."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import OneHex
from fimbul.games.ragnarocks.rules.whereabouts import place
from fimbul.games.ragnarocks.state import Ragnarocks


class SolStep(OneHex, frozen=True):  # rule: power.sol.sidestep, ruling.sample-sol
    power, rule = "sol", "power.sol.sidestep"
    words = "Sol may step one hex east or west from {place}. Choose where, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        board, at = p.board(state.board), place(state, self.viking)
        return [name for name in super().things(state) if abs(board.index[name] - at) == 1]


class Sol(Power):
    title = "Sol"
    sentence = "Before its move your viking may step one hex east or west."
    icon = True

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [SolStep(owner, step.viking), *steps] if step.seat == owner else steps
