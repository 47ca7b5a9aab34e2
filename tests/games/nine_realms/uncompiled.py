"""What the engine finds, in a few lines of text; with `plain`, without its compiled form."""

from __future__ import annotations

from tests.games.uncompiled import tell_either

PACKAGE = "fimbul.games.nine_realms.engine"


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
    tell_either(PACKAGE, tell)
