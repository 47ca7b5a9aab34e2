"""How often a person touches the page in a turn: `python -m benchmarks.gestures rag_narok`.

Bots play known matches. What the first seat picks is then counted twice: every pick for itself, as
it was before gestures, and as few gestures as the scenes of those moments offer goals for. What
has only one answer is answered by the page, and counted by neither; what is asked for form's sake
alone is answered by the table, and counted before alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import fimbul
from fimbul.bots import bot, outlook
from fimbul.kernel import Game, Reach, is_foregone


class Asked(NamedTuple):
    """A question to the seat: the turn, what it may touch and bring, what it picked."""

    turn: int
    options: int
    open: int  # options of what the table does not answer itself
    goals: tuple[tuple[str, ...], ...]
    pick: str


def questions(game: Game[Any], seed: int, level: str) -> Iterator[Asked]:
    """All that the first seat is asked in a match between two bots."""
    match = fimbul.Match(game, game.setup(), seed)
    bots = [bot(level, seat) for seat in range(match.state.seats)]
    while match.state.open:
        decision = match.state.open[0]
        seen = outlook(game, match.state, decision.seat)
        pick = bots[decision.seat].pick(seen)
        if decision.seat == 0:
            reaches = game.scene(match.state, 0).reaches
            goals = tuple(way for reach in reaches for way in turned(reach))
            asked = len(decision.options) * (not is_foregone(match.state, 0))
            yield Asked(game.turns(match.state) + 1, len(decision.options), asked, goals, pick)
        match.choose(decision.seat, pick)


def turned(reach: Reach) -> Iterator[tuple[str, ...]]:
    """The picks of every goal, however it is turned there before it is put down."""
    yield from reach.ways
    free = [goal.picks for goal in reach.goals if goal.turn == reach.turn]
    for straight, *others in [reach.facings] if reach.facings else []:
        for picks, facing in product(free, others):
            if straight.pick:
                yield tuple(facing.pick if pick == straight.pick else pick for pick in picks)
            else:
                yield (*picks, facing.pick)


def counted(asked: Sequence[Asked]) -> dict[int, tuple[int, int]]:
    """By turn: picks, and gestures."""
    found: dict[int, tuple[int, int]] = {}
    at = 0
    while at < len(asked):
        here, then = asked[at], tuple(one.pick for one in asked[at : at + 8])
        made = max((len(way) for way in here.goals if way == then[: len(way)]), default=1)
        picks = sum(one.options > 1 for one in asked[at : at + made])
        before, after = found.get(here.turn, (0, 0))
        touched = any(one.open > 1 for one in asked[at : at + made])
        found[here.turn] = before + picks, after + touched
        at += made
    return found


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__)
    wishes.add_argument("game", nargs="?", default="rag_narok")
    wishes.add_argument("--matches", type=int, default=8)
    wishes.add_argument("--level", default="konung")
    wish = wishes.parse_args()
    game, totals = fimbul.game(wish.game), [0, 0]
    for seed in range(1, wish.matches + 1):
        turns = counted(list(questions(game, seed, wish.level)))
        told = [f"{picks} -> {gestures}" for picks, gestures in turns.values()]
        print(f"match {seed}, touches turn by turn: {', '.join(told)}")
        for picks, gestures in turns.values():
            totals = [totals[0] + picks, totals[1] + gestures]
    print(f"all together: {totals[0]} -> {totals[1]}, {totals[1] / max(1, totals[0]):.0%}")


if __name__ == "__main__":
    main()
