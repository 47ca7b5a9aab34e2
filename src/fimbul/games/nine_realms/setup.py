"""What is asked for before a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from fimbul.games.nine_realms.cards import read_cards
from fimbul.kernel import NamedSide, Preset, Setup

Sides = Annotated[
    Literal["random", "choose"],
    Meta(
        title="How sides are assigned",
        description="By lot, or as the players have agreed.",
        extra_json_schema={
            "labels": {"random": "By lot", "choose": "As agreed"},
            "rated": False,
        },
    ),
]
Aesir = Annotated[
    int,
    Meta(
        ge=0,
        le=1,
        title="The seat of the Aesir",
        description="Who leads the Aesir where sides are agreed; ignored when drawn by lot.",
        extra_json_schema={"labels": {"0": "The first seat", "1": "The second seat"}},
    ),
]
CLOCKS = {"off": 0, "60s": 60_000, "30s": 30_000, "15s": 15_000}  # milliseconds
CLOCK_OPTION = {"seconds": {name: time // 1000 for name, time in CLOCKS.items()}}
Clock = Annotated[
    Literal["off", "60s", "30s", "15s"],
    Meta(
        title="Time limit per decision",
        description="When it runs out, the first option is chosen.",
        extra_json_schema=CLOCK_OPTION,
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

PRESETS = (
    Preset(
        "Nine battles",
        "As the book has it. Whoever wins five realms wins the match.",
        art=("realm-asgard", "realm-midgard", "realm-jotunheim"),
    ),
    Preset(
        "A quick hand",
        "Fifteen seconds for every choice. Whoever dawdles plays the first card of the hand.",
        {"clock": "15s"},
        art=("card-bolt", "die-6"),
    ),
)
SIDES = (  # rule: setup.sides
    NamedSide("By lot", options={"sides": "random", "aesir": 0}),
    NamedSide("The Aesir", 0, {"sides": "choose", "aesir": 0}, art="kind-god", tone="bone"),
    NamedSide("The Jötunn", 1, {"sides": "choose", "aesir": 0}, art="kind-giant", tone="blood"),
)


class NineRealmsSetup(Setup, frozen=True, kw_only=True):
    presets = PRESETS
    named_sides = SIDES
    sides: Sides = "random"
    aesir: Aesir = 0
    clock: Clock = "off"
    cards: Cards = None

    def problems(self) -> Iterator[str]:  # rule: ruling.card-content
        if self.cards is not None:
            yield from (f"cards: {problem}" for problem in read_cards(self.cards)[1])
