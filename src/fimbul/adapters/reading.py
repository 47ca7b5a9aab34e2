"""How a learner reads one game with one setup: its numbers, its masks, its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fimbul.games import find
from fimbul.kernel import SEEDS, BadSetup, Decision, Game, State

Numbers = NDArray[np.uint8]
Mask = NDArray[np.int8]
Observation = dict[
    str, Any
]  # "observation", "action_mask", and "options" where they are pointed at


class TableReading:
    """An action is the place of a thing among `game.things`.

    Where things are named on the way, or if `pointing` asks for it, it is the place of an option in
    its decision, and an observation holds a row of numbers for each option.
    """

    def __init__(
        self, game: Game[Any] | str, options: Mapping[str, Any], *, pointing: bool = False
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.options = dict(options)
        self.setup = self.game.setup(**options)
        self.learning = self.game.learning
        if self.learning is None:
            raise BadSetup([f"{self.game.title} tells learners nothing (no `learning`)"])
        first = self.game.new(self.setup)
        self.seats, self.size = first.seats, len(self.game.features(first, 0))
        self.things = self.game.things(self.setup)
        self.index = {thing: place for place, thing in enumerate(self.things)}
        self.pointing = pointing or not self.things
        self.actions = self._most() if self.pointing else len(self.things)
        self.row = (self.learning.row or 2) if self.pointing else 0
        self.no_mask = np.zeros(self.actions, np.int8)
        self.no_mask.flags.writeable = False

    def __deepcopy__(self, memo: object) -> TableReading:
        """It never changes, so copies of a table may share it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process finds the game by its name."""
        return _read_again, (self.game.id, self.options, self.pointing)

    def _most(self) -> int:
        assert self.learning
        return self.learning.most or len(self.things)

    def new(self, seed: int) -> Any:
        return self.game.new(self.setup, seed % SEEDS)

    def thing(self, decision: Decision, action: int) -> str:
        """The thing that an action touches. Playing it refuses what is no option."""
        if not self.pointing:
            return self.things[action] if 0 <= action < self.actions else f"action:{action}"
        options = decision.options
        return options[action] if 0 <= action < len(options) else f"option:{action}"

    def action(self, decision: Decision, thing: str) -> int:
        return decision.options.index(thing) if self.pointing else self.index[thing]

    def legal(self, decision: Decision) -> list[int]:
        """The actions that are options now, in rising order."""
        if self.pointing:
            return list(range(len(decision.options)))
        return sorted(map(self.index.__getitem__, decision.options))

    def marks(self, decision: Decision) -> bytearray:
        """A 1 for each action that is an option now."""
        marks = bytearray(self.actions)
        if self.pointing:
            count = len(decision.options)
            marks[:count] = b"\1" * count
        else:
            index = self.index
            for option in decision.options:
                marks[index[option]] = 1
        return marks

    def mask(self, decision: Decision | None) -> Mask:
        if decision is None:
            return self.no_mask
        return np.frombuffer(self.marks(decision), np.int8)

    def numbers(self, state: State, seat: int) -> Numbers:
        return np.frombuffer(self.game.features(state, seat), np.uint8)

    def rows(self, state: State, decision: Decision | None) -> Numbers:
        """A row of numbers for each option, and empty ones for those that there could be."""
        told = self.row_bytes(state, decision) if decision else bytes(self.actions * self.row)
        return np.frombuffer(told, np.uint8).reshape(self.actions, self.row)

    def row_bytes(self, state: State, decision: Decision) -> bytes:
        return self._told(state, decision).ljust(self.actions * self.row, b"\0")

    def _told(self, state: State, decision: Decision) -> bytes:
        """The game's own rows; else the place of each option among all things, in two numbers."""
        assert self.learning
        if self.learning.rows is not None:
            return self.learning.rows(state, decision)
        return b"".join(self.index[option].to_bytes(2, "big") for option in decision.options)

    def observe(
        self, state: State, seat: int, decision: Decision | None, mask: Mask | None = None
    ) -> Observation:
        """What that seat sees; the decision is the one that it must answer now."""
        seen = {
            "observation": self.numbers(state, seat),
            "action_mask": self.mask(decision) if mask is None else mask,
        }
        if self.pointing:
            seen["options"] = self.rows(state, decision)
        return seen


def _read_again(game: str, options: dict[str, Any], pointing: bool) -> TableReading:
    return TableReading(game, options, pointing=pointing)


def asked(state: State) -> Decision:
    """Who is asked first. Others of the same row do not see what is sealed."""
    return state.open[0] if state.sealed else state.asked[0]
