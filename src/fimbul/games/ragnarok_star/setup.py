"""What is asked for before a match; owners of the printed game bring their own card files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import Contract, FanCard, GuestStar, Row, row_problems
from fimbul.kernel import Setup

Rows = tuple[Row, ...]


def _own(what: str) -> Meta:
    return Meta(
        title=f"Your own {what}",
        description=f"The {what} of your printed game, in a file like the one that you can "
        "download here. Empty: our reconstruction.",
    )


class StarSetup(Setup, frozen=True, kw_only=True):
    """The modes of the rulebook, how strictly programs are written, and own card files."""

    # rule: diva.needs-angry, ruling.diva-first-game, ruling.error-in-software
    seats: Annotated[int, Meta(title="Bands", description="2 to 4 bands on tour.")] = 3
    expansions: Annotated[
        Literal["base", "angry", "divalkyrie"],
        Meta(
            title="Expansions",
            description="base: for a first match. angry: failures drive angry fans to the others. "
            "divalkyrie: that, a sixth musician, Guest Stars and the dragon Fafnirvana.",
        ),
    ] = "base"
    strict: Annotated[
        bool,
        Meta(
            title="Strict programming",
            description="Off, as at a real table: the three programming mistakes of the rulebook "
            "can be made, and cost what it says.",
        ),
    ] = True
    fan_cards: Annotated[Rows, _own("fan cards")] = ()
    contracts: Annotated[Rows, _own("contracts")] = ()
    guest_stars: Annotated[Rows, _own("Guest Star cards")] = ()

    @property
    def mode(self) -> int:
        return p.MODES.index(self.expansions)

    def problems(self) -> Iterator[str]:
        if self.fan_cards:
            yield from row_problems(self.fan_cards, FanCard, "fan_cards")
        if self.contracts:
            yield from row_problems(self.contracts, Contract, "contracts")
        if self.guest_stars:
            yield from row_problems(self.guest_stars, GuestStar, "guest_stars")
