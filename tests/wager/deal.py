"""The first state."""

from fimbul.kernel import Dice
from tests.wager.parts import CARDS, HAND
from tests.wager.rules import start_round
from tests.wager.setup import WagerSetup
from tests.wager.state import Wager


def deal(setup: WagerSetup, seed: int) -> Wager:  # rule: setup.hands
    dice = Dice(seed)
    deck = dice.shuffled(range(1, CARDS + 1))
    hands = [tuple(sorted(deck.pop() for _ in range(HAND))) for _ in range(setup.seats)]
    state = Wager(
        seats=setup.seats,
        seed=dice.seed,
        deck=deck,
        hands=hands,
        laid=[()] * setup.seats,
        points=[0] * setup.seats,
    )
    start_round(state)
    return state
