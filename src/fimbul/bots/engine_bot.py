"""The bot that plays by a game's own engine, and by tree search where the game has none.

An engine thinks in whole turns, the kernel asks for one pick at a time: what the engine planned
for a turn is kept, and played on as long as the table is as it was foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fimbul.bots.budget import Budget, Purse
from fimbul.bots.mcts import MctsBot
from fimbul.bots.outlook import Outlook
from fimbul.bots.playout import seal_rivals
from fimbul.kernel import Dice, Line, State, choose
from fimbul.kernel.dice import WORD


class Plan(NamedTuple):
    """The picks that are left of a turn, and the table at which the next is due."""

    state: State
    picks: tuple[str, ...]


class EngineBot:
    """Plays the engine's best line. Games and positions without one are searched by mcts."""

    def __init__(self, name: str, budget: Budget, mcts: MctsBot, seed: int = 0) -> None:
        self.name, self.budget, self.mcts, self.dice = name, budget, mcts, Dice(seed)
        self.plan: Plan | None = None

    def pick(self, outlook: Outlook) -> str:
        purse = Purse(self.budget)
        picks = self.planned(outlook) or self.searched(outlook, purse)
        if not picks:
            return self.mcts.pick(outlook)
        self.plan = _plan(outlook, picks) if len(picks) > 1 else None
        return picks[0]

    def planned(self, outlook: Outlook) -> tuple[str, ...]:
        """What is left of the plan, if this is the table it was made for and it goes on here."""
        plan, self.plan = self.plan, None
        if plan is None or type(plan.state) is not outlook.game.state_type:
            return ()
        now = outlook.dream(Dice())
        now.seed = plan.state.seed
        goes_on = now == plan.state and plan.picks[0] in outlook.decision.options
        return plan.picks if goes_on else ()

    def searched(self, outlook: Outlook, purse: Purse) -> tuple[str, ...]:
        options = outlook.decision.options
        if len(options) == 1:
            return options
        lines = engine_lines(outlook, purse, self.dice)
        return lines[0].picks if lines else ()


def engine_lines(outlook: Outlook, purse: Purse, dice: Dice) -> Sequence[Line]:
    """The lines of the game's own engine; none if it has no engine, or one that is at a loss.

    Whoever else is asked in the same row has picked something, so that one seat is asked.
    """
    engine = outlook.game.lore.engine
    if engine is None:
        return ()
    purse.limit(1.0)
    dream = outlook.dream(dice)
    seal_rivals(dream, outlook.seat, dice)
    return engine.search(dream, purse.enough, dice.roll(WORD))


def _plan(outlook: Outlook, picks: tuple[str, ...]) -> Plan:
    dream = outlook.dream(Dice())
    choose(dream, outlook.seat, picks[0])
    return Plan(dream, picks[1:])
