"""PettingZoo, all seats at once (parallel): who is asked answers, the others wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from fimbul.adapters.reading import Observation, TableReading
from fimbul.adapters.spaces import action_space, observation_space
from fimbul.kernel import Decision, Game, State, choose, decision_of

Dicts = dict[str, Any]


class RowsEnv(ParallelEnv[str, Observation, int]):
    """One step is one pick of every seat that is asked now.

    Not every row asks everybody, so there is one more action, the last: to wait. It is the only one
    of a seat that is not asked, and never one of a seat that is.
    """

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        pointing: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.reading = TableReading(game, options, pointing=pointing)
        self.wait = self.reading.actions
        self.metadata = {
            "name": f"fimbul_{self.reading.game.id}_rows_v0",
            "render_modes": ["ansi"],
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.reading.seats)]
        self.action_spaces = {
            agent: action_space(self.reading, more=1) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: observation_space(self.reading, more=1) for agent in self.possible_agents
        }
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Dicts, Dicts]:
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.state_now: State = self.reading.new(int(self.chance.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        seen = self._observations()
        return seen, self._infos(seen)

    def step(self, actions: dict[str, int]) -> tuple[Dicts, Dicts, Dicts, Dicts, Dicts]:
        state = self.state_now
        for decision in state.open:
            self._answer(decision, int(actions[self.possible_agents[decision.seat]]))
        agents, over = self.agents, state.result is not None
        seen = self._observations()
        rewards = {
            agent: state.result.reward(seat) if state.result else 0.0
            for seat, agent in enumerate(agents)
        }
        if over:
            self.agents = []
        ends, cuts = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return seen, rewards, ends, cuts, self._infos(seen)

    def _answer(self, decision: Decision, action: int) -> None:
        """In a race somebody else's pick may have taken the question away: then nothing is done."""
        thing = self.reading.thing(decision, action)
        now = decision_of(self.state_now, decision.seat)
        if thing not in decision.options or (now and thing in now.options):
            choose(self.state_now, decision.seat, thing)

    def _observations(self) -> dict[str, Observation]:
        waiting = {decision.seat: decision for decision in self.state_now.open}
        return {
            agent: self._observe(seat, waiting.get(seat)) for seat, agent in enumerate(self.agents)
        }

    def _observe(self, seat: int, decision: Decision | None) -> Observation:
        marks = self.reading.marks(decision) if decision else bytearray(self.wait)
        marks.append(decision is None)
        mask = np.frombuffer(marks, np.int8)
        return self.reading.observe(self.state_now, seat, decision, mask)

    def _infos(self, seen: dict[str, Observation]) -> Dicts:
        return {agent: {"action_mask": one["action_mask"]} for agent, one in seen.items()}

    def render(self) -> str:
        return str(self.reading.game.scene(self.state_now, None))

    def close(self) -> None:
        """Nothing to close."""
