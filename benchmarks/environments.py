"""Steps a second of processor: the kernel alone, PettingZoo's turns, and batches of matches.

python -m benchmarks.environments [--seconds 3] [GAME...]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Any

import numpy as np

import fimbul
from fimbul.adapters.many import ManyEnv
from fimbul.adapters.turns import TurnsEnv
from fimbul.kernel import choose

CHUNK = 200  # steps between two looks at the clock
MATCHES = 256


def kernel(game: str) -> Iterator[int]:
    """Random play through `choose`, and nothing else."""
    found, chance, seed = fimbul.game(game), np.random.default_rng(0), 0
    state = found.new(seed=seed)
    while True:
        for number in chance.random(1000).tolist():
            if not state.open:
                seed += 1
                state = found.new(seed=seed)
            decision = state.open[0]
            choose(state, decision.seat, decision.options[int(number * len(decision.options))])
            yield 1


def turns(game: str) -> Iterator[int]:
    """`last` and `step` of the AEC environment, an action drawn from the mask."""
    env, chance = TurnsEnv(game), np.random.default_rng(0)
    env.reset(seed=0)
    while True:
        for number in chance.random(1000).tolist():
            observation, _, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(number * len(legal))]))
            yield 1


def many(game: str) -> Iterator[int]:
    """Matches side by side, actions drawn from all masks at once."""
    env, chance = ManyEnv(game, MATCHES), np.random.default_rng(0)
    _, infos = env.reset(seed=0)
    while True:
        masks = infos["action_mask"]
        _, _, _, _, infos = env.step((chance.random(masks.shape, np.float32) * masks).argmax(1))
        yield MATCHES


WAYS: dict[str, Callable[[str], Iterator[int]]] = {
    "kernel": kernel,
    "turns": turns,
    "many": many,
}


def speed(way: Callable[[str], Iterator[int]], game: str, seconds: float) -> float:
    steps, played = way(game), 0
    sum(islice(steps, CHUNK))
    began = process_time()
    while process_time() - began < seconds:
        played += sum(islice(steps, 1 if way is many else CHUNK))
    return played / (process_time() - began)


def main() -> None:
    asked: Any = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=fimbul.game_names())
    asked.add_argument("--seconds", type=float, default=3.0)
    told = asked.parse_args()
    print(f"{'game':15}" + "".join(f"{name:>10}" for name in WAYS) + f"{'many/turns':>13}")
    for game in told.games:
        found = {name: speed(way, game, told.seconds) for name, way in WAYS.items()}
        figures = "".join(f"{steps:10,.0f}" for steps in found.values())
        print(f"{game:15}{figures}{found['many'] / found['turns']:13.2f}", flush=True)


if __name__ == "__main__":
    main()
