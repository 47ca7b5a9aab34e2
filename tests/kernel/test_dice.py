"""Dice: the same numbers for ever, and fair."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from fimbul.kernel import Dice
from fimbul.kernel.play.dice import SEEDS, mix, number, stir
from tests.kernel.toy import toy

ANY_SEED = st.integers(0, SEEDS - 1)


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The published first outputs for the seed 1234567: records must replay for ever."""
    dice = Dice(1234567)
    assert [dice.roll(SEEDS) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_small_numbers_are_pinned() -> None:
    dice = Dice(7)
    assert [dice.roll(6) for _ in range(12)] == [2, 0, 5, 3, 2, 1, 2, 1, 0, 2, 0, 5]
    assert Dice(7).shuffled("abcdefg") == ["d", "f", "b", "g", "e", "a", "c"]


@given(ANY_SEED, st.integers(1, SEEDS))
def test_a_roll_lies_below_its_sides_and_a_seed_in_64_bits(seed: int, sides: int) -> None:
    assert 0 <= number(seed, sides) < sides
    assert 0 <= stir(seed) < SEEDS


@given(st.integers())
def test_any_whole_number_can_be_somebodys_seed(seed: int) -> None:
    assert 0 <= Dice(seed).seed < SEEDS


@given(ANY_SEED)
def test_a_state_rolls_the_same_dice(seed: int) -> None:
    state, dice = toy(seed=seed), Dice(seed)
    assert [state.roll(n) for n in range(1, 20)] == [dice.roll(n) for n in range(1, 20)]
    assert state.seed == dice.seed


@given(ANY_SEED, st.text(), st.text())
def test_choices_are_mixed_in_whatever_their_order(seed: int, one: str, other: str) -> None:
    assert 0 <= mix(seed, one) < SEEDS
    assert mix(mix(seed, one), other) == mix(mix(seed, other), one)
    assert (mix(seed, one) == mix(seed, other)) == (one == other)


def test_what_is_mixed_in_is_pinned() -> None:
    assert mix(0, "1 0 card:7") == 0x11F9FC682B7B13F9


def test_every_side_comes_up_equally_often() -> None:
    """Chi squared with 5 degrees of freedom: 20.5 is passed once in a thousand."""
    for seed in (0, 1, 2**63):
        dice = Dice(seed)
        faces = Counter(dice.roll(6) for _ in range(6000))
        assert sum((faces[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5


def test_every_order_of_a_shuffle_comes_up_equally_often() -> None:
    dice = Dice(5)
    orders = Counter("".join(dice.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


@given(ANY_SEED, st.lists(st.integers()))
def test_a_shuffle_keeps_every_thing_and_leaves_the_pile_alone(seed: int, pile: list[int]) -> None:
    before = list(pile)
    assert sorted(Dice(seed).shuffled(pile)) == sorted(before)
    assert pile == before


@given(ANY_SEED, st.integers(0, 70))
def test_a_shuffle_rolls_the_same_dice_one_by_one(seed: int, size: int) -> None:
    """It takes all its numbers at once; records know only the one stream."""
    dice, rolled, pile = Dice(seed), Dice(seed), list(range(size))
    for last in range(size - 1, 0, -1):
        other = rolled.roll(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    assert dice.shuffled(range(size)) == pile
    assert dice.seed == rolled.seed


def test_neighbouring_seeds_roll_apart() -> None:
    firsts = [Dice(seed).roll(SEEDS) for seed in range(500)]
    assert len(set(firsts)) == 500
    assert 200 < sum(first % 2 for first in firsts) < 300
