"""A bot that always answers: what goes wrong in another one ends no match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.bots.outlooks import Outlook
from fimbul.bots.random_bot import RandomBot
from fimbul.kernel import MISTAKES

if TYPE_CHECKING:
    from fimbul.bots.description import Bot

LONGEST_REASON = 160  # letters of a reason


class SteadyBot:
    """Answers as another bot does; where that one fails any option is picked, and why is noted."""

    def __init__(self, player: Bot, seed: int = 0) -> None:
        self.name, self.player, self.deputy = player.name, player, RandomBot(seed)
        self.troubles: list[str] = []  # a line for each answer that the bot did not have

    def pick(self, outlook: Outlook) -> str:
        try:
            pick = self.player.pick(outlook)
        except MISTAKES as failed:
            self.troubles.append(reason(failed))
            return self.deputy.pick(outlook)
        if pick in outlook.decision.options:
            return pick
        self.troubles.append(f"it picked {pick!r}, which was not offered")
        return self.deputy.pick(outlook)


def reason(failed: Exception) -> str:
    """What went wrong, in one line."""
    words = " ".join(f"{type(failed).__name__}: {failed}".split())
    return words if len(words) <= LONGEST_REASON else f"{words[: LONGEST_REASON - 1]}…"
