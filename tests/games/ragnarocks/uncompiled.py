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

PACKAGE = "fimbul.games.ragnarocks.engine"


class Sources(MetaPathFinder):
    """Finds the modules of the engine as Python, compiled or not."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}.") or not path:
            return None
        return spec_from_file_location(name, Path(path[0], name.rpartition(".")[2] + ".py"))


def tell() -> None:
    """Compiled or not, a random match, and a search of each of its first positions."""
    import fimbul
    from fimbul.games.ragnarocks import parts as p
    from fimbul.games.ragnarocks.engine import lay
    from fimbul.games.ragnarocks.engine.field import Field
    from fimbul.games.ragnarocks.engine.walk import Walker
    from fimbul.kernel import Dice, choose

    game = fimbul.game("ragnarocks")
    engine = game.lore.engine
    assert engine
    print(f"compiled={lay.COMPILED}")
    for board in ("sym54", "grand164"):
        state, dice = game.new(game.setup(board=board), seed=4), Dice(4)
        field = Field(p.board(board))
        lay.lay(field, state, state.open[0].seat)
        walker = Walker(field)
        walker.play_out()
        print(walker.seed, field.points_ivory, field.points_red, bytes(field.hexes).hex())
        for _ in range(4):
            for line in engine.search(state, lambda done: done >= 3, seed=9)[:20]:
                print(line.picks, line.value.hex())
            options = state.open[0].options
            choose(state, state.open[0].seat, options[dice.roll(len(options))])


if __name__ == "__main__":
    assert find_spec("fimbul"), "run it where fimbul is installed"
    if "plain" in sys.argv:
        sys.meta_path.insert(0, Sources())
    tell()
