"""What the engine finds, in a few lines of text: run with `plain` to do without its compiled form.

The compiled modules lie beside their sources and are found first; a finder in front of all others
gives the sources instead.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = "fimbul.games.nine_realms.engine"


class Sources(MetaPathFinder):
    """Finds the modules of the engine as Python, compiled or not."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}.") or not path:
            return None
        return spec_from_file_location(name, Path(path[0], name.rpartition(".")[2] + ".py"))


def tell() -> None:
    """Compiled or not, and a search of every row of a random match."""
    from fimbul.games.nine_realms import GAME
    from fimbul.games.nine_realms.engine import lay
    from fimbul.kernel import Dice, choose

    engine = GAME.lore.engine
    assert engine
    print(f"compiled={lay.COMPILED}")
    state, dice = GAME.new(seed=4), Dice(4)
    while state.open:
        seat = state.open[-1].seat
        while len(state.open) > 1:
            options = state.open[0].options
            choose(state, state.open[0].seat, options[dice.roll(len(options))])
        for line in engine.search(state, lambda done: done >= 33, seed=9):
            print(line.picks, line.value.hex())
        options = state.open[0].options
        choose(state, seat, options[dice.roll(len(options))])


if __name__ == "__main__":
    assert find_spec("fimbul"), "run it where fimbul is installed"
    if "plain" in sys.argv:
        sys.meta_path.insert(0, Sources())
    tell()
