"""Freya: the wild counts for her."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Power
from fimbul.games.ragnarocks.rules.sayings import scored
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted


class Freya(Power):
    title = "Freya"
    sentence = "When all is over, all wild hexes count for you as well."
    words: ClassVar = {"summon": "With Freya, wild land counts for you too"}

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        wild = state.land.count(p.WILD)  # rule: power.freya.score
        if seat != owner or not wild:
            return points
        words = scored("{who} scores {points} for wild land, with Freya", seat, wild)
        counted = Counted(seat=seat, amount=wild, rule="power.freya.score", words=words)
        state.events.append(counted)
        return points + wild
