"""What bots know: material, and the king's ways out."""

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.rules import walks
from fimbul.games.brandub.state import Brandub


def value(state: Brandub, seat: int) -> float:
    if state.result:
        return state.result.reward(seat)
    raiders, guards = (sum(state.where[n] != p.GONE for n in side) for side in p.SIDES)
    ways_out = sum(to in p.STRONGHOLDS for to in walks(state, p.KING))
    for_king = max(-0.9, min(0.9, 0.08 * (2 * guards - raiders) + 0.3 * ways_out))
    return for_king if seat == 1 else -for_king
