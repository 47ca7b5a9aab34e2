"""Nine Men's Morris: a game in a package of its own, to be read after Brandub."""

from fimbul.kernel import Game, Lore
from nine_mens_morris import deal
from nine_mens_morris.learning import LEARNING
from nine_mens_morris.lore import value
from nine_mens_morris.parts import MEN, QUIET_LIMIT
from nine_mens_morris.scene import show
from nine_mens_morris.state import NineMensMorris

GAME = Game(
    package=__name__,
    state_type=NineMensMorris,
    deal=deal.deal,
    show=show,
    lore=Lore(value=value),
    learning=LEARNING,
    box=lambda setup: {"men": 2 * MEN},
    count=lambda state: {"men": len(state.where) - 1},
    # All are placed; then each may be taken, after so many turns of a man and a point.
    bound=lambda setup: 2 * MEN * (2 * QUIET_LIMIT + 2),
    turns=lambda state: state.over,
)
