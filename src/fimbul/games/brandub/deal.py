"""The first state."""

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.rules import Turn
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import Setup


def deal(setup: Setup, seed: int) -> Brandub:  # rule: setup.pieces
    board, where = bytearray(p.SIZE * p.SIZE), bytearray((p.GONE, *p.START))
    for piece, at in enumerate(p.START, start=1):
        board[at] = piece
    state = Brandub(seats=setup.seats, seed=seed, board=board, where=where)
    state.then(Turn(0))
    return state
