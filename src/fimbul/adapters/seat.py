"""Gymnasium: one seat for the learner, bots at the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
from gymnasium import spaces

from fimbul.adapters.reading import Mask, Observation, TableReading
from fimbul.adapters.spaces import action_space, observation_space
from fimbul.bots import Bot, BotSource, make_bot, outlook
from fimbul.kernel import Decision, Game, IllegalChoice, State, choose

Step = tuple[Observation, float, bool, bool, dict[str, Any]]
ILLEGAL = -1.0  # what an action is worth that is no option: the match is lost


class SeatEnv(gym.Env[Observation, int]):
    """A step is one pick of the learner and all that the others do until it is asked again.

    Bots are given for the other seats in order, and start again from the first if they are fewer.
    Without a `seat` the learner sits at another one in every match. An action that is no option
    loses the match.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game[Any] | str,
        bots: Sequence[BotSource] = ("random",),
        *,
        seat: int | None = 0,
        pointing: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.reading = TableReading(game, options, pointing=pointing)
        self.bots, self.seat, self.own, self.render_mode = tuple(bots), seat, seat or 0, render_mode
        self.action_space: spaces.Space[Any] = action_space(self.reading)
        self.observation_space: spaces.Space[Any] = observation_space(self.reading)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        draw, seats = self.np_random, self.reading.seats
        self.own = int(draw.integers(seats)) if self.seat is None else self.seat
        self.state_now: State = self.reading.new(int(draw.integers(1 << 63)))
        self.players: list[Bot] = [
            make_bot(self.bots[place % len(self.bots)], int(draw.integers(1 << 31)))
            for place in range(seats)
        ]
        self._let_play()
        return self._seen()

    def _let_play(self) -> None:
        """The others play until the learner is asked, or all is over."""
        self.decision: Decision | None = None
        state, game = self.state_now, self.reading.game
        while state.open:
            for decision in state.open:
                if decision.seat == self.own:
                    self.decision = decision
                    return
            seat = state.open[0].seat
            place = (seat - self.own - 1) % self.reading.seats
            choose(state, seat, self.players[place].pick(outlook(game, state, seat)))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.reading.observe(self.state_now, self.own, self.decision)
        info: dict[str, Any] = {"action_mask": seen["action_mask"], "seat": self.own}
        if self.state_now.result:
            info["place"] = self.state_now.result.places[self.own]
        return seen, info

    def action_masks(self) -> Mask:
        """The mask, under the name by which sb3-contrib asks for it."""
        return self.reading.mask(self.decision)

    def step(self, action: int) -> Step:
        decision = self.decision
        if decision is None:
            raise RuntimeError("the match is over: reset before the next step")
        try:
            choose(self.state_now, self.own, self.reading.thing(decision, int(action)))
        except IllegalChoice as refused:
            self.decision = None
            seen, info = self._seen()
            return seen, ILLEGAL, True, False, {**info, "illegal": str(refused)}
        self._let_play()
        seen, info = self._seen()
        result = self.state_now.result
        reward = result.reward(self.own) if result else 0.0
        return seen, reward, result is not None, False, info

    def render(self) -> Any:
        """The table as the learner's seat sees it."""
        return str(self.reading.game.scene(self.state_now, self.own))
