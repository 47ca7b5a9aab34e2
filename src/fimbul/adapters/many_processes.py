"""The same batch over several processes, which write into memory that they share."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import c_uint8
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from fimbul.adapters.many import Array, Arrays, ManyEnv, ManyMatches, arrays_for, no_options
from fimbul.adapters.reading import TableReading
from fimbul.kernel import BadSetup, FimbulError

ACTIONS = "actions"
Shapes = dict[str, tuple[tuple[int, ...], type]]
Shared = dict[str, tuple[Any, tuple[int, ...], type]]  # memory, shape, type


class ManyProcessesEnv(ManyEnv):
    """Each process plays its share of the matches. What is sent is one word; all else is shared.

    It pays where a step of the game takes much longer than waking a process, a tenth of a
    millisecond or so for the whole batch. A script needs `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        game: str,
        matches: int,
        *,
        workers: int = 2,
        pointing: bool = False,
        **options: Any,
    ) -> None:
        if not 0 < workers <= matches:
            raise BadSetup([f"workers: from 1 to {matches}, as many as matches, not {workers}"])
        self.game_id, self.workers, self.given = game, workers, {**options, "pointing": pointing}
        self.talks: list[Connection] = []
        super().__init__(game, matches, pointing=pointing, **options)

    def _arrays(self) -> Arrays:
        context = get_context("spawn")
        shapes: Shapes = {
            **arrays_for(self.reading, self.num_envs),
            ACTIONS: ((self.num_envs,), np.int64),
        }
        shared: Shared = {
            name: (context.RawArray(c_uint8, _bytes(shape, kind)), shape, kind)
            for name, (shape, kind) in shapes.items()
        }
        ends = np.linspace(0, self.num_envs, self.workers + 1).astype(int).tolist()
        self.crew, self.shares = [], list(pairwise(ends))
        for first, last in self.shares:
            mine, theirs = context.Pipe()
            told = (self.game_id, self.given, shared, first, last, theirs)
            worker = context.Process(target=_work, args=told, daemon=True)
            worker.start()
            theirs.close()
            self.talks.append(mine)
            self.crew.append(worker)
        return _as_arrays(shared)

    def _tell(self, talks: list[Connection], *words: Any) -> None:
        """Tell all of them what to do before waiting for any."""
        for number, talk in enumerate(talks):
            talk.send((words[0], *[word + number for word in words[1:]]))
        troubles = [trouble for talk in talks if (trouble := talk.recv())]
        if troubles:
            raise RuntimeError(troubles[0])

    def _begin(self, seed: int) -> None:
        self._tell(self.talks, "reset", seed)

    def _play(self, actions: Array) -> None:
        """If an action is no option, only its own process is told, and refuses it."""
        self.arrays[ACTIONS][:] = actions
        wrong = no_options(actions, self.arrays["action_mask"])
        shares = zip(self.talks, self.shares, strict=True)
        refusing = [talk for talk, (first, last) in shares if wrong[first:last].any()]
        self._tell(refusing or self.talks, "step")

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes, and clear away those that have died already."""
        for talk in self.talks:
            talk.close()
        for worker in self.crew:
            worker.join(timeout=10)
        self.talks = []


def _bytes(shape: tuple[int, ...], kind: type) -> int:
    return int(np.prod(shape)) * np.dtype(kind).itemsize


def _as_arrays(shared: Shared) -> Arrays:
    return {
        name: np.frombuffer(memory, kind).reshape(shape)
        for name, (memory, shape, kind) in shared.items()
    }


def _work(
    game: str, given: Mapping[str, Any], shared: Shared, first: int, last: int, talk: Connection
) -> None:
    """What each process does: play its part of every array until its pipe is closed."""
    options = dict(given)
    pointing = options.pop("pointing")
    reading = TableReading(game, options, pointing=pointing)
    mine = {name: whole[first:last] for name, whole in _as_arrays(shared).items()}
    batch = ManyMatches(reading, mine)
    while True:
        try:
            word, *seeds = talk.recv()
        except EOFError:
            return
        try:
            if word == "reset":
                batch.reset(seeds[0])
            else:
                batch.step(mine[ACTIONS])
            talk.send("")
        except FimbulError as wrong:
            talk.send(str(wrong))
