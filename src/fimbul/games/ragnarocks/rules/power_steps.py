"""What a power asks: pieces and hexes that it offers, in words that name it."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import lay_stone, shift, slides, take_stone
from fimbul.games.ragnarocks.rules.moments import Placing, Steps, speakers
from fimbul.games.ragnarocks.rules.sayings import of_hex
from fimbul.games.ragnarocks.rules.turn import TurnStep
from fimbul.games.ragnarocks.rules.whereabouts import (
    free_beside,
    named,
    place,
    spot,
    standing,
    vikings_of,
)
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Removed, Step, phrase, sentence

NOT_OFFERED = "The power does not offer that now. {question}"


class PowerStep(TurnStep, frozen=True):  # rule: ruling.may-once, ruling.extra-move-impossible
    """A moment at which a power's owner may touch something; once each time.

    What is optional can be passed; what cannot be done at all is not asked.
    """

    viking: str = ""
    power: ClassVar[str] = ""
    words: ClassVar[str] = ""  # {place}: where the viking stands
    mark: ClassVar[str] = ""  # what is written before the hex
    optional: ClassVar[bool] = True

    def ask(self, state: Ragnarocks) -> str:
        return of_hex(self.words, standing(state, self.viking)) if self.viking else self.words

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
        return self.rule, phrase(NOT_OFFERED, question=sentence(self.ask(state)))


class MoveAgain(PowerStep, frozen=True):
    """One more move of a viking, in a straight line."""

    mark = "-"

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, slides(p.board(state.board), state.hexes, place(state, self.viking)))

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, self.viking, p.board(state.board).index[pick])


class OneHex(MoveAgain, frozen=True):  # rule: ruling.move-vs-relocate
    """To a free hex beside it."""

    mark = "~"

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, free_beside(state, place(state, self.viking)))


class StoneMore(PowerStep, frozen=True):
    """A further runestone from the supply. No selected viking summons it: Nerthus is silent."""

    mark = ",+"

    def cells(self, state: Ragnarocks) -> list[int]:
        raise NotImplementedError

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, self.cells(state)) if state.supply else []

    def use(self, state: Ragnarocks, pick: str) -> None:
        take_stone(state)
        lay_stone(state, self.seat, p.board(state.board).index[pick])


class LeaveOut(PowerStep, frozen=True):
    """Which starting hex stays empty: touch the viking that stands on it."""

    before_play = True
    optional = False
    mark = "empty="

    def things(self, state: Ragnarocks) -> list[str]:
        return vikings_of(state, self.seat)

    def use(self, state: Ragnarocks, pick: str) -> None:
        board = p.board(state.board)
        number = board.numbers[pick]
        start = state.where[number]
        state.hexes[start], state.where[number] = p.EMPTY, p.OFF
        words, origin = of_hex("{place} stays empty", board.spoken(start)), board.names[start]
        state.events.append(Removed(seat=self.seat, thing=pick, origin=origin, words=words))
        self.keep(state, number)

    def keep(self, state: Ragnarocks, viking: int) -> None:
        state.home = (*state.home, viking)


def restricted(state: Ragnarocks, step: Placing, cells: list[int]) -> list[int]:
    """What others' powers leave of the hexes for a further runestone."""
    for power, owner in speakers(state, step.seat):
        if owner != step.seat:
            cells = power.aim(state, owner, step, cells)
    return cells


def before_last(steps: Steps, *added: Step[Ragnarocks]) -> Steps:
    """What ends a turn stays last; whoever speaks later comes later."""
    return [*steps[:-1], *added, steps[-1]]
