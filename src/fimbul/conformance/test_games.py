"""The suite for `pytest --pyargs fimbul.conformance`: every property of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fimbul.conformance.suite import (
    MATCHES_EACH,
    ONCE,
    PROPERTIES,
    every_table_can_be_stored_at_every_decision,
    name_of,
)
from fimbul.conformance.tales import Property, hold
from fimbul.games import find
from fimbul.kernel import Game


@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_a_game_keeps_its_word(conforming: str, check: Property) -> None:
    hold(check, find(conforming), MATCHES_EACH)


@pytest.mark.parametrize("check", ONCE, ids=name_of)
def test_a_game_is_in_step_with_its_book(
    conforming: str, check: Callable[[Game[Any]], None]
) -> None:
    check(find(conforming))


def test_every_table_can_be_stored_at_every_decision(conforming: str) -> None:
    every_table_can_be_stored_at_every_decision(find(conforming))
