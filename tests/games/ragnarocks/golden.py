"""Matches one can read. `python -m tests.games.ragnarocks.golden` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t

FOLDER = Path(__file__).with_name("golden")
MATCHES: dict[str, dict[str, Any]] = {
    "midgard": {"ivory": 0},
    "walls": {"ivory": 1, "position": t.WALLS},
    "skips": {"ivory": 0, "position": t.BLOCKED.format("i"), "zero_move": True},
}


def told(name: str, seed: int = 7) -> str:
    """A random match: each turn with what was chosen and what came of it, and the last board."""
    state, dice = GAME.new(GAME.setup(**MATCHES[name]), seed), Dice(seed)
    lines = [f"     {event.words}" for event in state.events if event.words]
    while state.asked:
        (decision,) = state.asked
        thing = decision.options[dice.roll(len(decision.options))]
        fimbul.choose(state, decision.seat, thing)
        words = ", ".join(event.words for event in state.events if event.words)
        lines.append(f"seat {decision.seat}  {decision.prompt}: {thing}  {words}".rstrip())
    return "\n".join([*lines, str(state.result), str(GAME.scene(state, None)), ""])


if __name__ == "__main__":
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")
