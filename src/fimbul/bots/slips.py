"""A bot that slips: one in so many of its answers is any option that does not lose for certain.

For games in which the least thought is nearly as strong as much of it: there the levels differ in
how steady they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fimbul.bots.fate import Fate
from fimbul.bots.outlooks import Outlook
from fimbul.kernel import Dice, phrase, quoted

if TYPE_CHECKING:
    from fimbul.bots.description import Bot

MOST_ANSWERS = 1000  # of which one is a slip
_FORM = re.compile(r"[1-9]\d{0,3}", re.ASCII)


class SlippingBot:
    """Answers as another bot does, but for its slips."""

    def __init__(self, name: str, steady: Bot, often: int, seed: int = 0) -> None:
        self.name, self.steady, self.often, self.dice = name, steady, often, Dice(seed)

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        if len(options) > 1 and not self.dice.roll(self.often):
            fate = Fate(outlook)
            return (fate.win() or fate.best([(any_,) for any_ in self.dice.shuffled(options)]))[0]
        return self.steady.pick(outlook)


def read_slips(text: str) -> int:
    """Of how many answers one is a slip; ValueError says what is wrong."""
    if not _FORM.fullmatch(text) or not 2 <= int(text) <= MOST_ANSWERS:
        beyond = "{text} is no whole number from 2 to {most}, one answer of which slips"
        raise ValueError(phrase(beyond, text=quoted(text), most=MOST_ANSWERS))
    return int(text)
