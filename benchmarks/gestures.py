"""How often a person touches the page in a turn: `python -m benchmarks.gestures rag_narok`.

Bots play known matches. What the first seat picks is then counted twice: every pick for itself, as
it was before gestures, and as few gestures as the scenes of those moments offer for them: goals,
things laid at one place together, and questions answered as is usual. To stop answering so is a
touch more. What has only one answer is answered by the page, and counted by neither; what is asked
for form's sake alone is answered by the table, and counted before alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import permutations, product, takewhile
from typing import Any, NamedTuple

import fimbul
from fimbul.bots import Bot, bot, outlook
from fimbul.kernel import (
    Decision,
    Game,
    Reach,
    Scene,
    State,
    choose,
    decision_of,
    default_of,
    is_foregone,
)

ME = 0
Way = tuple[str, ...]


class Asked(NamedTuple):
    """A question to the seat: the turn, what one gesture would pick, what it picked."""

    turn: int
    options: int
    open: int  # options of what the table does not answer itself
    goals: tuple[Way, ...]
    usual: tuple[str, str]  # the run that it belongs to, and what is picked there as is usual
    pick: str


def questions(game: Game[Any], seed: int, level: str) -> Iterator[Asked]:
    """All that the first seat is asked in a match between two bots."""
    match = fimbul.Match(game, game.setup(), seed)
    bots = [bot(level, seat) for seat in range(match.state.seats)]
    while match.state.open:
        decision = match.state.open[0]
        if decision.seat != ME:
            match.choose(decision.seat, picked(game, match.state, bots, decision))
            continue
        for pick in tidied(game, match.state, row_of(game, match.state, bots)):
            yield question(game, match.state, pick)
            match.choose(ME, pick)


def picked(game: Game[Any], state: State, bots: Sequence[Bot], decision: Decision) -> str:
    return bots[decision.seat].pick(outlook(game, state, decision.seat))


def row_of(game: Game[Any], state: State, bots: Sequence[Bot]) -> list[str]:
    """All that is picked one after the other in the open row."""
    trial, found = state.clone(), list[str]()
    while trial.number == state.number and (decision := decision_of(trial, ME)):
        if ME in trial.sealed:
            break
        found.append(picked(game, trial, bots, decision))
        choose(trial, ME, found[-1])
    return found


def question(game: Game[Any], state: State, pick: str) -> Asked:
    decision, scene = decision_of(state, ME), game.scene(state, ME)
    options = len(decision.options) if decision else 0
    asked = options * (not is_foregone(state, ME))
    usual = next(((one.name, one.pick) for one in scene.usual), ("", ""))
    turn = game.turns(state) + 1
    return Asked(turn, options, asked, tuple(ways(scene)), usual, pick)


def ways(scene: Scene) -> Iterator[Way]:
    """The picks that one gesture may stand for."""
    yield from (way for reach in scene.reaches for way in turned(reach))
    laid = [goal for reach in scene.reaches for goal in reach.goals if goal.along]
    for count in range(2, 2 + max((goal.along for goal in laid), default=0)):
        for goals in permutations(laid, count):
            if len({goal.at for goal in goals}) == 1 and goals[0].along >= count - 1:
                yield tuple(pick for goal in goals for pick in goal.picks)


def turned(reach: Reach) -> Iterator[Way]:
    """The picks of every goal, however it is turned there before it is put down."""
    yield from reach.ways
    free = [goal.picks for goal in reach.goals if goal.turn == reach.turn]
    for straight, *others in [reach.facings] if reach.facings else []:
        for picks, facing in product(free, others):
            if straight.pick:
                yield tuple(facing.pick if pick == straight.pick else pick for pick in picks)
            else:
                yield (*picks, facing.pick)


def tidied(game: Game[Any], state: State, picks: list[str]) -> list[str]:
    """What one thing gets in a row is given to it at once, where that comes to the same."""
    goals = (goal for reach in game.scene(state, ME).reaches for goal in reach.goals)
    pairs = {goal.picks for goal in goals if goal.along}
    chunks, left = list[Way](), picks
    while tuple(left[:2]) in pairs:
        chunks, left = [*chunks, tuple(left[:2])], left[2:]
    first = [chunk[0] for chunk in chunks]
    chunks.sort(key=lambda chunk: first.index(chunk[0]))
    tidy = [*(pick for chunk in chunks for pick in chunk), *left]
    return tidy if after(state, tidy) == after(state, picks) else picks


def after(state: State, picks: Sequence[str]) -> State:
    """The table once all have answered, whatever the others say."""
    trial = state.clone()
    for pick in picks:
        choose(trial, ME, pick)
    while trial.number == state.number and trial.open:
        seat = trial.open[0].seat
        choose(trial, seat, default_of(trial, seat) or trial.open[0].options[0])
    return trial


def counted(asked: Sequence[Asked]) -> dict[int, tuple[int, int]]:
    """By turn: picks, and gestures."""
    found: dict[int, tuple[int, int]] = {}
    at = 0
    while at < len(asked):
        made, gestures = best_of(asked[at:])
        picks = sum(one.options > 1 for one in asked[at : at + made])
        before, after = found.get(asked[at].turn, (0, 0))
        found[asked[at].turn] = before + picks, after + gestures
        at += made
    return found


def best_of(asked: Sequence[Asked]) -> tuple[int, int]:
    """How many questions are answered next, and by how many touches."""
    here, then = asked[0], tuple(one.pick for one in asked[:8])
    made = max((len(way) for way in here.goals if way == then[: len(way)]), default=1)
    name, _ = here.usual
    run = len(list(takewhile(lambda one: one.usual == (name, one.pick), asked))) if name else 0
    stop = run < len(asked) and asked[run].usual[0] == name  # to be asked again
    if sum(one.open > 1 for one in asked[:run]) > 1 + stop:
        return run, 1 + stop
    return made, any(one.open > 1 for one in asked[:made])


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
