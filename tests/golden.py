"""Matches one can read. `make golden` writes them anew, and a change of rules shows as a diff.

A golden is a file `tests/games/<game>/golden/<name>.txt`. Its first line says how the match is set
up, `{"setup": {}, "seed": 7}`, and is all that a new one needs; the rest is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import fimbul
from fimbul.kernel import Dice, Game, State, choose, named

FILES = sorted((Path(__file__).parent / "games").glob("*/golden/*.txt"))


class Beginning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a golden. Its seed is the match's, and the players' as well."""

    setup: dict[str, Any]
    seed: int


def told(file: Path) -> str:
    """The whole text of a golden, from its first line."""
    first = file.read_text(encoding="utf-8").splitlines()[0]
    beginning = msgspec.json.decode(first, type=Beginning)
    game = fimbul.game(file.parents[1].name)
    state = game.new(game.setup(**beginning.setup), beginning.seed)
    lines = [first, *_match(game, state, Dice(beginning.seed))]
    return "".join(f"{line}\n" for line in lines)


def _match(game: Game[Any], state: State, dice: Dice) -> Iterator[str]:
    """A random match: each choice with what came of it, then the last table and the result."""
    names = game.scene(state, None).names()
    yield from _events(state, names)
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        thing = decision.options[dice.roll(len(decision.options))]
        choose(state, decision.seat, thing)
        yield f"{names[decision.seat]}: {decision.prompt}: {thing}"
        yield from _events(state, names)
    yield from str(game.scene(state, None)).splitlines()
    yield str(state.result)


def _events(state: State, names: tuple[str, ...]) -> Iterator[str]:
    for event in state.events:
        if event.words:
            yield named(f"    {event.words}", names)


if __name__ == "__main__":
    for file in FILES:
        file.write_text(told(file), encoding="utf-8")
