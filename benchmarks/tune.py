"""The engine's weights, found by matches of the engine against itself.

From FIRST on, each feature is given more weight and less, at all stages, at the late ones and at
the early ones; whatever wins clearly against the weights so far, and again from other openings,
takes their place. Both sides play every opening, which is two turns at random, and both may look
at as many positions a turn, so no clock has a say: the same seed gives the same weights on every
machine.
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
from fimbul.games.ragnarocks.engine.weights import FEATURES, FILE, blended
from fimbul.kernel import Dice

Rows = dict[str, list[int]]

BOARD = p.board(p.DEFAULT_BOARD)
FIRST: Rows = {  # territory in equal parts, the rest as Lieberum's stages suggest
    "queen": [500, 500, 500, 500, 500],
    "queen-tie": [40, 40, 40, 40, 40],
    "king": [500, 500, 500, 500, 500],
    "king-tie": [50, 50, 50, 50, 50],
    "near": [0, 0, 2, 5, 5],
    "close": [0, 0, 20, 30, 30],
    "mobility": [0, 50, 100, 100, 100],
    "alone": [300, 200, 0, 0, 0],
    "trapped": [0, 10, 30, 50, 50],
    "turn": [0, 1000, 2000, 2000, 2000],
}
STAGES = (range(5), range(3), range(2, 5))  # anchors that change together: all, late, early
PART = 0.4  # of the greatest weight of a feature: how far it is moved
CLEAR, AGAIN = 0.55, 0.51  # of the points: what a change must reach, and what once more
OPENING = 2  # turns at random
NODES = 1 << 17


class Series(NamedTuple):
    """How a change is tried."""

    openings: int
    looks: int  # a turn
    seed: int


def tune(series: Series, passes: int) -> None:
    """Try every change so many times over, and write down what won."""
    rows = FIRST
    for _ in range(passes):
        for feature in FEATURES:
            rows = improved(rows, feature, series)
            write(rows)


def improved(rows: Rows, feature: str, series: Series) -> Rows:
    """These weights, or what wins against them by a change of one feature."""
    for changed in changes(rows, feature):
        rate = duel(changed, rows, series)
        kept = rate >= CLEAR and duel(changed, rows, others(series)) >= AGAIN
        print(f"{feature} {changed[feature]}: {rate:.1%}{', kept' if kept else ''}", flush=True)
        if kept:
            return changed
    return rows


def others(series: Series) -> Series:
    return series._replace(seed=series.seed + series.openings)


def changes(rows: Rows, feature: str) -> Iterator[Rows]:
    worth = rows[feature]
    step = max(1, round(PART * max(map(abs, worth))))
    for stages in STAGES:
        for way in (step, -step):
            moved = [weight + way * (at in stages) for at, weight in enumerate(worth)]
            yield rows | {feature: moved}


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
