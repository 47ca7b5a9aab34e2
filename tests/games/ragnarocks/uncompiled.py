"""What the engine finds, in a few lines of text; with `plain`, without its compiled form."""

from __future__ import annotations

from tests.games.uncompiled import tell_either

PACKAGE = "fimbul.games.ragnarocks.engine"


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
    for powers in (("surtr", "fenrir"), ("tyr", "hel"), ("odin", "nerthus")):
        state, dice = game.new(game.setup(board="sym54", powers=powers), seed=4), Dice(4)
        for _ in range(12):
            if not state.open:
                break
            for line in engine.search(state, lambda done: done >= 2, seed=9)[:9]:
                print(line.picks, line.value.hex())
            options = state.open[0].options
            choose(state, state.open[0].seat, options[dice.roll(len(options))])


if __name__ == "__main__":
    tell_either(PACKAGE, tell)
