"""Many matches side by side in one process: in each of them the learner plays whoever is asked."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fimbul.adapters.reading import TableReading, asked
from fimbul.adapters.spaces import action_space, observation_space
from fimbul.kernel import Decision, Game, State, choose

Array = NDArray[Any]
Arrays = dict[str, Array]


def arrays_for(reading: TableReading, matches: int) -> dict[str, tuple[tuple[int, ...], type]]:
    """What a batch writes: the shape and type of every array."""
    shapes: dict[str, tuple[tuple[int, ...], type]] = {
        "observation": ((matches, reading.size), np.uint8),
        "action_mask": ((matches, reading.actions), np.int8),
        "seat": ((matches,), np.int64),
        "reward": ((matches,), np.float64),
        "rewards": ((matches, reading.seats), np.float64),
        "over": ((matches,), np.bool_),
        "final": ((matches, reading.size), np.uint8),
    }
    if reading.pointing:
        shapes["options"] = ((matches, reading.actions, reading.row), np.uint8)
    return shapes


def no_options(actions: Array, masks: Array) -> Array:
    """For each match whether its action is none that its mask allows."""
    within = (actions >= 0) & (actions < masks.shape[1])
    wrong: Array = ~within | (masks[np.arange(len(masks)), actions * within] == 0)
    return wrong


class ManyMatches:
    """Matches that are played on together. A match that ends starts again in the same step."""

    def __init__(self, reading: TableReading, arrays: Arrays) -> None:
        self.reading, self.arrays = reading, arrays
        self.matches = len(arrays["seat"])
        self.states: list[State] = []
        self.asked: list[Decision] = []

    def reset(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.states = [self._new() for _ in range(self.matches)]
        self.asked = [asked(state) for state in self.states]
        self.arrays["over"][:] = False
        self.arrays["reward"][:] = 0
        self._tell()

    def _new(self) -> State:
        state: State = self.reading.new(int(self.chance.integers(1 << 63)))
        return state

    def step(self, actions: Array) -> None:
        """An action for each match, by whoever is asked there. If one of them is no option, nothing
        is played in any match."""
        self._refuse(actions)
        arrays, states, decisions = self.arrays, self.states, self.asked
        thing, ended = self.reading.thing, list[int]()
        for at, action in enumerate(actions.tolist()):
            state, decision = states[at], decisions[at]
            choose(state, decision.seat, thing(decision, action))
            if state.result is None:
                decisions[at] = asked(state)
            else:
                ended.append(at)
        arrays["over"][:] = False
        arrays["reward"][:] = 0
        for at in ended:
            self._end(at)
        self._tell()

    def _refuse(self, actions: Array) -> None:
        """What is no option goes to its match alone, which tells why."""
        wrong = no_options(actions, self.arrays["action_mask"])
        for at in np.flatnonzero(wrong).tolist():
            decision = self.asked[at]
            choose(self.states[at], decision.seat, self.reading.thing(decision, int(actions[at])))

    def _end(self, at: int) -> None:
        """The reward is that of the seat that made the last pick; `rewards` tells everybody's."""
        result, seat, arrays = self.states[at].result, self.asked[at].seat, self.arrays
        assert result, "who ends a match has a result"
        arrays["over"][at] = True
        arrays["reward"][at] = result.reward(seat)
        arrays["rewards"][at] = [result.reward(one) for one in range(self.reading.seats)]
        arrays["final"][at] = self.reading.numbers(self.states[at], seat)
        self.states[at] = self._new()
        self.asked[at] = asked(self.states[at])

    def _tell(self) -> None:
        """Write the arrays for all matches together: a few writes in all, not a few for each
        match."""
        reading, arrays, states, decisions = self.reading, self.arrays, self.states, self.asked
        seats = [decision.seat for decision in decisions]
        told = b"".join(map(reading.game.features, states, seats))
        masks = b"".join(map(reading.marks, decisions))
        arrays["observation"][:] = np.frombuffer(told, np.uint8).reshape(self.matches, -1)
        arrays["action_mask"][:] = np.frombuffer(masks, np.int8).reshape(self.matches, -1)
        arrays["seat"][:] = seats
        if reading.pointing:
            rows = b"".join(map(reading.row_bytes, states, decisions))
            shape = arrays["options"].shape
            arrays["options"][:] = np.frombuffer(rows, np.uint8).reshape(shape)


class ManyEnv(VectorEnv[dict[str, Array], Array, Array]):
    """The batch as Gymnasium knows vectors of environments. Matches start again in the step in
    which they end (`AutoresetMode.SAME_STEP`); `infos` then tell the last observation and all
    rewards.

    Arrays are written again by the next step: copy what you keep.
    """

    def __init__(
        self, game: Game[Any] | str, matches: int, *, pointing: bool = False, **options: Any
    ) -> None:
        self.reading = TableReading(game, options, pointing=pointing)
        self.num_envs = matches
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space = action_space(self.reading)
        self.single_observation_space = observation_space(self.reading)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, matches)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, matches
        )
        self.arrays = self._arrays()
        self.names = [name for name in self.single_observation_space if name in self.arrays]

    def _arrays(self) -> Arrays:
        told = arrays_for(self.reading, self.num_envs)
        found: Arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in told.items()}
        self.played = ManyMatches(self.reading, found)
        return found

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        if first is not None:
            self.chance = np.random.default_rng(first)
        elif not hasattr(self, "chance"):
            self.chance = np.random.default_rng()
        self._begin(int(self.chance.integers(1 << 31)))
        return self._seen(), self._info()

    def _begin(self, seed: int) -> None:
        self.played.reset(seed)

    def _play(self, actions: Array) -> None:
        self.played.step(actions)

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        self._play(np.asarray(actions))
        arrays, infos = self.arrays, self._info()
        over = arrays["over"]
        if over.any():
            infos |= {"rewards": arrays["rewards"], "_rewards": over}
            infos |= {"final_obs": {"observation": arrays["final"]}, "_final_obs": over}
        return self._seen(), arrays["reward"], over, np.zeros_like(over), infos

    def _seen(self) -> dict[str, Array]:
        return {name: self.arrays[name] for name in self.names}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.arrays["action_mask"], "seat": self.arrays["seat"]}
