"""Results as rewards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.kernel import Result

PLACES = st.lists(st.integers(1, 6), min_size=2, max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ((1, 2), (1, -1)),
        ((1, 1), (0, 0)),
        ((2, 1, 3), (0, 1, -1)),
        ((1, 1, 3), (0.5, 0.5, -1)),
        ((1, 2, 2), (1, -0.5, -0.5)),
        ((1, 2, 1, 2), (2 / 3, -2 / 3, 2 / 3, -2 / 3)),
        ((1,), (1,)),
    ],
)
def test_places_as_rewards(places: tuple[int, ...], rewards: tuple[float, ...]) -> None:
    result = Result(places, (), "toy.win")
    assert tuple(result.reward(seat) for seat in range(len(places))) == rewards


@given(PLACES)
def test_rewards_add_up_to_nothing_and_follow_the_places(places: tuple[int, ...]) -> None:
    result = Result(places, (), "toy.win")
    rewards = [result.reward(seat) for seat in range(len(places))]
    assert sum(rewards) == pytest.approx(0)
    for one, mine in enumerate(rewards):
        assert -1 <= mine <= 1
        for other, theirs in enumerate(rewards):
            assert (mine > theirs) == (places[one] < places[other])
