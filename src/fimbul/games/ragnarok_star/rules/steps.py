"""What all steps share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import BookStep, sentence


class StarStep(BookStep[RagnarokStar], frozen=True):
    """A line of the rulebook."""

    above: ClassVar[tuple[type[StarStep], ...]] = ()  # of the last step of a phase: see `order`


class Asking(StarStep, frozen=True):
    """Asks one seat, whatever it holds; every option is something that it sees."""

    def foregone(self, state: RagnarokStar, options: Sequence[str]) -> bool:
        """A single option is no choice; it is asked where another card would have given one."""
        return len(options) == 1  # rule: ruling.guest-window

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        return why_not(thing) or (self.rule, sentence(self.ask(state)))


def why_not(thing: str) -> tuple[str, str] | None:
    """Why a thing is out of the question while numbers are resolved."""
    kind = thing.partition(":")[0]
    if kind in ("act", "number", "plan"):
        return (
            "program.reveal",
            "A program is written at the start of a round, and not changed afterwards.",
        )
    if kind == "boat":
        return (
            "resolve.numeric-order",
            "A boat moves when its band comes to the number of that move.",
        )
    if kind == "pile":
        return "arrival.no-looking-back", "Nobody may look through a deck."
    return None
