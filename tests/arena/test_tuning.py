"""A search for numbers ends with one that is better than the worst it tried."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from fimbul.arena.evenness import EvenTable
from fimbul.arena.ranking import FirstRate
from fimbul.arena.tuning import BadTuning, TunedNumber, read_number
from fimbul.cli.tune import tune


def test_numbers_are_read_with_their_ends() -> None:
    assert read_number("tries=1..60") == TunedNumber("tries", 1, 60, True)
    assert read_number("slips=0.05..0.5") == TunedNumber("slips", 0.05, 0.5, False)


@pytest.mark.parametrize("told", ["tries", "tries=5..1", "tries=a..b", "tries=1"])
def test_a_number_without_ends_is_refused(told: str) -> None:
    with pytest.raises(BadTuning, match="such as"):
        read_number(told)


def test_a_search_tells_its_trials_races_and_winner() -> None:
    words = ["brandub", "mcts:{tries}n", "--number", "tries=1..8", "--against", "random"]
    small = ["--trials", "4", "--games", "2", "--race", "4", "--seed", "3"]
    first, again = (CliRunner().invoke(tune, [*words, *small]) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.output == again.output, "the same seed searches the same"
    assert first.output.count("%  mcts:") == 4
    assert "against random" in first.output.splitlines()[-1]


def test_numbers_of_a_game_are_searched_for_seats_that_are_as_good() -> None:
    """Every table that is tried and raced has numbers between their ends."""
    words = ["ragnarocks", "random", "-o", "board=sym54", "-o", "stones={stones}"]
    small = ["--trials", "3", "--games", "2", "--race", "4", "--seed", "3"]
    told = CliRunner().invoke(tune, [*words, "--number", "stones=8..20", *small])
    assert told.exit_code == 0, told.output
    tried = [int(found) for found in re.findall(r'^ *\d+%  {"stones":(\d+)}', told.output, re.M)]
    assert len(tried) == 3
    assert all(8 <= stones <= 20 for stones in tried)
    raced = re.findall(r'^race of 4: {"stones":(\d+)}', told.output, re.M)
    assert set(map(int, raced)) <= set(tried)
    assert re.search(rf"stones=({'|'.join(raced)}): first came\n  seat 1 \d+% of 4 ", told.output)


def test_the_best_table_is_the_evenest() -> None:
    even, odd = (EvenTable({}, (FirstRate(9, one), FirstRate(9, 9 - one))) for one in (4, 9))
    assert even.unfair < odd.unfair == 0.5


def test_braces_and_numbers_must_agree() -> None:
    told = CliRunner().invoke(tune, ["brandub", "mcts:{n}n", "--number", "tries=1..8"])
    assert isinstance(told.exception, BadTuning)
