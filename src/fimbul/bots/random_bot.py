"""A bot that picks any option, each as likely as the next."""

from __future__ import annotations

from fimbul.bots.outlooks import Outlook
from fimbul.kernel import Dice


class RandomBot:
    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        return options[self.dice.roll(len(options))]
