"""Steps a second of processor: the kernel alone, PettingZoo's turns, and batches of matches.

python -m benchmarks.environments [--seconds 3] [--parts] [GAME...]
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Any

import numpy as np
from pettingzoo.utils import wrappers

import fimbul
from fimbul.adapters.many import ManyEnv
from fimbul.adapters.many_processes import ManyProcessesEnv
from fimbul.adapters.turns import TurnsEnv
from fimbul.kernel import choose

CHUNK = 200  # steps between two looks at the clock
MATCHES = 256
WORKERS = 2


def kernel(game: str) -> Iterator[int]:
    """Random play through `choose`, and nothing else: nothing that plays so can be faster."""
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
    return _by_turns(TurnsEnv(game))


def wrapped(game: str) -> Iterator[int]:
    """The same within the wrappers in which PettingZoo ships its own games."""
    env: Any = wrappers.TerminateIllegalWrapper(TurnsEnv(game), illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return _by_turns(wrappers.OrderEnforcingWrapper(env))


def _by_turns(env: Any) -> Iterator[int]:
    chance = np.random.default_rng(0)
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
    return _batches(ManyEnv(game, MATCHES))


def _batches(env: ManyEnv) -> Iterator[int]:
    chance = np.random.default_rng(0)
    _, infos = env.reset(seed=0)
    while True:
        masks = infos["action_mask"]
        _, _, _, _, infos = env.step((chance.random(masks.shape, np.float32) * masks).argmax(1))
        yield MATCHES


WAYS: dict[str, Callable[[str], Iterator[int]]] = {
    "kernel": kernel,
    "turns": turns,
    "wrapped": wrapped,
    "many": many,
}


def speed(way: Callable[[str], Iterator[int]], game: str, seconds: float) -> float:
    steps, played = way(game), 0
    sum(islice(steps, CHUNK if way is not many else 1))
    began = process_time()
    while process_time() - began < seconds:
        played += sum(islice(steps, 1 if way is many else CHUNK))
    return played / (process_time() - began)


def apart(game: str, seconds: float, usual: float) -> float:
    """The batch in processes: theirs and ours together. What they need to begin drops out, as a
    short run is taken from a long one."""
    few, more = 4, 4 + max(1, round(seconds * usual / MATCHES))
    spent = [_spent(game, batches) for batches in (few, more)]
    return (more - few) * MATCHES / (spent[1] - spent[0])


def _spent(game: str, batches: int) -> float:
    before = sum(os.times()[:4])
    env = ManyProcessesEnv(game, MATCHES, workers=WORKERS)
    sum(islice(_batches(env), batches))
    env.close()
    return sum(os.times()[:4]) - before


PARTS = ("choose", "features", "marks", "all else")


def parts(game: str, batches: int) -> dict[str, float]:
    """What a step of one match costs in a batch, in microseconds: `choose` on a copy, the features
    and marks once more for themselves; all else are new matches and what is written."""
    env, chance = ManyEnv(game, MATCHES), np.random.default_rng(0)
    env.reset(seed=0)
    played, reading, spent = env.played, env.reading, dict.fromkeys(PARTS, 0.0)
    for _ in range(batches):
        masks = env.arrays["action_mask"]
        actions = (chance.random(masks.shape, np.float32) * masks).argmax(1)
        told = list(zip(played.states, played.asked, actions.tolist(), strict=True))
        picks = [(state.clone(), asked.seat, reading.thing(asked, at)) for state, asked, at in told]
        spent["features"] += timed(reading.game.features, [(one, own.seat) for one, own, _ in told])
        spent["marks"] += timed(reading.marks, [(decision,) for _, decision, _ in told])
        spent["choose"] += timed(choose, picks)
        spent["all else"] += timed(env.step, [(actions,)])
    spent["all else"] -= sum(spent[name] for name in PARTS[:-1])
    return {name: seconds / batches / MATCHES * 1e6 for name, seconds in spent.items()}


def timed(work: Callable[..., object], calls: list[tuple[Any, ...]]) -> float:
    began = process_time()
    for call in calls:
        work(*call)
    return process_time() - began


def tell_speeds(game: str, seconds: float) -> None:
    found = {name: speed(way, game, seconds) for name, way in WAYS.items()}
    found["apart"] = apart(game, seconds, found["many"])
    figures = "".join(f"{steps:10,.0f}" for steps in found.values())
    ratios = (found["many"] / found[name] for name in ("turns", "wrapped"))
    print(f"{game:15}{figures}{''.join(f'{ratio:14.2f}' for ratio in ratios)}", flush=True)


def tell_parts(game: str, batches: int) -> None:
    found = parts(game, batches)
    whole = sum(found.values())
    figures = "".join(f"{micros:13.2f}" for micros in found.values())
    print(f"{game:15}{figures}{whole:8.1f}{found['choose'] / whole:8.0%}", flush=True)


def main() -> None:
    asked: Any = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=fimbul.game_names())
    asked.add_argument("--seconds", type=float, default=3.0)
    asked.add_argument("--parts", action="store_true", help="what a step in a batch is made of")
    told = asked.parse_args()
    if told.parts:
        print(f"{'game':15}" + "".join(f"{name:>13}" for name in PARTS) + "   in all  choose")
    else:
        heads = (*WAYS, "apart")
        ratios = f"{'many/turns':>14}{'many/wrapped':>14}"
        print(f"{'game':15}" + "".join(f"{name:>10}" for name in heads) + ratios)
    for game in told.games:
        if told.parts:
            tell_parts(game, 30)
        else:
            tell_speeds(game, told.seconds)


if __name__ == "__main__":
    main()
