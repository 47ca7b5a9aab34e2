"""Hel: runestones count for her instead of land."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Power
from fimbul.games.ragnarocks.rules.sayings import scored
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted


class Hel(Power):
    title = "Hel"
    sentence = "When all is over, you score the runestones on the board instead of your land."
    words: ClassVar = {"summon": "With Hel, every runestone on the board is a point for you"}

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        if seat != owner:
            return points
        stones = state.hexes.count(p.STONE)  # rule: power.hel.score
        words = scored(
            "{who} scores {points} for runestones instead of land, with Hel", seat, stones
        )
        counted = Counted(seat=seat, amount=stones, rule="power.hel.score", words=words)
        state.events.append(counted)
        return stones
