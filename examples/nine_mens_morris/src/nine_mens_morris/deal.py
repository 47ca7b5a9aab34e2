"""The first state."""

from fimbul.kernel import Setup
from nine_mens_morris import parts as p
from nine_mens_morris.rules import Place
from nine_mens_morris.state import NineMensMorris


def deal(setup: Setup, seed: int) -> NineMensMorris:  # rule: setup.men
    where = bytearray([p.GONE, *[p.HAND] * (2 * p.MEN)])  # there is no man of number 0
    state = NineMensMorris(seats=setup.seats, seed=seed, board=bytearray(24), where=where)
    state.then(Place(0))
    return state
