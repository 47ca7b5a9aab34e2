"""Every property that a game must have, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fimbul.conformance import (
    book,
    box,
    clones,
    ends,
    leaks,
    learning,
    lessons,
    names,
    refusals,
    repeats,
    rooms,
    sagas,
    store,
    table,
    words,
)
from fimbul.conformance.tales import DrawnTale, Property
from fimbul.kernel import Game

MATCHES_EACH = 12  # matches for each property

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
    table.goals_can_be_reached,
    table.why_answers,
    words.nothing_internal_is_said,
    words.translations_are_whole,
    words.things_tell_more_than_their_name,
    names.names_that_are_shown_can_be_typed,
    leaks.scenes_do_not_leak,
    leaks.onlookers_know_no_more_than_players,
    leaks.refusals_do_not_leak,
    leaks.dreams_are_legal,
    leaks.dreams_know_no_more_than_their_dreamer,
    leaks.secrets_are_redealt,
    leaks.open_tables_hide_nothing,
    leaks.events_do_not_leak,
    leaks.events_tell_equal_worlds_equally,
    learning.options_were_declared,
    learning.features_do_not_leak,
    learning.features_follow_the_match,
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
    book.rules_are_cited_behind_their_code,
    rooms.everything_lies_in_its_room,
    box.parts_read_well,
    box.rules_read_well,
    box.what_we_made_up_is_told,
    box.owners_files_can_be_played,
    words.the_book_and_the_box_say_nothing_internal,
    words.the_book_and_the_box_are_told,
    words.templates_render,
    table.presets_can_be_played,
    lessons.lessons_can_be_played,
    lessons.lessons_read_well,
    lessons.primers_can_be_drawn,
    lessons.the_book_is_read_in_chapters,
    table.sides_can_be_chosen,
    learning.every_table_names_its_things,
    repeats.another_process_plays_the_same_match,
)


def name_of(check: Callable[..., None]) -> str:
    return check.__name__


def every_table_can_be_stored_at_every_decision(game: Game[Any]) -> None:
    """On every table that its presets and seats make: the rarest state is stored too."""
    for luck, setup in enumerate(store.every_table(game)):
        store.every_decision_can_be_stored(game, DrawnTale(setup, luck, whim=luck))
