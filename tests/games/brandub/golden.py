"""A match one can read. `python -m tests.games.brandub.golden` writes it anew."""

from __future__ import annotations

from pathlib import Path

import fimbul
from fimbul.kernel import Dice
from tests.games.brandub.drawn import picture

FILE = Path(__file__).with_name("golden.txt")
SEED = 2


def told() -> str:
    """A random match, a turn a line, and the board at the end."""
    game = fimbul.game("brandub")
    state, dice, lines = game.new(seed=SEED), Dice(SEED), []
    while state.open:
        (decision,) = state.open
        thing = decision.options[dice.roll(len(decision.options))]
        fimbul.choose(state, decision.seat, thing)
        words = ", ".join(event.words for event in state.events if event.words)
        lines.append(f"seat {decision.seat}  {decision.prompt}: {thing}  {words}".rstrip())
    return "\n".join([*lines, str(state.result), picture(state), ""])


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
