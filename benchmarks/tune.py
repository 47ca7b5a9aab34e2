"""The engine's weights, found by matches of the engine against itself.

One feature after the other is given more weight and less, at all stages alike; whatever wins
clearly against the weights so far takes their place. Both sides play every opening, which is two
turns at random, and both may look at as many positions a turn, so no clock has a say: the same
seed gives the same weights on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.tree import Tree
from fimbul.games.ragnarocks.engine.walk import Walker
from fimbul.games.ragnarocks.engine.weights import FEATURES, FILE, blended, read_weights
from fimbul.kernel import Dice

BOARD = p.board(p.DEFAULT_BOARD)
FACTORS = (0.4, 2.0)
CLEAR = 0.56  # of the points: what a change must reach to be kept
OPENING = 2  # turns at random
NODES = 1 << 17

Rows = dict[str, list[int]]


class Series(NamedTuple):
    """How a change is tried."""

    openings: int
    looks: int  # a turn
    seed: int


def tune(series: Series, features: Sequence[str]) -> None:
    """Try every change, and write down what won."""
    rows = read_weights()
    for feature in features or FEATURES:
        for changed in changes(rows, feature):
            rate = duel(changed, rows, series)
            kept = rate >= CLEAR
            print(f"{feature} {changed[feature]}: {rate:.1%}{', kept' if kept else ''}", flush=True)
            if kept:
                rows = changed
                write(rows)
                break


def changes(rows: Rows, feature: str) -> Iterator[Rows]:
    for factor in FACTORS:
        yield rows | {feature: [round(factor * worth) for worth in rows[feature]]}


def write(rows: Rows) -> None:
    lines = [f"  {json.dumps(name)}: {json.dumps(rows[name])}" for name in FEATURES]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def duel(one: Rows, other: Rows, series: Series) -> float:
    """The part of the points that the first weights make, each opening played by both sides."""
    trees = [tree_with(one), tree_with(other)]
    points = 0.0
    for number in range(series.openings):
        for first in (0, 1):
            dice = Dice(series.seed + number)
            sides = trees if first == 0 else trees[::-1]
            lead = match(sides, series.looks, dice) * (1 - 2 * first)
            points += 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return points / (2 * series.openings)


def tree_with(rows: Rows) -> Tree:
    return Tree(Field(BOARD), Field(BOARD), Sight(BOARD, blended(rows)), NODES)


def match(sides: Sequence[Tree], looks: int, dice: Dice) -> int:
    """By how many hexes ivory wins."""
    field = start()
    walker, played = Walker(field), 0
    while not field.over:
        turns = walker.turns() if played < OPENING else ()
        tree = sides[field.side]
        field.play(turns[dice.roll(len(turns))] if turns else best(tree, field, looks))
        played += 1
    return field.points_ivory - field.points_red


def start() -> Field:
    field = Field(BOARD)
    for viking, at in enumerate([*BOARD.starts[p.IVORY], *BOARD.starts[p.RED]]):
        field.put_viking(viking, at + field.pad)
    field.supply = p.RUNESTONES
    field.begin()
    return field


def best(tree: Tree, field: Field, looks: int) -> int:
    tree.root.copy(field)
    tree.reset()
    tree.search(lambda _: tree.looks >= looks)
    node, leaf = tree.ranked()[0]
    return tree.move[node] << 10 | tree.move[leaf]
