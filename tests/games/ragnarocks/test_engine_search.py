"""The engine finds what is there to be found, says what it is worth, and keeps to its time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import fimbul
from fimbul.arena import play_series, rank_bots
from fimbul.bots import bot, outlook
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.lay import COMPILED, lay
from fimbul.games.ragnarocks.engine.search import RagnarocksEngine, lines, prepared
from fimbul.games.ragnarocks.engine.walk import Walker
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, Enough, Line, choose, decode, encode
from tests.games.uncompiled import assert_same

GAME = fimbul.game("ragnarocks")
ENGINE = RagnarocksEngine()


def test_compiled_or_not_the_results_are_the_same() -> None:
    assert_same("tests.games.ragnarocks.uncompiled", COMPILED, lines=40)


@pytest.mark.parametrize("board", sorted(p.PLANS))
def test_every_line_can_be_played_from_every_step(board: str) -> None:
    state, dice = GAME.new(GAME.setup(board=board), seed=2), Dice(2)
    for _ in range(40):
        if not state.open:
            break
        before, seat = encode(state), state.open[0].seat
        lines = ENGINE.search(state, lambda done: done >= 3, seed=5)
        assert encode(state) == before
        for line in lines[:3]:
            assert -1 <= line.value <= 1
            twin = state.clone()
            for pick in line.picks:
                choose(twin, seat, pick)
            assert twin.turns == state.turns + 1 or twin.result
        options = state.open[0].options
        choose(state, seat, options[dice.roll(len(options))])


def test_lines_are_told_once_and_the_best_comes_first() -> None:
    state = GAME.new(seed=1)
    lines = ENGINE.search(state, lambda done: done >= 60, seed=5)
    picks = [line.picks for line in lines]
    assert len(set(picks)) == len(picks)
    assert ENGINE.search(state, lambda done: done >= 60, seed=5) == lines
    assert ENGINE.search(state, lambda done: done >= 60, seed=6) != lines


def test_time_is_asked_for_often_and_obeyed_at_once() -> None:
    """Within an iteration too: sixteen looks are the most that may pass between two questions."""
    state = GAME.new(seed=1)
    tree = prepared(state, seed=1)
    asked: list[int] = []

    def enough(done: int) -> bool:
        assert done == tree.iterations
        asked.append(tree.looks)
        return len(asked) > 40

    tree.search(enough)
    assert len(asked) == 41
    assert max(later - sooner for sooner, later in pairwise(asked)) <= 16
    assert tree.looks == asked[-1]


def outcome(field: Field) -> int:
    """1 if ivory wins with best play, -1 if red does: every turn is tried."""
    if field.over:
        return _sign(field.points_ivory - field.points_red)
    found, aim = [], 1 - 2 * field.side
    for turn in Walker(field).turns():
        origin = field.places[turn >> 20]
        field.play(turn)
        found.append(outcome(field))
        field.take_back()
        field.shift(turn >> 20, origin)
        if found[-1] == aim:
            break
    return aim * max(aim * each for each in found)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def test_ends_are_solved_not_guessed() -> None:
    """Two runestones before the end all can be tried: the engine says who wins, and is sure."""
    solved = {-1: 0, 0: 0, 1: 0}
    for seed in range(16):
        state, dice = GAME.new(GAME.setup(board="sym54", stones=24), seed), Dice(seed)
        field = Field(p.board("sym54"))
        while state.open and state.supply > 2:
            options = state.open[0].options
            choose(state, state.open[0].seat, options[dice.roll(len(options))])
        if not state.open:
            continue
        tree = prepared(state, seed)
        tree.search(lambda done: done >= 5000)
        lay(field, state, state.open[0].seat)
        assert tree.done[0]
        assert _sign(tree.value[0]) == outcome(field)
        best = lines(tree, state)[0]
        assert _sign(best.value) == _sign(tree.value[0]) * (1 - 2 * field.side)
        solved[_sign(tree.value[0])] += 1
    assert min(solved[1], solved[-1]) > 1


def test_it_beats_greedy() -> None:
    series = play_series(GAME, ["engine:40n", "greedy"], 4, seed=2, options={"board": "sym54"})
    best = rank_bots(series)[0]
    assert best.bot == "engine:40n"
    assert best.rate > 0.7


class Counted(RagnarocksEngine):
    """Counts how often it is asked."""

    asked = 0

    def search(self, state: Ragnarocks, enough: Enough, seed: int) -> list[Line]:
        self.asked += 1
        return super().search(state, enough, seed)


def test_a_turn_is_searched_once_although_every_decision_is_stored() -> None:
    """As at a server's table, where each comes to the bot as text."""
    engine = Counted()
    game = replace(GAME, lore=replace(GAME.lore, engine=engine))
    state, player, picks = game.new(seed=1), bot("engine:30n"), 0
    seat = state.open[0].seat
    while state.open[0].seat == seat:
        choose(state, seat, player.pick(outlook(game, decode(game, encode(state)), seat)))
        picks += 1
    assert (picks, engine.asked) == (3, 1)
