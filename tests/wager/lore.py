"""What bots know, and how what a seat cannot see is dealt anew."""

from collections.abc import Hashable

from fimbul.kernel import Dice
from tests.wager.parts import ROUNDS
from tests.wager.state import Wager


def redeal(dream: Wager, seat: int, dice: Dice) -> None:
    """Shuffle the deck and all hands but this seat's together, and deal the same sizes again.

    Sorted first: the dream depends on what is known and on the dice, not on where the cards lie.
    """
    others = [other for other in range(dream.seats) if other != seat]
    hidden = [*dream.deck, *(card for other in others for card in dream.hands[other])]
    pool = dice.shuffled(sorted(hidden))
    for other in others:
        size = len(dream.hands[other])
        dream.hands[other] = tuple(pool[:size])
        del pool[:size]
    dream.deck = pool


def secrets(state: Wager) -> dict[Hashable, int]:
    """The deck and the hands."""
    found: dict[Hashable, int] = dict.fromkeys(state.deck, 0)
    for seat, hand in enumerate(state.hands):
        found |= dict.fromkeys(hand, 1 << seat)
    return found


def value(state: Wager, seat: int) -> float:
    if state.result is not None:
        return state.result.reward(seat)
    best = max(state.points)
    return 0.4 * (state.points[seat] - best) / ROUNDS + 0.02 * len(state.hands[seat])
