"""Bragi: an enemy beside the viking is lured away before it moves."""

from __future__ import annotations

from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain, PowerStep
from fimbul.games.ragnarocks.rules.whereabouts import beside, free_beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class BragiLure(PowerStep, frozen=True):  # rule: power.bragi.lure
    power, rule = "bragi", "power.bragi.lure"
    words = "Bragi may lure an enemy beside {place} away. Pick one, or pass"
    mark = "("
    fateful = True

    def things(self, state: Ragnarocks) -> list[str]:
        near = beside(state, place(state, self.viking), vikings_of(state, state.rival(self.seat)))
        return [viking for viking in near if free_beside(state, place(state, viking))]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(BragiMove(self.seat, pick))


class BragiMove(MoveAgain, frozen=True):  # rule: ruling.bragi-full-move
    power, rule = "bragi", "power.bragi.lure"
    words = "Bragi moves the enemy from {place} in a straight line. Choose where"
    optional = False

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"{super().sign(state, pick)})"


class Bragi(Power):
    title = "Bragi"
    sentence = "Before its move your viking may lure an enemy beside it: you move that one."
    icon = True
    fateful = True  # a lured enemy may set a blocked viking free

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [BragiLure(owner, step.viking), *steps] if step.seat == owner else steps
