"""Ymir: a further runestone beside a nomad when the turn ends."""

from __future__ import annotations

from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import StoneMore, before_last
from fimbul.games.ragnarocks.rules.whereabouts import free_beside, nomads_of, place
from fimbul.games.ragnarocks.state import Ragnarocks


class YmirStone(StoneMore, frozen=True):  # rule: power.ymir.extra-stone
    power, rule = "ymir", "power.ymir.extra-stone"
    words = "Ymir may add a runestone beside a nomad of yours. Choose where, or pass"

    def cells(self, state: Ragnarocks) -> list[int]:
        around = {
            at for nomad in nomads_of(state, self.seat)
            for at in free_beside(state, place(state, nomad))
        }  # fmt: skip
        return sorted(around)


class Ymir(Power):
    title = "Ymir"
    sentence = "At the end of your turn you may place a runestone beside one of your nomads."
    icon = True

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, YmirStone(owner)) if step.seat == owner else steps
