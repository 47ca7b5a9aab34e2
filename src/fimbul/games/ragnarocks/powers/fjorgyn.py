"""Fjorgyn and Fjorgynn: two vikings who walk through rows of runestones."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import LeaveOut, before_last
from fimbul.games.ragnarocks.rules.whereabouts import place
from fimbul.games.ragnarocks.state import Ragnarocks


class FjorgynStart(LeaveOut, frozen=True):  # rule: power.fjorgyn.setup
    power, rule = "fjorgyn", "power.fjorgyn.setup"
    words = "Fjorgyn and Fjorgynn start with two vikings. Pick the one that stays out of the match"


class Fjorgyn(Power):
    title = "Fjorgyn and Fjorgynn"
    sentence = (
        "Two vikings. They walk over free hexes or over runestones, not both, and end on a free "
        "contested hex."
    )
    words: ClassVar = {"move": "Fjorgyn and Fjorgynn may walk over a row of runestones"}
    fateful = True  # it may land where nothing can be summoned

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, FjorgynStart(owner))

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Also the first hex behind a row of runestones beside it."""
        if step.seat != owner:  # rule: power.fjorgyn.through, power.fjorgyn.limit
            return cells
        found = list(cells)  # rule: ruling.fjorgyn-stone-path
        for ray in p.board(state.board).rays[place(state, step.viking)]:
            stones = next((n for n, at in enumerate(ray) if state.hexes[at] != p.STONE), len(ray))
            to = ray[stones] if 0 < stones < len(ray) else 0
            if to and not state.hexes[to] and state.land[to] == p.CONTESTED:
                found.append(to)
        return found
