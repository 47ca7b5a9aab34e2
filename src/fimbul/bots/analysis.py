"""What a seat might best do now, with values: for hints, the evaluation bar and the graph.

By the game's own engine where it has one, by tree search otherwise; a game whose lore has no
value is searched by playouts to the end. Only what the outlook tells is used: no secret shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fimbul.bots.budget import Budget, BudgetClock
from fimbul.bots.engine_bot import engine_lines
from fimbul.bots.fate import Fate
from fimbul.bots.outlooks import Outlook
from fimbul.bots.search import Search
from fimbul.bots.tree import Edge, Node, Nodes
from fimbul.bots.ways import WaySearch, is_for_ways
from fimbul.kernel import Dice, Line

MOST_LINES = 10  # of an analysis
MOST_PICKS = 12  # of a line that tree search tells


class Analysis(Struct, frozen=True):
    """How things stand for one seat, from -1 to 1, and its best lines, the best first."""

    seat: int
    value: float
    lines: tuple[Line, ...]


def analyse(outlook: Outlook, budget: Budget, seed: int = 0) -> Analysis:
    """Think for as long as the budget says. The same seed and iterations give the same answer."""
    dice, clock = Dice(seed), BudgetClock(budget)
    search = _way_lines if is_for_ways(outlook) else _tree_lines
    fate = Fate(outlook, clock)
    way, share = fate.win(), fate.share
    lines = engine_lines(outlook, clock, dice, share) or search(outlook, clock, dice, share)
    if way:
        lines = [Line(way, 1.0), *(line for line in lines if line.picks[0] != way[0])]
    best = fate.best([line.picks for line in lines])
    lines = sorted(lines, key=lambda line: line.picks != best)
    return Analysis(outlook.seat, lines[0].value, tuple(lines[:MOST_LINES]))


def _way_lines(outlook: Outlook, clock: BudgetClock, dice: Dice, share: float) -> Sequence[Line]:
    """What was compared, the best first; one of them if there was no time."""
    search = WaySearch(outlook, dice, clock)
    scores = search.scores
    return [Line(way, scores[way].mean() if way in scores else 0.0) for way in search.best(share)]


def _tree_lines(outlook: Outlook, clock: BudgetClock, dice: Dice, share: float) -> Sequence[Line]:
    """What tree search tried, the most tried first; the first option if there was no time."""
    nodes: Nodes = {}
    search = Search(outlook, nodes, dice, clock)
    clock.limit(share)
    search.iterate()
    node = nodes.get(outlook.seat)
    tried = [pair for pair in node.edges.items() if pair[1].visits] if node else []
    tried.sort(key=lambda pair: (-pair[1].visits, -pair[1].mean()))
    lines = [
        Line((option, *_going_on(outlook.seat, edge)), _value(search, outlook.seat, edge))
        for option, edge in tried
    ]
    return lines or [Line(outlook.decision.options[:1], 0.0)]


def _value(search: Search, seat: int, edge: Edge) -> float:
    return edge.backed[seat] if search.exact else edge.mean()


def _going_on(seat: int, edge: Edge) -> Iterator[str]:
    """The best next picks of the same seat, as long as it alone is asked."""
    for _ in range(MOST_PICKS - 1):
        if edge.after.keys() != {seat}:
            return
        node: Node = edge.after[seat]
        ranked = node.ranked(node.edges)
        if not ranked:
            return
        yield ranked[0]
        edge = node.edges[ranked[0]]
