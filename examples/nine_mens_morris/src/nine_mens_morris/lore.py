"""What bots know: men, mills, and room to move."""

from nine_mens_morris import parts as p
from nine_mens_morris.rules import in_mill, left, standing
from nine_mens_morris.state import NineMensMorris


def value(state: NineMensMorris, seat: int) -> float:
    if state.result:
        return state.result.reward(seat)
    return max(-0.9, min(0.9, strength(state, seat) - strength(state, 1 - seat)))


def strength(state: NineMensMorris, seat: int) -> float:
    men = standing(state, seat)
    milled = sum(in_mill(state, man) for man in men)
    free = sum(not state.board[to] for man in men for to in p.BESIDE[state.where[man]])
    return 0.14 * left(state, seat) + 0.02 * milled + 0.01 * free
