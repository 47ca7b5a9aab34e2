"""A player that learns Brandub from nothing, by MaskablePPO, in ten minutes on two cores.

    pip install 'fimbul[rl]' torch sb3-contrib
    python examples/learn_brandub.py --steps 300000 --curve curve.csv

It plays both sides in turn, at first against chance, and from a third of the way on against greedy
as well; there are no rewards but winning and losing. Now and then it is tried with fresh matches
against both, which `--curve` keeps: steps, rival, matches, rate. The same seed learns the same.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import gymnasium as gym
import numpy as np

from fimbul.adapters.seat import SeatEnv

GAME = "brandub"
RIVALS = ("random", "greedy")
TRIALS = 10  # how often it is tried on the way


class Softened(gym.ObservationWrapper[Any, Any, Any]):
    """Counts such as 60 beside marks such as 1 make a net blind for the marks."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        inner = env.observation_space
        shapes = {name: inner[name].shape for name in inner}
        self.observation_space = gym.spaces.Dict(
            {name: gym.spaces.Box(0, 8, shape, np.float32) for name, shape in shapes.items()}
        )

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        return {name: np.log1p(one, dtype=np.float32) for name, one in observation.items()}

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()


def table(rival: str) -> Softened:
    return Softened(SeatEnv(GAME, [rival], seat=None))


def rate_against(model: Any, rival: str, matches: int, seed: int) -> float:
    """The share of matches won, a draw counting half, with the learner at both seats in turn."""
    won = 0.0
    for number in range(matches):
        env = Softened(SeatEnv(GAME, [rival], seat=number % 2))
        seen, _ = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, over, _, _ = env.step(int(action))
        won += (reward + 1) / 2
    return won / matches


def learn(steps: int, seed: int, matches: int, curve: Path) -> Any:
    """Train, and write a line of the curve for every trial as it comes."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    shared: dict[str, Any] = {"n_steps": 256, "batch_size": 512, "n_epochs": 4, "ent_coef": 0.02}
    net = {"net_arch": [128, 128]}
    early = DummyVecEnv([lambda: table("random")] * 8)
    late = DummyVecEnv([lambda: table("random")] * 4 + [lambda: table("greedy")] * 4)
    model = MaskablePPO(
        "MultiInputPolicy", early, seed=seed, policy_kwargs=net, gamma=0.995, **shared
    )
    began, worked = perf_counter(), process_time()
    with curve.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["steps", "rival", "matches", "rate", "seconds", "processor"])
        for trial in range(TRIALS + 1):
            if trial:
                model.learn(steps // TRIALS, reset_num_timesteps=False)
            if trial == TRIALS // 3:
                model.set_env(late)
            for rival in RIVALS:
                rate = rate_against(model, rival, matches, 10_000)
                spent = round(perf_counter() - began, 1), round(process_time() - worked, 1)
                lines.writerow([model.num_timesteps, rival, matches, round(rate, 3), *spent])
                file.flush()
                print(f"{model.num_timesteps:8,} steps, {rival:7} {rate:4.0%}", flush=True)
    return model


def draw(curve: Path, picture: Path) -> None:
    """The curve as a picture; needs `fimbul[lab]`."""
    import altair as alt

    with curve.open(encoding="utf-8") as file:
        rows = [{**row, "steps": int(row["steps"]), "rate": float(row["rate"])}
                for row in csv.DictReader(file)]  # fmt: skip
    chart = (
        alt.Chart(alt.Data(values=rows), title="A learner of Brandub, from nothing")
        .mark_line(point=True)
        .encode(
            x=alt.X("steps:Q", title="picks of the learner"),
            y=alt.Y("rate:Q", title="share won", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color("rival:N", title="against"),
        )
        .properties(width=520, height=280)
    )
    chart.save(str(picture))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=300_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--matches", type=int, default=100, help="of a trial, against each rival")
    asked.add_argument("--curve", type=Path, default=Path("curve.csv"))
    asked.add_argument("--draw", type=Path, help="draw the curve that is there, and learn nothing")
    told = asked.parse_args()
    if told.draw:
        draw(told.curve, told.draw)
        return
    learn(told.steps, told.seed, told.matches, told.curve)


if __name__ == "__main__":
    main()
