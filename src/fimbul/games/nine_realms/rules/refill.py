"""After a battle: what happens to the cards."""

from __future__ import annotations

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.rules import telling
from fimbul.games.nine_realms.state import NineRealms


def discard_lines(state: NineRealms) -> None:  # rule: after.discard, ruling.discards-open
    for seat in state.both():
        line = state.lines[seat]
        state.discard += (*line.cards, line.last)


def refill(state: NineRealms) -> None:  # rule: after.draw-three, ruling.draw-order
    """Three cards each, a side's cards one after the other; a coin says which side begins."""
    first, box = state.both()[state.roll(p.SEATS)], state.box
    for seat in (first, 1 - first):
        drawn = draw_three(state)
        drawn.sort()  # their order in the pile is secret
        hand = [*state.hands[seat], *drawn]
        hand.sort()
        state.hands[seat] = tuple(hand)
        state.events.append(box.drawn_said(seat, *drawn))


def draw_three(state: NineRealms) -> list[int]:
    pile = state.pile
    if len(pile) < p.REFILL:
        return [draw(state), draw(state), draw(state)]
    drawn = pile[-p.REFILL :]
    del pile[-p.REFILL :]
    return drawn


def draw(state: NineRealms) -> int:
    if not state.pile:
        reshuffle(state)
    return state.pile.pop()


def reshuffle(state: NineRealms) -> None:  # rule: after.reshuffle
    """`fresh` remembers what is in the new pile: whoever counts cards knows it too."""
    state.pile, state.discard = state.shuffled(state.discard), []
    state.fresh = sum([1 << card for card in state.pile])
    state.events.append(telling.RESHUFFLED)
