"""Surtr: runestones in pairs."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import StoneMore, restricted
from fimbul.games.ragnarocks.rules.whereabouts import free_beside, place
from fimbul.games.ragnarocks.state import Ragnarocks


class SurtrStone(StoneMore, frozen=True):  # rule: power.surtr.two-stones
    power, rule = "surtr", "power.surtr.two-stones"
    words = "Surtr may add a second runestone beside the first. Choose where, or pass"
    mark = "+"

    def cells(self, state: Ragnarocks) -> list[int]:  # rule: ruling.surtr-second
        """What is contested is judged with the first one lying there."""
        around = free_beside(state, state.last[-1]) if state.last else []
        cells = [at for at in around if state.land[at] == p.CONTESTED]
        return restricted(state, self, cells)  # rule: ruling.nerthus-scope

    def harmless(self, state: Ragnarocks) -> bool | None:
        """The first alone is a way to place it: so a second that creates a region is forbidden."""
        return None if state.created else True


class Surtr(Power):
    title = "Surtr"
    sentence = (
        "Instead of summoning you may place a runestone beside your viking and one beside that, "
        "on contested land."
    )
    icon = True
    words: ClassVar = {"summon": "Beside the viking, Surtr may add a second one"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        around = p.board(state.board).beside[place(state, step.viking)]
        if step.seat != owner or state.last[-1] not in around:
            return steps
        return [SurtrStone(owner, step.viking), *steps]
