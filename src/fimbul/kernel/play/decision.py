"""What is asked, and how a match ends."""

from __future__ import annotations

from msgspec import Struct

from fimbul.kernel.play.phrase import Spoken


class Decision(Struct, frozen=True, gc=False):
    """What one seat must choose: a question, the things it may touch, and the rule behind it."""

    seat: int
    prompt: Spoken
    options: tuple[str, ...]
    rule: str


class Result(Struct, frozen=True, gc=False):
    """How a match ended: places by seat (1 is first, equal numbers share), scores, and why."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    because: str

    def reward(self, seat: int) -> float:
        """1 for first alone, -1 for last alone, in between by place; seats that tie share."""
        if len(self.places) == 1:
            return 1.0
        mine = self.places[seat]
        behind = sum(place > mine for place in self.places)
        ahead = sum(place < mine for place in self.places)
        return (behind - ahead) / (len(self.places) - 1)
