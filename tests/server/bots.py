"""Bots for tests: quick, slow, and some that die or fall."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from fimbul.bots import Analysis, Budget
from fimbul.kernel import Decision, Dice, Game, Line, NoSuchBot, State, decision_of
from fimbul.server.bots.thought import budget


class Outlook:
    def __init__(self, game: Game[Any], state: State, seat: int) -> None:
        decision = decision_of(state, seat)
        assert decision is not None
        self.decision: Decision = decision


def outlook(game: Game[Any], state: State, seat: int) -> Outlook:
    return Outlook(game, state, seat)


def analyse(outlook: Outlook, budget: Budget, seed: int = 0) -> Analysis:
    """Every option is worth less than the one before, and the seconds say how much the first."""
    options = Dice(seed).shuffled(outlook.decision.options)
    best = budget.seconds
    lines = tuple(Line((thing,), best - n / 100) for n, thing in enumerate(options[:9]))
    return Analysis(outlook.decision.seat, best, lines)


class TestBot:
    __test__ = False

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.dice = name, Dice(seed)

    def pick(self, outlook: Outlook) -> str:
        if self.name == "dies":
            os._exit(1)
        if self.name == "falls":
            raise ZeroDivisionError("nothing to divide by")
        if self.name == "cheats":
            return "cell:nowhere"
        if self.name.startswith("knows:") and self.name.removeprefix("knows:") not in sys.modules:
            raise LookupError("nobody has read that")
        if self.name == "starves":
            raise MemoryError
        if self.name == "stumbles" and not (once := Path(os.environ["STUMBLED"])).exists():
            once.touch()
            raise BufferError("the first time")
        if self.name.startswith("sleeps"):
            time.sleep(60)
        if self.name.startswith("naps"):
            time.sleep(budget(self.name))
        options = outlook.decision.options
        return options[self.dice.roll(len(options))]


def bot(description: str, seed: int = 0) -> TestBot:
    if description.partition(":")[0] not in (
        "random",
        "greedy",
        "mcts",
        "dies",
        "falls",
        "cheats",
        "sleeps",
        "naps",
        "starves",
        "stumbles",
        "knows",
    ):
        raise NoSuchBot(f"there is no bot {description!r}")
    return TestBot(description, seed)
