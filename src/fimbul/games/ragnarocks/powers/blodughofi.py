"""Blodughofi: runestones beside the viking only, and another move beside an enemy."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain
from fimbul.games.ragnarocks.rules.whereabouts import beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class BlodughofiMove(MoveAgain, frozen=True):  # rule: power.blodughofi.again
    power, rule = "blodughofi", "power.blodughofi.again"
    words = "Blodughofi may move again from {place}. Choose where, or pass"


class Blodughofi(Power):
    title = "Blodughofi"
    sentence = (
        "Your runestones fall beside your viking only. Beside an enemy as well, your viking may "
        "move again."
    )
    icon = True
    words: ClassVar = {
        "summon": "Blodughofi's runestones fall beside the viking only; if an enemy is beside one "
        "too, the viking may move again"
    }

    def aim(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        if step.seat != owner:  # rule: power.blodughofi.adjacent
            return cells
        around = p.board(state.board).beside[place(state, step.viking)]
        return [at for at in cells if at in around]

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        enemies = vikings_of(state, state.rival(owner))  # rule: ruling.blodughofi-enemy
        if step.seat != owner or not beside(state, state.last[-1], enemies):
            return steps
        return [BlodughofiMove(owner, step.viking), *steps]
