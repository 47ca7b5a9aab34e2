"""Sleipnir: a jump over a runestone."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power
from fimbul.games.ragnarocks.rules.whereabouts import place
from fimbul.games.ragnarocks.state import Ragnarocks


class Sleipnir(Power):
    title = "Sleipnir"
    sentence = (
        "Instead of moving, your viking may jump a runestone beside it, to a free hex behind, "
        "wild or contested."
    )
    icon = True
    words: ClassVar = {"move": "Sleipnir may jump over a runestone beside it"}
    fateful = True  # it may land where nothing can be summoned

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Also the hex behind a runestone beside it, if nobody has settled there."""
        if step.seat != owner:  # rule: power.sleipnir.jump, ruling.fafnir-status
            return cells
        rays = p.board(state.board).rays[place(state, step.viking)]
        jumps = [
            ray[1]
            for ray in rays
            if len(ray) > 1
            and state.hexes[ray[0]] == p.STONE
            and not state.hexes[ray[1]]
            and state.land[ray[1]] not in p.SETTLED
        ]
        return cells + jumps
