"""`python -m benchmarks.pace`: tries a second of the processor, for `Lore.pace`.

A level is told by time where it is played on the server's own machine, and by tries where somebody
else's thinks: these figures say how many tries the time meant where the levels were measured.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from fimbul.bots import bot, engine_bot, mcts, outlook
from fimbul.bots.budget import BudgetClock
from fimbul.games import find, own_names
from fimbul.kernel import Dice, Game, choose

BUDGET = 0.3  # seconds of the processor for a pick
PICKS = 12


class CountedClock(BudgetClock):
    """Remembers the clocks that were made."""

    made: list[BudgetClock] = []

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.made.append(self)


def pace(game: Game[Any], kind: str) -> int:
    """The median over moments of a match by chance; 0 where it does not search."""
    state, dice, found = game.new(seed=1), Dice(1), list[float]()
    while state.open and len(found) < PICKS:
        decision = state.open[0]
        if len(decision.options) > 2 and not dice.roll(4):
            CountedClock.made.clear()
            bot(f"{kind}:{BUDGET}cpu", 1).pick(outlook(game, state, decision.seat))
            for clock in CountedClock.made:
                if clock.spent() > 0.5 and clock.iterations > 1:
                    found.append(clock.iterations / (clock.now() - clock.started))
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return round(median(found)) if found else 0


def main() -> None:
    for module in (engine_bot, mcts):
        vars(module)["BudgetClock"] = CountedClock
    for name in own_names():
        game = find(name)
        kinds = ("mcts", "engine") if game.lore.engine else ("mcts",)
        print(f"{name:14}", *(f"{kind} {pace(game, kind):>7,}" for kind in kinds), flush=True)


if __name__ == "__main__":
    main()
