"""The puzzles of all games: every one can be played, and has exactly one best turn."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.arena.mining import GAP, Depth, name_of, thought, whole_turns, worth
from fimbul.kernel import (
    Game,
    NoSuchPuzzle,
    Puzzle,
    choose,
    find_puzzle,
    is_turn_over,
    puzzle_match,
    puzzle_of,
    puzzles,
    write_puzzles,
)

FEWEST = {"ragnarocks": 50, "brandub": 20}
FEW = 2  # of each game are searched again in the default run
ALL = [(name, puzzle) for name in FEWEST for puzzle in puzzles(fimbul.game(name))]
SEARCHED = Depth(1500)


@pytest.mark.parametrize("name", FEWEST)
def test_there_are_enough_and_each_stands_once(name: str) -> None:
    found = puzzles(fimbul.game(name))
    assert len(found) >= FEWEST[name]
    assert len({one.name for one in found}) == len(found)
    assert all(one.name == name_of(one) for one in found)
    assert (fimbul.game(name).folder / "puzzles.json").read_bytes() == write_puzzles(found)
    with pytest.raises(NoSuchPuzzle, match="has no puzzle named"):
        find_puzzle(fimbul.game(name), "none")


@pytest.mark.parametrize(("name", "puzzle"), ALL, ids=[puzzle.name for _, puzzle in ALL])
def test_every_puzzle_can_be_played(name: str, puzzle: Puzzle) -> None:
    """The position is reached, its best turn is one whole turn, and the line goes on from it."""
    game = fimbul.game(name)
    state = puzzle_match(game, puzzle).state
    before = state.clone()
    assert [decision.seat for decision in state.open] == [puzzle.seat]
    for pick in puzzle.best:
        assert not is_turn_over(game, puzzle, before, state)
        choose(state, puzzle.seat, pick)
    assert is_turn_over(game, puzzle, before, state)
    assert state.result is None
    for seat, thing in puzzle.line:
        choose(state, seat, thing)
    assert puzzle.value - puzzle.second >= GAP - 0.001
    assert puzzle.theme == ("win" if puzzle.value >= 0.955 else puzzle.theme)
    assert 1 <= puzzle.stars <= 3


def searched(game: Game[Any], puzzle: Puzzle) -> list[str]:
    """What another search says against it: a turn that is as good, or a better one."""
    state = puzzle_match(game, puzzle).state
    ends = whole_turns(game, state)
    best = worth(game, ends[puzzle.best], puzzle.seat, SEARCHED.at(1), 5)
    minds = [line.picks for line in thought(game, state, SEARCHED.at(1), 5)]
    near = [picks for picks in minds if picks in ends and picks != puzzle.best]
    rivals = {picks: worth(game, ends[picks], puzzle.seat, SEARCHED.at(1), 5) for picks in near}
    return [f"{picks}: {value} against {best}" for picks, value in rivals.items() if value >= best]


@pytest.mark.parametrize("name", FEWEST)
def test_a_few_are_searched_again(name: str) -> None:
    game = fimbul.game(name)
    for puzzle in puzzles(game)[::-1][:FEW]:
        assert not searched(game, puzzle), puzzle.name


@pytest.mark.slow
@pytest.mark.parametrize("name", FEWEST)
def test_all_are_searched_again(name: str) -> None:
    game = fimbul.game(name)
    wrong = {puzzle.name: found for puzzle in puzzles(game) if (found := searched(game, puzzle))}
    assert not wrong


def test_the_puzzle_of_the_day_is_chosen_by_the_date_alone() -> None:
    known = puzzles(fimbul.game("brandub"))
    days = range(740_000, 740_000 + len(known))
    chosen = [puzzle_of(known, day).name for day in days]
    assert chosen == [puzzle_of(known, day).name for day in days]
    assert len(set(chosen)) == len(known), "every puzzle has its day before one comes again"
