"""Forseti: a further runestone for a turn that has created a region."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import StoneMore, before_last
from fimbul.games.ragnarocks.rules.regions import OPEN, cells_of, flood
from fimbul.games.ragnarocks.state import Ragnarocks


class ForsetiStone(StoneMore, frozen=True):  # rule: power.forseti.extra-stone
    power, rule = "forseti", "power.forseti.extra-stone"
    words = "Forseti may add a runestone in a new or a contested region. Choose where, or pass"

    def cells(self, state: Ragnarocks) -> list[int]:  # rule: ruling.forseti-placement
        if not state.created or not state.last:
            return []
        board, open_ = p.board(state.board), int(state.hexes.translate(OPEN), 2)
        new = 0
        for at in board.beside[state.last[-1]]:
            new |= flood(open_, board.bits[at] & open_, board.width)
        return [
            at
            for at in cells_of(board, open_)
            if not state.hexes[at] and (board.bits[at] & new or state.land[at] == p.CONTESTED)
        ]


class Forseti(Power):
    title = "Forseti"
    sentence = (
        "If your turn created a region, you may end it with a runestone in a new region or on "
        "contested land."
    )
    icon = True
    words: ClassVar = {"summon": "If it creates a region, Forseti may add another one"}

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, ForsetiStone(owner)) if step.seat == owner else steps
