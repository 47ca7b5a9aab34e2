"""How somebody chooses at a table of cards: by what the page offers, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct


class Offered(Struct, frozen=True):
    """Something that may be touched, where it lies, and what the page writes on it."""

    zone: str
    thing: str
    text: str = ""

    @property
    def card(self) -> str:
        """A card has two faces, `face:7a` and `face:7b`."""
        return self.thing.rstrip("ab")

    def __str__(self) -> str:
        return f"{self.zone} {self.thing} {self.text}"


Taste = Callable[[Sequence[Offered]], str]


def whim(seed: int) -> Taste:
    """Anything."""
    dice = Random(seed)
    return lambda offered: dice.choice([one.thing for one in offered])


def liking(*wishes: str, seed: int = 0) -> Taste:
    """The first wish, a pattern of zone, id and text, that something fits; else anything."""
    patterns, other = [re.compile(wish, re.IGNORECASE) for wish in wishes], whim(seed)

    def choose(offered: Sequence[Offered]) -> str:
        for pattern in patterns:
            for one in offered:
                if pattern.search(str(one)):
                    return one.thing
        return other(offered)

    return choose


def kept_for_last(treasure: str, before: Taste, after: Taste) -> Taste:
    """Cards with a face that fits are held back until nothing else is in the hand."""
    pattern = re.compile(treasure, re.IGNORECASE)

    def choose(offered: Sequence[Offered]) -> str:
        hand = [one for one in offered if one.zone.startswith("hand")]
        held = {one.card for one in hand if pattern.match(one.text)}
        others = [one for one in hand if one.card not in held]
        return before(others) if others else after(offered)

    return choose


IN_HAND = r"^hand\S* face:\S+ "
EASY_FIRST = tuple(
    f"quest:.*Strength {strength}, beer {beer}"
    for strength, beer in sorted(
        [(strength, beer) for strength in range(1, 8) for beer in range(3)],
        key=lambda quest: quest[0] + 2 * quest[1],
    )
)
HARMLESS = IN_HAND + "(loki|thief|raid|boarding)"


def seeker() -> Taste:
    """Builds a ship at the last moment, loads nothing, and buys help for an easy quest."""
    ends = liking(
        *("seat:[012]", "button:(offer|accept)", *EASY_FIRST, "deck:"),
        *(IN_HAND + "bow", IN_HAND + "stern", IN_HAND + "ygg"),
    )
    return kept_for_last("bow|stern|ygg", liking(HARMLESS, IN_HAND + "(deck|odin|beer)"), ends)


def helper() -> Taste:
    """Loads half a ship with Vikings and Beer, and always asks for another price."""
    cargo = liking(
        *("button:(counter|offer)", "pool:", "deck:", IN_HAND + "bow", IN_HAND + "deck"),
        *(IN_HAND + "viking 3", IN_HAND + "bardl", IN_HAND + "viking", IN_HAND + "beer"),
    )
    sabotage = liking(HARMLESS, IN_HAND + "sabotage")
    return kept_for_last("bow|deck|viking|beer|bardl", sabotage, cargo)
