"""The rules of Wager, so that the game which proves the kernel is itself proved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.kernel import Counted, IllegalChoice, Placed, Rolled, Said, Turned, choose
from tests.wager import GAME
from tests.wager.parts import CARDS, DONE, NAMES
from tests.wager.state import Wager

SEEDS = st.integers(0, 2**32)


def lay(state: Wager, seat: int, *cards: int) -> None:
    """Lay one card or two."""
    for card in cards:
        choose(state, seat, NAMES[card])
    if len(cards) == 1:
        choose(state, seat, DONE)


def round_of(state: Wager, cards: int) -> Wager:
    """Everybody lays the first cards of the hand."""
    for seat in range(state.seats):
        lay(state, seat, *state.hands[seat][:cards])
    return state


@given(SEEDS, st.integers(2, 4))
def test_everybody_is_dealt_four_hidden_cards(seed: int, seats: int) -> None:  # rule: setup.hands
    state = GAME.new(GAME.setup(seats=seats), seed)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.deck) == CARDS - 4 * seats
    for seat in range(seats):
        seen = {thing.id for thing in GAME.scene(state, seat).things()}
        mine = {NAMES[card] for card in state.hands[seat]}
        assert {name for name in seen if name.startswith("card:")} == mine


def test_cards_are_laid_together_and_may_be_taken_back() -> None:  # rule: bid.together
    state = GAME.new(seed=4)
    cards = state.hands[1]
    lay(state, 1, *cards[:2])
    assert (state.sealed, state.shown) == ({1: NAMES[cards[1]]}, [])
    choose(state, 1, NAMES[cards[2]])
    lay(state, 0, *state.hands[0][:2])
    lay(state, 2, *state.hands[2][:2])
    assert {cards[0], cards[2]} <= set(state.shown)
    assert cards[1] not in state.shown


def test_nobody_lays_a_card_twice_or_one_that_is_not_there() -> None:  # rule: bid.together
    state = GAME.new(seed=4)
    mine, other = state.hands[0][0], state.hands[1][0]
    with pytest.raises(IllegalChoice, match=r"one of the cards in your hand.*bid\.together"):
        choose(state, 0, NAMES[other])
    choose(state, 0, NAMES[mine])
    with pytest.raises(IllegalChoice):
        choose(state, 0, NAMES[mine])


def test_one_card_is_enough_but_none_is_not() -> None:  # rule: bid.one
    state = GAME.new(seed=4)
    assert DONE not in state.open[0].options
    round_of(state, 1)
    assert (len(state.shown), state.round) == (3, 2)


@given(SEEDS)
def test_cards_and_a_die_decide(seed: int) -> None:  # rule: reveal.die, reveal.best
    state = GAME.new(seed=seed)
    hands = [hand[:2] for hand in state.hands]
    round_of(state, 2)
    dice = [event.face for event in state.events if isinstance(event, Rolled)]
    sums = [sum(cards) + face for cards, face in zip(hands, dice, strict=True)]
    assert state.points == [int(total == max(sums)) for total in sums]
    counted = [event.seat for event in state.events if isinstance(event, Counted)]
    assert counted == [seat for seat in range(3) if state.points[seat]]
    turned = [event.thing for event in state.events if isinstance(event, Turned)]
    assert turned == [NAMES[card] for cards in hands for card in cards]
    assert all(1 <= face <= 6 for face in dice)


@given(SEEDS)
def test_the_lowest_seat_without_a_point_draws_in_secret(seed: int) -> None:
    # rule: draw.comfort
    state = GAME.new(seed=seed)
    top = state.deck[-1]
    round_of(state, 2)
    losers = [seat for seat in range(3) if not state.points[seat]]
    drawn = [event for event in state.events if isinstance(event, Placed)]
    assert [event.seat for event in drawn] == losers[:1]
    for event in drawn:
        assert state.hands[event.seat][-1] == top
        for seat in (0, 1, 2, None):
            told = [seen for seen in GAME.seen(state, seat).events if seen.seat == event.seat]
            assert (event in told) == (seat == event.seat)
            assert Said(seat=event.seat, words="draws a card") in told or event in told


@given(SEEDS)
def test_two_rounds_and_more_points_are_better(seed: int) -> None:  # rule: end.rounds
    state = round_of(round_of(GAME.new(seed=seed), 1), 2)
    assert state.result is not None
    assert (state.result.because, state.result.scores) == ("end.rounds", tuple(state.points))
    for seat, place in enumerate(state.result.places):
        assert place == 1 + sum(other > state.points[seat] for other in state.points)
