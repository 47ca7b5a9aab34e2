"""All that lies on the table of Nine Realms."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import CardFile
from fimbul.games.nine_realms.checks import problems
from fimbul.games.nine_realms.parts import OURS, box_of
from fimbul.games.nine_realms.rules.strength import BattleLine
from fimbul.kernel import State


class NineRealms(State, kw_only=True):
    """Lists of two are by seat. Heroes, cards and realms are numbers of the box."""

    order = "turn.steps"

    aesir: int  # the seat that leads them
    cards: CardFile | None = None  # none: those of our rulebook
    clock: int = 0  # milliseconds for each decision; 0: as long as it takes
    row: tuple[int, ...]  # the realms, the first one nearest to the draw pile
    sets: list[tuple[int, ...]]  # heroes face down
    drawn: list[tuple[int, ...]]  # heroes to choose from, the strongest first
    beside: list[tuple[int, ...]]  # heroes beside the realms of earlier battles, in their order
    hands: list[tuple[int, ...]]
    lines: list[BattleLine]  # the battle that is fought
    past: tuple[BattleLine, ...] = ()  # the battle before it
    won: list[int] = []  # by battle: the seat that won it, or NONE
    pile: list[int]  # the last card is drawn next
    discard: list[int] = []
    fresh: int = p.ALL_CARDS  # a bit for each card that was shuffled into this pile

    @property
    def box(self) -> p.Box:
        return OURS if self.cards is None else box_of(self.cards)

    @property
    def fought(self) -> int:
        """Which battle lies on the table, counted from 0; the last one once the match is over."""
        return len(self.won) - (self.result is not None)

    @property
    def realm(self) -> int:
        return self.row[self.fought]

    def side(self, seat: int) -> int:
        """0 for the Aesir, 1 for the Jötunn."""
        return seat ^ self.aesir

    def both(self) -> tuple[int, int]:  # rule: ruling.sides-choice
        """The seats, the Aesir first, where the order cannot matter."""
        return self.aesir, 1 - self.aesir

    def problems(self) -> Iterator[str]:
        yield from problems(self)
