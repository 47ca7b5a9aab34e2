"""Vali: an enemy is thrown over the viking."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import shift
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.rules.whereabouts import beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class ValiThrow(PowerStep, frozen=True):  # rule: power.vali.throw
    power, rule = "vali", "power.vali.throw"
    words = "Vali may throw an enemy beside {place} over the viking. Pick one, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        near = beside(state, place(state, self.viking), vikings_of(state, state.rival(self.seat)))
        return [enemy for enemy in near if self.beyond(state, enemy)]

    def beyond(self, state: Ragnarocks, enemy: str) -> int:
        """The free hex on the other side, or hex 0, which is none."""
        around = p.board(state.board).around[place(state, self.viking)]
        to = around[(around.index(place(state, enemy)) + 3) % 6]
        return 0 if state.hexes[to] else to

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, pick, self.beyond(state, pick))

    def sign(self, state: Ragnarocks, pick: str) -> str:
        if pick == p.PASS:
            return ""
        to = p.board(state.board).spoken(self.beyond(state, pick))
        return f"({super().sign(state, pick)}~{to})"


class Vali(Power):
    title = "Vali"
    sentence = (
        "After its move your viking may throw an enemy beside it to the opposite hex, if that is "
        "free."
    )
    icon = True

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [ValiThrow(owner, step.viking), *steps] if step.seat == owner else steps
