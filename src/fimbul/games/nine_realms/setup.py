"""What is asked for before a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from fimbul.games.nine_realms.cards import read_cards
from fimbul.kernel import Setup

Sides = Annotated[
    Literal["random", "choose"],
    Meta(
        title="How sides are assigned",
        description="At random by the seed, or as the players have agreed.",
    ),
]
Aesir = Annotated[
    int,
    Meta(
        ge=0,
        le=1,
        title="The seat of the Aesir",
        description="Who leads the Aesir when sides are chosen; counts for nothing otherwise.",
    ),
]
Clock = Annotated[
    Literal["off", "60s", "30s", "15s"],
    Meta(
        title="Time limit per decision",
        description="When it passes, the first option of the decision is taken.",
    ),
]
Cards = Annotated[
    dict[str, Any] | None,
    Meta(
        title="Your own cards",
        description=(
            "For owners of the printed game: all 54 cards with the values of theirs, in a file "
            "like the one that you can download here. Without it our reconstruction is played."
        ),
    ),
]


CLOCKS = {"off": 0, "60s": 60_000, "30s": 30_000, "15s": 15_000}  # milliseconds


class NineRealmsSetup(Setup, frozen=True, kw_only=True):
    sides: Sides = "random"
    aesir: Aesir = 0
    clock: Clock = "off"
    cards: Cards = None

    def problems(self) -> Iterator[str]:  # rule: ruling.card-content
        if self.cards is not None:
            yield from (f"cards: {problem}" for problem in read_cards(self.cards)[1])
