"""The bot that plays by a game's own engine, and by tree search where the game has none.

An engine thinks in whole turns, the kernel asks for one pick at a time: what the engine planned
for a turn is kept, and played on as long as the table is as it was foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fimbul.bots.budget import Budget, BudgetClock, PausedCollector
from fimbul.bots.fate import Fate
from fimbul.bots.mcts import MctsBot
from fimbul.bots.outlooks import Outlook
from fimbul.bots.playout import seal_rivals
from fimbul.kernel import SEEDS, Dice, Line, State, choose

PAUSE_KEPT = 0.9  # of the longest pause: still kept back in the next decision


class LinePlan(NamedTuple):
    """The picks of a turn, and where the first of them was made.

    What that led to is looked at in the time of the next pick, not after the end of this one.
    """

    outlook: Outlook
    picks: tuple[str, ...]

    def after(self) -> State:
        """The table at which the second pick is due."""
        dream = self.outlook.dream(Dice())
        choose(dream, self.outlook.seat, self.picks[0])
        return dream


class EngineBot:
    """Plays the engine's best line. Games and positions without one are searched by mcts."""

    def __init__(self, name: str, budget: Budget, mcts: MctsBot, seed: int = 0) -> None:
        self.name, self.budget, self.mcts, self.dice = name, budget, mcts, Dice(seed)
        self.plan: LinePlan | None = None
        self.pause = 0.0  # between two questions of the engine whether it has thought enough

    def pick(self, outlook: Outlook) -> str:
        with PausedCollector():
            clock = BudgetClock(self.budget, self.pause * PAUSE_KEPT)
            picks = self.planned(outlook) or self.searched(outlook, clock)
            self.plan = LinePlan(outlook, picks) if len(picks) > 1 else None
            self.pause = clock.pause
        return picks[0] if picks else self.mcts.pick(outlook)

    def planned(self, outlook: Outlook) -> tuple[str, ...]:
        """What is left of the plan, if this is the table it was made for and it goes on here."""
        plan, self.plan = self.plan, None
        if plan is None or plan.outlook.game is not outlook.game:
            return ()
        now, then = outlook.dream(Dice()), plan.after()
        now.seed = then.seed
        goes_on = now == then and plan.picks[1] in outlook.decision.options
        return plan.picks[1:] if goes_on else ()

    def searched(self, outlook: Outlook, clock: BudgetClock) -> tuple[str, ...]:
        options = outlook.decision.options
        if len(options) == 1:
            return options
        fate = Fate(outlook, clock)
        if way := fate.win():
            return way
        lines = engine_lines(outlook, clock, self.dice, fate.share)
        return fate.best([line.picks for line in lines]) if lines else ()


def engine_lines(
    outlook: Outlook, clock: BudgetClock, dice: Dice, share: float = 1.0
) -> Sequence[Line]:
    """The lines of the game's own engine; none if it has no engine, or does not know such a table.

    The others who are asked in the same row have picked something, so that one seat is asked.
    """
    engine = outlook.game.lore.engine
    if engine is None:
        return ()
    clock.limit(share)
    dream = outlook.dream(dice)
    seal_rivals(dream, outlook.seat, dice)
    return engine.search(dream, clock.enough, dice.roll(SEEDS))
