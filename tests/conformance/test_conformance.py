"""Every game keeps its word: one test for each property and game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fimbul
from fimbul.kernel import Game
from tests.conformance import (
    awaited,
    book,
    box,
    clones,
    ends,
    leaks,
    names,
    refusals,
    repeats,
    rooms,
    sagas,
    store,
    table,
)
from tests.conformance.tales import Property, Tale, hold
from tests.wager import GAME as WAGER

FEW, MANY = 12, 100
WALKS = 25  # matches on every table, when there is time

PROPERTIES: tuple[Property, ...] = (
    clones.clones_are_strangers_and_equal,
    clones.looking_changes_nothing,
    store.stored_states_play_on,
    store.spoilt_states_are_refused_or_playable,
    repeats.same_seed_and_choices_give_the_same_match,
    repeats.order_of_arrival_does_not_matter,
    repeats.changed_picks_count_last,
    table.decisions_are_sound,
    table.options_lie_on_the_table,
    table.scenes_are_sound,
    table.why_answers,
    names.names_that_are_shown_can_be_typed,
    leaks.scenes_do_not_leak,
    leaks.refusals_do_not_leak,
    leaks.dreams_are_legal,
    leaks.dreams_know_no_more_than_their_dreamer,
    leaks.secrets_are_redealt,
    leaks.open_tables_hide_nothing,
    leaks.events_do_not_leak,
    leaks.events_tell_equal_worlds_equally,
    refusals.illegal_choices_change_nothing,
    refusals.sealed_picks_stay_where_they_are,
    ends.matches_end_within_the_bound,
    ends.stubborn_players_come_to_an_end,
    ends.parts_are_conserved,
    ends.turns_only_go_up,
    ends.steps_that_end_a_turn_do,
    ends.values_stay_in_range,
    sagas.notation_round_trips,
    sagas.sagas_round_trip,
    sagas.odd_turns_are_refused,
    sagas.cut_sagas_are_refused,
)
ONCE: tuple[Callable[[Game[Any]], None], ...] = (
    book.rulebook_is_sound,
    book.every_rule_is_cited_in_code,
    book.every_rule_is_proved_by_a_test,
    book.awaited_rules_are_listed,
    book.rules_are_cited_behind_their_code,
    rooms.everything_lies_in_its_room,
    box.parts_read_well,
    box.what_we_made_up_is_told,
    box.owners_files_can_be_played,
    table.presets_can_be_played,
    repeats.another_process_plays_the_same_match,
)


def find(name: str) -> Game[Any]:
    return WAGER if name == WAGER.id else fimbul.game(name)


def name_of(check: Callable[..., None]) -> str:
    return check.__name__


GAMES = pytest.mark.parametrize("name", [*fimbul.game_names(), WAGER.id])


@pytest.mark.timeout(120)  # a game that hangs has failed
@GAMES
@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_every_game_keeps_its_word(name: str, check: Property) -> None:
    hold(check, find(name), FEW)


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("check", PROPERTIES, ids=name_of)
def test_every_game_keeps_its_word_for_long(name: str, check: Property) -> None:
    hold(check, find(name), MANY)


@pytest.mark.timeout(300)
@GAMES
def test_every_table_can_be_stored_at_every_decision(name: str) -> None:
    game = find(name)
    for luck, setup in enumerate(store.every_table(game)):
        store.every_decision_can_be_stored(game, Tale(setup, luck, whim=luck))


@pytest.mark.slow
@GAMES
def test_every_table_can_be_stored_at_every_decision_for_long(name: str) -> None:
    game = find(name)
    for luck in range(1, WALKS + 1):
        for setup in store.every_table(game):
            store.every_decision_can_be_stored(game, Tale(setup, 1000 * luck, whim=luck))


@GAMES
@pytest.mark.parametrize("check", ONCE, ids=name_of)
def test_every_game_is_in_step_with_its_book(name: str, check: Callable[[Game[Any]], None]) -> None:
    check(find(name))


def test_the_list_of_awaited_rules_names_no_game_that_is_gone() -> None:
    games = {line.split()[0] for line in awaited.LIST.read_text(encoding="utf-8").splitlines()}
    assert games <= set(fimbul.game_names())
