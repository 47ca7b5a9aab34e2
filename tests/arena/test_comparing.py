"""Two bots on common deals, and a test that may stop early without being wrong more often."""

from __future__ import annotations

from random import Random

import pytest

from fimbul.arena import PlayedMatch, SequentialTest, compare
from fimbul.arena.comparing import sign_test


def ended(number: int, bots: tuple[str, ...], places: tuple[int, ...]) -> PlayedMatch:
    return PlayedMatch(
        number, bots, places, (), "end.test", seconds=0.1, deal=number // len(places)
    )


def test_luck_of_the_deal_drops_out() -> None:
    """The first seat wins every deal: by matches nothing is known, by deals they are equal."""
    matches = [
        ended(number, ("a", "b") if number % 2 else ("b", "a"), (1, 2)) for number in range(20)
    ]
    found = compare("a", matches)
    assert (found.deals, found.better, found.worse) == (10, 0, 0)
    assert found.rate == 0.5
    assert (found.low, found.high) == pytest.approx((0.407, 0.593), abs=1e-3)
    assert found.chance == 1.0


def test_deals_that_all_went_alike_leave_doubt() -> None:
    found = compare("a", [ended(0, ("a", "b"), (1, 2)), ended(1, ("b", "a"), (2, 1))])
    assert (found.rate, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.307, abs=1e-3)
    assert compare("a", []).deals == 0


def test_deals_won_from_both_seats_count() -> None:
    won = [ended(0, ("a", "b"), (1, 2)), ended(1, ("b", "a"), (2, 1))]
    even = [ended(2, ("a", "b"), (1, 2)), ended(3, ("b", "a"), (1, 2))]
    half = [ended(4, ("a", "b"), (2, 1))]
    found = compare("a", [*won, *even, *half])
    assert (found.deals, found.better, found.worse, found.rate) == (2, 1, 0, 0.75)
    other = compare("b", [*won, *even, *half])
    assert (other.better, other.worse, other.rate) == (0, 1, 0.25)


def test_a_third_of_the_first_places_is_fair_among_three() -> None:
    matches = [ended(number, ("a", "b", "c"), (1, 2, 3)) for number in range(3)]
    matches[1] = ended(1, ("b", "c", "a"), (1, 1, 2))
    found = compare("b", matches)
    assert (found.deals, found.worse) == (1, 1)
    assert found.rate == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("better", "worse", "chance"), [(0, 0, 1.0), (5, 0, 0.0625), (9, 1, 0.021484375), (3, 3, 1.0)]
)
def test_the_sign_test_is_that_of_the_books(better: int, worse: int, chance: float) -> None:
    assert sign_test(better, worse) == chance
    assert sign_test(worse, better) == chance


def answers(rate: float, test: SequentialTest, tries: int) -> dict[str, int]:
    """What the test says of bots with that true rate, deal after deal until it is clear."""
    dice, found = Random(7), {"stronger": 0, "not stronger": 0, "undecided": 0}
    for _ in range(tries):
        rates: list[float] = []
        while test.verdict(rates) == "undecided" and len(rates) < 4000:
            rates.append((dice.random() < rate) / 2 + (dice.random() < rate) / 2)
        found[test.verdict(rates)] += 1
    return found


def test_early_answers_are_seldom_wrong() -> None:
    """Of 100 tries at most 5 in the long run; 12 would be beyond chance."""
    test = SequentialTest(usual=0.5, wanted=0.6)
    equals, better = answers(0.5, test, 100), answers(0.6, test, 100)
    assert equals["stronger"] <= 11
    assert better["not stronger"] <= 11
    assert equals["undecided"] == better["undecided"] == 0


def test_a_few_deals_decide_nothing() -> None:
    test = SequentialTest()
    assert test.verdict([]) == test.verdict([1.0] * 3) == test.verdict([0.0] * 3) == "undecided"
    assert test.verdict([0.75, 0.5] * 300) == "stronger"
    assert test.verdict([0.25, 0.5] * 300) == "not stronger"
