"""The conformance suite bites: each broken game fails the property that it breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from fimbul.conformance import (
    book,
    clones,
    ends,
    leaks,
    lessons,
    refusals,
    repeats,
    rooms,
    sagas,
    store,
    table,
)
from fimbul.conformance.tales import Property, hold
from fimbul.kernel import Game, Lore
from tests.broken import games as broken
from tests.broken.games import BRANDUB, with_lore, with_steps
from tests.broken.unhoused import GAME as UNHOUSED
from tests.conformance.awaited import awaited_rules_are_listed
from tests.wager import GAME as WAGER
from tests.wager.lore import redeal
from tests.wager.rules import Bid, Reveal
from tests.wager.scene import show

EXAMPLES = 30


class Fault(NamedTuple):
    name: str
    game: Game[Any]
    found_by: Property
    says: str


FAULTS = (
    Fault(
        "a scene shows the next card",
        replace(WAGER, show=broken.show_next_card),
        leaks.scenes_do_not_leak,
        "can tell a dream from the truth",
    ),
    Fault(
        "a scene shows who has begun to choose",
        replace(WAGER, show=broken.show_lanes),
        leaks.scenes_do_not_leak,
        "can tell a dream from the truth",
    ),
    Fault(
        "a spectator is shown a hand",
        replace(WAGER, show=broken.show_a_hand_to_onlookers),
        leaks.onlookers_know_no_more_than_players,
        "a spectator is told what seat",
    ),
    Fault(
        "a question tells the next card",
        with_steps({Bid: broken.TellingBid}),
        leaks.scenes_do_not_leak,
        "can tell a dream from the truth",
    ),
    Fault(
        "options hang on the next roll",
        with_steps({Bid: broken.BidByDice}),
        leaks.scenes_do_not_leak,
        "can tell a dream from the truth",
    ),
    Fault(
        "the choice of the absent hangs on the next card",
        with_steps({Bid: broken.TellingDefault}),
        leaks.scenes_do_not_leak,
        "in its absence tells a secret",
    ),
    Fault(
        "the choice of the absent is no option",
        with_steps({Bid: broken.AbsentDefault}),
        table.decisions_are_sound,
        "is chosen for the absent",
    ),
    Fault(
        "a refusal tells where a card lies",
        with_steps({Bid: broken.TellingWhy}),
        leaks.refusals_do_not_leak,
        "a secret",
    ),
    Fault(
        "an event shows everybody the card that is drawn",
        with_steps({Reveal: broken.LoudReveal}),
        leaks.events_do_not_leak,
        "is told of card:",
    ),
    Fault(
        "words tell everybody of the card that is drawn",
        with_steps({Reveal: broken.ChattyReveal}),
        leaks.events_do_not_leak,
        ": 'draws ",
    ),
    Fault(
        "an event tells a secret without naming anything",
        with_steps({Reveal: broken.HintingReveal}),
        leaks.events_tell_equal_worlds_equally,
        "hears a secret in the events",
    ),
    Fault(
        "dreams keep the order of the deck",
        with_lore(Lore(redeal=broken.peek)),
        leaks.dreams_know_no_more_than_their_dreamer,
        "hangs on what it cannot know",
    ),
    Fault(
        "dreams lose a card",
        with_lore(Lore(redeal=broken.lose_a_card)),
        leaks.dreams_are_legal,
        "loses or invents parts",
    ),
    Fault(
        "dreams are the truth",
        with_lore(Lore(redeal=broken.leave_all)),
        leaks.secrets_are_redealt,
        "only dreams the truth",
    ),
    Fault(
        "secrets, but nothing to imagine",
        with_lore(Lore()),
        leaks.secrets_are_redealt,
        "lore has no redeal",
    ),
    Fault(
        "hands are hidden, but the game denies it",
        with_lore(Lore(redeal=redeal, hides=lambda _: False)),
        leaks.open_tables_hide_nothing,
        "seats see different things",
    ),
    Fault(
        "cards that nobody sees are hidden, but the game denies it",
        replace(
            with_lore(Lore(redeal=redeal, hides=lambda _: False)),
            show=lambda state, _: show(state, None),
        ),
        leaks.open_tables_hide_nothing,
        "dealt anew where nothing is hidden",
    ),
    Fault(
        "clones share a list inside a list",
        replace(WAGER, state_type=broken.Nested, deal=broken.deal_nested),
        clones.clones_are_strangers_and_equal,
        "the same state.piles",
    ),
    Fault(
        "clones share a dict",
        replace(WAGER, state_type=broken.Forgetful, deal=broken.deal_forgetful),
        clones.clones_are_strangers_and_equal,
        "the same state.memory",
    ),
    Fault(
        "the seed does not decide",
        replace(WAGER, deal=broken.deal_anyhow),
        repeats.same_seed_and_choices_give_the_same_match,
        "",
    ),
    Fault(
        "dice that are not stored",
        replace(WAGER, state_type=broken.OtherDice, deal=broken.deal_other_dice),
        store.stored_states_play_on,
        "goes another way",
    ),
    Fault(
        "the order of arrival matters",
        with_steps({Bid: broken.HastyBid}),
        repeats.order_of_arrival_does_not_matter,
        "in another order",
    ),
    Fault(
        "a changed pick leaves a trace",
        with_steps({Bid: broken.StubbornBid}),
        repeats.changed_picks_count_last,
        "alone",
    ),
    Fault(
        "an option is offered twice",
        with_steps({Bid: broken.DoubleBid}),
        table.decisions_are_sound,
        "offered twice",
    ),
    Fault(
        "a question by no rule",
        with_steps({Bid: broken.LawlessBid}),
        table.decisions_are_sound,
        "asked by no rule",
    ),
    Fault(
        "nobody is first",
        with_steps({Reveal: broken.UnplacedReveal}),
        table.decisions_are_sound,
        "somebody is first",
    ),
    Fault(
        "an option that is out of sight",
        with_steps({Bid: broken.FarBid}),
        table.options_lie_on_the_table,
        "what it cannot see",
    ),
    Fault(
        "a thing lies in two places",
        replace(WAGER, show=broken.show_twice),
        table.scenes_are_sound,
        "occur twice",
    ),
    Fault(
        "a scene uses a word that the page does not know",
        replace(WAGER, show=broken.show_unknown_state),
        table.scenes_are_sound,
        "the page does not know that word",
    ),
    Fault(
        "a goal that no pick leads to",
        replace(WAGER, show=broken.show_false_goal),
        table.goals_can_be_reached,
        "cannot be made",
    ),
    Fault(
        "a step that says what it does not do",
        with_steps({Bid: broken.BidOnTheWay}),
        table.goals_can_be_reached,
        "not to BidOnTheWay",
    ),
    Fault(
        "a hand is nobody's",
        replace(WAGER, show=broken.show_nobodys_hand),
        table.scenes_are_sound,
        "but nobody's",
    ),
    Fault(
        "a refusal without a word",
        with_steps({Bid: broken.SpeechlessBid}),
        table.why_answers,
        "without a word",
    ),
    Fault(
        "a refusal without a reason",
        with_steps({Bid: broken.SpeechlessBid}),
        refusals.illegal_choices_change_nothing,
        "a refusal has a reason",
    ),
    Fault(
        "a match without end",
        with_steps({Reveal: broken.EndlessReveal}),
        ends.matches_end_within_the_bound,
        "more than",
    ),
    Fault(
        "a match that just stops",
        with_steps({Reveal: broken.StoppingReveal}),
        ends.matches_end_within_the_bound,
        "without a result",
    ),
    Fault(
        "gains that leave something out",
        replace(WAGER, show=broken.show_too_few_gains),
        ends.matches_end_within_the_bound,
        "gained 0",
    ),
    Fault(
        "a bound that does not hold",
        replace(BRANDUB, bound=lambda setup: 1),
        ends.matches_end_within_the_bound,
        "more than 1 choices",
    ),
    Fault(
        "a wrong count",
        replace(BRANDUB, count=lambda state: {"pieces": sum(map(bool, state.board))}),
        ends.parts_are_conserved,
        "of {'pieces': 13}",
    ),
    Fault(
        "a card falls under the table",
        with_steps({Reveal: broken.LosingReveal}),
        ends.parts_are_conserved,
        "of {'cards': 24}",
    ),
    Fault(
        "turns that go down",
        replace(WAGER, turns=lambda state: -state.number),
        ends.turns_only_go_up,
        "stays over",
    ),
    Fault(
        "a step that claims to end a turn and does not",
        broken.CLAIMING,
        ends.steps_that_end_a_turn_do,
        "does not end a turn",
    ),
    Fault(
        "a value beyond winning",
        with_lore(Lore(redeal=redeal, value=lambda state, seat: 2.0)),
        ends.values_stay_in_range,
        "worth 2.0",
    ),
    Fault(
        "a notation that loses a choice",
        replace(WAGER, notation=broken.LossyNotation()),
        sagas.notation_round_trips,
        "does not say",
    ),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_suite_finds(fault: Fault) -> None:
    with pytest.raises(AssertionError) as found:
        hold(fault.found_by, fault.game, EXAMPLES)
    assert fault.says in str(found.value)


def test_a_notation_that_dies_is_found() -> None:
    fragile = replace(WAGER, notation=broken.FragileNotation())
    with pytest.raises(KeyError):
        hold(sagas.odd_turns_are_refused, fragile, EXAMPLES)


UNREAD: tuple[tuple[Callable[[Game[Any]], None], str], ...] = (
    (book.rulebook_is_sound, "occur twice"),
    (book.every_rule_is_cited_in_code, "in no rulebook: \\['bid.nowhere'\\]"),
    (book.every_rule_is_proved_by_a_test, "in no test: .*'bid.unproved'"),
    (awaited_rules_are_listed, "differ in \\['bid.later'\\]"),
    (
        book.rules_are_cited_behind_their_code,
        "docstring: \\['__init__.py, line 7', '__init__.py, line 8'\\]",
    ),
)


@pytest.mark.parametrize(("check", "says"), UNREAD, ids=[check.__name__ for check, _ in UNREAD])
def test_a_book_out_of_step_is_found(check: Callable[[Game[Any]], None], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        check(replace(WAGER, package="tests.broken.unread"))


def test_a_rule_that_is_not_in_code_is_found() -> None:
    unwritten = replace(WAGER, package="tests.broken.unwritten")
    with pytest.raises(AssertionError, match=r"not in code: \['bid.nowhere'\]"):
        book.every_rule_is_cited_in_code(unwritten)


@pytest.mark.parametrize(
    "says",
    [
        "'Betting': there is no such section",
        "'bid.three': there is no such rule",
        "'bid.one' is read 2 times",
        "'end.last' is in no chapter",
        "'ruling.lost' is in no chapter",
        "chapter 1, caption: says nothing in 'en'",
        "chapter 1, picture: the lesson has no task 1",
        "chapter 2, title: says nothing in 'fr'",
    ],
)
def test_a_book_that_cannot_be_read_through_is_found(says: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(says)):
        lessons.the_book_is_read_in_chapters(replace(WAGER, package="tests.broken.unbound"))


def test_a_match_that_hangs_on_hashes_is_found() -> None:
    hashed = replace(WAGER, package="tests.broken.hashed")
    with pytest.raises(AssertionError, match="hangs on how this process hashes"):
        repeats.another_process_plays_the_same_match(hashed)


@pytest.mark.parametrize(
    "says",
    [
        "table.py is no room of a game",
        "parts/ is no room of a game",
        "the State lies in table, not in state",
        "the State is named Court, not after its game: Unhoused",
        "the Setup RoomySetup lies in table, not in setup or army.setup",
        "the deal lies in __init__, not in deal",
        "the step LostBid lies in table, not in rules or powers",
        "show lies in __init__, not in scene",
        "brief lies in table, not in scene",
        "what makes a Scene lies in table, not in scene or previews",
        "lore's redeal lies in __init__, not in lore or dreams or instinct or engine or bots",
        "the engine lies in table, not in engine or bots",
        "the notation lies in table, not in notation",
        "the workshop 'tent' lies in table, not in army",
    ],
)
def test_what_lies_in_no_room_is_named(says: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(says)):
        rooms.everything_lies_in_its_room(UNHOUSED)
