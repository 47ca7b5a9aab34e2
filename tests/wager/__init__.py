"""Wager: the smallest game with every kind of secret. It proves the kernel, nobody plays it."""

from fimbul.kernel import Game, Lore
from tests.wager.deal import deal
from tests.wager.learning import LEARNING
from tests.wager.lore import redeal, secrets, value
from tests.wager.parts import CARDS, ROUNDS
from tests.wager.scene import show
from tests.wager.setup import WagerSetup
from tests.wager.state import Wager

GAME = Game(
    package=__name__,
    state_type=Wager,
    setup_type=WagerSetup,
    deal=deal,
    show=show,
    lore=Lore(value=value, redeal=redeal, secrets=secrets),
    learning=LEARNING,
    box=lambda setup: {"cards": CARDS},
    count=lambda state: {
        "cards": len(state.deck) + len(state.shown) + sum(len(hand) for hand in state.hands)
    },
    bound=lambda setup: 2 * ROUNDS * setup.seats,
)
