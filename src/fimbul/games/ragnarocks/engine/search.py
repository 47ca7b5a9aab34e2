"""What bots call: from an open decision to the best lines."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.lay import lay
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.tree import Tree
from fimbul.games.ragnarocks.engine.weights import weights
from fimbul.games.ragnarocks.rules import Move, Select, Summon, TakeSide
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Enough, Line

NODES = 1 << 20  # of a tree: about a second's worth, and then it only looks closer
SHAKE = 0.2  # thousandths of a hex by which looks differ from seed to seed, times a thousand
SEED = 0xFFFFFFFF
TRIED = 8  # so often, and a value is trusted where the fairest turn is looked for


@cache
def tree_of(board: str) -> Tree:
    """One tree for each board. Its memory is large, so it is used again."""
    plan = p.board(board)
    root = Field(plan)
    return Tree(root, Field(plan), Sight(plan, weights()), NODES)


class RagnarocksEngine:
    """Searches a tree of half turns; nothing is kept from one search to the next."""

    def search(self, state: Ragnarocks, enough: Enough, seed: int) -> list[Line]:
        if not known(state):
            return []
        tree = prepared(state, seed)
        tree.search(enough)
        step = state.agenda[-1][0]
        if isinstance(step, TakeSide):
            return sides(tree, state, step.seat)
        return lines(tree, state) if state.opener == NOBODY else fairest(tree, state)


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


def sides(tree: Tree, state: Ragnarocks, seat: int) -> list[Line]:
    """The two colours, the better first: by the best turn of the side that is next."""
    best = lines(tree, state)[0].value
    mine = state.side(seat)
    worth = ((p.PLAY[mine], best), (p.PLAY[1 - mine], -best))
    return sorted((Line((pick,), value) for pick, value in worth), key=lambda line: -line.value)


def fairest(tree: Tree, state: Ragnarocks) -> list[Line]:
    """For whoever opens: the turn that leaves the sides most alike, among those well tried."""
    found = turns(tree, state, TRIED) or lines(tree, state)
    even = [Line(line.picks, -abs(line.value)) for line in found]
    return sorted(even, key=lambda line: -line.value)


def lines(tree: Tree, state: Ragnarocks) -> list[Line]:
    """All turns that were looked at, the best first; any, if there was no time to look."""
    return turns(tree, state) or [Line(state.open[0].options[:1], 0.0)]


def turns(tree: Tree, state: Ragnarocks, tried: int = 0) -> list[Line]:
    """All turns that were tried so often, the best first."""
    board, pad, step = p.board(state.board), tree.root.pad, state.agenda[-1][0]
    aim, found = 1 - 2 * tree.root.side, []
    for node, leaf in tree.ranked():
        if tree.visits[leaf] < tried:
            continue
        picks = [board.names[tree.move[leaf] - pad]]
        if not isinstance(step, Summon):
            picks.insert(0, board.names[(tree.move[node] & 1023) - pad])
        if isinstance(step, Select):
            picks.insert(0, board.vikings[(tree.move[node] >> 10) + 1])
        found.append(Line(tuple(picks), aim * tree.value[leaf]))
    return found
