"""What bots call: from an open decision to the best lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import mean

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.lay import lay
from fimbul.games.ragnarocks.engine.picks import known_powers, power_lines
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.tree import Tree
from fimbul.games.ragnarocks.engine.weights import weights
from fimbul.games.ragnarocks.rules.turn import Move, Select, Summon, TakeSide
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Enough, Line

NODES = 1 << 20  # of a tree: about a second's worth; after that it only looks closer
SHAKE = 0.2  # thousandths of a hex by which looks differ from seed to seed, times a thousand
SEED = 0xFFFFFFFF
MOST_TRIED = 8  # turns from which it is judged what the right to move is worth


@cache
def tree_of(board: str) -> Tree:
    """One tree for each board. Its memory is large, so it is reused."""
    plan = p.board(board)
    root = Field(plan)
    return Tree(root, Field(plan), Sight(plan, weights()), NODES)


class RagnarocksEngine:
    """Searches a tree of half turns; nothing is kept from one search to the next."""

    def search(self, state: Ragnarocks, enough: Enough, seed: int) -> list[Line]:
        if known_powers(state):
            return power_lines(state, enough, seed)
        if not known(state):
            return []
        tree = prepared(state, seed)
        tree.search(enough)
        step = state.agenda[-1][0]
        if isinstance(step, TakeSide):
            return colours(tree)
        return lines(tree, state) if state.opener == NOBODY else openings(tree, state)


def known(state: Ragnarocks) -> bool:
    """The basic game between two seats, at one of the three steps of a turn or at its colours."""
    if state.powers or state.seats != 2 or not state.agenda:
        return False
    return isinstance(state.agenda[-1][0], Select | Move | Summon | TakeSide)


def prepared(state: Ragnarocks, seed: int) -> Tree:
    """The tree of that board, its root the open decision."""
    tree, step = tree_of(state.board), state.agenda[-1][0]
    lay(tree.root, state, step.seat)
    tree.reset()
    tree.noise, tree.walker.seed = SHAKE, seed % SEED + 1
    if isinstance(step, Summon):
        tree.viking = p.board(state.board).numbers[step.viking] - 1
    elif isinstance(step, Move):
        tree.only = p.board(state.board).numbers[step.viking] - 1
    return tree


def lines(tree: Tree, state: Ragnarocks) -> list[Line]:
    """All turns that were looked at, the best first; any, if there was no time to look."""
    aim = 1 - 2 * tree.root.side
    found = [Line(picks, aim * tree.value[leaf]) for picks, leaf in turns(tree, state)]
    return found or [Line(state.open[0].options[:1], 0.0)]


def turns(tree: Tree, state: Ragnarocks) -> Iterator[tuple[tuple[str, ...], int]]:
    """All turns that were looked at, the best first: what is picked, and the node it leads to."""
    board, pad, step = p.board(state.board), tree.root.pad, state.agenda[-1][0]
    for node, leaf in tree.ranked():
        picks = [board.names[tree.move[leaf] - pad]]
        if not isinstance(step, Summon):
            picks.insert(0, board.names[(tree.move[node] & 1023) - pad])
        if isinstance(step, Select):
            picks.insert(0, board.vikings[(tree.move[node] >> 10) + 1])
        yield tuple(picks), leaf


# -- one opens, the other chooses --------------------------------------------------------------
#
# Whoever has just moved looks better than they stand, by up to half a win while the land is open.
# That does no harm when turns are compared, as it is true of them all. It does when the question
# is who stands better: there the truth is taken to lie midway between a look and the best look
# after one more turn.


def openings(tree: Tree, state: Ragnarocks) -> list[Line]:
    """Turns for whoever opens, each worth what it leaves to the rival; the most even first."""
    half = tempo(tree) / 2
    found = [Line(picks, -abs(tree.look[leaf] + half)) for picks, leaf in turns(tree, state)]
    return sorted(found, key=lambda line: -line.value) or lines(tree, state)


def tempo(tree: Tree) -> float:
    """How much better one more turn makes its side look, for ivory; by the turns most tried."""
    tried = [leaf for _, leaf in tree.ranked()[:MOST_TRIED] if tree.visits[leaf]]
    gains = [best_look(tree, leaf) - tree.look[leaf] for leaf in tried]
    return mean(gains) if gains else 0.0


def best_look(tree: Tree, node: int) -> float:
    """The best look after a turn from here, for the side whose turn it is."""
    looks = [tree.look[leaf] for move in tree.below(node) for leaf in tree.below(move)]
    return (min if tree.side[node] else max)(looks, default=tree.look[node])


def colours(tree: Tree) -> list[Line]:
    """Both colours, the better first."""
    lead = tree.sight.look(tree.root)
    tree.look[0] = 0.95 * lead / (abs(lead) + tree.soft)
    ivory = (tree.look[0] + best_look(tree, 0)) / 2
    worth = zip(p.PLAY, (ivory, -ivory), strict=True)
    return sorted((Line((pick,), value) for pick, value in worth), key=lambda line: -line.value)
