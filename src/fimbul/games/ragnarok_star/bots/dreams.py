"""What a seat cannot see, dealt anew from what it cannot see.

Sorted before it is shuffled: a dream depends on what is known and on the dice, not on the truth.
"""

from __future__ import annotations

from collections.abc import Hashable

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import BIT
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice


def redeal(dream: RagnarokStar, seat: int, dice: Dice) -> None:  # rule: ruling.public-information
    """Fan decks except for peeked cards; contracts and Guest Stars except for the seat's own."""
    others = [other for other in range(dream.seats) if other != seat]
    redeal_fans(dream, dream.peeks[seat] if seat >= 0 else 0, dice)
    redeal_contracts(dream, others, dice)
    if dream.mode == p.DIVA:
        redeal_stars(dream, others, dice)


def secrets(state: RagnarokStar) -> dict[Hashable, int]:
    """Cards in decks and hands, by kind; the next fan card is known to whoever has peeked."""
    found: dict[Hashable, int] = {("star", card): 0 for card in state.stars}
    found |= {("contract", card): 0 for card in state.contracts}
    for deck, cards in enumerate(state.decks):
        found |= {(deck, card): 0 for card in (*cards, state.spare[deck])}
        if cards:
            peeking = [seat for seat, seen in enumerate(state.peeks) if seen & BIT[deck]]
            found[deck, cards[-1]] = sum(BIT[seat] for seat in peeking)
    for seat in range(state.seats):
        own = (*state.hands[seat], *state.offered[seat])
        found |= {("contract", card): BIT[seat] for card in own}
        stars = [hand[seat] for hand in (state.held, state.second) if hand]
        found |= {("star", card): BIT[seat] for card in stars if card != p.NONE}
    return found


def redeal_fans(dream: RagnarokStar, peeked: int, dice: Dice) -> None:
    """What was turned over is known; what left the game unseen may be anything else."""
    for deck in (p.YOUNG, p.OLD):
        known = dream.decks[deck][-1:] if peeked & BIT[deck] else ()  # rule: ruling.eye-which-card
        hidden = [*dream.decks[deck][: len(dream.decks[deck]) - len(known)], dream.spare[deck]]
        pile = dice.shuffled(sorted(hidden))
        dream.spare[deck] = pile.pop()  # rule: ruling.discarded-fan-cards
        dream.decks[deck] = (*pile, *known)


def redeal_contracts(dream: RagnarokStar, others: list[int], dice: Dice) -> None:
    hidden = [*dream.contracts]
    for other in others:
        hidden += (*dream.hands[other], *dream.offered[other])
    pile = dice.shuffled(sorted(hidden))
    for other in others:
        dream.hands[other] = tuple([pile.pop() for _ in dream.hands[other]])
        dream.offered[other] = tuple([pile.pop() for _ in dream.offered[other]])
    dream.contracts = pile


def redeal_stars(dream: RagnarokStar, others: list[int], dice: Dice) -> None:
    hidden = [*dream.stars]
    for hand in (dream.held, dream.second):
        hidden += [hand[other] for other in others if hand[other] != p.NONE]
    pile = dice.shuffled(sorted(hidden))
    for hand in (dream.held, dream.second):
        for other in others:
            if hand[other] != p.NONE:
                hand[other] = pile.pop()
    dream.stars = pile
