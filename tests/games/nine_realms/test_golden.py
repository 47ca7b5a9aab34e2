"""Three matches in words: a change of rules shows as a change of text.

`python -m tests.games.nine_realms.test_golden` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.games.nine_realms import GAME
from fimbul.kernel import Dice, choose, named

GOLDEN = Path(__file__).with_name("golden")
SEEDS = (7, 8, 9)


def told(seed: int) -> str:
    """A match of random choices: who picks what, and what the seat that picks is told."""
    state, dice, lines = GAME.new(seed=seed), Dice(seed), [f"seed {seed}"]
    names = GAME.scene(state, None).names()
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        seat, thing = decision.seat, decision.options[dice.roll(len(decision.options))]
        choose(state, seat, thing)
        lines.append(f"{names[seat]}, {decision.prompt}: {thing}")
        lines += [
            f"    {heard(event.seat, event.words, names)}" for event in state.events if event.words
        ]
    assert state.result
    return "\n".join(
        [*lines, f"{state.result.places} {state.result.scores} {state.result.because}", ""]
    )


def heard(seat: int, words: str, names: tuple[str, ...]) -> str:
    return named(words if seat < 0 else f"{{{seat}}} {words}", names)


@pytest.mark.parametrize("seed", SEEDS)
def test_golden(seed: int) -> None:
    assert told(seed) == (GOLDEN / f"seed-{seed}.txt").read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for number in SEEDS:
        (GOLDEN / f"seed-{number}.txt").write_text(told(number), "utf-8")
