"""PettingZoo, one seat after the other (AEC): every game as it is asked, decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from fimbul.adapters.reading import Mask, Observation, TableReading, asked
from fimbul.adapters.spaces import action_space, observation_space
from fimbul.kernel import Decision, Game, State, choose


class TurnsEnv(AECEnv):
    """Seats that pick together are asked in turn, and none sees what another has sealed.

    The reward comes at the end: 1 for first alone, -1 for last alone, in between by place. An
    action that is no option is refused as at every table; `TerminateIllegalWrapper` makes it a
    loss.
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
        name = f"fimbul_{self.reading.game.id}_v0"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.reading.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(self.reading) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.reading) for agent in self.possible_agents
        }
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.state_now: State = self.reading.new(int(self.chance.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        """Turn to the next seat that is asked: it alone has a mask."""
        self.decision: Decision | None = asked(self.state_now)
        self.mask: Mask = self.reading.mask(self.decision)
        self.agent_selection = agent = self.possible_agents[self.decision.seat]
        self.infos[agent] = {"action_mask": self.mask}

    def observe(self, agent: str) -> Observation:
        seat, decision = self.seat_of[agent], self.decision
        if decision is None or decision.seat != seat:
            return self.reading.observe(self.state_now, seat, None)
        return self.reading.observe(self.state_now, seat, decision, self.mask)

    def step(self, action: int | None) -> None:
        agent, decision = self.agent_selection, self.decision
        if decision is None:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose: None is for seats whose match is over")
        choose(self.state_now, decision.seat, self.reading.thing(decision, int(action)))
        self.infos[agent] = {}
        if self.state_now.result is None:
            self._next()
        else:
            self._end()

    def _end(self) -> None:
        result = self.state_now.result
        assert result, "who ends a match has a result"
        self.decision = None
        for agent, seat in self.seat_of.items():
            self.rewards[agent] = self._cumulative_rewards[agent] = result.reward(seat)
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": self.reading.no_mask, "place": result.places[seat]}
        self.agent_selection = self.agents[0]

    def render(self) -> str:
        """The table as a spectator sees it."""
        return str(self.reading.game.scene(self.state_now, None))

    def close(self) -> None:
        """Nothing to close."""
