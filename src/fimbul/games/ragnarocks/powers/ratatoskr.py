"""Ratatoskr: the viking runs back after its summon."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain
from fimbul.games.ragnarocks.state import Ragnarocks


class RatatoskrMove(MoveAgain, frozen=True):  # rule: power.ratatoskr.back
    power, rule = "ratatoskr", "power.ratatoskr.back"
    words = "Ratatoskr may run back from {place}. Choose where, or pass"

    def things(self, state: Ragnarocks) -> list[str]:  # rule: ruling.ratatoskr-first-move
        """The hexes of the one line that leads back."""
        if len(state.last) < 3:
            return []
        board, (origin, to) = p.board(state.board), state.last[:2]
        line = next((ray for ray in board.rays[to] if origin in ray), ())
        return [name for name in super().things(state) if board.index[name] in line]


class Ratatoskr(Power):
    title = "Ratatoskr"
    sentence = "After the summon your viking may move again, opposite to its first move."
    icon = True

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [RatatoskrMove(owner, step.viking), *steps] if step.seat == owner else steps
