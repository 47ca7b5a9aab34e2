"""What all steps share."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import BookStep, Timing


class DrakkarStep(BookStep[Drakkar], frozen=True):
    """A line of the rulebook."""

    part: ClassVar[str] = "trick"  # of the round: where such a step can stand
    places: ClassVar[bool] = False  # whether it is about the loose card of its seat

    def timing(self, state: Drakkar) -> Timing | None:  # rule: ruling.timeouts
        """When the time of the set-up has passed, the default is taken."""
        return Timing(closes=state.clock) if state.clock else None


class Asking(DrakkarStep, frozen=True):  # rule: ruling.single-option, ruling.timeouts
    """Asks only where there is something to choose; a single option is taken without a question.

    The first possible thing is what an absent player does.
    """

    def possible(self, state: Drakkar) -> list[str]:
        raise NotImplementedError

    def options(self, state: Drakkar) -> list[str]:
        found = self.possible(state)
        return found if len(found) > 1 else []

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick is None:
            found = self.possible(state)
            pick = found[0] if found else None
        self.do(state, pick)

    def do(self, state: Drakkar, pick: str | None) -> None:
        """Carry it out; None: it cannot be done."""
        raise NotImplementedError
