"""Mani: a viking steps one hex when the turn ends."""

from __future__ import annotations

from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import OneHex, PowerStep, before_last
from fimbul.games.ragnarocks.rules.whereabouts import free_beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class ManiChoice(PowerStep, frozen=True):  # rule: power.mani.step, ruling.mani-any-viking
    power, rule = "mani", "power.mani.step"
    words = "Mani may step one hex with a viking of yours. Pick one, or pass"
    mark = ","

    def things(self, state: Ragnarocks) -> list[str]:
        mine = vikings_of(state, self.seat)
        return [viking for viking in mine if free_beside(state, place(state, viking))]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(ManiStep(self.seat, pick))


class ManiStep(OneHex, frozen=True):
    power, rule = "mani", "power.mani.step"
    words = "Mani steps one hex from {place}. Choose where"
    mark = "-"
    optional = False


class Mani(Power):
    title = "Mani"
    sentence = "At the end of your turn one of your vikings may step one hex."
    icon = True

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, ManiChoice(owner)) if step.seat == owner else steps
