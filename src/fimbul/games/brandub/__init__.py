"""Brandub: the small hnefatafl, and the worked example of docs/build/add-a-game.md."""

from fimbul.games.brandub import deal
from fimbul.games.brandub.learning import LEARNING
from fimbul.games.brandub.lore import value
from fimbul.games.brandub.parts import QUIET_LIMIT, START
from fimbul.games.brandub.scene import show
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import Game, Lore

GAME = Game(
    package=__name__,
    state_type=Brandub,
    deal=deal.deal,
    show=show,
    lore=Lore(value=value, pace={"mcts": 18_400}),
    learning=LEARNING,
    box=lambda setup: {"pieces": len(START)},
    count=lambda state: {"pieces": len(state.where) - 1},
    bound=lambda setup: 2 * QUIET_LIMIT * len(START),
    turns=lambda state: (state.number - 1) // 2,  # a piece, then a square
)
