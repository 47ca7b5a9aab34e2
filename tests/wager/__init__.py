"""Wager: the smallest game with every kind of secret. It proves the kernel, nobody plays it."""

from fimbul.kernel import Game, Lore
from tests.wager.rules import CARDS, ROUNDS, Wager, WagerSetup, deal, redeal, show, value

GAME = Game(
    package=__name__,
    state_type=Wager,
    setup_type=WagerSetup,
    deal=deal,
    show=show,
    lore=Lore(value=value, redeal=redeal),
    box=lambda setup: {"cards": CARDS},
    count=lambda state: {
        "cards": len(state.deck) + len(state.shown) + sum(len(hand) for hand in state.hands)
    },
    bound=lambda setup: 2 * ROUNDS * setup.seats,
)
