"""What a stored state must satisfy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.wager import parts as p

if TYPE_CHECKING:
    from tests.wager.state import Wager


def problems(state: Wager) -> Iterator[str]:
    lying = [*state.deck, *state.shown, *(card for hand in state.hands for card in hand)]
    if sorted(lying) != list(range(1, p.CARDS + 1)):
        yield "deck: every card lies in exactly one place"
        return
    if not len(state.hands) == len(state.laid) == len(state.points) == state.seats:
        yield "hands: one for each seat"
        return
    if not 1 <= state.round <= p.ROUNDS:
        yield f"round: there are {p.ROUNDS}, this is round {state.round}"
    begun = [step for row in state.agenda for step in row]
    if any(getattr(step, "first", "") for step in begun):
        yield "agenda: a bid begins with no card laid"
    for seat, lane in state.lanes.items():
        first = getattr(lane, "first", None)
        if first is not None and first not in [p.NAMES[card] for card in state.hands[seat]]:
            yield f"lanes: seat {seat} has no card {first!r}"
