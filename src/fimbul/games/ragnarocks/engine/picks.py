"""From an open decision of a match with powers to the best lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.grove import Grove
from fimbul.games.ragnarocks.engine.lay import lay_myth, thing_of
from fimbul.games.ragnarocks.engine.moments import KINDS
from fimbul.games.ragnarocks.engine.myth import Myth
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.weights import weights
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Enough, Line

NODES = 1 << 20  # of a tree, as in the basic game
SHAKE = 0.2  # as there
SEED = 0xFFFFFFFF
MOST_LINES = 64  # the best of them: bots ask for another only where one loses at once


@cache
def grove_of(board: str) -> Grove:
    """One for each board. Its memory is large, so it is reused."""
    plan = p.board(board)
    return Grove(plan, Sight(plan, weights()), NODES)


def known_powers(state: Ragnarocks) -> bool:
    """A match with our cards between two seats, once the table is laid."""
    if not state.powers or state.seats != 2 or state.icons or not state.agenda:
        return False
    return all(type(row[0]).__name__ in KINDS for row in state.agenda)


def power_lines(state: Ragnarocks, enough: Enough, seed: int) -> list[Line]:
    """The turns that were looked at most, the best first; any pick, if there was no time."""
    grove = grove_of(state.board)
    lay_myth(grove.start, state)
    grove.reset()
    grove.noise, grove.walker.seed = SHAKE, seed % SEED + 1
    grove.search(enough)
    lines = [line for _, line in zip(range(MOST_LINES), turns(grove, state), strict=False)]
    return lines or [Line(state.open[0].options[:1], 0.0)]


def turns(grove: Grove, state: Ragnarocks, path: tuple[int, ...] = ()) -> Iterator[Line]:
    """All turns that were looked at, the best first, up to where another side is asked."""
    start, node = grove.start, path[-1] if path else 0
    aim = 1 - 2 * start.side
    for child in sorted(grove.below(node), key=lambda leaf: merit(grove, leaf, aim), reverse=True):
        here = followed(grove, (*path, child))
        goes_on = not here.field.over and (here.side, here.turns) == (start.side, start.turns)
        if goes_on and grove.children[child]:
            yield from turns(grove, state, (*path, child))
        else:
            picks = named(state, grove, (*path, child))
            yield Line(picks, aim * grove.value[child])


def followed(grove: Grove, path: tuple[int, ...]) -> Myth:
    """The position to which these nodes lead."""
    here = grove.here
    here.copy(grove.start)
    for node in path:
        grove.follow(here, grove.move[node])
    return here


def named(state: Ragnarocks, grove: Grove, path: tuple[int, ...]) -> tuple[str, ...]:
    """What is touched on the way to these nodes."""
    moves = [grove.move[node] for node in path]
    options = [half for move in moves for half in (move & 8191, (move >> 13) - 1) if half >= 0]
    return tuple(thing_of(state, option, grove.start.field.pad) for option in options)


def merit(grove: Grove, node: int, aim: int) -> tuple[int, int, float]:
    """Sure wins come before all, then the most tried; sure losses come last."""
    value = aim * grove.value[node]
    sure = (value > 0) - (value < 0) if grove.done[node] else 0
    return sure, grove.visits[node], value
