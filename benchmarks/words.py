"""What telling a match in another language costs: `python -m benchmarks.words brandub fr`.

A random match is played once for its own sake; then every scene that its first seat saw, and every
event, is told. Figures are milliseconds for each choice.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import fimbul
from fimbul.kernel import Dice, Seen, choose
from fimbul.words import LANGUAGES, Teller


def seen_in(name: str, seed: int) -> tuple[list[Seen], float]:
    """What the first seat saw of a random match, and how long the match took without looking."""
    game = fimbul.game(name)
    state, dice, seen, spent = game.new(seed=seed), Dice(seed), list[Seen](), 0.0
    while state.open:
        decision = state.open[0]
        pick = decision.options[dice.roll(len(decision.options))]
        began = perf_counter()
        choose(state, decision.seat, pick)
        spent += perf_counter() - began
        seen.append(game.seen(state, 0))
    return seen, spent


def telling(name: str, language: str, seen: list[Seen]) -> float:
    teller = Teller(fimbul.game(name), language)
    began = perf_counter()
    for one in seen:
        teller.told(one)
    return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=fimbul.game_names())
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    seen, spent = seen_in(given.game, given.seed)
    told = telling(given.game, given.language, seen)
    count = len(seen)
    print(f"{count} choices: {1000 * spent / count:.3f} ms to play, ", end="")
    print(f"{1000 * told / count:.3f} ms to tell a whole scene in {given.language}")


if __name__ == "__main__":
    main()
