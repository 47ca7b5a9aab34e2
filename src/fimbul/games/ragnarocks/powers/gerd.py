"""Gerd: beside a friend the viking must move again."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain
from fimbul.games.ragnarocks.rules.whereabouts import beside, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class GerdMove(MoveAgain, frozen=True):  # rule: power.gerd.extra-move, ruling.gerd-compulsory
    power, rule = "gerd", "power.gerd.extra-move"
    words = "Gerd makes the viking on {place} move again. Choose where"
    optional = False


class Gerd(Power):
    title = "Gerd"
    sentence = "If your runestone lies beside another viking of yours, your viking must move again."
    icon = True
    words: ClassVar = {"summon": "Beside another viking of yours, Gerd makes this one move again"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        friends = [viking for viking in vikings_of(state, owner) if viking != step.viking]
        if step.seat != owner or not beside(state, state.last[-1], friends):
            return steps
        return [GerdMove(owner, step.viking), *steps]  # rule: ruling.settled-mid-turn
