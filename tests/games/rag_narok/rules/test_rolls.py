"""Tests, opposed rolls and the wound table."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.rolls import (
    Blow,
    Roll,
    attempt,
    beats,
    contest,
    passes,
    unit_test,
    wound_roll,
    wounds,
    wounds_by_rule,
)
from fimbul.games.rag_narok.state import RagNarok, half
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import battle, put, roll_next, words


@pytest.fixture
def field() -> RagNarok:
    state = battle(["6 griffin-duelist, 1 abel"], ["6 morbid-puppet, 1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 40, 270))
    return state


@pytest.mark.parametrize(
    ("dice", "total", "good"),
    [((4,), 8, True), ((3,), 7, False), ((1,), 5, False), ((6, 1), 11, False), ((6, 2), 12, True)],
)
def test_a_test(field: RagNarok, dice: tuple[int, ...], total: int, good: bool) -> None:
    # rule: test.basic, test.natural-one, test.six-reroll, ruling.reroll-one-in-tests
    # rule: ruling.reroll-default
    roll_next(field, *dice)
    difficulty = 12 if len(dice) > 1 else 8
    roll = attempt(field, 0, 4, difficulty)
    assert (roll.total, passes(roll, difficulty)) == (total, good)


def test_a_six_that_is_enough_is_not_risked(field: RagNarok) -> None:
    # rule: ruling.reroll-default, ruling.random-and-replay
    roll_next(field, 6, 1)
    assert passes(attempt(field, 0, 4, 10), 10)
    dice = [event for event in field.events if isinstance(event, Rolled)]
    assert [die.face for die in dice] == [6]


def test_opposed_rolls() -> None:  # rule: test.opposed
    good, better, failed = Roll(7, False, 4), Roll(8, False, 5), Roll(9, True, 1)
    assert beats(good, 3, better, 3) == -1
    assert beats(failed, 8, good, 3) == -1
    assert beats(failed, 8, failed, 3) == 1
    assert beats(good, 3, good, 9) == 0


@pytest.mark.parametrize(
    ("dice", "totals"),
    [
        ((6, 3), (10, 8)),  # ahead: what could be won by rolling on?
        ((3, 6), (7, 11)),
        ((6, 5), (10, 10)),  # the tie is his
        ((6, 6, 1), (11, 11)),  # behind by 1, and no worse off
        ((6, 6, 2, 3), (12, 14)),  # now the other would lose, and rolls on in his turn
        ((6, 6, 6, 2), (16, 13)),
    ],
)
def test_who_would_lose_rolls_a_six_again(
    field: RagNarok, dice: tuple[int, ...], totals: tuple[int, int]
) -> None:
    # rule: test.opposed, test.six-reroll, ruling.reroll-default
    roll_next(field, *dice)
    first, second = contest(field, ((0, 4), (1, 5)), 0)
    assert (first.total, second.total) == totals


def test_a_unit_tests_once_for_all(field: RagNarok) -> None:  # rule: test.unit-value
    roll_next(field, 3)
    assert unit_test(field, 0, "Discipline", 5, 8)
    assert "Discipline: 5 + 3 = 8 against 8, passed" in words(field)


def test_halves_are_rounded_down_to_half_a_centimetre() -> None:  # rule: test.rounding
    assert [half(distance) for distance in (750, 1000, 1750)] == [350, 500, 850]


def test_points_of_the_wound_table() -> None:
    # example: example.wound-plus9-on-1, example.wound-table-points, example.wound-table-line-2
    # example: example.wound-one-not-failure
    # rule: melee.wound-table, wound.plus9-line1, wound.one-is-line-one
    assert wounds(1, 9) == 1
    assert [wounds(6, difference) for difference in (-4, 0, 3, 4, 9)] == [1, 1, 2, 2, 3]
    assert [wounds(2, difference) for difference in (0, 1)] == [0, 1]
    assert wounds(1, 15) == 2


def test_the_table_is_its_rule() -> None:
    # rule: melee.wound-table, ruling.wound-line-above-six
    for line in range(2, 13):
        for difference in range(-10, 17):
            assert wounds(line, difference) == wounds_by_rule(line, difference)
    assert wounds(13, 0) == wounds(12, 2)
    assert wounds(6, 40) == wounds(6, 16)


@pytest.mark.parametrize(
    ("dice", "blow", "caused"),
    [
        # example: example.wound-6-then-1, example.wound-6-plus-4
        ((6, 1), Blow(0, 1, 3), 0),
        ((6, 4), Blow(0, 0, 3), 3),
        ((6,), Blow(0, 0, 1), 1),
        ((1,), Blow(9, 1, 1), 1),
        ((5,), Blow(0, 1, 1), 1),
        ((2,), Blow(0, 1, 1), 1),
        ((2,), Blow(0, 0, 1), 0),
    ],
)
def test_wound_rolls(field: RagNarok, dice: tuple[int, ...], blow: Blow, caused: int) -> None:
    # rule: melee.wound-roll, wound.reroll-one-line1, wound.bonus-one-line1
    # rule: ruling.wound-line-above-six, ruling.reroll-default
    roll_next(field, *dice)
    assert wound_roll(field, 0, blow) == caused
    rolled = [event for event in field.events if isinstance(event, Rolled)]
    assert len(rolled) == len(dice)
    assert p.FACES == 6
