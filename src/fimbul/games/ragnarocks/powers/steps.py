"""What a power asks: pieces and hexes it offers, in words that name it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import shift, slides
from fimbul.games.ragnarocks.powers import Placing, Steps, speakers
from fimbul.games.ragnarocks.rules import TurnStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.games.ragnarocks.why import standing
from fimbul.kernel import Step


class PowerStep(TurnStep, frozen=True):
    """A moment at which a power's owner may touch something; once each time.

    What is optional can be passed; what cannot be done at all is not asked.
    """  # rule: ruling.may-once, ruling.extra-move-impossible

    viking: str = ""
    power: ClassVar[str] = ""
    words: ClassVar[str] = ""  # {place}: where the viking stands
    mark: ClassVar[str] = ""  # what is written before the hex
    optional: ClassVar[bool] = True

    def ask(self, state: Ragnarocks) -> str:
        place = standing(state, self.viking) if self.viking else ""
        return f"{p.TITLES[self.power]}: {self.words.format(place=place)}"

    def things(self, state: Ragnarocks) -> list[str]:
        """What the power offers."""
        raise NotImplementedError

    def use(self, state: Ragnarocks, pick: str) -> None:
        raise NotImplementedError

    def ways(self, state: Ragnarocks) -> list[str]:
        things = self.things(state)
        return [*things, p.PASS] if things and self.optional else things

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick is not None and pick != p.PASS:
            self.use(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "" if pick == p.PASS else self.mark + spot(state, pick)

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return self.rule, f"That is not among what the power offers now. {self.ask(state)}."


class MoveAgain(PowerStep, frozen=True):
    """One more move of a viking, in a straight line."""

    mark = "-"

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, slides(p.board(state.board), state.hexes, place(state, self.viking)))

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, self.viking, p.board(state.board).index[pick])


class OneHex(MoveAgain, frozen=True):
    """To a free hex beside it."""  # rule: ruling.move-vs-relocate

    mark = "~"

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, free_beside(state, place(state, self.viking)))


def place(state: Ragnarocks, viking: str) -> int:
    """The hex of a viking."""
    return state.where[p.board(state.board).numbers[viking]]


def named(state: Ragnarocks, cells: Iterable[int]) -> list[str]:
    names = p.board(state.board).names
    return [names[at] for at in cells]


def spot(state: Ragnarocks, thing: str) -> str:
    """The hex of a viking or runestone, or the hex itself, as players say it."""
    kind, _, name = thing.partition(":")
    if kind == "viking":
        return standing(state, thing)
    if kind == "stone":
        return p.board(state.board).spoken(state.stones[int(name) - 1])
    return name


def free_beside(state: Ragnarocks, at: int) -> list[int]:
    """The unoccupied hexes that share a side with this one."""  # rule: ruling.unoccupied
    return [to for to in p.board(state.board).beside[at] if not state.hexes[to]]


def free_contested(state: Ragnarocks) -> list[int]:
    return [
        at
        for at in p.board(state.board).cells
        if not state.hexes[at] and state.land[at] == p.CONTESTED
    ]


def vikings_of(state: Ragnarocks, seat: int) -> list[str]:
    """Those of that seat that stand on the board."""
    board = p.board(state.board)
    side = board.sides[state.side(seat)]
    return [board.vikings[number] for number in side if state.where[number] != p.OFF]


def nomads_of(state: Ragnarocks, seat: int) -> list[str]:
    return [
        viking
        for viking in vikings_of(state, seat)
        if state.land[place(state, viking)] == p.CONTESTED
    ]


def beside(state: Ragnarocks, at: int, vikings: Iterable[str]) -> list[str]:
    """Those of the vikings that stand next to a hex."""
    around = p.board(state.board).beside[at]
    return [viking for viking in vikings if place(state, viking) in around]


def stones_beside(state: Ragnarocks, at: int) -> list[str]:
    around = p.board(state.board).beside[at]
    return [f"stone:{n}" for n, lies in enumerate(state.stones, start=1) if lies in around]


def restricted(state: Ragnarocks, step: Placing, cells: list[int]) -> list[int]:
    """What others' powers leave of the hexes for a further runestone."""
    for power, owner in speakers(state, step.seat):
        if owner != step.seat:
            cells = power.aim(state, owner, step, cells)
    return cells


def before_last(steps: Steps, *added: Step[Ragnarocks]) -> Steps:
    """What ends a turn stays last; who speaks later comes later."""
    return [*steps[:-1], *added, steps[-1]]
