"""Three recorded matches; `python -m tests.games.drakkar.golden` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar.scene import NAMES
from fimbul.kernel import Dice, choose, named

FOLDER = Path(__file__).with_name("golden")
MATCHES = {  # seats, seed, the five-second count
    "three-seats": (3, 13, "off"),
    "four-seats": (4, 16, "manual"),
    "six-seats": (6, 2, "off"),
}


def told(seats: int, seed: int, count: str) -> Iterator[str]:
    """A random match, a choice a line, with what it caused; then the table and the result."""
    state, dice = GAME.new(GAME.setup(seats=seats, count=count), seed), Dice(seed)
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        pick = decision.options[dice.roll(len(decision.options))]
        choose(state, decision.seat, pick)
        yield named(f"{NAMES[decision.seat]}: {decision.prompt}: {pick}", NAMES)
        for event in state.events:
            if event.words:
                yield named(f"    {event.words}", NAMES)
    yield str(GAME.scene(state, None))
    yield str(state.result)


def text(name: str) -> str:
    return "".join(f"{line}\n" for line in told(*MATCHES[name]))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for match in MATCHES:
        (FOLDER / f"{match}.txt").write_text(text(match), encoding="utf-8")
