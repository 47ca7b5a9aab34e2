"""The engine of Ragnarocks: turns, playouts and looks, beside plain Python and beside OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable

import fimbul
from benchmarks.figure import Figure, rate
from benchmarks.open_spiel import Peer, peer
from benchmarks.play import RAGNAROCKS
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.lay import COMPILED, lay
from fimbul.games.ragnarocks.engine.search import prepared
from fimbul.games.ragnarocks.engine.walk import Walker

GAME = fimbul.game("ragnarocks")
STATE = GAME.new(seed=1)
BATCH = 200


def start() -> Field:
    field = Field(p.board(p.DEFAULT_BOARD))
    lay(field, STATE, STATE.open[0].seat)
    return field


START = start()
WALKER, RUNNER = Walker(START), Walker(start())


def generate() -> int:
    for _ in range(BATCH):
        assert WALKER.generate() == 1119
    return BATCH


def perft() -> int:
    assert WALKER.perft(2) == 960_661
    return 1


def playouts() -> int:
    RUNNER.play_outs(START, BATCH)
    return BATCH


def looks() -> int:
    """Of a search, so with its moves and its tree."""
    tree = prepared(STATE, seed=1)
    tree.search(lambda done: done >= BATCH)
    return tree.looks


def against(others: Callable[[float], float]) -> Callable[[float], float]:
    """How many times as many playouts: half of the time for each, one after the other."""
    return lambda seconds: rate(playouts, seconds / 2) / others(seconds / 2)


def figures() -> list[Figure]:
    """In the order of their telling. What cannot be compared here is left out."""
    print(f"the engine is {'compiled' if COMPILED else 'not compiled'}")
    found = [
        Figure("1119 turns written down", "µs", lambda s: 1e6 / rate(generate, s), 5, small=True),
        Figure("perft(2)", "ms", lambda s: 1e3 / rate(perft, s), 30, small=True),
        Figure("playouts", "matches/s", lambda s: rate(playouts, s)),
        Figure("looks of a search", "looks/s", lambda s: rate(looks, s)),
        Figure("playouts, to plain Python's", "times", against(plain), 30),
    ]
    other = peer()
    return found + (beside(other) if other else [])


def plain(seconds: float) -> float:
    return rate(RAGNAROCKS.playouts, seconds)


def beside(other: Peer) -> list[Figure]:
    return [
        Figure("OpenSpiel's Amazons", "rollouts/s", other.rollouts),
        Figure("playouts, to OpenSpiel's", "times", against(other.rollouts), 3),
    ]
