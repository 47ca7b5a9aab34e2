"""The same choices make the same match, in whatever order sealed ones arrive."""

from __future__ import annotations

import os
import sys
from subprocess import run
from typing import Any

from fimbul.conformance.tales import DrawnTale, begin, refusal, told, walk
from fimbul.kernel import Choice, Dice, Game, State, choose, encode

ELSEWHERE = """
from importlib import import_module
from hashlib import sha256
from sys import argv
from fimbul.kernel import Dice, choose, encode
game, dice, seen = import_module(argv[1]).GAME, Dice(5), sha256()
state = game.new(seed=5)
for _ in range(60):
    if state.open:
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    seen.update(encode(state) + str(state.open).encode() + str(game.scene(state, 0)).encode())
print(seen.hexdigest())
"""


def same_seed_and_choices_give_the_same_match(game: Game[Any], tale: DrawnTale) -> None:
    other = begin(game, tale)
    for state, seat, thing in walk(game, tale):
        assert other == state
        assert encode(other) == encode(state)
        choose(other, seat, thing)


def another_process_plays_the_same_match(game: Game[Any]) -> None:
    """Nothing hangs on the order of a set, which changes from process to process."""
    hashes = {_played_elsewhere(game, seed) for seed in ("1", "2")}
    assert len(hashes) == 1, "the match hangs on how this process hashes text"


def _played_elsewhere(game: Game[Any], hash_seed: str) -> str:
    done = run(
        [sys.executable, "-c", ELSEWHERE, game.package],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def order_of_arrival_does_not_matter(game: Game[Any], tale: DrawnTale) -> None:
    """Each row of the match again, its seats mixed anew: the same state after it."""
    state, dice = begin(game, tale), Dice(tale.whim)
    for row in _rows(game, tale):
        other = state.clone()
        for seat, thing in row:
            choose(state, seat, thing)
        for seat, thing in _mixed(row, dice):
            choose(other, seat, thing)
        assert other == state, f"{row} ends otherwise when it arrives in another order"


def _rows(game: Game[Any], tale: DrawnTale) -> list[list[Choice]]:
    """The choices of the match, those that answer one row together."""
    rows: dict[int, list[Choice]] = {}
    for state, seat, thing in walk(game, tale):
        rows.setdefault(state.number, []).append((seat, thing))
    return list(rows.values())


def _mixed(row: list[Choice], dice: Dice) -> list[Choice]:
    """Another order of arrival; each seat's own picks stay in order."""
    lanes = {seat: iter([choice for choice in row if choice[0] == seat]) for seat, _ in row}
    return [next(lanes[seat]) for seat in dice.shuffled([seat for seat, _ in row])]


def changed_picks_count_last(game: Game[Any], tale: DrawnTale) -> None:
    """Where a sealed pick may be changed, the first one leaves no trace; else it is refused."""
    state = begin(game, tale)
    for seat, thing in told(game, tale):
        before = state.clone()
        choose(state, seat, thing)
        if seat in state.sealed:
            for option in next(d for d in before.open if d.seat == seat).options:
                _check_change(before, state, seat, option)


def _check_change(before: State, sealed: State, seat: int, option: str) -> None:
    direct, changed = before.clone(), sealed.clone()
    choose(direct, seat, option)
    if refusal(changed, seat, option):
        assert changed == sealed, "a refused change of mind changes nothing"
    else:
        assert changed == direct, f"{option} after {sealed.sealed[seat]} is not {option} alone"
