"""The table of Nine Realms: what is asked for, what lies where, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import CardFile, read_cards
from fimbul.games.nine_realms.checks import state_problems
from fimbul.games.nine_realms.strength import EMPTY, Line
from fimbul.kernel import Dice, Setup, State

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
    lines: list[Line]  # the battle that is fought
    past: tuple[Line, ...] = ()  # the battle before it
    won: list[int] = []  # by battle: the seat that won it, or NONE
    pile: list[int]  # the last card is drawn next
    discard: list[int] = []
    fresh: int = p.ALL_CARDS  # a bit for each card that was shuffled into this pile

    @property
    def box(self) -> p.Box:
        return p.OURS if self.cards is None else p.box_of(self.cards)

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
        yield from state_problems(self)


def lay_out(setup: NineRealmsSetup, seed: int) -> NineRealms:
    """The table before the first battle; chance is drawn in this order."""
    dice = Dice(seed)  # rule: ruling.random-stream
    chosen = setup.aesir if setup.sides == "choose" else dice.roll(p.SEATS)  # rule: setup.sides
    cards = read_cards(setup.cards)[0] if setup.cards is not None else None
    box = p.box_of(cards)
    row = tuple(dice.shuffled(range(p.BATTLES)))  # rule: setup.realm-row
    sets = [tuple(dice.shuffled(box.own_heroes(side))) for side in (0, 1)]  # rule: setup.hero-sets
    pile = dice.shuffled(range(p.DECK))  # rule: setup.draw-pile
    hands = [tuple(sorted(pile[-p.HAND :])), tuple(sorted(pile[-2 * p.HAND : -p.HAND]))]
    del pile[-2 * p.HAND :]  # rule: setup.hand
    if chosen == 1:
        sets.reverse()
        hands.reverse()
    return NineRealms(
        seed=dice.seed,
        aesir=chosen,
        cards=cards,
        clock=CLOCKS[setup.clock],
        row=row,
        sets=sets,
        drawn=[(), ()],
        beside=[(), ()],
        hands=hands,
        lines=[EMPTY, EMPTY],
        pile=pile,
    )


def box(setup: NineRealmsSetup) -> dict[str, int]:  # rule: comp.fifty-four
    return {"realms": p.BATTLES, "heroes": p.SEATS * p.BATTLES, "cards": p.DECK}


def count(state: NineRealms) -> dict[str, int]:
    """Where every card of the box lies now."""
    heroes = (*state.sets, *state.drawn, *state.beside)
    lines = state.lines
    return {
        "realms": len(set(state.row)),
        "heroes": sum(map(len, heroes)) + sum(line.hero != p.NONE for line in lines),
        "cards": len(state.pile)
        + len(state.discard)
        + sum(map(len, state.hands))
        + sum(len(line.cards) + (line.last != p.NONE) for line in lines),
    }
