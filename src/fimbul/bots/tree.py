"""The tree a search grows: what each option of a decision has led to so far.

A node is one seat's decision after a sequence of picks; an edge is one option of it. The tree
knows no states of its own: dice and secrets differ from dream to dream, so the same node is
reached with different tables, and counts how often each option was there to be picked
(*available*; Cowling, Powley and Whitehouse 2012). Only where nothing is uncertain does an edge
keep the state it leads to, which saves playing there again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, inf, log, sqrt

from fimbul.bots.playout import Values
from fimbul.kernel import Dice, State

CURIOSITY = 0.7  # how much little tried options draw, where nothing is known of them at first
OPTIONS_PER_ROOT = 2.0  # the options tried grow with this times the root of the visits


class Edge:
    """One option: how it looked at first sight, how often it was picked, what came of it."""

    __slots__ = ("after", "available", "backed", "draw", "first", "state", "total", "visits")

    def __init__(self, first: float, backed: Values) -> None:
        self.first = first  # to the seat that picks it, before anything is tried
        self.backed = backed  # by seat: what best play leads to, as far as is known
        self.draw = 1.0  # its share of the attention, by first sight
        self.visits = 0
        self.available = 0
        self.total = 0.0  # for the seat that picks
        self.state: State | None = None  # where it leads, if that is certain
        self.after: dict[int, Node] = {}  # the decisions that follow, by seat

    def mean(self) -> float:
        """What came of it on average, the first sight counted as one try."""
        return (self.first + self.total) / (self.visits + 1)


class Node:
    """One seat's decision. Options get an edge when they are first looked at or tried."""

    __slots__ = ("edges", "seat", "shift", "squares", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.edges: dict[str, Edge] = {}
        self.visits = 0
        self.total = self.squares = 0.0  # of what came of all picks: they tell their spread
        self.shift = 0.0  # how much worse options turn out than they look at first sight

    def share_attention(self) -> float:
        """Set every edge's draw by how it looks among the others; the spread of the looks."""
        edges = self.edges.values()
        looks = [edge.first for edge in edges]
        best, middle = max(looks), sum(looks) / len(looks)
        spread = sqrt(sum((look - middle) ** 2 for look in looks) / len(looks))
        weights = [exp((look - best) / spread) if spread else 1.0 for look in looks]
        whole = sum(weights)
        for edge, weight in zip(edges, weights, strict=True):
            edge.draw = weight / whole
        return spread

    def count(self, edge: Edge, found: Values) -> None:
        """That edge was picked, and this came of it."""
        self.visits += 1
        edge.visits += 1
        edge.total += (value := found[self.seat])
        self.total += value
        self.squares += value * value

    def spread(self) -> float:
        """How far apart the values lie that came of all picks: the scale to weigh curiosity by.

        As if a match had been won once besides, so that a few equal values prove little.
        """
        tries = self.visits + 1
        return sqrt((self.squares - self.total**2 / tries + 1.0) / tries)

    def backed(self) -> Values:
        """What best play from here leads to, as far as it was tried."""
        seat = self.seat
        tried = [edge for edge in self.edges.values() if edge.visits]
        self.shift = sum(edge.backed[seat] - edge.first for edge in tried) / len(tried)
        return max((edge.backed for edge in tried), key=lambda backed: backed[seat])

    def ranked(self, options: Iterable[str]) -> list[str]:
        """The option picked most often first; among equals the one that came out better."""
        known = {option: edge for option in options if (edge := self.edges.get(option))}
        return sorted(known, key=lambda option: _merit(known[option]), reverse=True)


def _merit(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.mean()


Nodes = dict[int, Node]  # decisions that are open together, by seat


def by_sight(node: Node, options: Iterable[str], curiosity: float, *, exact: bool) -> str:
    """Among options that have been looked at: good so far, or promising and little tried."""
    edges, seat, shift, best = node.edges, node.seat, node.shift, -inf
    for option in options:
        edge = edges.get(option)
        if edge is None:
            continue
        edge.available += 1
        if not exact:
            merit = edge.mean()
        elif edge.visits:
            merit = edge.backed[seat]
        else:
            merit = edge.first + shift
        merit += curiosity * edge.draw * sqrt(edge.available) / (1 + edge.visits)
        if merit > best:
            best, found = merit, option
    return found


def by_trying(node: Node, options: Sequence[str], seats: int, dice: Dice) -> str:
    """Among options of which nothing is known: a new one while few were tried, else by UCB1."""
    edges = node.edges
    tried = [option for option in options if option in edges]
    fresh = [option for option in options if option not in edges]
    for option in tried:
        edges[option].available += 1
    if fresh and len(tried) < max(1.0, OPTIONS_PER_ROOT * sqrt(node.visits)):
        option = fresh[dice.roll(len(fresh))]
        edge = edges[option] = Edge(0.0, (0.0,) * seats)
        edge.available = 1
        return option
    curious = CURIOSITY * node.spread()
    return max(tried, key=lambda option: _ucb(edges[option], curious))


def _ucb(edge: Edge, curious: float) -> float:
    if not edge.visits:  # its only try was cut short
        return inf
    return edge.total / edge.visits + curious * sqrt(log(edge.available) / edge.visits)
