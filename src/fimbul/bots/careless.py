"""A bot that knows what is good and forgets to look: something to win against."""

from __future__ import annotations

from fimbul.bots.greedy import GreedyBot
from fimbul.bots.outlook import Outlook
from fimbul.kernel import Dice

SLIPS = 2  # of so many picks one is anything


class CarelessBot:
    """Picks as greedy does, but now and then anything."""

    name = "careless"

    def __init__(self, seed: int = 0) -> None:
        self.dice, self.careful = Dice(seed), GreedyBot(seed)

    def pick(self, outlook: Outlook) -> str:
        if self.dice.roll(SLIPS):
            return self.careful.pick(outlook)
        options = outlook.decision.options
        return options[self.dice.roll(len(options))]
