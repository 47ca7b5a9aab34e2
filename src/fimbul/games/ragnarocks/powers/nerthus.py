"""Nerthus: her opponent creates no region while there is another way."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks.rules.moments import Placing, Power
from fimbul.games.ragnarocks.rules.regions import creates
from fimbul.games.ragnarocks.state import Ragnarocks


class Nerthus(Power):
    title = "Nerthus"
    sentence = (
        "Your opponent's selected viking may not create a region while its runestone could lie "
        "elsewhere."
    )
    icon = True
    against: ClassVar = {"summon": "Nerthus allows no new region while there is another way"}

    def aim(self, state: Ragnarocks, owner: int, step: Placing, cells: list[int]) -> list[int]:
        """No runestone of the opponent's selected viking creates a region while it could lie
        elsewhere."""
        if step.seat == owner:  # rule: power.nerthus.no-new-region, ruling.nerthus-scope
            return cells
        elsewhere = step.harmless(state)
        safe = [at for at in cells if not creates(state, at)]
        return safe if safe or elsewhere else cells
