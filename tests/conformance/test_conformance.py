"""Every game of ours keeps its word: one test for each property and game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fimbul
from fimbul.conformance import store
from fimbul.conformance.suite import (
    MATCHES_EACH,
    ONCE,
    PROPERTIES,
    every_table_can_be_stored_at_every_decision,
    name_of,
)
from fimbul.conformance.tales import DrawnTale, Property, hold
from fimbul.kernel import Game
from tests.conformance import awaited
from tests.wager import GAME as WAGER

MANY = 100
WALKS = 25  # matches on every table, when there is time


def find(name: str) -> Game[Any]:
    return WAGER if name == WAGER.id else fimbul.game(name)


GAMES = pytest.mark.parametrize("name", [*fimbul.game_names(), WAGER.id])


@pytest.mark.timeout(120)  # a game that hangs has failed
@GAMES
@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_every_game_keeps_its_word(name: str, check: Property) -> None:
    hold(check, find(name), MATCHES_EACH)


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_every_game_keeps_its_word_for_long(name: str, check: Property) -> None:
    hold(check, find(name), MANY)


@pytest.mark.timeout(300)
@GAMES
def test_every_table_can_be_stored_at_every_decision(name: str) -> None:
    every_table_can_be_stored_at_every_decision(find(name))


@pytest.mark.slow
@GAMES
def test_every_table_can_be_stored_at_every_decision_for_long(name: str) -> None:
    game = find(name)
    for luck in range(1, WALKS + 1):
        for setup in store.every_table(game):
            store.every_decision_can_be_stored(game, DrawnTale(setup, 1000 * luck, whim=luck))


@GAMES
@pytest.mark.parametrize("check", ONCE, ids=name_of)
def test_every_game_is_in_step_with_its_book(name: str, check: Callable[[Game[Any]], None]) -> None:
    check(find(name))


@GAMES
def test_awaited_rules_are_listed(name: str) -> None:
    awaited.awaited_rules_are_listed(find(name))


def test_the_list_of_awaited_rules_names_no_game_that_is_gone() -> None:
    games = {line.split()[0] for line in awaited.LIST.read_text(encoding="utf-8").splitlines()}
    assert games <= set(fimbul.game_names())
