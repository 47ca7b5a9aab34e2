"""Setups: everything that is wrong is said at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.kernel import BadSetup, Setup
from fimbul.kernel.setup import read_setup
from tests.wager import GAME as WAGER

BRANDUB = fimbul.game("brandub")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


class Rich(Setup, frozen=True, kw_only=True):
    board: Literal["small", "large"] = "small"
    powers: tuple[str, ...] = ()
    blind: bool = False

    def problems(self) -> Iterator[str]:
        if self.blind and self.powers:
            yield "blind: powers are for those who see"


def test_loose_options_become_a_setup() -> None:
    setup = read_setup(Rich, {"board": "large", "powers": ["thor"]})
    assert setup == Rich(board="large", powers=("thor",))


class Printed(Setup, frozen=True, kw_only=True):
    """Cards of somebody's own: one table, or all of a file."""

    cards: tuple[dict[str, int], ...] = ()
    box: dict[str, Any] = {}
    motto: str = ""


def test_tables_of_cards_may_be_the_text_of_a_toml_file() -> None:
    text = "[[card]]\nworth = 3\n[[card]]\nworth = 4\n[[hero]]\nname = 'Tyr'\n"
    setup = read_setup(Printed, {"cards": text, "box": text, "motto": "[[card]]"})
    assert setup.cards == ({"worth": 3}, {"worth": 4})
    assert setup.box["hero"] == [{"name": "Tyr"}]
    assert setup.motto == "[[card]]", "text stays text"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[card]]\nworth 3\n", "line 2"),
        ("[[quest]]\nworth = 3\n", "no [[card]], only [[quest]]"),
        ("[[card]]\nworth = 'much'\n", "must be a whole number"),
        ("no table at all", "rows such as [[card]]"),
    ],
)
def test_a_bad_card_file_says_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_setup(Printed, {"cards": text, "motto": 1})
    assert len(refused.value.problems) == 2
    assert told in refused.value.problems[0]
    assert refused.value.problems[0].startswith("cards: ")


def test_every_problem_is_listed_at_once() -> None:
    with pytest.raises(BadSetup) as bad:
        read_setup(Rich, {"bord": 1, "blind": "yes", "powers": 3, "zzz": 0, "board": "huge"})
    problems = "\n".join(bad.value.problems)
    assert len(bad.value.problems) == 5
    assert "board: must be large or small, not 'huge'" in problems
    assert "bord: there is no such option (did you mean 'board'?)" in problems
    assert "zzz: there is no such option (there is blind, board, powers, seats)" in problems
    assert "blind: must be true or false, not text" in problems
    assert "powers: must be a list, not a whole number" in problems
    assert all(problem in str(bad.value) for problem in bad.value.problems)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 1}, "seats: 2 to 4 can play, not 1"),
        ({"seats": 5}, "seats: 2 to 4 can play, not 5"),
        ({"seats": "3"}, "seats: must be a whole number, not text"),
        ({"seats": True}, "seats: must be a whole number, not true or false"),
        ({"seats": None}, "seats: must be a whole number, not an empty value"),
        ({"self": 1}, "self: there is no such option"),
        ({"seat": 3}, "did you mean 'seats'"),
    ],
)
def test_a_game_refuses_what_it_cannot_seat(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says.replace("?", r"\?")):
        WAGER.setup(**options)


def test_two_players_only_is_said_so() -> None:
    with pytest.raises(BadSetup, match="seats: 2 can play, not 3"):
        BRANDUB.setup(seats=3)


MISTYPED: Any = "x"
SETUPS: list[Setup] = [WAGER.setup(seats=2), Setup(seats=MISTYPED), Setup(seats=9)]


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_a_setup_built_by_hand_is_checked_as_well(setup: Setup) -> None:
    with pytest.raises(BadSetup):
        BRANDUB.new(setup)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, True])
def test_a_seed_is_a_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(BadSetup, match="seed: must be a whole number from 0 to"):
        BRANDUB.new(seed=seed)
    with pytest.raises(BadSetup, match=r"seats.*seed"):
        BRANDUB.new(Setup(seats=4), seed=seed)


@given(st.dictionaries(st.text() | st.sampled_from(["seats", "self"]), ANYTHING, max_size=4))
def test_no_option_brings_another_error(options: dict[str, Any]) -> None:
    try:
        setup = WAGER.setup(**options)
    except BadSetup as bad:
        problems = bad.problems
    else:
        problems = ("none",) if WAGER.new(setup).open else ()
    assert problems
