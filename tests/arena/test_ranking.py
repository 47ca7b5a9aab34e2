"""What a series says, in numbers that can be looked up."""

from __future__ import annotations

import pytest

from fimbul.arena import PlayedMatch, rank_bots, rank_seats, wilson
from fimbul.arena.ranking import deviations_for


def ended(
    number: int, bots: tuple[str, ...], places: tuple[int, ...], scores: tuple[int, ...] = ()
) -> PlayedMatch:
    return PlayedMatch(number, bots, places, scores, "end.test", seconds=0.1)


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (80, 100, 0.7112, 0.8666),
        (1, 2, 0.0945, 0.9055),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals_are_those_of_the_books(
    won: int, played: int, low: float, high: float
) -> None:
    assert wilson(won, played) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_for_many_rates_at_once_is_wider() -> None:
    assert deviations_for(1) == pytest.approx(1.959964, abs=1e-6)
    assert deviations_for(40) == pytest.approx(3.2272, abs=1e-4), "as in the tables, for 0.99938"
    assert wilson(80, 100, deviations_for(40)) < wilson(80, 100)


def test_wins_shares_and_losses_are_counted_by_bot_not_by_seat() -> None:
    found = rank_bots(
        [
            ended(0, ("a", "b"), (1, 2), (30, 20)),
            ended(1, ("b", "a"), (2, 1), (10, 40)),
            ended(2, ("a", "b"), (1, 1), (25, 25)),
            ended(3, ("b", "a"), (1, 2), (31, 9)),
        ]
    )
    first, second = found
    assert (first.bot, first.played, first.won, first.shared, first.lost) == ("a", 4, 2, 1, 1)
    assert (second.bot, second.won, second.shared, second.lost) == ("b", 1, 1, 2)
    assert first.rate == 0.625
    assert first.score == 26.0
    assert second.score == 21.5
    assert (first.low, first.high) == wilson(2.5, 4)


def test_a_first_place_is_divided_among_all_who_share_it() -> None:
    found = rank_bots([ended(0, ("a", "b", "c"), (1, 1, 1)), ended(1, ("c", "a", "b"), (2, 1, 1))])
    rates = {rank.bot: rank.rate for rank in found}
    assert rates == pytest.approx({"a": 5 / 12, "b": 5 / 12, "c": 1 / 6})
    assert sum(rates.values()) == pytest.approx(1.0)
    assert [rank.bot for rank in found] == ["a", "b", "c"]


def test_a_match_counts_once_for_a_bot_at_two_seats() -> None:
    """Counted twice, its interval would be too narrow by a third."""
    found = rank_bots([ended(0, ("a", "b", "a"), (1, 2, 3)), ended(1, ("a", "a", "b"), (2, 3, 1))])
    ranks = {rank.bot: rank for rank in found}
    assert (ranks["a"].played, ranks["a"].won, ranks["a"].lost) == (2, 1, 1)
    assert ranks["a"].fair == pytest.approx(2 / 3)
    assert (ranks["a"].low, ranks["a"].high) == wilson(1, 2)
    assert [rank.bot for rank in found] == ["b", "a"], "the furthest above its fair share first"


def test_a_bot_against_itself_says_nothing_of_its_strength() -> None:
    (only,) = rank_bots([ended(0, ("a", "a"), (1, 2)), ended(1, ("a", "a"), (1, 1))])
    assert (only.played, only.won, only.shared, only.lost) == (2, 2, 0, 0)
    assert only.rate == only.fair == 1.0


def test_seats_have_rates_of_their_own() -> None:
    matches = [
        ended(0, ("a", "b"), (1, 2)),
        ended(1, ("b", "a"), (1, 2)),
        ended(2, ("a", "b"), (1, 1)),
    ]
    first, second = rank_seats(matches)
    assert (first.played, first.firsts, second.firsts) == (3, 2.5, 0.5)
    assert first.interval == wilson(2.5, 3)
    ranks = {rank.bot: rank for rank in rank_bots(matches)}
    assert [(seat.played, seat.firsts) for seat in ranks["a"].by_seat] == [(2, 1.5), (1, 0.0)]
    assert [(seat.played, seat.firsts) for seat in ranks["b"].by_seat] == [(1, 1.0), (2, 0.5)]


def test_nothing_played_says_nothing() -> None:
    assert rank_bots([]) == []
